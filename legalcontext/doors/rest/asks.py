"""`/v1/asks` and `/v1/context/resolve`."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.ids import public_id
from accounts.models import Scope
from legalcontext import block
from legalcontext.answers import ask as asking
from legalcontext.answers import history
from legalcontext.answers.insight import timestamp
from legalcontext.answers.models import Answer
from legalcontext.block.types import Candidate, Fault
from legalcontext.contracts.quick_ask import SKILLS, InvalidAsk, parse_quick_ask
from legalcontext.doors.problems import Code
from legalcontext.erasure import deletion
from matters.models import Matter

from .framework import whole_body
from .openapi import AFTER, LIMIT, documented, page_of, ref
from .pagination import limit_of, page_json, position_of
from .views import NO_STORE, REPLAYED, DoorView, reply

DOOR = "rest"
TAG = "asks"

METADATA = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "skill": {"type": "string", "enum": list(SKILLS)},
        "status": {"type": "string"},
        "created_at": {"type": "string", "format": "date-time"},
        "expires_at": {"type": "string", "format": "date-time"},
        "question_length": {"type": "integer", "description": "code points"},
        "document_count": {"type": "integer"},
    },
    "required": [
        "id", "skill", "status", "created_at", "expires_at", "question_length", "document_count",
    ],
}  # fmt: skip
LISTED = {
    "type": "object",
    "properties": {
        **METADATA["properties"],  # type: ignore[dict-item]
        "question": {"type": "string", "description": "its beginning"},
        "language": {"type": "string"},
        "matter": {"type": ["string", "null"]},
        "jurisdiction": {
            "type": "object",
            "properties": {"value": {"type": "string"}, "basis": {"type": "string"}},
        },
        "privilege": {"type": "string"},
        "note_codes": {"type": "array", "items": {"type": "string"}},
        "recalled": {
            "type": "boolean",
            "description": "it cites a note that is no longer current",
        },
    },
    "required": [*METADATA["required"], "question", "language", "matter", "privilege", "recalled"],
}
RESOLVED = {
    "type": "object",
    "required": ["legal_context", "context_notes", "rules", "candidates", "evidence"],
    "properties": {
        "legal_context": ref("LegalContext"),
        "context_notes": {"type": "array", "items": ref("InsightContextNote")},
        "rules": {
            "type": "object",
            "properties": {"jurisdiction": {"type": "string"}, "privilege": {"type": "string"}},
        },
        "candidates": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"value": {"type": "string"}, "score": {"type": "number"}},
            },
        },
        "evidence": {"type": "array", "items": ref("InsightEvidence")},
    },
}


class AskList(DoorView):
    """Ask a question; list the answers that may be read."""

    @documented(
        "Ask",
        takes=ref("QuickAsk"),
        gives=ref("Insight"),
        problems=(Code.INVALID_CONTEXT, Code.NOT_FOUND, Code.MATTER_NOT_FOUND),
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        """Answer one quick ask and keep it in the history, with its legal-context block."""
        with self.idempotent(request) as attempt:
            if attempt.replay_of is not None:
                insight = history.read_answer(self.principal, attempt.replay_of)
                return Response(insight, headers={**NO_STORE, **REPLAYED})
            insight = asking.ask(
                self.principal, parse_quick_ask(whole_body(request)), door=DOOR, attempt=attempt
            )
        return Response(insight, headers=NO_STORE)

    @documented(
        "List answers",
        gives=page_of({"anyOf": [LISTED, METADATA]}),
        parameters=(
            LIMIT,
            AFTER,
            OpenApiParameter("skill", str, enum=SKILLS),
            OpenApiParameter("matter", str, description="only those of this matter"),
            OpenApiParameter(
                "recalled",
                str,
                enum=["true"],
                description="only those that cite a note which is no longer current",
            ),
            OpenApiParameter(
                "of", str, enum=["account"], description="metadata of all, for owners and admins"
            ),
        ),
        problems=(Code.NOT_FOUND,),
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        """The answers that may be read, newest first."""
        query, principal = request.query_params, self.principal
        filters = {name: query.get(name) or None for name in ("skill", "matter", "of", "recalled")}
        _check_filters(filters)
        limit = limit_of(query)
        page: dict[str, Any] = {
            "limit": limit,
            "after": position_of(query, principal, filters),
            "skill": filters["skill"],
            "matter": filters["matter"],
        }
        common: dict[str, Any] = {"limit": limit, "principal": principal, "filters": filters}
        if filters["of"] == "account":
            body = page_json(
                history.list_metadata(principal, **page),
                position=lambda answer: history.Position(answer.created_at, answer.pk),
                render=metadata_json,
                **common,
            )
        else:
            body = page_json(
                history.list_answers(principal, **page, recalled=filters["recalled"] == "true"),
                position=lambda row: history.Position(row.answer.created_at, row.answer.pk),
                render=listed_json,
                **common,
            )
        return Response(body, headers=NO_STORE)


class AskDetail(DoorView):
    """One answer: read it again, or delete it at once and for good."""

    @documented("Read an answer", gives=ref("Insight"), problems=(Code.NOT_FOUND,), tag=TAG)
    def get(self, request: Request, answer_id: str) -> Response:
        """The insight as it was given; its retention sentence is said anew. Where a note that it
        cites is no longer current, `recalled` and the first of its `limits` say so."""
        return Response(history.read_answer(self.principal, answer_id), headers=NO_STORE)

    @documented(
        "Delete an answer",
        status=status.HTTP_204_NO_CONTENT,
        problems=(Code.NOT_FOUND, Code.LEGAL_HOLD),
        tag=TAG,
    )
    def delete(self, request: Request, answer_id: str) -> Response:
        """At once and for good: there is no undo."""
        deletion.delete_answer(self.principal, answer_id)
        return Response(status=status.HTTP_204_NO_CONTENT, headers=NO_STORE)


class ContextResolve(DoorView):
    """What block an ask would carry, and why; nothing is stored."""

    @documented(
        "Resolve a context",
        takes=ref("QuickAsk"),
        gives=RESOLVED,
        problems=(Code.INVALID_CONTEXT, Code.NOT_FOUND, Code.MATTER_NOT_FOUND),
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        """What block an ask would carry, and why: the rows that decided and the words."""
        self.principal.require(Scope.ASK)
        with self.idempotent(request) as attempt:
            framed, legal_context = asking.resolve_block(
                self.principal, parse_quick_ask(whole_body(request))
            )
            self.done(attempt)
        frame = framed.frame
        body = {
            "legal_context": legal_context,
            "context_notes": block.context_notes(frame),
            "rules": {"jurisdiction": frame.rule, "privilege": frame.row},
            "candidates": [candidate_json(candidate) for candidate in frame.candidates],
            "evidence": [asking.evidence_json(evidence) for evidence in frame.evidence],
        }
        return reply(body, replayed=attempt.replay_of is not None)


def candidate_json(candidate: Candidate) -> dict[str, Any]:
    return {"value": candidate.value, "score": round(candidate.score, 3)}


def metadata_json(answer: Answer) -> dict[str, Any]:
    """What owners and admins see of any answer of the account: when, which skill, how large."""
    return {
        "id": answer.public_id,
        "skill": answer.skill,
        "status": answer.status,
        "created_at": timestamp(answer.created_at),
        "expires_at": timestamp(answer.expires_at),
        "question_length": answer.question_length,
        "document_count": answer.document_count,
    }


def listed_json(row: history.Listed) -> dict[str, Any]:
    """What an answer's reader sees of it in a list."""
    answer = row.answer
    return {
        **metadata_json(answer),
        "question": row.question,
        "language": answer.language,
        "matter": public_id(Matter.PREFIX, answer.matter_id) if answer.matter_id else None,
        "jurisdiction": {"value": answer.jurisdiction, "basis": answer.basis},
        "privilege": answer.privilege,
        "note_codes": answer.note_codes,
        "recalled": row.recalled,
    }


def _check_filters(filters: dict[str, str | None]) -> None:
    faults = []
    if filters["skill"] is not None and filters["skill"] not in SKILLS:
        faults.append(Fault("?skill", f"give one of {', '.join(SKILLS)}"))
    if filters["of"] not in (None, "account"):
        faults.append(Fault("?of", "leave it out, or give account for metadata of all answers"))
    if filters["recalled"] not in (None, "true"):
        faults.append(Fault("?recalled", "leave it out, or give true"))
    elif filters["recalled"] and filters["of"]:
        faults.append(Fault("?recalled", "leave out `of`: it is told of answers that you may read"))
    if faults:
        raise InvalidAsk(tuple(faults))
