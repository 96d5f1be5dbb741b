"""Pages of a list: how many rows, from where on, and the cursor to the next one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from django.http import QueryDict

from accounts.principal import Principal
from legalcontext.answers.history import Position
from legalcontext.block.types import Fault
from legalcontext.contracts.quick_ask import InvalidAsk
from legalcontext.doors.cursors import InvalidCursor, read_cursor, write_cursor

DEFAULT_LIMIT: Final = 20
MAX_LIMIT: Final = 100

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
        return Position(*read_cursor(cursor, principal, filters))
    except InvalidCursor:
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
        next_cursor = write_cursor(principal, filters, at=last.created_at, key=last.answer_id)
    return {
        "data": [render(row) for row in shown],
        "has_more": has_more,
        "next_cursor": next_cursor,
    }
