"""The days that a person tells, and what is taken for granted in reading a day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

import pytest

from legalcontext.skills import SKILLS, consult, document_review, triage
from legalcontext.skills.case_kinds import Told
from legalcontext.skills.date_order import day_first
from legalcontext.skills.phrases import tokenize
from legalcontext.skills.triggers import read_events
from legalcontext.skills.types import Ask, Finding, Findings, Text
from legalcontext.skills.urgency import is_heard_on_its_day, reasons
from legalcontext.skills.wording import Voice

from .conftest import Framing
from .notes import TODAY, Notes, figure, note

NOTICE = note(
    "us-ca/notice-to-quit",
    "notice-to-quit",
    "US-CA",
    {"short_answer": "A landlord gives 60 days to end a rental."},
    figures=(figure(id="long", value="60", event="notice_served", service=None),),
) + note(
    "us-ca/notice-to-quit",
    "notice-to-quit",
    "US-CA",
    {"deadline": "For late rent the notice gives 3 days."},
    figures=(figure(id="short", value="3", event="notice_served", counting="court", service=None),),
)


def of_kind(answer: Findings, kind: str) -> list[Finding]:
    return [finding for finding in answer.findings if finding.kind == kind]


def ask(
    skill: Any, text: str, frame_of: Framing, hits: Sequence[Any] = (), *, language: str = "en"
) -> Findings:
    answer: Findings = skill(frame_of(text), Ask(text, TODAY, language), (), Notes(hits))
    return answer


def test_consult_begins_with_the_date_and_the_rule_of_the_notice_that_came(
    frame_of: Framing,
) -> None:
    text = "I got a 3-day notice to pay or quit on Friday in Fresno, California"
    answer = ask(consult, text, frame_of, NOTICE)
    first = answer.findings[0]
    assert (first.kind, first.due_on) == ("deadline", dt.date(2026, 12, 2))
    assert answer.summary.index("December 2, 2026") < answer.summary.index("3 days.")
    assert "60 days" not in answer.summary
    told = ask(triage, text, frame_of, NOTICE)
    assert [f.due_on for f in of_kind(told, "deadline")] == [first.due_on]


def test_consult_names_no_day_where_the_notice_s_is_not_told(frame_of: Framing) -> None:
    text = "I got a 3-day notice to pay or quit in Fresno, California"
    answer = ask(consult, text, frame_of, NOTICE)
    assert all(finding.due_on is None for finding in answer.findings)
    assert "For late rent" in answer.summary


def test_a_told_day_is_said_with_how_far_away_it_is(frame_of: Framing) -> None:
    answer = ask(triage, "I have to pay by December 4 or get out. Phoenix.", frame_of)
    (told,) = of_kind(answer, "date")
    assert told.due_on == dt.date(2026, 12, 4)
    assert "4 days from today" in told.detail
    assert "December 4, 2026" in answer.summary


def test_a_told_day_that_is_past_is_said_to_be(frame_of: Framing) -> None:
    answer = ask(triage, "I was to pay by November 29 and could not. Phoenix.", frame_of)
    (told,) = of_kind(answer, "date")
    assert "past (1 day ago)" in told.detail


def test_a_told_day_in_spanish(frame_of: Framing) -> None:
    text = "Tengo que pagar antes del 1 de diciembre o me saca el casero. Vivo en Denver."
    (told,) = of_kind(ask(triage, text, frame_of, language="es"), "date")
    assert "Es mañana." in told.detail
    assert "el próximo desde hoy" in told.detail


def test_a_professional_reads_the_told_day_terse(frame_of: Framing) -> None:
    text = "Client must vacate by December 4. Phoenix."
    frame = frame_of(text, kind="professional")
    answer = triage(frame, Ask(text, TODAY), (), Notes([]))
    (told,) = of_kind(answer, "date")
    assert told.title == "Date told: 2026-12-04"


@pytest.mark.parametrize(
    ("text", "day", "said"),
    [
        ("I was served October 5 with a summons", "2026-10-05", "the last one before today"),
        ("I was served December 1 with a summons", "2026-12-01", "the one nearest to today"),
        ("I have to be out by January 15", "2027-01-15", "the next one from today"),
        ("I had to be out by November 20", "2026-11-20", "the one nearest to today"),
    ],
)
def test_a_year_that_was_not_given_is_said_to_be_assumed(
    text: str, day: str, said: str, frame_of: Framing
) -> None:
    hits = note(
        "us-ca/time-to-answer",
        "time-to-answer",
        "US-CA",
        {"deadline": "An answer is due in 30 days."},
        figures=(figure(),),
    )
    answer = ask(triage, f"{text}. Fresno, California.", frame_of, hits)
    (dated,) = [f for f in answer.findings if f.due_on is not None]
    assert said in dated.detail
    events = read_events(text, TODAY)
    assert [e.on.isoformat() for e in events if e.on] == [day]


@pytest.mark.parametrize(
    ("place", "first"),
    [
        ("US-TX", False),
        ("US", False),
        ("PR", False),
        ("GB", True),
        ("GB-SCT", True),
        ("ES", True),
        ("MX", True),
        ("AU-NSW", True),
        ("CA-ON", None),
        ("Narnia", None),
    ],
)
def test_the_order_of_day_and_month_is_the_place_s(
    place: str, first: bool | None, frame_of: Framing
) -> None:
    assert day_first(frame_of("", jurisdiction=place)) is first


def test_where_no_place_is_told_the_order_is_not_known(frame_of: Framing) -> None:
    assert day_first(frame_of("I have to pay by 03/04/2027")) is None


def test_two_days_that_numbers_can_be_are_both_said(frame_of: Framing) -> None:
    answer = ask(triage, "They want the rent by 02/03/2027 or I am out", frame_of)
    (told,) = of_kind(answer, "date")
    assert told.due_on == dt.date(2027, 2, 3)
    assert "March 2, 2027" in told.detail


@pytest.mark.parametrize(
    "text",
    [
        "My landlord served me with a 3-day notice",
        "I was served a notice to quit",
        "got served an eviction notice by the owner",
        "they served us with a 30 day notice",
        "I was served with a notice to vacate by the property manager",
        "The landlord served me a notice to cure",
        "just got served with a rent increase notice",
        "I have been served with a pay or quit notice",
        "The agent handed me papers, a notice to leave",
        "he served me with a letter to move out",
        "We got served with a five day notice in Chicago",
        "my mom was served with a notice of termination",
        "Being served a notice of nonrenewal",
        "Me notificaron con un aviso de 3 días",
        "I was served a lease violation notice",
    ],
)
def test_a_notice_is_no_court_s_paper(text: str) -> None:
    assert "served" not in [reason.key for reason in reasons(text, tokenize(text))]


@pytest.mark.parametrize(
    "text",
    [
        "I was served with a summons",
        "I was served with a notice of petition and petition in housing court",
        "The sheriff served me with a notice to appear",
        "I got served with a notice that I am being sued",
        "After the notice I was served with a complaint",
    ],
)
def test_a_court_s_paper_is_one_though_it_is_called_a_notice(text: str) -> None:
    assert "served" in [reason.key for reason in reasons(text, tokenize(text))]


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("I was served with an eviction complaint on November 20", True),
        ("I was served with a lawsuit over a loan on November 20", False),
        ("I was evicted last year", False),
    ],
)
def test_a_case_over_a_home_is_heard_on_its_day(text: str, heard: bool) -> None:
    tokens = tokenize(text)
    events = read_events(text, TODAY, tokens)
    assert is_heard_on_its_day(events, Told.read(text, tokens), (), ()) is heard


@pytest.mark.parametrize("skill", [triage, consult])
def test_the_day_of_the_hearing_is_looked_for_on_the_papers(skill: Any, frame_of: Framing) -> None:
    text = "I was served with an eviction complaint in Akron, Ohio on November 20"
    answer = ask(skill, text, frame_of)
    assert "The day of the hearing stands on the papers" in [f.title for f in answer.findings]
    if skill is consult:
        assert answer.summary.startswith("The day of the hearing stands on the papers.")


def test_a_review_tells_the_hearing_before_what_the_paper_is(frame_of: Framing) -> None:
    paper = (
        "MUNICIPAL COURT OF AKRON, OHIO\nOak LLC, Plaintiff, vs. Ben Stone, Defendant\n"
        "COMPLAINT IN FORCIBLE ENTRY AND DETAINER\nHearing: December 14, 2026 at 9:00 a.m.,"
        " Room 4\nServed November 24, 2026 by bailiff."
    )
    frame = frame_of("What is this?", documents=[paper])
    answer = document_review(
        frame, Ask("What is this?", TODAY), [Text("paper.txt", paper)], Notes([])
    )
    assert answer.summary.startswith("First, the date in court: December 14, 2026.")
    assert "at 9:00 a.m., Room 4" in answer.summary.split("paper.txt")[0]
    assert "the time to answer" not in answer.summary


def test_a_review_says_where_the_hearing_stands_when_no_day_is_read(frame_of: Framing) -> None:
    paper = (
        "MUNICIPAL COURT OF AKRON, OHIO\nOak LLC, Plaintiff, vs. Ben Stone, Defendant\n"
        "COMPLAINT FOR EVICTION\nServed November 24, 2026 by bailiff."
    )
    frame = frame_of("What is this?", documents=[paper])
    answer = document_review(
        frame, Ask("What is this?", TODAY), [Text("paper.txt", paper)], Notes([])
    )
    assert answer.summary.startswith("The day of the hearing stands on the papers.")


@pytest.mark.parametrize("skill", ["triage", "consult", "document_review"])
def test_a_short_paper_in_the_question_is_read_as_one(skill: Any, frame_of: Framing) -> None:
    text = (
        "THREE DAY NOTICE TO PAY RENT OR QUIT\nTo: Jane Doe, Fresno, California\n"
        "Served November 27, 2026 by hand.\nJ. Smith, Landlord"
    )
    answer = SKILLS[skill](frame_of(text), Ask(text, TODAY), (), Notes(NOTICE))
    assert dt.date(2026, 12, 2) in [f.due_on for f in answer.findings]
    assert not any("Court papers came" in f.detail for f in answer.findings)


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [("en", 1, "1 day"), ("en", 3, "3 days"), ("es", 1, "1 día"), ("es", 3, "3 días")],
)
def test_days_in_words(language: Any, count: int, said: str) -> None:
    assert Voice(language, professional=False).days(count) == said


def test_how_far_away_in_words() -> None:
    voice = Voice("en", professional=False)
    assert [voice.when(days) for days in (0, 1, 2)] == ["today", "tomorrow", "in 2 days"]


def test_places_of_one_name_are_told_apart() -> None:
    voice = Voice("en", professional=False)
    assert voice.places(["US-GA", "GE"]) == "Georgia (United States) and Georgia (the country)"
    assert voice.places(["US-GA", "US-OH", "US-GA"]) == "Georgia and Ohio"
