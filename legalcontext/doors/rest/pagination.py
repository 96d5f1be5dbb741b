"""Cursors: where a page ended, signed and bound to the tenant, the reader and the filters."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from django.core import signing
from django.http import QueryDict

from accounts.principal import Principal
from legalcontext.answers.history import Position
from legalcontext.block.types import Fault
from legalcontext.contracts.quick_ask import InvalidAsk

DEFAULT_LIMIT: Final = 20
MAX_LIMIT: Final = 100
SALT: Final = "codossier.rest.cursor"

Row = TypeVar("Row")


def limit_of(query: QueryDict) -> int:
    """`?limit=`, 1 to 100, 20 when absent. InvalidAsk: anything else."""
    text = query.get("limit", str(DEFAULT_LIMIT))
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= MAX_LIMIT):
        raise InvalidAsk((Fault("?limit", f"give a whole number from 1 to {MAX_LIMIT}"),))
    return int(text)


def position_of(
    query: QueryDict, principal: Principal, filters: Mapping[str, str | None]
) -> Position | None:
    """Where `?after=` left off, or None for the first page.

    InvalidAsk: not a cursor of ours, or one from another account, reader or set of filters.
    """
    cursor = query.get("after")
    if not cursor:
        return None
    try:
        bound, moment, key = signing.loads(cursor, salt=SALT)
        if bound != _binding(principal, filters):
            raise signing.BadSignature
        return Position(dt.datetime.fromisoformat(moment), uuid.UUID(key))
    except (signing.BadSignature, ValueError, TypeError):
        raise InvalidAsk(
            (Fault("?after", "pass next_cursor of the page before, with the same filters"),)
        ) from None


def page_json(
    rows: Sequence[Row],
    *,
    limit: int,
    principal: Principal,
    filters: Mapping[str, str | None],
    position: Callable[[Row], Position],
    render: Callable[[Row], dict[str, Any]],
) -> dict[str, Any]:
    """`{data, has_more, next_cursor}`; rows holds one more than limit when there is a next page."""
    shown, has_more = rows[:limit], len(rows) > limit
    next_cursor = None
    if has_more:
        last = position(shown[-1])
        value = [_binding(principal, filters), last.created_at.isoformat(), last.answer_id.hex]
        next_cursor = signing.dumps(value, salt=SALT, compress=True)
    return {
        "data": [render(row) for row in shown],
        "has_more": has_more,
        "next_cursor": next_cursor,
    }


def _binding(principal: Principal, filters: Mapping[str, str | None]) -> str:
    bound = json.dumps(
        [str(principal.account_id), str(principal.holder_id), sorted(filters.items())]
    )
    return hashlib.sha256(bound.encode()).hexdigest()[:16]
