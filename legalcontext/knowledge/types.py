"""Values that the knowledge base hands out. Pure: no Django, no database."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of law, bound to the words of its source.

    value, unit: `30`, `days`; `2`, `months of rent`; `12500`, `USD`. phrase: the shortest run of
    the source's own words with the value (at most twelve words). checked_on: when the page at
    `url` was last opened. rule: for deadlines, what starts the period (`event`), how days are
    counted (`calendar` or `court`), or None.
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
