"""The lint finds each fault, and generated answers have none."""

from __future__ import annotations

import datetime as dt
import itertools
import json
from dataclasses import replace
from pathlib import Path

import pytest

from legalcontext.skills import SKILLS, consult
from legalcontext.skills.lint import lint, own_words
from legalcontext.skills.types import Ask, Finding, Findings, Source, Text

from . import documents
from .conftest import Framing
from .notes import TODAY, Notes

STORIES = Path(__file__).parents[1] / "cases" / "stories.jsonl"
PAPERS = [getattr(documents, name) for name in vars(documents) if name.isupper()]


@pytest.fixture
def clean(frame_of: Framing, knowledge: Notes) -> tuple[Findings, object, Ask]:
    frame = frame_of(jurisdiction="US-CA")
    ask = Ask("When does the security deposit come back", TODAY)
    return consult(frame, ask, (), knowledge), frame, ask


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"summary": "You should sue."}, "directive: 'You should'"),
        ({"summary": "We recommend a lawyer."}, "directive: 'We recommend'"),
        ({"summary": "You will win."}, "predictive: 'You will win'"),
        ({"summary": "It is a strong case."}, "predictive: 'strong case'"),
        ({"summary": "File it pro se."}, "latin: 'pro se'"),
        (
            {"summary": "Notwithstanding jurisdictional considerations, administrative " * 40},
            "grade",
        ),
        ({"limits": ()}, "the notice is not said in words"),
        ({"findings": ()}, "what was assumed is not said"),
        ({"citations": ()}, "are not both used and listed"),
    ],
)
def test_each_fault_is_found(
    clean: tuple[Findings, object, Ask], change: dict[str, object], fault: str
) -> None:
    findings, frame, ask = clean
    assert lint(findings, frame, ask) == ()  # type: ignore[arg-type]
    faults = lint(replace(findings, **change), frame, ask)  # type: ignore[arg-type]
    assert any(fault in found for found in faults)


@pytest.mark.parametrize(
    ("finding", "fault"),
    [
        (Finding("party", "t", "d", source=Source("question", None, 0, 4, "what")), "the quote"),
        (Finding("emergency", "t", "d"), "does not come first"),
        (Finding("deadline", "t", "d", due_on=dt.date(2026, 12, 1)), "cites no note"),
        (Finding("step", "t", "Not the passage.", citations=("c1",)), "not the cited passage"),
    ],
)
def test_each_faulty_finding_is_found(
    clean: tuple[Findings, object, Ask], finding: Finding, fault: str
) -> None:
    findings, frame, ask = clean
    faulty = replace(findings, findings=(*findings.findings, finding))
    assert any(fault in found for found in lint(faulty, frame, ask))  # type: ignore[arg-type]


def test_own_words_leave_passages_and_quotes_out(clean: tuple[Findings, object, Ask]) -> None:
    findings, _, _ = clean
    assert "Nothing may be kept" not in own_words(findings)
    assert "us-ca/security-deposit@1" not in own_words(findings)


@pytest.mark.parametrize("skill", ["triage", "consult"])
def test_answers_to_stories_have_no_fault(skill: str, frame_of: Framing, knowledge: Notes) -> None:
    faults = []
    for line in STORIES.read_text("utf-8").splitlines():
        story = json.loads(line)
        ask = Ask(story["text"], TODAY, story["language"])
        for kind in ("individual", "professional"):
            frame = frame_of(story["text"], kind=kind)
            answer = SKILLS[skill](frame, ask, (), knowledge)  # type: ignore[index]
            faults += [(story["id"], kind, fault) for fault in lint(answer, frame, ask)]
    assert faults == []


@pytest.mark.parametrize(
    ("paper", "kind", "language"),
    list(itertools.product(PAPERS, ("individual", "professional"), ("en", "es"))),
)
def test_reviews_have_no_fault(
    paper: str, kind: str, language: str, frame_of: Framing, knowledge: Notes
) -> None:
    text = Text("paper.txt", paper)
    ask = Ask("What is this?", TODAY, language)
    frame = frame_of(ask.question, kind=kind, documents=[paper])
    answer = SKILLS["document_review"](frame, ask, [text], knowledge)
    assert lint(answer, frame, ask, [text]) == ()


@pytest.mark.parametrize(
    "stated",
    [{}, {"jurisdiction": "Narnia"}, {"jurisdiction": "DE"}, {"privilege": "work_product"}],
)
@pytest.mark.parametrize("kind", ["individual", "professional", "service"])
def test_answers_in_odd_frames_have_no_fault(
    stated: dict[str, str], kind: str, frame_of: Framing, knowledge: Notes
) -> None:
    question = "My landlord kept my security deposit and changed the locks"
    frame = frame_of(question, kind=kind, **stated)
    for name, language in itertools.product(("triage", "consult"), ("en", "es")):
        ask = Ask(question, TODAY, language)
        answer = SKILLS[name](frame, ask, (), knowledge)  # type: ignore[index]
        assert lint(answer, frame, ask) == (), (name, language)
