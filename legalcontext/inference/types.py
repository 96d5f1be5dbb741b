"""What this room hands out beside the shared types: clause findings and events."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

ClauseKind = Literal["governing_law", "venue"]
EventKind = Literal[
    "served",
    "hearing",
    "notice",
    "filed",
    "arrested",
    "accident",
    "fired",
    "signed",
    "judgment",
    "lockout",
    "moved",
    "due",
    "denied",
    "born",
    "died",
    "ticketed",
    "right_to_sue",
    "debt_notice",
    "other",
]
Precision = Literal["day", "month", "year", "none"]


@dataclass(frozen=True, slots=True)
class ClauseFinding:
    """A clause that chooses a law or a court.

    kind: which of the two. value: the place's code. start, end: code points of the whole clause
    (its sentence); quote is exactly `text[start:end]`. place_start, place_end: the words that name
    the place. exclusive: whether a venue clause says that it is.
    """

    kind: ClauseKind
    value: str
    start: int
    end: int
    quote: str
    place_start: int
    place_end: int
    exclusive: bool | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened or will happen, with its day where the words say it.

    on: the day, None where the words give none. precision: how exactly the words say it (`month`:
    `on` is its first day). typed: the day was written as a date, not worked out from `today`.
    period, unit: the length a notice gives ("3-day notice": 3, `day`; `business_day`, `hour`,
    `week`, `month`, `year`). start, end: code points of the words; quote is `text[start:end]`.
    yearless: the words give no year, and the nearest fitting one was taken. other: the other day
    that numbers such as 03/04 can be, where it is not known which of the two is the month.
    ahead: the words say that it is still to come ("have to move out January 15").
    """

    kind: EventKind
    on: dt.date | None
    precision: Precision
    typed: bool
    start: int
    end: int
    quote: str
    period: int | None = None
    unit: str | None = None
    yearless: bool = False
    other: dt.date | None = None
    ahead: bool = False
