"""Values that the knowledge base hands out. Pure: no Django, no database."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of law, bound to the words of its source.

    value, unit: `30`, `days`; `2`, `months of rent`; `12500`, `USD`. phrase: the shortest run of
    the source's own words with the value (at most twelve words). checked_on: when the page at
    `url` was last opened. rule: for deadlines, what starts the period (`event`), how days are
    counted (`calendar`, `court` or `business`), or None. service: the way of service that the
    period belongs to (`personal`, `mail`, …), or None. in_force_from, changes_on: for indexed
    figures, when the value took effect and when the next one takes over.
    """

    id: str
    value: str
    unit: str
    citation: str
    url: str
    phrase: str
    checked_on: dt.date
    event: str | None = None
    counting: str | None = None
    service: str | None = None
    in_force_from: dt.date | None = None
    changes_on: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """One passage that fits a question, with all that a citation of it needs.

    note: key and version (`us-ca/security-deposit@1`). text: the passage, figures filled in.
    score: cosine similarity, or 1.0 from the exact lane (citations, form numbers).
    reviewed: this version was reviewed by a practitioner; stale: its review is overdue.
    lapsed never appears here: an expired note is not used, only told of (`Lapsed`).
    """

    note: str
    passage: str
    kind: str
    text: str
    title: str
    jurisdiction: str
    forum: str | None
    topic: str
    audience: str
    authority: str
    url: str | None
    as_of: dt.date
    reviewed: bool
    stale: bool
    score: float
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Lapsed:
    """A note that would have fitted, and is no longer used since it has lapsed.

    note: key and version. expired_on: the day from which it is not used.
    """

    note: str
    title: str
    jurisdiction: str
    topic: str
    expired_on: dt.date


@dataclass(frozen=True, slots=True)
class Found(Sequence[Hit]):
    """What a search found: a sequence of its hits, best first; empty when nothing is near enough.

    lapsed: notes that were near enough and have lapsed, which the answer tells of.
    nearest: the best similarity that was seen (0 to 1), also when it was too low.
    elsewhere: the topic of the question, where only other places have notes on it: then there
    are no hits, rather than the nearest ones on something else.
    """

    hits: tuple[Hit, ...] = ()
    lapsed: tuple[Lapsed, ...] = ()
    nearest: float = 0.0
    elsewhere: str | None = None

    @overload
    def __getitem__(self, index: int) -> Hit: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Hit, ...]: ...
    def __getitem__(self, index: int | slice) -> Hit | tuple[Hit, ...]:
        return self.hits[index]

    def __len__(self) -> int:
        return len(self.hits)
