"""How pressing a story is, and why: what it says, the dates it gives, the notes' rules.

`urgent` is a matter of days, `soon` of weeks. A date exists only where a note gives the rule and
the story the day: trigger + rule = date, with the arithmetic shown.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from legalcontext.inference.types import Event, EventKind
from legalcontext.knowledge.types import Figure, Hit

from .deadlines import COUNTED_UNITS, Counted, count
from .phrases import Match, PhraseIndex, Token
from .tables import table
from .types import Severity

LEVELS: tuple[Severity, ...] = ("urgent", "soon")
URGENT_DAYS = 7
SOON_DAYS = 45
_SHORT_NOTICE_DAYS = 5
_MOST_DEADLINES = 6
_COUNTINGS = ("calendar", "court", "business")
_DAYS_PER_UNIT = {"hour": 0, "day": 1, "business_day": 1, "week": 7, "month": 30, "year": 365}

TRIGGERS: dict[str, tuple[EventKind, ...]] = {
    "summons_served": ("served",),
    "notice_served": ("notice", "served"),
    "order_served": ("served",),
    "garnishment_served": ("served",),
    "moved_out": ("moved",),
    "judgment_entered": ("judgment",),
    "decision_received": ("denied",),
    "decision_dated": ("denied",),
    "employment_ended": ("fired",),
    "discriminatory_act": ("fired",),
    "injury": ("accident",),
    "property_damage": ("accident",),
    "contract_signed": ("signed",),
    "purchase": ("signed",),
    "death": ("died",),
    "petition_filed": ("filed",),
}
"""Which events of a story start the periods of the notes (`EVENTS` of the note schema)."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a story presses. key: of the table; evidence: the words, None for a date's own."""

    level: Severity
    key: str
    evidence: Match | None = None

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics that it presses; empty: the first issue."""
        return tuple(table("urgency")["presses"].get(self.key, ()))


@dataclass(frozen=True, slots=True)
class Period:
    """A figure that is a period from an event: `21 calendar days` is 21, `days`, `calendar`."""

    hit: Hit
    figure: Figure
    value: int
    unit: str
    counting: str | None

    @classmethod
    def of(cls, hit: Hit, figure: Figure) -> Period | None:
        """None for a figure that is no period, or that nothing starts."""
        *how, unit = figure.unit.split()
        if figure.event is None or unit not in COUNTED_UNITS or not figure.value.isdigit():
            return None
        if how and how[0] not in _COUNTINGS:
            return None
        counting = figure.counting or (how[0] if how else None)
        return cls(hit, figure, int(figure.value), unit, counting)

    @property
    def event(self) -> str:
        return self.figure.event or ""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A period of a note, with its date where the story gives the day that starts it.

    earliest: the manner of service is not known, and other manners may give more time.
    """

    period: Period
    event: Event | None
    counted: Counted | None
    earliest: bool = False

    @property
    def hit(self) -> Hit:
        return self.period.hit


@cache
def _index() -> PhraseIndex:
    return PhraseIndex(
        (f"{level} {key}", 1.0, line)
        for level in LEVELS
        for key, lines in table("urgency")[level].items()
        for line in lines.splitlines()
    )


def reasons(text: str, tokens: Sequence[Token]) -> tuple[Reason, ...]:
    """What the words say of urgency: each reason once, the more pressing first."""
    found: dict[str, Reason] = {}
    for match in _index().find(text, tokens):
        level, key = match.key.split(" ")
        if key not in found:
            found[key] = Reason("urgent" if level == "urgent" else "soon", key, match)
    return tuple(sorted(found.values(), key=lambda reason: LEVELS.index(reason.level)))


def deadlines(
    hits: Iterable[Hit], events: Sequence[Event], jurisdiction: str, service: str | None
) -> tuple[Deadline, ...]:
    """The periods that passages give from an event of the story, each once.

    service: the manner in which papers came, where the story says so. Of periods that a note
    gives for several manners, the told one is taken; where none is told, the one that ends first.
    """
    found: dict[tuple[str, str], Period] = {}
    for hit in hits:
        for figure in hit.figures:
            period = Period.of(hit, figure)
            if period is not None:
                found.setdefault((hit.note, figure.id), period)
    made = []
    for periods in _by_manner(found.values()):
        event = _trigger(periods[0].event, events)
        if event is not None:
            made.append(_deadline(periods, event, jurisdiction, service))
    return tuple(made[:_MOST_DEADLINES])


def _by_manner(periods: Iterable[Period]) -> list[list[Period]]:
    """Periods of one note from one event that differ by the manner of service, together; every
    other one by itself."""
    groups: dict[tuple[str, ...], list[Period]] = {}
    for period in periods:
        own = "" if period.figure.service else period.figure.id
        groups.setdefault((period.hit.note, period.event, own), []).append(period)
    return list(groups.values())


def _deadline(
    periods: Sequence[Period], event: Event, jurisdiction: str, service: str | None
) -> Deadline:
    fitting = [p for p in periods if service and p.figure.service == service] or list(periods)
    if event.on is None or event.precision != "day":
        return Deadline(fitting[0], event, None)
    counted = [(period, _count(period, event.on, jurisdiction)) for period in fitting]
    period, first = min(counted, key=lambda pair: pair[1].due)
    earliest = service is None and period.event.endswith("_served")
    return Deadline(period, event, first, earliest)


def _count(period: Period, start: dt.date, jurisdiction: str) -> Counted:
    return count(
        start, period.value, period.unit, counting=period.counting, jurisdiction=jurisdiction
    )


def _trigger(kind: str, events: Sequence[Event]) -> Event | None:
    """The event that starts the period: one with its day, else one without, else None."""
    wanted = TRIGGERS.get(kind, ())
    fitting = [event for event in events if event.kind in wanted]
    dated = [event for event in fitting if event.on is not None and event.precision == "day"]
    return (dated or fitting or [None])[0]  # type: ignore[list-item]


def notice_days(event: Event) -> int | None:
    """The length of a notice's own period in days, about; None when it gives none."""
    if event.period is None or event.unit not in _DAYS_PER_UNIT:
        return None
    return event.period * _DAYS_PER_UNIT[event.unit]


def short_notice(events: Iterable[Event]) -> Event | None:
    """A notice that gives five days or less."""
    for event in events:
        days = notice_days(event)
        if event.kind == "notice" and days is not None and days <= _SHORT_NOTICE_DAYS:
            return event
    return None


def level_of(due: dt.date, today: dt.date) -> Severity:
    """How pressing a date is: past or within a week, within weeks, or later."""
    days = (due - today).days
    if days <= URGENT_DAYS:
        return "urgent"
    return "soon" if days <= SOON_DAYS else "normal"
