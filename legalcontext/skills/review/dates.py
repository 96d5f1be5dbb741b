"""The days that a paper gives, each as what the paper says it is.

A paper is not a story. Its lines end where no full stop stands, a day without its year is of the
paper's own time, and it says itself how and when it was given: "Served December 1 by posting".
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any, cast

from legalcontext.inference.dates import DayFirst, date
from legalcontext.inference.types import Event, EventKind
from legalcontext.skills.phrases import Match, PhraseIndex, Token, fold, tokenize
from legalcontext.skills.service import manner_of_service
from legalcontext.skills.tables import table
from legalcontext.skills.triggers import denied, is_an_end, read_events, sentence_of

END_OF_LINE = "•"
"""Ends a sentence for whoever reads words, and is as long as the line break it stands for."""

_LABEL = re.compile(r"\s*(?:[A-ZÁÉÍÓÚÑ][\w .'’()/-]{0,40}:|[-*•]|\(?\d{1,2}[.)]\s)")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b")
_WRAPPED = 120
"""Lines longer than this were never broken to fit a page: each line break is meant."""
_SHORT = 0.6
"""A line shorter than this share of the longest was ended and not broken."""
_AROUND = 30
"""How many words around "served" tell what was served."""
_MOST = 50
"""How many places that say how a paper was given, and how many of its days, are looked at."""
_REACH = 8
"""How many words after "served" its day is looked for."""


@dataclass(frozen=True, slots=True)
class PaperDates:
    """The events of a paper, its words (their sentences end where its lines do), and how it says
    that it was given (`service.manner_of_service`)."""

    events: tuple[Event, ...]
    tokens: tuple[Token, ...]
    service: str | None

    @classmethod
    def read(
        cls,
        text: str,
        today: dt.date,
        given_as: EventKind | None,
        *,
        asked: bool = False,
        day_first: DayFirst = False,
    ) -> PaperDates:
        """given_as: the event that it is when a paper of this kind is given (`notice`, `served`);
        None: the kind of paper says nothing of that. asked: whoever asks may speak in it too.
        day_first: as in `inference.events`."""
        lined = end_lines(text)
        tokens = tokenize(lined)
        events = tuple(
            replace(_named(event), quote=text[event.start : event.end])
            for event in read_events(lined, today, tokens, day_first=day_first)
            # "In ten days" and "today" are of the day on which the paper was written.
            if asked or event.typed or event.on is None
        )
        events = _in_their_year(events, today)
        if given_as is None:
            return cls(events, tokens, None)
        given = _given(lined, tokens, _ASKERS_SAY if asked else _PAPERS_SAY)
        days = _days(given, events, tokens)
        service = manner_of_service(*_sentences(list(days.values()), text, tokens))
        events = _as_given(events, given_as, text, days, tokens)
        if given_as == "notice":
            events = with_its_length(_to_leave(events, tokens, today))
        return cls(events, tokens, service)


def _to_leave(
    events: Sequence[Event], tokens: Sequence[Token], today: dt.date
) -> tuple[Event, ...]:
    """A day ahead that a notice sets to leave or to pay ("leave the property after 5 January") is
    one to do so by."""
    leaving = {token.sentence for token in tokens if token.norm in _LEAVING}
    return tuple(
        replace(event, kind="due")
        if event.kind in ("other", "moved", "lockout")
        and event.on is not None
        and event.on >= today
        and sentence_of(event, tokens) in leaving
        else event
        for event in events
    )


_LEAVING = frozenset(
    (
        *("leave", "vacate", "quit", "move", "surrender", "possession", "pay", "out", "terminate"),
        *("terminated", "terminates", "desocupar", "desocupe", "salir", "desalojar", "pagar"),
    )
)


def read_question(
    question: str, today: dt.date, given_as: EventKind | None, *, day_first: DayFirst = False
) -> tuple[Event, ...]:
    """The events of the question about a paper: "I got this on December 1" is its day."""
    tokens = tokenize(question)
    events = tuple(read_events(question, today, tokens, day_first=day_first))
    if given_as is None:
        return events
    days = _days(_given(question, tokens, _ASKERS_SAY), events, tokens)
    return _as_given(events, given_as, question, days, tokens)


def _named(event: Event) -> Event:
    """The end of a lease is no signing, and the day above "Clerk of Court" no hearing."""
    words = _NAMING.get(event.kind)
    plain = words is not None and words.search(fold(event.quote)) is None
    return replace(event, kind="other") if plain else event


_NAMING: Mapping[str, re.Pattern[str]] = {
    "due": re.compile(
        r"^(?!.*\bdue\b.*\b(?:through|thru|for|from|since|period|hasta)\b)", re.DOTALL
    ),
    "signed": re.compile(r"sign|execut|entered|made|dated|effective|firm"),
    "hearing": re.compile(
        r"hearing|trial|appear|cause|arraign|conference|mediation|deposition|court (?:date|on|at)"
        r"|in court|audiencia|juicio|comparec|corte (?:el|es)"
    ),
}
"""What the words of such a day have to say, at the least."""
_PAPERS_SAY = frozenset(("given",))
_ASKERS_SAY = frozenset(("given", "got"))


def _sentences(
    matches: Sequence[Match], text: str, tokens: Sequence[Token]
) -> tuple[str, tuple[Token, ...]]:
    """The text, and those of its words that stand in the matches' sentences."""
    told = {tokens[match.first].sentence for match in matches}
    return text, tuple(token for token in tokens if token.sentence in told)


def end_lines(text: str) -> str:
    """The text with a mark for each line break that ends what stands before it; as long as it
    was. A break that only fits words to a page ("served on\\nDecember 1") stays."""
    lines = text.split("\n")
    longest = max(map(len, lines), default=0)
    made = [lines[0]]
    for line, following in pairwise(lines):
        made.append(END_OF_LINE if _ends(line, following, longest) else "\n")
        made.append(following)
    return "".join(made)


def _ends(line: str, following: str, longest: int) -> bool:
    if not line.strip() or not following.strip():
        return False
    return (
        longest > _WRAPPED
        or len(line) < _SHORT * longest
        or line.isupper()
        or following.isupper()
        or _LABEL.match(following) is not None
    )


def _in_their_year(events: Sequence[Event], today: dt.date) -> tuple[Event, ...]:
    """A day without its year is the one nearest to the days that the paper gives with theirs, and
    where it gives none, to today: a paper is read soon after it was written."""
    given = (e.on for e in events if e.on and e.typed and _YEAR.search(e.quote))
    whole = list(dict.fromkeys(given))[:_MOST] or [today]
    return tuple(
        replace(event, on=_nearest(event.on, whole))
        if event.on and event.typed and not _YEAR.search(event.quote)
        else event
        for event in events
    )


def _nearest(day: dt.date, whole: Sequence[dt.date]) -> dt.date:
    years = {near.year + more for near in whole for more in (-1, 0, 1)}
    days = [found for year in sorted(years) if (found := date(year, day.month, day.day))]
    return min(days, key=lambda d: min(abs(d - near) for near in whole), default=day)


@cache
def _index() -> PhraseIndex:
    return PhraseIndex(
        (key, 1.0, line)
        for key, lines in table("paper_dates").items()
        for line in lines.splitlines()
        if not line.startswith("#")
    )


def _days(
    given: Sequence[Match], events: Sequence[Event], tokens: Sequence[Token]
) -> dict[int, Match]:
    """The words of service, by the identity of the event whose day they give."""
    by_sentence: dict[int, list[Event]] = defaultdict(list)
    for event in events:
        if event.on is not None and not is_an_end(event):
            by_sentence[sentence_of(event, tokens)].append(event)
    days: dict[int, Match] = {}
    for match in given:
        day = _day_of(match, by_sentence[tokens[match.first].sentence], tokens)
        if day is not None:
            days.setdefault(id(day), match)
    return days


def _as_given(
    events: Sequence[Event],
    given_as: EventKind,
    text: str,
    days: Mapping[int, Match],
    tokens: Sequence[Token],
) -> tuple[Event, ...]:
    """The events, the day on which the paper was given being that, and no other day."""
    made = []
    for event in events:
        if id(event) in days:
            match = days[id(event)]
            told = _told_of(match, tokens)
            made.append(_given_on(event, match, "notice" if told else given_as, text))
        elif event.kind in ("served", "notice") and event.on is not None:
            # Words near a day are not enough: "you are served as an individual" stands below the
            # day on which a clerk signed, and "payment received" is no notice.
            made.append(replace(event, kind="other"))
        else:
            made.append(event)
    return tuple(made)


def _given(text: str, tokens: Sequence[Token], keys: frozenset[str]) -> list[Match]:
    """The words that say that the paper was given."""
    found = _index().find(text, tokens)
    elsewhere = {i for m in found if m.key == "not_given" for i in range(m.first, m.last + 1)}
    return [
        match
        for match in found
        if match.key in keys
        and not denied(match, tokens)
        and elsewhere.isdisjoint(range(match.first, match.last + 1))
    ][:_MOST]


def _day_of(match: Match, events: Sequence[Event], tokens: Sequence[Token]) -> Event | None:
    """The day that words of service give: the first that follows them, else the only one."""
    near = tokens[min(match.last + _REACH, len(tokens) - 1)].end
    after = [e for e in events if match.start <= e.end and e.end > match.end and e.start <= near]
    if after:
        return min(after, key=lambda event: event.end)
    return events[0] if len(events) == 1 else None


def _told_of(match: Match, tokens: Sequence[Token]) -> bool:
    """Whether the sentence tells of a notice to leave: one that a complaint tells of was given
    before the complaint was."""
    sentence = tokens[match.first].sentence
    near = tokens[max(match.first - _AROUND, 0) : match.last + _AROUND]
    words = " ".join(token.norm for token in near if token.sentence == sentence)
    return _NOTICE.search(words) is not None


_NOTICE = re.compile(
    r"\b(?:days? notice|notice to (?:quit|leave|vacate|pay|cure|terminate)|eviction notice"
    r"|notice of (?:termination|nonpayment|default)|aviso de (?:desalojo|\w+ dias))\b"
)


def _given_on(event: Event, match: Match, kind: EventKind, text: str) -> Event:
    start, end = min(event.start, match.start), max(event.end, match.end)
    return replace(event, kind=kind, start=start, end=end, quote=text[start:end])


def with_its_length(events: Sequence[Event]) -> tuple[Event, ...]:
    """A notice that gives one length of time, wherever in the paper, has it on its day."""
    lengths = {(e.period, e.unit) for e in events if e.kind == "notice" and e.period is not None}
    if len(lengths) != 1:
        return tuple(events)
    ((period, unit),) = lengths
    return tuple(
        replace(event, period=period, unit=unit)
        if event.kind == "notice" and event.on is not None
        else event
        for event in events
    )


def given_as(kind: str | None) -> EventKind | None:
    """The event that it is when a paper of this kind is given; None: it starts nothing."""
    return None if kind is None else cast("EventKind | None", _entry(kind).get("given_as"))


def starts(kind: str | None) -> frozenset[str] | None:
    """The events of notes' figures whose periods may run from a kind of paper; None: any."""
    listed = None if kind is None else _entry(kind).get("starts")
    return None if listed is None else frozenset(listed)


def _entry(kind: str) -> Mapping[str, Any]:
    entry: Mapping[str, Any] = table("document_types")[kind]
    return entry
