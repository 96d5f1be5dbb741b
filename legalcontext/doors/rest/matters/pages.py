"""Lists beneath a matter: a page of what a service gave, bound to its reader and address."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from accounts.keyset import Position
from accounts.principal import Principal
from legalcontext.answers import history
from legalcontext.doors.rest.pagination import limit_of, page_json, position_of
from legalcontext.doors.rest.views import reply

Row = TypeVar("Row")


def page_of(
    request: Request,
    principal: Principal,
    read: Callable[[int, Position | None], Sequence[Row]],
    shown_as: type[Serializer],
    place: Callable[[Row], Position],
    **filters: str | None,
) -> Response:
    """`{data, has_more, next_cursor}`. read: from limit and position to the rows, one more than
    limit when there is a next page; place: the position of a row."""
    bound = {"path": request.path, **filters}
    limit = limit_of(request.query_params)
    after = position_of(request.query_params, principal, bound)
    body = page_json(
        read(limit, Position(after.created_at, after.answer_id) if after else None),
        limit=limit,
        principal=principal,
        filters=bound,
        position=lambda row: _signed(place(row)),
        render=lambda row: dict(shown_as(row).data),
    )
    return reply(body)


def part_of(
    rows: Sequence[Row], place: Callable[[Row], Position], limit: int, after: Position | None
) -> list[Row]:
    """A page of rows that a service gives whole, in the order of their ids."""
    left = [row for row in rows if after is None or place(row).id > after.id]
    return left[: limit + 1]


def by_day(row: Any) -> Position:
    return Position(row.date, row.pk)


def by_creation(row: Any) -> Position:
    return Position(row.created_at, row.pk)


def _signed(position: Position) -> history.Position:
    """A cursor keeps a moment; a day is its midnight."""
    at = position.at
    if not isinstance(at, dt.datetime):
        at = dt.datetime.combine(at, dt.time.min, dt.UTC)
    return history.Position(at, position.id)
