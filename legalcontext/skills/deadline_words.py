"""Deadlines and court dates as findings, with the arithmetic shown."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from legalcontext.inference.types import Event

from .passages import Book
from .topics import OTHER
from .types import Finding
from .urgency import Deadline, level_of
from .wording import Voice, one_line, quoted, sentence


def deadline_finding(deadline: Deadline, book: Book, today: dt.date, voice: Voice) -> Finding:
    """A period of a note: its date where the story gives the day that starts it."""
    period, counted = deadline.period, deadline.counted
    figure = period.figure
    unit = voice.unit(period.unit, figure.value)
    event = voice.event(period.event)
    counting = voice.say(f"{period.counting or 'calendar'}_counting")
    citations = (book.cite(deadline.hit),)
    if deadline.choices:
        return _kind_decides(deadline, book, voice)
    if counted is None:
        key = "deadline_differs" if deadline.differs else "deadline_no_date"
        return Finding(
            kind="deadline",
            title=sentence(f"{figure.value} {unit}: {event}"),
            detail=voice.say(
                key,
                value=figure.value,
                unit=unit,
                counting=counting,
                event=event,
                own=_own_length(deadline.event, voice),
            ),
            severity="info",
            citations=citations,
            topics=(deadline.hit.topic,),
        )
    others = deadline.of_the_other_side
    said = [
        arithmetic(deadline, voice),
        voice.say("deadline_first_day"),
        *assumed_day(deadline.event, today, voice),
        *rolled_words(deadline, voice),
        *_by_service(deadline, voice),
        *([voice.say("deadline_several")] if deadline.several else []),
        *_changing(deadline, voice),
        distance(counted.due, today, voice, others=others),
    ]
    return Finding(
        kind="deadline",
        title=voice.say(
            "deadline_title",
            value=figure.value,
            unit=unit,
            event=event,
            due=voice.date(counted.due),
        ),
        detail=" ".join(said),
        severity="normal" if others else level_of(counted.due, today),
        due_on=counted.due,
        citations=citations,
        topics=(deadline.hit.topic,),
    )


def _kind_decides(deadline: Deadline, book: Book, voice: Voice) -> Finding:
    """The periods side by side of which one may run, where the kind of a notice is not told."""
    lengths = [f"{p.value} {voice.unit(p.unit, p.figure.value)}" for p in deadline.choices]
    return Finding(
        kind="deadline",
        title=voice.say("notice_kind_title"),
        detail=voice.say("notice_kind_detail", periods=voice.series(lengths)),
        severity="soon",
        citations=tuple(dict.fromkeys(book.cite(p.hit) for p in deadline.choices)),
        topics=(deadline.hit.topic,),
    )


def _own_length(event: Event, voice: Voice) -> str:
    if event.period is None or event.unit is None:
        return ""
    unit = "days" if event.unit == "business_day" else f"{event.unit}s"
    return f"{event.period} {voice.unit(unit, str(event.period))}"


def rolled_words(deadline: Deadline, voice: Voice) -> list[str]:
    """That the last day was moved, by which rule; or that no rule is known that moves it."""
    counted = deadline.counted
    if counted is None or counted.closed is None:
        return []
    end = voice.date(counted.end)
    if counted.rule is None:
        return [voice.say("deadline_not_rolled", end=end)]
    return [
        voice.say(
            "deadline_rolled",
            end=end,
            why=voice.closed_day(counted.closed),
            due=voice.date(counted.due),
            citation=counted.rule.citation,
        )
    ]


def _by_service(deadline: Deadline, voice: Voice) -> list[str]:
    if deadline.earliest:
        return [voice.say("deadline_earliest")]
    service = deadline.period.figure.service
    return [voice.say("deadline_service", service=voice.service(service))] if service else []


def _changing(deadline: Deadline, voice: Voice) -> list[str]:
    changes = deadline.period.figure.changes_on
    return [voice.say("deadline_changed", changes=voice.date(changes))] if changes else []


def distance(day: dt.date, today: dt.date, voice: Voice, *, others: bool = False) -> str:
    """How far away a day is, or how long past. others: somebody else had to act by it."""
    days = (day - today).days
    if days < 0 and others:
        return voice.say("deadline_passed_other", days=voice.days(-days))
    if days < 0:
        return voice.say("deadline_passed", days=voice.days(-days))
    if days == 0:
        return voice.say("deadline_today")
    if days == 1:
        return voice.say("deadline_tomorrow")
    return voice.say("deadline_left", days=voice.days(days))


def assumed_day(event: Event, today: dt.date, voice: Voice) -> list[str]:
    """What was taken for granted in reading a day: its year, or which number is the month."""
    said = []
    day = event.on
    if day is not None and event.yearless and event.precision == "day":
        said.append(voice.say(_year_key(event, today), date=voice.date(day)))
    if day is not None and event.other is not None:
        other = voice.date(event.other)
        said.append(voice.say("order_either", date=voice.date(day), other=other))
    return said


def doubtful_day(event: Event, today: dt.date, voice: Voice) -> list[str]:
    """As `assumed_day`, where the day may well be another: for a summary."""
    sure = event.other is None and (not event.yearless or _year_key(event, today) != "year_nearest")
    return [] if sure else assumed_day(event, today, voice)


def _year_key(event: Event, today: dt.date) -> str:
    """Why it is that year: what happened lies behind, what is set ahead; else it is the nearest."""
    ahead = event.on is not None and event.on >= today
    if (event.kind in _SET) is not ahead:
        return "year_nearest"
    return "year_next" if ahead else "year_last"


_SET = frozenset(("hearing", "due", "lockout"))


def arithmetic(deadline: Deadline, voice: Voice) -> str:
    """`The day the notice was given on November 2, 2026 + 3 calendar days = November 5, 2026.`

    ValueError: the deadline has no date.
    """
    period, counted = deadline.period, deadline.counted
    if counted is None:
        raise ValueError("only a deadline with a date has an arithmetic")
    return voice.say(
        "deadline_arithmetic",
        event=sentence(voice.event(period.event)),
        start=voice.date(counted.start),
        value=period.figure.value,
        unit=voice.unit(period.unit, period.figure.value),
        counting=voice.say(f"{period.counting or 'calendar'}_counting"),
        end=voice.date(counted.end),
    )


def told_finding(
    event: Event, topic: str | None, today: dt.date, voice: Voice, *, words: str | None = None
) -> Finding:
    """A day that the story gives (`told_dates`): a court date with the issue that it belongs to,
    where that is told, or a day to do something by. words: a paper's, where it tells the day."""
    day = event.on or today
    passed = day < today
    date = voice.date(day)
    if event.kind == "hearing":
        key = "hearing_title" if topic in (None, OTHER) else "hearing_title_of"
        title = voice.say(key, date=date, topic=voice.topic(topic or OTHER))
        detail = "hearing_passed" if passed else "hearing_detail"
    else:
        title, detail = voice.say("told_title", date=date), "told_detail"
    if words is not None:
        detail = f"paper_{detail}"
        if event.kind != "hearing":
            title = voice.say("paper_told_title", date=date)
    shown = quoted(event.quote) if words is None else f"“{one_line(words)}”"
    said = voice.say(detail, words=shown, left=distance(day, today, voice))
    return Finding(
        kind="date",
        title=title,
        detail=" ".join([said, *assumed_day(event, today, voice)]),
        severity=level_of(day, today),
        due_on=day,
        topics=() if topic is None else (topic,),
    )


def no_day_findings(words: Sequence[str], voice: Voice) -> list[Finding]:
    """Days that were written and that no calendar has (`inference.no_days`)."""
    return [
        Finding(
            kind="date",
            title=voice.say("no_day", words=quoted(said)),
            detail=voice.say("no_day_detail"),
            severity="soon",
        )
        for said in words
    ]


def hearing_on_papers(topic: str, voice: Voice) -> Finding:
    """That the court's papers over a home show the day of the hearing, where no day is told."""
    return Finding(
        kind="date",
        title=voice.say("hearing_on_papers"),
        detail=voice.say("hearing_on_papers_detail"),
        severity="soon",
        topics=(topic,),
    )
