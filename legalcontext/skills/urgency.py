"""How pressing a story is, and why: what it says, the dates it gives, the notes' rules.

`urgent` is a matter of days, `soon` of weeks. A date exists only where a note gives the rule and
the story the day: trigger + rule = date, with the arithmetic shown.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from legalcontext.block.types import Frame
from legalcontext.inference.types import Event, EventKind
from legalcontext.knowledge.types import Figure, Hit

from .case_kinds import (
    ENDING,
    EVICTION,
    OFFICER_S_NOTICE,
    RENT_INCREASE,
    TO_LEAVE,
    UNPAID_RENT,
    Told,
    holds,
    kinds_of_period,
    sentences_with,
)
from .deadlines import COUNTED_UNITS, Counted, count
from .passages import GENERAL, country_of, in_federal_court
from .phrases import Match, PhraseIndex, Token, tokenize
from .tables import table
from .triggers import denied
from .types import Severity

LEVELS: tuple[Severity, ...] = ("urgent", "soon")
URGENT_DAYS = 7
SOON_DAYS = 45
_SHORT_NOTICE_DAYS = 5
_MOST_DEADLINES = 6
_COUNTINGS = ("calendar", "court", "business")
_DAYS_PER_UNIT = {"hour": 0, "day": 1, "business_day": 1, "week": 7, "month": 30, "year": 365}

DEADLINE_KINDS = ("deadline", "short_answer", "condition", "step", "urgent")
"""The kinds of passages whose figures may be periods."""

TRIGGERS: dict[str, tuple[EventKind, ...]] = {
    "summons_served": ("served",),
    "notice_served": ("notice",),
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
    "ticket_issued": ("ticketed", "arrested"),
    "right_to_sue_received": ("right_to_sue",),
    "validation_notice_received": ("debt_notice",),
}
"""Which events of a story start the periods of the notes (`EVENTS` of the note schema)."""


COURT_EVENTS = frozenset(("summons_served", "judgment_entered", "order_served", "petition_filed"))
"""Events whose periods belong to one kind of court: a federal rule does not bind a state's."""

SALES = frozenset(("contract_signed", "purchase"))
"""Events after which a sale can be cancelled within business days."""

DUTIES_OF_OTHERS = frozenset(("moved_out", "employment_ended", "wages_due", "repair_requested"))
"""Events after which a landlord or an employer has to act, not the person who asks."""


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
    kinds: frozenset[str] = frozenset()
    """The kinds of case in which it runs (`case_kinds`); empty: in any."""

    @classmethod
    def of(cls, hit: Hit, figure: Figure) -> Period | None:
        """None for a figure that is no period, or that nothing starts."""
        *how, unit = figure.unit.split()
        if figure.event is None or unit not in COUNTED_UNITS or not figure.value.isdigit():
            return None
        if how and how[0] not in _COUNTINGS:
            return None
        counting = figure.counting or (how[0] if how else None)
        value = int(figure.value)
        kinds = kinds_of_period(figure.event, hit.topic, value, hit.text)
        return cls(hit, figure, value, unit, counting, kinds)

    @property
    def event(self) -> str:
        return self.figure.event or ""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A period of a note, with its date where the story gives the day that starts it.

    earliest: the manner of service is not known, and other manners may give more time.
    several: the notes have more than one period from this event; this is the first to end.
    differs: the paper gives a length of its own, and the notes have none so long; nothing is
    counted, since it may be a notice of another kind.
    """

    period: Period
    event: Event
    counted: Counted | None
    earliest: bool = False
    several: bool = False
    differs: bool = False
    choices: tuple[Period, ...] = ()
    """Periods of which one may run, where the kind of a notice is not told; none is counted."""

    @property
    def of_the_other_side(self) -> bool:
        """Whether somebody else has to act by it: it presses nobody who asks."""
        return self.period.event in DUTIES_OF_OTHERS

    @property
    def hit(self) -> Hit:
        return self.period.hit


_PAPERS_CAME = frozenset(("served", "served_eviction", "notice", "put_out_now"))
_NOTICE_CAME = frozenset(("notice", "put_out_now"))
"""Reasons that are none where the story says that it did not happen: "I was never served"."""


@cache
def _index() -> PhraseIndex:
    return PhraseIndex(
        (f"{level} {key}", 1.0, line)
        for level in LEVELS
        for key, lines in table("urgency")[level].items()
        for line in lines.splitlines()
    )


def reasons(
    text: str, tokens: Sequence[Token], *, notices: Sequence[range] = ()
) -> tuple[Reason, ...]:
    """What the words say of urgency: each reason once, the more pressing first. notices: where in
    the text a notice is quoted: what was "served" there is no court's paper."""
    found: dict[str, Reason] = {}
    for match in _index().find(text, tokens):
        level, key = match.key.split(" ")
        if key in _PAPERS_CAME and (
            denied(match, tokens)
            if key in _NOTICE_CAME
            else denied(match, tokens)
            or _of_a_notice(match, tokens)
            or any(match.start in part for part in notices)
        ):
            continue
        if key not in found:
            found[key] = Reason("urgent" if level == "urgent" else "soon", key, match)
    return tuple(sorted(found.values(), key=lambda reason: LEVELS.index(reason.level)))


def _of_a_notice(match: Match, tokens: Sequence[Token]) -> bool:
    """Whether what was "served" is a landlord's or lender's notice, which is no court's paper."""
    sentence = tokens[match.first].sentence
    words = [token.norm for token in tokens if token.sentence == sentence]
    return not _NOTICES.isdisjoint(words) and _COURTS.isdisjoint(words)


_NOTICES = frozenset(("notice", "notices", "aviso", "avisos", "letter", "carta"))
_COURTS = frozenset(
    (
        *("court", "courts", "summons", "complaint", "lawsuit", "petition", "sued", "suing"),
        *("hearing", "judge", "subpoena", "dispossessory", "detainer", "citation", "sheriff"),
        *("marshal", "constable", "deputy", "plaintiff", "defendant", "trial", "warrant", "writ"),
        *("corte", "tribunal", "juzgado", "demanda", "demandaron", "citacion", "citatorio"),
        *("emplazamiento", "juicio", "audiencia", "juez"),
    )
)


def deadlines(
    hits: Iterable[Hit],
    events: Sequence[Event],
    frame: Frame,
    service: str | None,
    told: Told,
    *,
    from_events: frozenset[str] | None = None,
) -> tuple[Deadline, ...]:
    """The periods that the place's notes give from the events of a story, one for each.

    service: the manner in which papers came, where the story says so. told: the kinds of case
    that the story tells of; a period of another kind does not run. Where a note has several
    periods from one event, the one that the manner of service or the paper's own length speaks
    for is taken; else the one that ends first. from_events: the events of figures that count;
    None: any.
    """
    made: list[Deadline] = []
    unsure: list[tuple[Event, Period]] = []
    for periods in _nearest_place(_periods(hits, frame), frame.jurisdiction):
        starting = periods[0].event
        event = _trigger(starting, events)
        if event is None or (from_events is not None and starting not in from_events):
            continue
        of_story = told.kinds_at(event)
        running = [p for p in periods if holds(p.event, p.kinds, of_story)]
        if starting == "notice_served" and running and running[0].hit.topic in _HOME_NOTICES:
            running, either = _of_the_notice(running, event, told)
            unsure.extend((event, period) for period in either)
        if running:
            made.append(_deadline(running, event, frame.jurisdiction, service))
    if unsure and not made:
        event = unsure[0][0]
        once = {(p.value, p.unit): p for _, p in sorted(unsure, key=lambda pair: pair[1].value)}
        choices = tuple(once.values())
        made.append(Deadline(choices[0], event, None, choices=choices))
    return tuple(_each_once(_fitting_first(made))[:_MOST_DEADLINES])


_HOME_NOTICES = frozenset(("notice-to-quit", "eviction-steps"))
_TO_END = re.compile(r"\b(?:tenancy|month-to-month|renew\w*|terminat\w+)\b", re.IGNORECASE)


def _is_to_end(period: Period) -> bool:
    """Whether the note's sentence that gives a period speaks of the end of a tenancy."""
    return any(_TO_END.search(said) for said in sentences_with(period.value, period.hit.text))


def _of_the_notice(
    periods: Sequence[Period], event: Event, told: Told
) -> tuple[list[Period], list[Period]]:
    """The periods that run from a notice about a home, and those of which one may, where its kind
    is not told. The few days of a notice over unpaid rent run only where the words speak of unpaid
    rent, or the notice is as long; an officer's notice has none of a landlord's."""
    if told.is_of_an_officer(event):
        return [p for p in periods if OFFICER_S_NOTICE in p.kinds], []
    if event.period is not None or UNPAID_RENT in told.notices:
        return list(periods), []
    as_long = [p for p in periods if p.value in told.lengths]
    if as_long:
        return as_long, []
    of_a_kind = [p for p in periods if p.kinds]
    others = [p for p in periods if not p.kinds]
    if ENDING in told.notices and RENT_INCREASE not in told.notices:
        return [*of_a_kind, *(p for p in others if _is_to_end(p))], []
    if RENT_INCREASE in told.notices or of_a_kind:
        return of_a_kind, []
    of_any_kind = [p for p in others if not _is_of_one_kind(p)]
    if of_any_kind and TO_LEAVE in told.notices:
        return of_any_kind, []
    return [], others


def _is_of_one_kind(period: Period) -> bool:
    """Whether the note's sentence says for which kind of notice a period is."""
    said = sentences_with(period.value, period.hit.text)
    return any(_TO_END.search(words) or _OF_ONE_KIND.search(words) for words in said)


_OF_ONE_KIND = re.compile(
    r"\b(?:rent|pay|paid|unpaid|owed|rule|term|breach|broke\w*|cure|fix)\b", re.IGNORECASE
)


def is_heard_on_its_day(
    events: Sequence[Event], told: Told, due: Sequence[Deadline], hits: Iterable[Hit]
) -> bool:
    """Whether court papers of an eviction came and no note of the place (`hits`) gives a time to
    answer them, or says that the papers do: then the hearing's day, which the papers name, is the
    date to look for."""
    if any(hit.topic == "eviction-steps" and _ANSWERED.search(hit.text) for hit in hits):
        return False
    papers = [e for e in events if e.kind == "served" and EVICTION in told.kinds_at(e)]
    return bool(papers) and not any(d.period.event == "summons_served" for d in due)


_ANSWERED = re.compile(
    r"\bdeadline to (?:respond|answer)\b|\bdoes not (?:respond|answer) in writing\b", re.IGNORECASE
)


def _periods(hits: Iterable[Hit], frame: Frame) -> list[Period]:
    """The periods of the passages, each once, with the kinds of case that any of them names."""
    found: dict[tuple[str, str], Period] = {}
    for hit in hits:
        for figure in hit.figures:
            period = Period.of(hit, figure)
            if period is None or not _holds(period, frame):
                continue
            key = (hit.note, figure.id)
            first = found.get(key)
            found[key] = replace(first, kinds=first.kinds | period.kinds) if first else period
    return list(found.values())


def _fitting_first(made: Sequence[Deadline]) -> list[Deadline]:
    """Where a period of one note is as long as the notice says, those of others that are not are
    left out."""
    fitted = {deadline.period.event for deadline in made if not deadline.differs}
    return [d for d in made if not d.differs or d.period.event not in fitted]


def _each_once(made: Sequence[Deadline]) -> list[Deadline]:
    """Two notes of a place that give the same period from the same event are one deadline."""
    kept: dict[tuple[str, dt.date | None, int, str], Deadline] = {}
    for deadline in made:
        period = deadline.period
        due = deadline.counted.due if deadline.counted else None
        kept.setdefault((period.event, due, period.value, period.unit), deadline)
    return list(kept.values())


def _holds(period: Period, frame: Frame) -> bool:
    """A country's rule on its own courts holds in those courts and nowhere else, and there no
    state's rule does."""
    if period.hit.jurisdiction == GENERAL:
        return False
    if period.event not in COURT_EVENTS or country_of(frame.jurisdiction) != "US":
        return True
    return in_federal_court(frame) is ("-" not in period.hit.jurisdiction)


def _nearest_place(periods: Iterable[Period], jurisdiction: str) -> list[list[Period]]:
    """The periods by topic and event; where the place has some of its own, only those."""
    groups: dict[tuple[str, str], list[Period]] = {}
    for period in periods:
        groups.setdefault((period.hit.topic, period.event), []).append(period)
    nearest = []
    for group in groups.values():
        own = [period for period in group if period.hit.jurisdiction == jurisdiction]
        nearest.append(own or group)
    return nearest


def _deadline(
    periods: Sequence[Period], event: Event, jurisdiction: str, service: str | None
) -> Deadline:
    fitting = _fitting(periods, event, service)
    if _gives_another_length(fitting, event):
        return Deadline(fitting[0], event, None, several=len(fitting) > 1, differs=True)
    if event.on is None or not has_its_day(event):
        return Deadline(fitting[0], event, None, several=len(fitting) > 1)
    counted = [(period, _count(period, event.on, jurisdiction)) for period in fitting]
    period, first = min(counted, key=lambda pair: pair[1].due)
    by_service = period.event.endswith("_served") and not _runs_for(period, service)
    return Deadline(period, event, first, earliest=by_service, several=len(fitting) > 1)


def _runs_for(period: Period, service: str | None) -> bool:
    """Whether the period is that of the told manner of service. What is handed over starts the
    general period; other manners may start it later."""
    return service is not None and (service == period.figure.service or service == "personal")


def _fitting(periods: Sequence[Period], event: Event, service: str | None) -> list[Period]:
    """The periods that the told manner of service, or the paper's own length, speaks for."""
    told = [p for p in periods if service is not None and p.figure.service == service]
    as_written = [p for p in periods if _is_as_written(p, event)]
    return told or as_written or list(periods)


def _is_as_written(period: Period, event: Event) -> bool:
    return event.period == period.value and f"{event.unit}s".endswith(period.unit)


def _gives_another_length(periods: Sequence[Period], event: Event) -> bool:
    """Whether a notice to leave gives a time that none of the periods is."""
    return (
        event.kind == "notice"
        and event.period is not None
        and event.unit in _DAYS_PER_UNIT
        and not any(_is_as_written(period, event) for period in periods)
    )


def _count(period: Period, start: dt.date, jurisdiction: str) -> Counted:
    return count(
        start,
        period.value,
        period.unit,
        counting=period.counting,
        jurisdiction=jurisdiction,
        of_court=period.event in COURT_EVENTS,
        of_sale=period.event in SALES,
    )


def _trigger(kind: str, events: Sequence[Event]) -> Event | None:
    """The event that starts the period: one with its day, else one without, else None."""
    wanted = TRIGGERS.get(kind, ())
    fitting = [event for event in events if event.kind in wanted]
    dated = [event for event in fitting if has_its_day(event)]
    return (dated or fitting or [None])[0]  # type: ignore[list-item]


def has_its_day(event: Event) -> bool:
    """Whether the story gives the very day: "last week" and "about two weeks ago" do not, and a
    date counted from them would be made up."""
    if event.on is None or event.precision != "day":
        return False
    return event.typed or not _vague().find(event.quote, tokenize(event.quote))


@cache
def _vague() -> PhraseIndex:
    return PhraseIndex(("vague", 1.0, line) for line in table("context")["vague"].splitlines())


def usually_pressing() -> Mapping[str, Severity]:
    """How pressing some topics are by themselves."""
    levels: Mapping[str, Severity] = table("urgency")["by_topic"]
    return levels


def with_their_twins(topics: Sequence[str]) -> list[str]:
    """The topics, and those of the same course of events, whose notes may give the period."""
    together: Mapping[str, Sequence[str]] = table("urgency")["together"]
    twins = [twin for topic in topics for twin in together.get(topic, ())]
    return list(dict.fromkeys([*topics, *twins]))


def implied_topics(
    events: Iterable[Event], topics: Sequence[str], tokens: Sequence[Token]
) -> list[str]:
    """Topics whose rules are looked at beside those that are told (`topics`): a notice with a
    length is most often one to leave a home, where no words tell a topic; a lawsuit that was
    served is answered, whatever it is about."""
    events = list(events)
    implied: Mapping[str, Sequence[str]] = table("urgency")["implied"]
    if not topics and any(e.kind == "notice" and e.period is not None for e in events):
        return list(implied["notice"])
    sued = not _LAWSUITS.isdisjoint(token.norm for token in tokens)
    served = any(event.kind == "served" and has_its_day(event) for event in events)
    if sued and served:
        return list(implied["served"])
    hurt = any(event.kind == "accident" and has_its_day(event) for event in events)
    asked = not _TO_SUE.isdisjoint(token.norm for token in tokens)
    return list(implied["accident"]) if hurt and asked else []


_TO_SUE = frozenset(("sue", "suing", "claim", "lawsuit", "demandar", "reclamar", "late", "tarde"))


_LAWSUITS = frozenset(
    (
        *("lawsuit", "summons", "complaint", "sued", "suit", "suing"),
        *("demanda", "demandaron", "demando", "emplazamiento", "citatorio"),
    )
)


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
