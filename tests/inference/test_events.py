"""Dates and the events they belong to, read against a given day."""

from __future__ import annotations

import datetime as dt

import pytest

from legalcontext.inference import events

TODAY = dt.date(2026, 3, 18)  # A Wednesday.


def day(text, today=TODAY):
    (event,) = events(text, today)
    return event.kind, event.on.isoformat() if event.on else None


@pytest.mark.parametrize(
    ("kind", "on", "text"),
    [
        ("served", "2026-03-03", "I was served on March 3."),
        ("served", "2025-12-20", "I was served on December 20."),
        ("served", "2026-03-11", "served 3/11 by substituted service"),
        ("hearing", "2026-04-02", "hearing 4/2 in Tucson"),
        ("notice", "2026-03-13", "got the notice on Friday March 13"),
        ("hearing", "2026-04-06", "my hearing is on Monday, 6 April"),
        ("hearing", "2026-04-02", "My hearing is on April 2."),
        ("hearing", "2027-01-05", "The trial is set for January 5."),
        ("hearing", "2026-04-02", "Hearing on 4/2/2026 at 9 am"),
        ("hearing", "2026-04-02", "Hearing on 4/2/26"),
        ("served", "2025-12-30", "Me notificaron el 30 de diciembre."),
        ("signed", "2025-06-05", "We signed the lease on 5 June 2025."),
        ("signed", "2026-01-05", "DATED this 5th day of January, 2026"),
        ("signed", "2025-11-01", "Effective date: 2025-11-01"),
        ("fired", "2026-03-04", "They fired me two weeks ago."),
        ("fired", "2026-02-18", "Me despidieron hace un mes."),
        ("arrested", "2026-03-17", "He was arrested last night."),
        ("served", "2026-03-13", "I got the papers last Friday."),
        ("served", "2026-03-16", "I was served on Monday."),
        ("hearing", "2026-03-20", "My hearing is on Friday."),
        ("hearing", "2026-03-24", "My court date is next Tuesday."),
        ("hearing", "2026-03-28", "My trial is in 10 days."),
        ("hearing", "2026-03-19", "Mi audiencia es mañana."),
        ("accident", "2026-03-16", "The accident was the day before yesterday."),
        ("died", "2026-03-04", "He died a couple of weeks ago."),
        ("denied", "2026-03-11", "They denied my claim last week."),
        ("moved", "2024-03-01", "I moved in March 2024."),
        ("accident", "2026-02-13", "El accidente fue el 13/2/2026."),
        ("due", "2026-04-02", "Answer no later than April 2."),
        ("due", "2026-04-02", "You must be out by 5 p.m. on Thursday, April 2, 2026."),
        ("due", "2026-04-02", "Conteste a más tardar el 2 de abril."),
        ("other", "2026-03-02", "by certified mail March 2, 2026"),
        ("served", "2026-03-02", "Served March 2 by posting"),
    ],
)
def test_a_day_is_read_with_its_event(kind, on, text):
    assert day(text) == (kind, on)


@pytest.mark.parametrize(
    ("on", "period", "unit", "text"),
    [
        ("2026-03-17", 3, "day", "I got a 3-day notice yesterday."),
        ("2026-03-01", 30, "day", "She posted a 30 days' notice to vacate on 3/1."),
        (None, 20, "day", "I have 20 days to answer."),
        (None, 10, "business_day", "They gave me 10 business days to respond."),
        (None, 72, "hour", "A 72-hour notice was on my door."),
        ("2026-03-15", 3, "day", "Hace tres días me dieron un aviso de 3 días."),
        (None, 2, "week", "I must leave within two weeks."),
    ],
)
def test_a_notice_gives_its_length(on, period, unit, text):
    (event,) = events(text, TODAY)
    assert event.kind == "notice"
    assert (event.period, event.unit) == (period, unit)
    assert (event.on.isoformat() if event.on else None) == on


@pytest.mark.parametrize(
    "text",
    [
        "10 of 12 people and 2/3 of the rent",
        "May I sue? I may march on.",
        "He owes $2,026 and 14 cents; call 555-0134.",
        "The ratio is 16:9, version 3.1.4.1",
        "30/30/2026 and 2026-13-40 are no days",
    ],
)
def test_numbers_and_words_alone_are_no_dates(text):
    assert events(text, TODAY) == ()


def test_an_event_quotes_its_words():
    text = "  I was served — at home — on March 3, 2026, they say."
    (event,) = events(text, TODAY)
    assert text[event.start : event.end] == event.quote
    assert "March 3, 2026" in event.quote
    assert (event.typed, event.precision) == (True, "day")


def test_each_of_several_events_has_its_own_day():
    found = events(
        "I was served on March 3. My hearing is on April 2. I moved out yesterday.", TODAY
    )
    assert [(e.kind, e.on) for e in found] == [
        ("served", dt.date(2026, 3, 3)),
        ("hearing", dt.date(2026, 4, 2)),
        ("moved", dt.date(2026, 3, 17)),
    ]


@pytest.mark.parametrize("today", [dt.date.min, dt.date.max, dt.date(2024, 2, 29)])
def test_no_day_is_out_of_reach(today):
    text = (
        "yesterday, tomorrow, 90 months ago, in 90 months, 999 years ago, last month, 2/29, Monday"
    )
    for event in events(f"I was served {text}, on February 29, hace un año", today):
        assert event.on is None or isinstance(event.on, dt.date)


@pytest.mark.parametrize(
    "text",
    [
        "ten days from service of this notice",
        "10 days after the date of delivery",
        "diez días después de la entrega",
    ],
)
def test_a_length_may_run_from_service(text: str) -> None:
    (event,) = events(text, TODAY)
    assert (event.kind, event.on, event.period) == ("notice", None, 10)


def test_the_end_of_a_notice_is_not_its_day() -> None:
    """The days that a notice gives stand for themselves: they do not run from the day they end."""
    length, end = events("You have 3 days to move out, by April 2.", TODAY)
    assert (length.kind, length.on, length.period) == ("notice", None, 3)
    assert (end.kind, end.on, end.period) == ("due", dt.date(2026, 4, 2), None)


def test_a_day_of_one_digit_may_end_a_sentence() -> None:
    found = events("Out by April 4. Served March 2, 2026.", TODAY)
    assert [event.quote for event in found] == ["by April 4", "Served March 2, 2026"]


@pytest.mark.parametrize(
    ("text", "today", "day"),
    [
        ("He gave me a notice on Thanksgiving.", "2026-11-30", "2026-11-26"),
        ("I was served on Thanksgiving Day.", "2026-12-20", "2026-11-26"),
        ("I have to be out by Christmas.", "2026-11-30", "2026-12-25"),
        ("They came on Christmas Eve.", "2027-01-04", "2026-12-24"),
        ("Tengo que salir antes del viernes.", "2026-11-30", "2026-12-04"),
        ("The last day to pay is Friday.", "2026-11-30", "2026-12-04"),
        ("A notice came this morning.", "2026-11-30", "2026-11-30"),
        ("I have to move out January 31, 2027.", "2026-11-30", "2027-01-31"),
        ("The hearing was on November 20.", "2026-11-30", "2026-11-20"),
        ("I lived there until May 1.", "2026-11-30", "2026-05-01"),
        ("My surgery is December 11 and they denied it.", "2026-11-30", "2026-12-11"),
    ],
)
def test_a_day_that_is_told_by_its_name_or_by_what_is_to_come(
    text: str, today: str, day: str
) -> None:
    found = events(text, dt.date.fromisoformat(today))
    assert [event.on.isoformat() for event in found if event.on] == [day]


@pytest.mark.parametrize(
    "text", ["around Christmas", "the day after Thanksgiving", "Christmas tree"]
)
def test_a_feast_alone_is_no_day(text: str) -> None:
    assert [event for event in events(f"It was {text}", dt.date(2026, 11, 30)) if event.on] == []


@pytest.mark.parametrize(
    ("day_first", "on", "other"),
    [(False, "2027-02-03", None), (True, "2027-03-02", None), (None, "2027-02-03", "2027-03-02")],
)
def test_numbers_are_read_in_the_place_s_order(
    day_first: bool | None, on: str, other: str | None
) -> None:
    (event,) = events("Pay by 02/03/2027", dt.date(2026, 11, 30), day_first=day_first)
    assert event.on is not None
    assert event.on.isoformat() == on
    assert (event.other.isoformat() if event.other else None) == other
