"""Pages by keyset: a page ends at a position, and the next one begins after it."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import models
from django.db.models import Q

Rows = TypeVar("Rows", bound=models.QuerySet[Any])


@dataclass(frozen=True, slots=True)
class Position:
    """Where a page ended: the row's id, and the value before it that the list is ordered by.

    at: None where the list is ordered by id alone.
    """

    id: uuid.UUID
    at: dt.datetime | dt.date | None = None


def newest_first(rows: Rows, *, limit: int, after: Position | None) -> list[Any]:
    """A page in the order of creation, which is that of the ids (UUIDv7, to the millisecond).

    One more row than `limit` comes back when there is a next page.
    """
    if after is not None:
        rows = rows.filter(pk__lt=after.id)
    return list(rows.order_by("-pk")[: limit + 1])


def ascending(rows: Rows, by: str, *, limit: int, after: Position | None) -> list[Any]:
    """A page in the order of the column `by`, then of the ids; else as `newest_first`.

    Give it an index (…, by, id): both bounds are conditions on it.
    """
    if after is not None:
        rows = rows.filter(
            Q(**{f"{by}__gt": after.at}) | Q(**{by: after.at}, pk__gt=after.id),
            **{f"{by}__gte": after.at},
        )
    return list(rows.order_by(by, "pk")[: limit + 1])
