"""Deadlines and court dates as findings, with the arithmetic shown."""

from __future__ import annotations

import datetime as dt

from legalcontext.inference.types import Event

from .passages import Book
from .topics import OTHER
from .types import Finding
from .urgency import Deadline, level_of
from .wording import Voice, quoted, sentence


def deadline_finding(deadline: Deadline, book: Book, today: dt.date, voice: Voice) -> Finding:
    """A period of a note: its date where the story gives the day that starts it."""
    period, counted = deadline.period, deadline.counted
    figure = period.figure
    unit = voice.unit(period.unit, figure.value)
    event = voice.event(period.event)
    counting = voice.say(f"{period.counting or 'calendar'}_counting")
    citations = (book.cite(deadline.hit),)
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
        voice.say(
            "deadline_arithmetic",
            event=sentence(event),
            start=voice.date(counted.start),
            value=figure.value,
            unit=unit,
            counting=counting,
            end=voice.date(counted.end),
        ),
        voice.say("deadline_first_day"),
        *_rolled(deadline, voice),
        *_by_service(deadline, voice),
        *([voice.say("deadline_several")] if deadline.several else []),
        *_changing(deadline, voice),
        _distance(counted.due, today, voice, others=others),
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


def _own_length(event: Event, voice: Voice) -> str:
    if event.period is None or event.unit is None:
        return ""
    unit = "days" if event.unit == "business_day" else f"{event.unit}s"
    return f"{event.period} {voice.unit(unit, str(event.period))}"


def _rolled(deadline: Deadline, voice: Voice) -> list[str]:
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


def _distance(day: dt.date, today: dt.date, voice: Voice, *, others: bool = False) -> str:
    days = (day - today).days
    if days < 0 and others:
        return voice.say("deadline_passed_other", days=-days)
    if days < 0:
        return voice.say("deadline_passed", days=-days)
    if days == 0:
        return voice.say("deadline_today")
    if days == 1:
        return voice.say("deadline_tomorrow")
    return voice.say("deadline_left", days=days)


def hearing_finding(event: Event, topic: str | None, today: dt.date, voice: Voice) -> Finding:
    """A court date that the story gives, with the issue that it belongs to, where that is told."""
    day = event.on or today
    key = "hearing_title" if topic in (None, OTHER) else "hearing_title_of"
    return Finding(
        kind="date",
        title=voice.say(key, date=voice.date(day), topic=voice.topic(topic or OTHER)),
        detail=voice.say(
            "hearing_detail", words=quoted(event.quote), left=_distance(day, today, voice)
        ),
        severity=level_of(day, today),
        due_on=day,
        topics=() if topic is None else (topic,),
    )
