"""The days of an ask: what happened when, in the question and in the papers that came with it, and
which days it gives to come or to keep ("pay by December 4").

No rule of a note is behind the latter. They are told again as they were told, with how far away
they are; one that has passed is told as passed.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from legalcontext.inference.dates import DayFirst, in_other_order, number
from legalcontext.inference.no_days import no_days
from legalcontext.inference.types import Event

from .case_kinds import Told
from .phrases import Token, fold, tokenize
from .review.dates import PaperDates, given_as
from .review.hearings import words_of_hearing
from .review.kinds import classify
from .review.pasted import is_paper
from .triggers import read_events, sentence_of
from .types import Ask, Text
from .wording import Voice, one_line

_HEARD = re.compile(
    r"\b(?:hearing|trial|arraign\w*|court date|court (?:on|is)|appear|mediation|conference"
    r"|audiencia|juicio|comparec\w*|(?:cita|corte) (?:el|es))\b"
)
"""What the words of a court date that has passed say, at the least."""
_COUNTED = re.compile(r"\b(?:in|en) \w+ (?:days?|weeks?|months?|dias?|semanas?|mes(?:es)?)\b")
_TO_DO = frozenset(
    (
        *("pay", "leave", "out", "vacate", "move", "respond", "answer", "reply", "appeal", "sign"),
        *("file", "deadline", "due", "return", "fix", "cure", "quit", "object", "send", "appear"),
        *("pagar", "salir", "irme", "irnos", "desocupar", "responder", "contestar", "apelar"),
        *("missed", "miss", "late", "owed", "owe", "money", "wanted", "demanded"),
        *("firmar", "plazo", "vence", "entregar", "mudarme", "mudarnos", "pague", "salga"),
    )
)
"""Beside an end that has passed: without one "I lived there until May 1" would be a missed day."""


def told_dates(
    events: Sequence[Event], tokens: Sequence[Token], today: dt.date
) -> tuple[Event, ...]:
    """Court dates, last days and announced lock-outs that the story gives, each once.

    tokens: the words in which the events stand.
    """
    told: dict[tuple[str, dt.date], Event] = {}
    for event in events:
        if event.on is not None and event.precision == "day" and _is_told(event, tokens, today):
            told.setdefault((event.kind, event.on), event)
    return tuple(told.values())


def _is_told(event: Event, tokens: Sequence[Token], today: dt.date) -> bool:
    ahead = event.on is not None and event.on >= today
    match event.kind:
        case "hearing":
            return ahead or _HEARD.search(fold(event.quote)) is not None
        case "due":
            # "To answer in 14 days" counts from a day that nobody knows.
            counted = not event.typed and _COUNTED.search(fold(event.quote)) is not None
            return not counted and (ahead or _is_to_do(event, tokens))
        case "lockout":
            return ahead
        case "other" | "signed" | "moved":
            # "The water is shut off on December 4": no word says what kind of day it is; and what
            # lies ahead was neither signed nor left.
            return ahead and (event.typed or _is_to_do(event, tokens))
        case _:
            return False


_SAYS = re.compile(
    r"\b(?:summons|paper|papers|notice|it|citation|citacion|aviso|papel) (?:says?|gives?|dice|da)"
    r"(?: (?:that|i|we|have|he|me|us|que|tengo|un|plazo|de))* (\w+) (?:days|dias)\b"
)
"""A length of time that a paper gives, as whoever asks tells it."""


def _own_last_day(events: Sequence[Event], text: str, tokens: Sequence[Token]) -> tuple[Event, ...]:
    """The last day that a court's papers or an officer's notice give by their own length ("The
    summons says 30 days"), where the one day on which they came is told."""
    said = _SAYS.search(fold(text))
    length = number(said[1]) if said else None
    if said is None or length is None:
        return ()
    officers = Told.read(text, tokens)
    came = [
        event
        for event in events
        if event.on is not None
        and event.precision == "day"
        and (
            event.kind == "served" or (event.kind == "notice" and officers.is_of_an_officer(event))
        )
    ]
    if len(came) != 1 or came[0].on is None:
        return ()
    on = came[0].on + dt.timedelta(days=length)
    start, end = said.span()
    return (Event("due", on, "day", True, start, end, text[start:end]),)


def _is_to_do(event: Event, tokens: Sequence[Token]) -> bool:
    sentence = sentence_of(event, tokens)
    return any(token.sentence == sentence and token.norm in _TO_DO for token in tokens)


_MISSED = dt.timedelta(days=45)
"""So long after its day a court date may still be asked about."""
_NUMBERS = re.compile(r"\d[/.-]\d")


def _may_be_to_come(event: Event, today: dt.date) -> bool:
    """Whether a court date far back would be to come with day and month exchanged."""
    if event.kind != "hearing" or event.on is None or event.on >= today - _MISSED:
        return False
    other = in_other_order(event.on) if _NUMBERS.search(event.quote) else None
    return other is not None and other >= today


_READ = 6000
_MOST_NONE = 3
_BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True)
class Days:
    """The question and the beginning of what came with it, with its days.

    notices: where in the text a paper is a notice. told: as `told_dates`. asked: how much of the
    text is the story of whoever asks; the rest are papers. none: words that name a day that no
    calendar has.
    """

    text: str
    tokens: tuple[Token, ...]
    events: tuple[Event, ...]
    notices: tuple[range, ...]
    told: tuple[Event, ...]
    asked: int
    none: tuple[str, ...] = ()

    def words_of(self, event: Event) -> str | None:
        """The words in which a paper tells of a day, of a hearing with its time and place; None
        where whoever asks told of it."""
        if event.start < self.asked:
            return None
        start, end = event.start, event.end
        if event.kind == "hearing":
            start, end = words_of_hearing(self.text, event)
        return self.text[start:end]

    def next_hearing(self, today: dt.date, voice: Voice) -> list[str]:
        """In a paper's words the time and the place of the next hearing, where the paper tells
        them: for a summary."""
        coming = [
            e for e in self.told if e.kind == "hearing" and e.on is not None and e.on >= today
        ]
        first = min(coming, key=lambda event: event.on or today, default=None)
        words = self.words_of(first) if first else None
        return [] if words is None else [voice.say("paper_says", words=f"“{one_line(words)}”")]

    @classmethod
    def read(cls, ask: Ask, texts: Sequence[Text], order: DayFirst) -> Days:
        """The question is read as a story, unless it is a pasted paper, and each paper as a paper.
        order: `date_order.order_of`. A day in court that would lie far back, and in the other order
        of its numbers is to come, is read as either."""
        days = cls._read(ask, texts, order)
        if order is not None and any(_may_be_to_come(e, ask.today) for e in days.told):
            return cls._read(ask, texts, None)
        return days

    @classmethod
    def _read(cls, ask: Ask, texts: Sequence[Text], order: DayFirst) -> Days:
        asked = ask.question if ask.question.strip() else ""
        papers = [paper.text for paper in texts if paper.text.strip()]
        text = _BETWEEN.join([*([asked] if asked else []), *papers])[:_READ]
        notices = []
        story = len(asked)
        if asked and is_paper(asked):
            pasted = classify(asked)
            given = given_as(pasted.code if pasted else None)
            dates = PaperDates.read(asked, ask.today, given, asked=True, day_first=order)
            events = list(dates.events)
            story = 0
            if given == "notice":
                notices.append(range(len(asked)))
        else:
            events = list(read_events(asked, ask.today, day_first=order))
        at = len(asked) + len(_BETWEEN) if asked else 0
        for paper in papers:
            part = text[at : at + len(paper)]
            kind = classify(part)
            given = given_as(kind.code if kind else None)
            dates = PaperDates.read(part, ask.today, given, day_first=order)
            if given == "notice":
                notices.append(range(at, at + len(paper)))
            events.extend(replace(e, start=e.start + at, end=e.end + at) for e in dates.events)
            at += len(paper) + len(_BETWEEN)
        whole = tuple(event for event in events if event.end <= len(text))
        tokens = tokenize(text)
        told = (*told_dates(whole, tokens, ask.today), *_own_last_day(whole, text, tokens))
        none = tuple(dict.fromkeys(text[start:end] for start, end in no_days(text)))
        return cls(text, tokens, whole, tuple(notices), told, story, none[:_MOST_NONE])
