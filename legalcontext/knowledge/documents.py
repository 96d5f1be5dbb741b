"""A note as its author writes it: plain values, one per part of the file. Pure: no Django.

`parse_note` makes them from text, `render_note` makes the text again.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

Status = Literal["draft", "in_review", "published", "withdrawn"]
Audience = Literal["professional", "individual"]
Counting = Literal["calendar", "court", "business"]


@dataclass(frozen=True, slots=True)
class AuthorityEntry:
    """A statute, rule, case or agency page that passages rest on, opened on `checked_on`."""

    id: str
    citation: str
    url: str
    checked_on: dt.date
    pinpoint: str | None = None


@dataclass(frozen=True, slots=True)
class FigureEntry:
    """A number of law and the words of its source; the fields are those of `types.Figure`.

    value: digits (`21`, `12500`, `7.5`), a fraction (`1/2`) or an ISO date (unit `date`).
    in_force_from, changes_on: for indexed and scheduled figures, when the value took effect and
    when the next one takes over.
    """

    id: str
    value: str
    unit: str
    citation: str
    url: str
    phrase: str
    checked_on: dt.date
    event: str | None = None
    counting: Counting | None = None
    service: str | None = None
    in_force_from: dt.date | None = None
    changes_on: dt.date | None = None


@dataclass(frozen=True, slots=True)
class FormEntry:
    """An official form; `number` is what people write and search for (`SC-100`)."""

    id: str
    number: str
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class NameEntry:
    """A proper name with digits in it (`Chapter 7`), which is no figure of law."""

    id: str
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class PassageEntry:
    """One passage. text: as written, references (`{{figure-id}}`) not filled in.

    cites: ids of authorities, the one to show first.
    """

    id: str
    kind: str
    text: str
    cites: tuple[str, ...] = ()
    title: str | None = None


@dataclass(frozen=True, slots=True)
class NoteDocument:
    """A whole note. key and version identify it; reviewed_* are set from `published` on."""

    key: str
    version: int
    status: Status
    title: str
    jurisdiction: str
    topic: str
    audience: Audience
    authorities: tuple[AuthorityEntry, ...]
    author: str
    review_due: dt.date
    expires: dt.date
    licence: str
    passages: tuple[PassageEntry, ...]
    forum: str | None = None
    asked_as: tuple[str, ...] = ()
    figures: tuple[FigureEntry, ...] = ()
    forms: tuple[FormEntry, ...] = ()
    names: tuple[NameEntry, ...] = ()
    effective_from: dt.date | None = None
    effective_to: dt.date | None = None
    reviewed_by: str | None = None
    reviewed_on: dt.date | None = None
    supersedes: str | None = None

    @property
    def name(self) -> str:
        """Key and version, the form in which an answer cites the note."""
        return f"{self.key}@{self.version}"
