"""The days that a paper gives: how it was given, line by line, in the paper's own time."""

from __future__ import annotations

import datetime as dt

import pytest

from legalcontext.inference.types import Event
from legalcontext.skills.evaluate import read_stories
from legalcontext.skills.review.dates import PaperDates, end_lines, given_as, read_question, starts
from legalcontext.skills.review.kinds import classify

from ..notes import TODAY
from ..test_emergencies import CASES

PAPERS = read_stories(CASES / "papers.jsonl")


def read(text: str, kind: str) -> PaperDates:
    return PaperDates.read(text, TODAY, given_as(kind))


def dated(dates: PaperDates) -> list[tuple[str, dt.date | None]]:
    return [(event.kind, event.on) for event in dates.events if event.on is not None]


def given(events: tuple[Event, ...], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind and event.on is not None]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper["id"])
def test_a_paper_is_of_its_kind_and_given_on_its_day(paper: dict[str, str | None]) -> None:
    text = str(paper["text"])
    kind = classify(text)
    assert (kind.code if kind else None) == paper["kind"]
    way = given_as(paper["kind"])
    dates = PaperDates.read(text, TODAY, way)
    days = [event.on.isoformat() for event in dates.events if event.kind == way and event.on]
    assert days == ([paper["given"]] if paper["given"] else [])
    for event in dates.events:
        assert text[event.start : event.end] == event.quote


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("Served on December 1, 2026", "2026-12-01"),
        ("Served December 1", "2026-12-01"),
        ("Date of service: 12/1/2026", "2026-12-01"),
        ("Service date 12/1/2026. Vacate by 12/4/2026", "2026-12-01"),
        ("On November 29, 2026 this notice was posted on the door", "2026-11-29"),
        ("Personally delivered to the tenant on the 30th day of November, 2026", "2026-11-30"),
        ("Entregado en mano el 28 de noviembre de 2026", "2026-11-28"),
        ("Se fijó en la puerta el 28 de noviembre", "2026-11-28"),
    ],
)
def test_words_of_service_give_the_day_of_a_notice(words: str, day: str) -> None:
    (event,) = given(read(f"NOTICE TO QUIT\n\n{words}.\n", "eviction_notice").events, "notice")
    assert str(event.on) == day


@pytest.mark.parametrize(
    "words",
    [
        "Dated: November 23, 2026",
        "Last payment received September 3, 2026",
        "Rent was due November 1, 2026. Pay five days after this notice is received.",
        "You must pay by December 4, 2026",
        "This notice must be served before December 4, 2026",
        "This notice was not served on December 1, 2026",
        "your lease dated March 1, 2024",
    ],
)
def test_other_days_are_not_the_day_of_a_notice(words: str) -> None:
    assert given(read(f"NOTICE TO QUIT\n\n{words}\n", "eviction_notice").events, "notice") == []


def test_the_day_on_which_a_clerk_signs_is_no_service() -> None:
    text = (
        "SUMMONS\nDate: November 2, 2026\n"
        "NOTICE TO THE PERSON SERVED: You are served as an individual defendant."
    )
    assert dated(read(text, "summons_complaint")) == [("other", dt.date(2026, 11, 2))]


def test_a_notice_that_a_complaint_tells_of_is_not_the_complaint_s_service() -> None:
    text = "COMPLAINT\nPlaintiff served a three-day notice on Defendant on November 20, 2026."
    assert dated(read(text, "summons_complaint")) == [("notice", dt.date(2026, 11, 20))]


def test_by_a_day_ends_the_time_and_starts_none() -> None:
    text = "NOTICE TO QUIT\nYou have 3 days to move out, by December 4. Served December 1, 2026."
    dates = read(text, "eviction_notice")
    assert dated(dates) == [
        ("due", dt.date(2026, 12, 4)),
        ("notice", dt.date(2026, 12, 1)),
    ]
    (event,) = given(dates.events, "notice")
    assert (event.period, event.unit) == (3, "day")


def test_two_lengths_are_neither_the_notice_s() -> None:
    text = "THREE-DAY NOTICE\nA 30 day notice may follow.\nServed on November 28, 2026."
    (event,) = given(read(text, "eviction_notice").events, "notice")
    assert event.period is None


def test_a_day_without_its_year_is_of_the_paper_s_time() -> None:
    text = "NOTICE TO QUIT\nDated December 28, 2025\nServed December 29. Leave by January 5."
    assert [on for _, on in dated(read(text, "eviction_notice"))] == [
        dt.date(2025, 12, 28),
        dt.date(2025, 12, 29),
        dt.date(2026, 1, 5),
    ]


def test_how_a_paper_was_given_is_read_where_it_says_so() -> None:
    text = "SUMMONS\nYou may be served by mail.\nServed on November 24, 2026 by personal delivery."
    assert read(text, "summons_complaint").service == "personal"


def test_how_others_may_be_served_is_not_how_it_was() -> None:
    text = (
        "SUMMONS\nAnswer within 30 days if not personally delivered to you.\n"
        "Served on November 18, 2026 by delivering to a person of suitable age."
    )
    assert read(text, "summons_complaint").service == "substituted"


def test_a_paper_knows_no_day_of_today() -> None:
    text = "NOTICE TO QUIT\nLeave in ten days. Rent is due through November 30, 2026."
    assert dated(read(text, "eviction_notice")) == [("other", dt.date(2026, 11, 30))]


def test_a_line_that_was_broken_to_fit_goes_on() -> None:
    wrapped = "This notice was personally served upon the tenant on\nNovember 30, 2026 at noon."
    assert end_lines(wrapped) == wrapped
    assert (
        end_lines("Date: November 2\nServed: November 3") == "Date: November 2•Served: November 3"
    )
    assert len(end_lines("a\n\nb\r\nC: d\n")) == len("a\n\nb\r\nC: d\n")


@pytest.mark.parametrize("text", ["", "\n", "\n\n\n", "•", "Served", "Served on\nSERVED ON\n12/"])
def test_any_text_is_read(text: str) -> None:
    assert read(text, "eviction_notice").events == ()


def test_whoever_asks_says_when_it_came() -> None:
    for question in ("I got this on November 28.", "They taped it to my door on November 28"):
        (event,) = read_question(question, TODAY, "notice")
        assert (event.kind, event.on) == ("notice", dt.date(2026, 11, 28)), question
    (event,) = read_question("I was handed this on November 12.", TODAY, "served")
    assert (event.kind, event.on) == ("served", dt.date(2026, 11, 12))


def test_a_kind_of_paper_starts_its_own_periods() -> None:
    assert starts("eviction_notice") == frozenset({"notice_served"})
    assert "notice_served" not in (starts("summons_complaint") or ())
    assert starts("contract") is None
    assert starts(None) is None
