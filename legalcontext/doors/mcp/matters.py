"""`list_matters`: the ids that an ask may name."""

from __future__ import annotations

from typing import Any, Final

from accounts.keyset import Position
from legalcontext.answers.insight import timestamp
from legalcontext.block.types import Fault
from legalcontext.contracts import InvalidAsk
from legalcontext.doors.cursors import InvalidCursor, read_cursor, write_cursor
from matters.levels import CHOICES
from matters.services.matters import Seen, owns
from matters.services.matters import list_matters as visible_matters

from .arguments import number_argument, optional_text
from .calls import Call, Outcome
from .schemas import DIALECT, Schema

DEFAULT_LIMIT: Final = 20
MAX_LIMIT: Final = 100
FILTERS: Final = {"tool": "list_matters"}
ACCESS: Final = dict(CHOICES)

LIST_ARGUMENTS: Final[Schema] = {
    "$schema": DIALECT,
    "type": "object",
    "properties": {
        "limit": {
            "type": "integer",
            "description": "How many matters to give.",
            "minimum": 1,
            "maximum": MAX_LIMIT,
            "default": DEFAULT_LIMIT,
        },
        "after": {
            "type": "string",
            "description": "The next_cursor of the page before; leave it out for the first.",
        },
    },
}

MATTER: Final[Schema] = {
    "type": "object",
    "required": ["id", "title", "status", "owned", "access", "created_at"],
    "properties": {
        "id": {"type": "string", "description": "What context.matter takes."},
        "title": {"type": "string"},
        "status": {
            "type": "string",
            "description": "An ask names open matters only.",
            "examples": ["open"],
        },
        "jurisdiction": {
            "type": "string",
            "description": "Where it sits; left out when not on record.",
            "examples": ["US-CA"],
        },
        "forum": {"type": "string", "description": "Left out when not on record."},
        "owned": {
            "type": "boolean",
            "description": "Whether the person this credential acts for is its owner of record.",
        },
        "access": {
            "type": "string",
            "description": "What the credential may do with it.",
            "examples": ["read", "work", "manage"],
        },
        "created_at": {"type": "string", "format": "date-time"},
    },
}

MATTER_PAGE: Final[Schema] = {
    "$schema": DIALECT,
    "type": "object",
    "required": ["data", "has_more"],
    "properties": {
        "data": {"type": "array", "items": MATTER, "description": "Newest first."},
        "has_more": {"type": "boolean"},
        "next_cursor": {
            "type": "string",
            "description": "Give it as “after” for the next page; left out on the last.",
        },
    },
}


def list_matters(call: Call) -> Outcome:
    """A page of the open matters that the principal may read. InvalidAsk: wrong arguments."""
    principal = call.principal
    limit = number_argument(call.arguments, "limit", default=DEFAULT_LIMIT, least=1, most=MAX_LIMIT)
    found = visible_matters(principal, limit=limit, after=_after(call))
    shown, has_more = found[:limit], len(found) > limit
    page: dict[str, Any] = {
        "data": [_matter_json(call, seen) for seen in shown],
        "has_more": has_more,
    }
    if has_more:
        last = shown[-1].matter
        page["next_cursor"] = write_cursor(principal, FILTERS, at=last.created_at, key=last.pk)
    return Outcome(page, _in_words(page))


def _after(call: Call) -> Position | None:
    cursor = optional_text(call.arguments, "after")
    if cursor is None:
        return None
    try:
        return Position(*read_cursor(cursor, call.principal, FILTERS))
    except InvalidCursor:
        raise InvalidAsk((Fault("/after", "Give the next_cursor of the page before."),)) from None


def _matter_json(call: Call, seen: Seen) -> dict[str, Any]:
    matter = seen.matter
    members = {
        "id": matter.public_id,
        "title": matter.title,
        "status": matter.status,
        "jurisdiction": matter.jurisdiction,
        "forum": matter.forum,
        "owned": owns(call.principal, matter),
        "access": ACCESS[seen.access],
        "created_at": timestamp(matter.created_at),
    }
    return {name: member for name, member in members.items() if member != ""}


def _in_words(page: dict[str, Any]) -> str:
    if not page["data"]:
        return "This credential may read no open matter."
    lines = []
    for matter in page["data"]:
        place = f", {matter['jurisdiction']}" if "jurisdiction" in matter else ""
        owned = ", owned" if matter["owned"] else ""
        lines.append(f"- {matter['id']}: {matter['title']}{place}{owned}")
    if page["has_more"]:
        lines.append(f"There are more: call again with after = {page['next_cursor']}")
    return "\n".join(lines)
