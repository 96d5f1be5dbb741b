"""Which day starts a period: the story's events, and what their sentence says of them.

A date is first taken for what stands next to it. "I was served with a lawsuit on March 3" speaks
of service all the same: where a sentence gives one day, and its words say what happened, the day
is that of what happened, unless the day's own words say otherwise ("filed March 3").
"""

from __future__ import annotations

import datetime as dt
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import cast

from legalcontext import inference
from legalcontext.inference.dates import DayFirst, on_side
from legalcontext.inference.events import ENDS
from legalcontext.inference.types import Event, EventKind

from .phrases import Match, PhraseIndex, Token, fold, tokenize
from .tables import table

_UNSURE: tuple[EventKind, ...] = ("filed", "other", "moved", "signed", "due", "notice")
_SAYS_OTHERWISE = frozenset(("filed", "dated", "presentada", "presentado", "fechada", "fechado"))
_BEFORE = 2


@cache
def _index() -> PhraseIndex:
    return PhraseIndex(
        (kind, 1.0, line)
        for kind, lines in table("triggers").items()
        for line in lines.splitlines()
    )


def read_events(
    text: str,
    today: dt.date,
    tokens: Sequence[Token] | None = None,
    *,
    day_first: DayFirst = False,
) -> tuple[Event, ...]:
    """The events of a text (`inference.events`), each as what its sentence says it is; and, without
    a day, what the words say happened though no day is given. tokens: the text's, where the caller
    has them. day_first: as in `inference.events`."""
    events = tuple(inference.events(text, today, day_first=day_first))
    tokens = tokenize(text) if tokens is None else tokens
    found = [m for m in _index().find(text, tokens) if not denied(m, tokens)]
    matches = [match for match in found if match.key != _CAME_THEN]
    said = {tokens[m.first].sentence: m for m in sorted(matches, key=lambda m: m.last - m.first)}
    sentences = [sentence_of(event, tokens) for event in events]
    dated = Counter(s for s, event in zip(sentences, events, strict=True) if event.on is not None)
    read = [
        replace(event, kind=_kind(said[sentence]), on=_as_past(event, today))
        if sentence in said
        and event.on is not None
        and dated[sentence] == 1
        and not is_an_end(event)
        and not event.ahead
        and (event.kind in _UNSURE or _is_other_thing(event, said[sentence]))
        and (said[sentence].key == "denied" or not _says_otherwise(event, tokens))
        else event
        for event, sentence in zip(events, sentences, strict=True)
    ]
    read = [e for e in read if not _denied_length(e, tokens)]
    sentences = [sentence_of(event, tokens) for event in read]
    read = [_not_yet(e, s in said, today) for e, s in zip(read, sentences, strict=True)]
    read = _each_its_word(read, sentences, said)
    read = _with_their_periods(read, sentences)
    came = {tokens[match.first].sentence for match in found if match.key == _CAME_THEN}
    read = _of_an_earlier_sentence(read, tokens, matches, came)
    known = {event.kind for event in read}
    undated = {match.key: match for match in reversed(matches) if _kind(match) not in known}
    return (*read, *(_without_a_day(match) for match in undated.values()))


def _not_yet(event: Event, said: bool, today: dt.date) -> Event:
    """A day still to come is none on which something happened; where the words say that it did
    (`said`), a day within the slip of a calendar stays."""
    if event.on is None or event.on <= today or event.kind not in _HAPPENED:
        return event
    happened = said or _WAS_GIVEN.match(fold(event.quote)) is not None
    if happened and event.typed and not event.ahead:
        return event
    return replace(event, kind="other", ahead=True)


_WAS_GIVEN = re.compile(r"(?:served|handed|received|notificaron|entregaron|emplazaron|recibi)\b")
_HAPPENED: frozenset[EventKind] = frozenset(
    (
        *("served", "notice", "filed", "arrested", "accident", "fired", "judgment", "denied"),
        *("died", "ticketed", "right_to_sue", "debt_notice"),
    )
)


def denied(match: Match, tokens: Sequence[Token]) -> bool:
    """ "Never got served", "have not been served": it did not happen."""
    if _denied_before(match.first, tokens):
        return True
    before = tokens[max(match.first - _DENIED_BEFORE, 0) : match.last + 1]
    return any(t.norm in _DENIALS and t.sentence == tokens[match.first].sentence for t in before)


def _denied_length(event: Event, tokens: Sequence[Token]) -> bool:
    """A notice with a length that never came: "I didn't get the 3-day notice"."""
    if event.kind != "notice" or event.on is not None:
        return False
    at = bisect_right(tokens, event.start, key=lambda token: token.end)
    return at < len(tokens) and _denied_before(at, tokens)


def _denied_before(first: int, tokens: Sequence[Token]) -> bool:
    """Whether words of giving or getting, and a denial before them, lead up to word `first`:
    "didn't get the 3-day notice", "never gave me any notice"."""
    for at in range(first - 1, max(first - 1 - _GETTING_REACH, -1), -1):
        if tokens[at].sentence != tokens[first].sentence:
            return False
        if tokens[at].norm in _DENIALS:
            return True
        if tokens[at].norm not in _GETTING:
            return False
    return False


_GETTING = frozenset(
    (
        *("get", "got", "gave", "give", "given", "gives", "receive", "received", "sent", "send"),
        *("served", "me", "us", "a", "an", "any", "the", "my", "proper", "written", "ever", "been"),
        *("prior", "even", "us", "dio", "dieron", "recibi", "un", "una", "ningun", "aviso"),
    )
)
_GETTING_REACH = 6
_DENIALS = frozenset(
    (
        *(
            "never",
            "not",
            "wasnt",
            "werent",
            "havent",
            "hasnt",
            "hadnt",
            "didnt",
            "without",
            "aint",
        ),
        *("nunca", "jamas", "no", "sin", "nadie", "nobody", "tampoco"),
    )
)
_DENIED_BEFORE = 2


def _is_other_thing(event: Event, said: Match) -> bool:
    """A notice "to pay or quit yesterday" ends no job; a letter of a kind of its own is that; and
    "papers from court in Houston on May 3" are no hearing."""
    if event.kind in ("fired", "lockout"):
        return said.key == "notice" and event.quote.casefold().startswith(("quit", "vacate"))
    if event.kind == "hearing":
        return said.key in _CAME and not _HEARD.search(event.quote)
    return event.kind in _LETTERS and said.key in _OWN_KINDS


_HEARD = re.compile(
    r"hearing|trial|appear|arraign|audiencia|juicio|court (?:date|on)|in court", re.I
)
_CAME = frozenset(("served", "notice", "ticketed"))
_LETTERS = frozenset(("fired", "served", "denied", "judgment", "arrested"))
_OWN_KINDS = frozenset(("right_to_sue", "debt_notice", "ticketed", "denied"))


_CAME_THEN = "came"


def _of_an_earlier_sentence(
    events: list[Event], tokens: Sequence[Token], matches: Sequence[Match], came: Set[int]
) -> list[Event]:
    """ "Is that a valid 3-day notice? He sent it on May 3": the one day on which something came,
    where one notice, or else papers, came on no day that is told."""
    days = [e for e in events if e.kind == "other" and e.on and sentence_of(e, tokens) in came]
    given = [e for e in events if e.kind in ("notice", "served") and e.on is not None]
    if len(days) != 1 or given or days[0].ahead:
        return events
    (day,) = days
    lengths = [e for e in events if e.kind == "notice" and e.end <= day.start]
    if len(lengths) == 1:
        made = replace(day, kind="notice", period=lengths[0].period, unit=lengths[0].unit)
        return [made if e is day else e for e in events if e is not lengths[0]]
    told = {match.key for match in matches if match.end <= day.start} & {"served", "notice"}
    if len(told) != 1:
        return events
    kind = cast(EventKind, told.pop())
    return [replace(day, kind=kind) if e is day else e for e in events]


def _each_its_word(
    events: list[Event], sentences: Sequence[int], said: Mapping[int, Match]
) -> list[Event]:
    """ "Papers on May 3, hearing is May 20": a word between two days speaks of the second; the
    first is that of what the sentence says before it. "Served May 3, today I rest": a word before
    both speaks of the first."""
    read = list(events)
    for at, (event, following) in enumerate(pairwise(events)):
        if event.kind != following.kind or event.end <= following.start or event.on is None:
            continue
        if event.start == following.start:
            if event.kind not in ("hearing", "due"):
                read[at + 1] = replace(following, kind="other")
            continue
        match = said.get(sentences[at])
        told = match is not None and match.end <= event.start
        read[at] = replace(event, kind=_kind(match) if match and told else "other")
    return read


def _with_their_periods(events: list[Event], sentences: Sequence[int]) -> list[Event]:
    """A notice's own length ("3-day notice") belongs to its day in the same sentence."""
    lengths = {
        sentence: event
        for event, sentence in zip(events, sentences, strict=True)
        if event.kind == "notice" and event.on is None and event.period is not None
    }
    given = {
        sentence
        for event, sentence in zip(events, sentences, strict=True)
        if event.kind == "notice" and event.on is not None and sentence in lengths
    }
    read = []
    for event, sentence in zip(events, sentences, strict=True):
        if event.kind == "notice" and sentence in given:
            if event.on is None:
                continue
            length = lengths[sentence]
            event = replace(event, period=length.period, unit=length.unit)
        read.append(event)
    return read


def _kind(match: Match) -> EventKind:
    return cast(EventKind, match.key)


def _without_a_day(match: Match) -> Event:
    return Event(_kind(match), None, "none", False, match.start, match.end, match.text)


_A_WEEK = dt.timedelta(days=7)


def _as_past(event: Event, today: dt.date) -> dt.date | None:
    """A hearing's day is looked for ahead; of what happened it is the one before, unless the words
    give the year."""
    if event.kind != "hearing" or event.on is None or event.on <= today:
        return event.on
    if event.yearless:
        return on_side(event.on, "past", today)
    return event.on if event.typed else event.on - _A_WEEK


def sentence_of(event: Event, tokens: Sequence[Token]) -> int:
    """The number of the sentence in which an event stands; -1 where no word follows it."""
    at = bisect_right(tokens, event.start, key=lambda token: token.end)
    return tokens[at].sentence if at < len(tokens) else -1


def is_an_end(event: Event) -> bool:
    """ "Out by December 4": the day on which something ends starts nothing."""
    return event.kind == "due" and _END.match(fold(event.quote)) is not None


_END = re.compile(rf"(?:{'|'.join(sorted(ENDS))})\b")


def _says_otherwise(event: Event, tokens: Sequence[Token]) -> bool:
    """Whether "filed" or "dated" stands in the event's words, or just before them."""
    if any(word in _SAYS_OTHERWISE for word in map(fold, event.quote.split())):
        return True
    at = bisect_right(tokens, event.start, key=lambda token: token.end)
    return any(token.norm in _SAYS_OTHERWISE for token in tokens[max(at - _BEFORE, 0) : at])
