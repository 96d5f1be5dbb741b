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
class Deadline:
    """A period of a note, with its date where the story gives the day that starts it.

    earliest: the manner of service is not known, and other manners may give more time.
    """

    hit: Hit
    figure: Figure
    event: Event | None
    counted: Counted | None
    earliest: bool = False


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
    """The periods that passages on deadlines give, each trigger once per topic.

    service: the manner in which papers came, where the story says so. Where it does not, and a
    note has several periods for one trigger, the one that ends first is taken.
    """
    rules: dict[tuple[str, str], list[tuple[Hit, Figure]]] = {}
    for hit in hits:
        for figure in hit.figures:
            if figure.event and figure.unit in COUNTED_UNITS and figure.value.isdigit():
                rules.setdefault((hit.topic, figure.event), []).append((hit, figure))
    return tuple(
        _deadline(candidates, events, jurisdiction, service) for candidates in rules.values()
    )


def _deadline(
    candidates: Sequence[tuple[Hit, Figure]],
    events: Sequence[Event],
    jurisdiction: str,
    service: str | None,
) -> Deadline:
    fitting = [c for c in candidates if service and _service(c[1]) == service] or list(candidates)
    event = _trigger(fitting[0][1].event or "", events)
    by_service = any(_service(figure) for _, figure in candidates) or len(candidates) > 1
    if event is None or event.on is None:
        hit, figure = fitting[0]
        return Deadline(hit, figure, event, None)
    counted = [
        (
            count(
                event.on,
                int(figure.value),
                figure.unit,
                counting=figure.counting,
                jurisdiction=jurisdiction,
            ),
            hit,
            figure,
        )
        for hit, figure in fitting
    ]
    first, hit, figure = min(counted, key=lambda c: c[0].due)
    return Deadline(hit, figure, event, first, earliest=by_service and service is None)


def _service(figure: Figure) -> str | None:
    service: str | None = getattr(figure, "service", None)
    return service


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
