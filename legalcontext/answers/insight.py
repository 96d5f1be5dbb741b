"""The insight: `codossier.insight/1` as every door gives it, put together from its parts."""

from __future__ import annotations

import dataclasses
import datetime as dt
import uuid
from typing import Any

from accounts.ids import public_id
from legalcontext.block.constants import INSIGHT_CONTRACT
from legalcontext.skills.types import Findings

from .models import Answer


def body_of(findings: Findings) -> dict[str, Any]:
    """What the skill found, as JSON: summary, findings, citations, limits and question_back.

    Members that do not apply are left out, never null; dates are ISO 8601.
    """
    return {
        "summary": findings.summary,
        "findings": [_json(finding) for finding in findings.findings],
        "citations": [_json(citation) for citation in findings.citations],
        "limits": list(findings.limits),
        **({"question_back": _json(findings.question_back)} if findings.question_back else {}),
    }


def compose(
    *,
    answer_id: uuid.UUID,
    skill: str,
    created_at: dt.datetime,
    expires_at: dt.datetime,
    body: dict[str, Any],
    legal_context: dict[str, Any],
    context_notes: list[dict[str, Any]],
) -> dict[str, Any]:
    """The whole insight, members in the contract's order."""
    return {
        "schema": INSIGHT_CONTRACT,
        "id": public_id(Answer.PREFIX, answer_id),
        "skill": skill,
        "created_at": timestamp(created_at),
        **body,
        "legal_context": legal_context,
        "context_notes": context_notes,
        "expires_at": timestamp(expires_at),
    }


def timestamp(moment: dt.datetime) -> str:
    """RFC 3339 in UTC, to the second, with `Z`."""
    return moment.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _json(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        members = ((f.name, getattr(value, f.name)) for f in dataclasses.fields(value))
        return {name: _json(member) for name, member in members if _applies(name, member)}
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, (tuple, list)):
        return [_json(member) for member in value]
    return value


def _applies(name: str, member: Any) -> bool:
    return member is not None and not (name == "topics" and not member)
