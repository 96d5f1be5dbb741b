"""What has become of the notes that an answer cited: the knowledge side of an answer recall."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from .models import Note

State = Literal["current", "corrected", "withdrawn", "lapsed", "changed", "unknown"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A cited note version today.

    current: answers still rest on it. corrected: another version or note took its place
    (`successor`). withdrawn: it was wrong or is no longer wanted. lapsed: past its expiry.
    changed: it went back to its author. unknown: no such version.
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
    """By name (`us-ca/small-claims@1`), what has become of each version; one query."""
    wanted = list(dict.fromkeys(names))
    keys = {name.partition("@")[0] for name in wanted}
    notes = Note.objects.filter(key__in=keys).select_related("superseded_by")
    found = {note.name: note for note in notes}
    return {
        name: _standing(found[name], today) if name in found else Standing(name, "unknown")
        for name in wanted
    }


def recalled_notes(*, today: dt.date) -> list[Standing]:
    """Every version that was in use once and is no longer; what answers are looked through for."""
    notes = Note.objects.exclude(in_use=True, expires__gt=today).select_related("superseded_by")
    found = (_standing(note, today) for note in notes.exclude(status=Note.Status.DRAFT))
    return [standing for standing in found if standing.recalled]


def _standing(note: Note, today: dt.date) -> Standing:
    if note.superseded_by is not None:
        return Standing(note.name, "corrected", successor=note.superseded_by.name)
    if note.status == Note.Status.WITHDRAWN:
        return Standing(note.name, "withdrawn")
    if note.expires <= today:
        return Standing(note.name, "lapsed", since=note.expires)
    if note.status == Note.Status.DRAFT:
        return Standing(note.name, "changed")
    return Standing(note.name, "current")
