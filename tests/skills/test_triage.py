"""Triage: emergencies first, issues, urgency with its arithmetic, who deals with it."""

from __future__ import annotations

import datetime as dt

import pytest

from legalcontext.knowledge.embedding import EmbedderMissing
from legalcontext.knowledge.types import Found, Lapsed
from legalcontext.skills import triage
from legalcontext.skills.types import Ask, Finding, Findings, Text

from .conftest import Framing
from .notes import ANSWER_CA, TODAY, Notes, figure, hit


def told(
    question: str, frame_of: Framing, knowledge: Notes, *, language: str = "en", **frame: object
) -> Findings:
    return triage(frame_of(question, **frame), Ask(question, TODAY, language), (), knowledge)


def of_kind(findings: Findings, kind: str) -> list[Finding]:
    return [finding for finding in findings.findings if finding.kind == kind]


def test_an_emergency_comes_first_with_the_lines_of_the_country(
    frame_of: Framing, knowledge: Notes
) -> None:
    answer = told("In Sacramento my husband hit me last night", frame_of, knowledge)
    first = answer.findings[0]
    assert (first.kind, first.severity) == ("emergency", "emergency")
    assert "911" in first.detail
    assert "1-800-799-7233" in first.detail


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_number_is_told_where_the_country_is_only_assumed(
    frame_of: Framing, knowledge: Notes, language: str
) -> None:
    question = "Me quiero morir" if language == "es" else "I want to kill myself"
    answer = told(question, frame_of, knowledge, language=language)
    assert not any(char.isdigit() for char in answer.findings[0].detail)
    assert answer.question_back is not None


def test_an_emergency_is_told_in_the_language_of_the_ask(
    frame_of: Framing, knowledge: Notes
) -> None:
    question = "Vivo en Houston y mi esposo me pegó anoche"
    answer = told(question, frame_of, knowledge, language="es")
    assert answer.findings[0].title == "Alguien puede estar en peligro de violencia"
    assert "Para llamar:" in answer.findings[0].detail


def test_without_the_search_model_an_emergency_is_told_all_the_same(frame_of: Framing) -> None:
    class NoModel(Notes):
        def topics_near(self, text: str, *, jurisdiction: str) -> dict[str, float]:
            raise EmbedderMissing("not built")

        def search(self, *args: object, **kwargs: object) -> Found:
            raise EmbedderMissing("not built")

    answer = told("I want to kill myself over this eviction", frame_of, NoModel([]))
    assert [finding.kind for finding in answer.findings[:2]] == ["emergency", "issue"]
    assert any("could not search our notes" in limit for limit in answer.limits)


def test_several_problems_are_several_findings(frame_of: Framing, knowledge: Notes) -> None:
    question = "My landlord kept my security deposit and I was served with a lawsuit"
    answer = told(question, frame_of, knowledge)
    topics = {topic for finding in of_kind(answer, "issue") for topic in finding.topics}
    assert {"security-deposit", "time-to-answer"} <= topics


def test_an_issue_shows_the_asker_s_words_where_they_stand(
    frame_of: Framing, knowledge: Notes
) -> None:
    question = "Hi. My landlord kept my deposit!"
    (issue,) = of_kind(told(question, frame_of, knowledge), "issue")
    assert issue.source is not None
    assert question[issue.source.start : issue.source.end] == issue.source.quote


def test_a_date_is_trigger_plus_rule_with_the_arithmetic_shown(
    frame_of: Framing, knowledge: Notes
) -> None:
    question = "A process server handed me the summons in San Jose on November 5, 2026"
    (deadline,) = of_kind(told(question, frame_of, knowledge), "deadline")
    assert deadline.due_on == dt.date(2026, 12, 7)
    assert "November 5, 2026 + 30 calendar days = December 5, 2026" in deadline.detail
    assert "Cal. Code Civ. Proc. § 12a(a)" in deadline.detail
    assert deadline.citations


def test_an_unknown_manner_of_service_gives_the_earliest_date_marked_so(
    frame_of: Framing, knowledge: Notes
) -> None:
    question = "I was served with a lawsuit in San Jose on November 5, 2026"
    (deadline,) = of_kind(told(question, frame_of, knowledge), "deadline")
    assert deadline.due_on == dt.date(2026, 12, 7)
    assert "This is the earliest day." in deadline.detail


def test_a_told_manner_of_service_chooses_its_period(frame_of: Framing, knowledge: Notes) -> None:
    question = "They served a lawsuit on me in San Jose: left with my wife on November 5, 2026"
    (deadline,) = of_kind(told(question, frame_of, knowledge), "deadline")
    assert deadline.due_on == dt.date(2026, 12, 15)


@pytest.mark.parametrize(
    ("service", "earliest"),
    [("handed to me personally", False), ("by certified mail", True), ("", True)],
)
def test_a_period_for_no_told_manner_of_service_is_the_earliest(
    frame_of: Framing, knowledge: Notes, service: str, earliest: bool
) -> None:
    question = f"I was served with a lawsuit in San Jose {service} on November 5, 2026"
    (deadline,) = of_kind(told(question, frame_of, knowledge), "deadline")
    assert ("earliest day" in deadline.detail) is earliest


def test_papers_that_never_came_press_nobody(frame_of: Framing, knowledge: Notes) -> None:
    answer = told("I was never served in Ohio and now they garnish my wages", frame_of, knowledge)
    assert "Court papers came" not in " ".join(f.detail for f in of_kind(answer, "issue"))


def test_no_rule_no_date(frame_of: Framing, knowledge: Notes) -> None:
    question = "I was served with a lawsuit in Denver on November 5, 2026"
    answer = told(question, frame_of, knowledge)
    assert of_kind(answer, "deadline") == []
    assert any("no last day" in limit for limit in answer.limits)


def test_no_day_no_date(frame_of: Framing, knowledge: Notes) -> None:
    (deadline,) = of_kind(
        told("I got served with a lawsuit in San Jose", frame_of, knowledge), "deadline"
    )
    assert deadline.due_on is None
    assert "30 calendar days" in deadline.detail


def test_a_passed_deadline_is_urgent_and_says_so(frame_of: Framing, knowledge: Notes) -> None:
    question = "I was served with a lawsuit in San Jose on September 1, 2026"
    answer = told(question, frame_of, knowledge)
    (deadline,) = of_kind(answer, "deadline")
    assert deadline.severity == "urgent"
    assert "already past" in deadline.detail


@pytest.mark.parametrize(
    ("question", "severity"),
    [
        ("My landlord changed the locks today", "urgent"),
        ("I got a 3 day notice to pay rent or quit", "urgent"),
        ("They are garnishing my wages", "soon"),
        ("How does a name change work", "normal"),
    ],
)
def test_how_pressing_it_is(
    frame_of: Framing, knowledge: Notes, question: str, severity: str
) -> None:
    assert of_kind(told(question, frame_of, knowledge), "issue")[0].severity == severity


def test_who_deals_with_it_comes_from_the_place_s_note(frame_of: Framing, knowledge: Notes) -> None:
    answer = told("My landlord in Fresno kept my security deposit", frame_of, knowledge)
    handler = of_kind(answer, "handler")[0]
    assert handler.detail == "The self-help centre of the court helps with the form."
    assert handler.citations


def test_without_a_note_it_says_so_and_names_who_in_many_places(
    frame_of: Framing, knowledge: Notes
) -> None:
    answer = told("How do I change my name in Denver, legally", frame_of, knowledge)
    handler = of_kind(answer, "handler")[0]
    assert handler.detail.startswith("We have no note on who deals with this in Colorado.")
    assert handler.citations == ()


def test_never_another_state_s_note(frame_of: Framing) -> None:
    """Even when the knowledge base were to hand one out."""

    class Careless(Notes):
        def passages_of(self, note: str) -> list[object]:  # type: ignore[override]
            return [hit(jurisdiction="US-OH", kind="handler", text="Ohio")]

    knowledge = Careless([*ANSWER_CA, hit(jurisdiction="US-OH", kind="handler", text="Ohio")])
    answer = told("I was served with a lawsuit in San Jose", frame_of, knowledge)
    assert all(citation.jurisdiction != "US-OH" for citation in answer.citations)


def test_a_story_without_law_has_no_issue(frame_of: Framing, knowledge: Notes) -> None:
    answer = told("My cat is lovely", frame_of, knowledge)
    assert of_kind(answer, "issue") == []
    assert "could not tell" in answer.summary


def test_a_lapsed_note_is_told_of(frame_of: Framing, knowledge: Notes) -> None:
    knowledge.lapsed = (
        Lapsed(
            "us-ca/security-deposit@1", "Deposits", "US-CA", "security-deposit", dt.date(2026, 1, 1)
        ),
    )
    answer = told("My landlord in Fresno kept my security deposit", frame_of, knowledge)
    assert any("too old to use: us-ca/security-deposit@1" in limit for limit in answer.limits)


def test_a_paper_sent_along_is_read_for_the_problem_not_for_emergencies(
    frame_of: Framing, knowledge: Notes
) -> None:
    question = "What is this?"
    paper = Text("letter.txt", "NOTICE TO QUIT. The tenant hit me with a bat.")
    frame = frame_of(question, documents=[paper.text])
    answer = triage(frame, Ask(question, TODAY), [paper], knowledge)
    assert of_kind(answer, "emergency") == []
    assert "notice-to-quit" in of_kind(answer, "issue")[0].topics


def test_an_empty_question_is_answered_plainly(frame_of: Framing, knowledge: Notes) -> None:
    answer = told("", frame_of, knowledge)
    assert of_kind(answer, "issue") == []
    assert answer.limits


def test_a_federal_rule_does_not_bind_a_state_s_court(frame_of: Framing) -> None:
    federal = hit(
        note="us/time-to-answer@1",
        jurisdiction="US",
        kind="deadline",
        figures=(figure(id="days", value="21", service=None),),
    )
    question = "I was served with a lawsuit in Denver on November 5, 2026"
    assert of_kind(told(question, frame_of, Notes([federal])), "deadline") == []
    (deadline,) = of_kind(
        told(question, frame_of, Notes([federal]), forum="federal district court"), "deadline"
    )
    assert deadline.due_on == dt.date(2026, 11, 26)


def test_the_place_s_own_rule_goes_before_the_country_s(frame_of: Framing) -> None:
    rules = [
        hit(note=f"{place.lower()}/x@1", jurisdiction=place, kind="deadline", figures=(period,))
        for place, period in (
            ("US", figure(event="discriminatory_act", value="180", service=None)),
            ("US-CA", figure(event="discriminatory_act", value="300", service=None)),
        )
    ]
    question = "I was fired in San Jose on November 5, 2026, and got a summons for a lawsuit"
    (deadline,) = of_kind(told(question, frame_of, Notes(rules)), "deadline")
    assert deadline.due_on == dt.date(2027, 9, 1)


def test_a_notice_s_own_length_chooses_its_period(frame_of: Framing) -> None:
    note = hit(
        topic="notice-to-quit",
        kind="deadline",
        figures=(
            figure(id="three", value="3", unit="court days", event="notice_served", service=None),
            figure(id="thirty", value="30", event="notice_served", service=None),
        ),
    )
    question = "They gave me a 3-day notice to pay rent or quit in San Jose on November 23, 2026"
    (deadline,) = of_kind(told(question, frame_of, Notes([note])), "deadline")
    # Three court days after Monday: Tuesday, Wednesday, and past Thanksgiving the next Monday.
    assert deadline.due_on == dt.date(2026, 11, 30)


def test_several_periods_from_one_event_give_the_first_marked_so(frame_of: Framing) -> None:
    note = hit(
        kind="deadline",
        figures=(
            figure(id="a", value="30", service=None),
            figure(id="b", value="10", service=None),
        ),
    )
    question = "I was served with a lawsuit in San Jose on November 5, 2026"
    (deadline,) = of_kind(told(question, frame_of, Notes([note])), "deadline")
    assert deadline.due_on == dt.date(2026, 11, 16)
    assert "the one that ends first" in deadline.detail


def test_what_the_other_side_owes_presses_nobody(frame_of: Framing, knowledge: Notes) -> None:
    question = "I moved out in Fresno on October 3, 2026 and he keeps my security deposit"
    answer = told(question, frame_of, knowledge)
    (deadline,) = of_kind(answer, "deadline")
    assert (deadline.due_on, deadline.severity) == (dt.date(2026, 10, 26), "normal")
    assert of_kind(answer, "issue")[0].severity == "normal"
