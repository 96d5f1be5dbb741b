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
    """Where a page ended: the value that the list is ordered by, and the row's id."""

    at: dt.datetime | dt.date
    id: uuid.UUID


def page(
    rows: Rows, *, by: str, limit: int, after: Position | None, newest_first: bool = True
) -> list[Any]:
    """A page in the order of the column `by`; rows of one value follow each other by id.

    One more row than `limit` comes back when there is a next page. Give it an index (…, by, id):
    both bounds are conditions on it.
    """
    sign, beyond = ("-", "lt") if newest_first else ("", "gt")
    if after is not None:
        rows = rows.filter(
            Q(**{f"{by}__{beyond}": after.at}) | Q(**{by: after.at, f"pk__{beyond}": after.id}),
            **{f"{by}__{beyond}e": after.at},
        )
    return list(rows.order_by(f"{sign}{by}", f"{sign}pk")[: limit + 1])


def newest(rows: Rows, *, limit: int, after: Position | None) -> list[Any]:
    """A page in the order of creation, newest first; else as `page`.

    The ids say it (UUIDv7, to the millisecond), so the primary key is the index.
    """
    if after is not None:
        rows = rows.filter(pk__lt=after.id)
    return list(rows.order_by("-pk")[: limit + 1])
