"""What has become of the notes that an answer cited: the knowledge side of an answer recall."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from django.db.models import F, Q

from .models import Note

State = Literal["current", "corrected", "withdrawn", "lapsed", "changed", "unknown"]

Version = tuple[str, int]
"""The key and number of a version."""
Row = Mapping[str, Any]

_FIELDS: Final = (
    "key", "version", "status", "in_use", "expires", "effective_to", "ended_at", "by_key",
    "by_version", "by_in_use",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Standing:
    """A cited note version today.

    current: answers still rest on it. corrected: another version or note took its place
    (`successor`: the one in use today; None where none is). withdrawn: it was wrong or is no
    longer wanted. lapsed: past its expiry, or past the last day of the law that it states.
    changed: it went back to its author, or an older version was reviewed in its stead. unknown: no
    such version. since: the day on which it ceased to be current (UTC); None where that is not
    known.
    """

    note: str
    state: State
    successor: str | None = None
    since: dt.date | None = None

    @property
    def recalled(self) -> bool:
        """An answer that cited it is to be marked."""
        return self.state != "current"


def standings(names: Iterable[str], *, today: dt.date) -> dict[str, Standing]:
    """By name (`us-ca/small-claims@1`), what has become of each version; one query, or none."""
    wanted = list(dict.fromkeys(names))
    if not wanted:
        return {}
    keys = {name.partition("@")[0] for name in wanted}
    found = {standing.note: standing for standing in _read(Q(key__in=keys), today)}
    return {name: found.get(name, Standing(name, "unknown")) for name in wanted}


def recalled_notes(*, today: dt.date) -> list[Standing]:
    """Every version that was in use once and is no longer; what answers are looked through for."""
    never_in_use = Q(status=Note.Status.DRAFT, ended_at=None)
    return [standing for standing in _read(~never_in_use, today) if standing.recalled]


def current_names(*, today: dt.date) -> list[str]:
    """Every version that answers still rest on; an answer that cites any other is affected."""
    found = _read(Q(in_use=True, expires__gt=today), today)
    return [standing.note for standing in found if not standing.recalled]


def _read(which: Q, today: dt.date) -> list[Standing]:
    rows = Note.objects.filter(which).annotate(
        by_key=F("superseded_by__key"),
        by_version=F("superseded_by__version"),
        by_in_use=F("superseded_by__in_use"),
    )
    read = {(row["key"], row["version"]): row for row in rows.values(*_FIELDS)}
    in_use = {row["key"]: row["version"] for row in read.values() if row["in_use"]}
    return [_standing(row, read, in_use, today) for row in read.values()]


def _standing(
    row: Row, read: Mapping[Version, Row], in_use: Mapping[str, int], today: dt.date
) -> Standing:
    name = f"{row['key']}@{row['version']}"
    ended = row["ended_at"].date() if row["ended_at"] else None
    if row["by_key"] is not None:
        return Standing(name, "corrected", _successor(row, read, in_use), ended)
    if row["status"] == Note.Status.WITHDRAWN:
        return Standing(name, "withdrawn", since=ended)
    lapses = row["expires"]
    if row["effective_to"] is not None:
        lapses = min(lapses, row["effective_to"] + dt.timedelta(days=1))
    if lapses <= today:
        return Standing(name, "lapsed", since=lapses)
    if not row["in_use"]:
        return Standing(name, "changed", since=ended)
    return Standing(name, "current")


def _successor(row: Row, read: Mapping[Version, Row], in_use: Mapping[str, int]) -> str | None:
    """What stands in a version's place today: the last of those that followed one another, or what
    is in use under its key where that one was withdrawn."""
    while row["by_key"] is not None:
        by = (row["by_key"], row["by_version"])
        if row["by_in_use"]:
            return f"{by[0]}@{by[1]}"
        if by not in read:
            return f"{by[0]}@{in_use[by[0]]}" if by[0] in in_use else None
        row = read[by]
    key = row["key"]
    return f"{key}@{in_use[key]}" if key in in_use else None
