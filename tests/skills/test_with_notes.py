"""The skills on the product's own notes, and what they cost in queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings

from legalcontext.knowledge.embedding import Embedder, build_files
from legalcontext.knowledge.search import KnowledgeBase
from legalcontext.skills import SKILLS
from legalcontext.skills.lint import lint
from legalcontext.skills.types import Ask, Findings, SkillName, Text

from . import documents
from .conftest import Framing
from .notes import TODAY

pytestmark = pytest.mark.django_db

Answering = Callable[..., tuple[Findings, Any, Ask]]


@pytest.fixture(scope="module")
def model() -> Embedder:
    return Embedder(build_files(settings.KNOWLEDGE_EMBEDDER_DIR))


@pytest.fixture
def answering(notes: None, model: Embedder, frame_of: Framing) -> Answering:
    def answer(
        skill: SkillName, question: str, *texts: Text, language: str = "en", **facts: Any
    ) -> tuple[Findings, Any, Ask]:
        frame = frame_of(question, documents=[text.text for text in texts], **facts)
        ask = Ask(question, TODAY, language)
        base = KnowledgeBase(today=TODAY, include_unreviewed=True, embedder=model)
        return SKILLS[skill](frame, ask, texts, base), frame, ask

    return answer


def test_a_consult_in_california_rests_on_its_note(answering: Answering) -> None:
    answer, frame, ask = answering(
        "consult", "When does my landlord in Fresno have to return my security deposit"
    )
    assert {citation.note.split("@")[0] for citation in answer.citations} == {
        "us-ca/security-deposit"
    }
    assert {"short_answer", "authority", "handler"} <= {f.kind for f in answer.findings}
    assert lint(answer, frame, ask) == ()


def test_a_triage_in_california_names_who_deals_with_it(answering: Answering) -> None:
    answer, frame, ask = answering(
        "triage", "I moved out of my place in Fresno on October 3 and he keeps my security deposit"
    )
    (handler,) = [f for f in answer.findings if f.kind == "handler" and f.citations]
    assert handler.topics == ("security-deposit",)
    (deadline,) = [f for f in answer.findings if f.kind == "deadline" and f.due_on]
    assert deadline.due_on is not None
    assert deadline.due_on.isoformat() == "2026-10-26"
    assert lint(answer, frame, ask) == ()


def test_another_state_gets_no_state_s_note(answering: Answering) -> None:
    for skill in ("triage", "consult"):
        answer, _, _ = answering(skill, "My landlord in Nevada kept my security deposit")
        assert {citation.jurisdiction for citation in answer.citations} <= {"US", "general"}


def test_a_foreign_place_gets_no_us_note(answering: Answering) -> None:
    answer, _, _ = answering("consult", "How long do I have to answer a lawsuit", jurisdiction="DE")
    assert {citation.jurisdiction for citation in answer.citations} <= {"general"}


def test_a_review_finds_the_rule_for_a_summons(answering: Answering) -> None:
    paper = Text("summons.txt", documents.SUMMONS)
    answer, frame, ask = answering("document_review", "They handed me this yesterday", paper)
    assert lint(answer, frame, ask, [paper]) == ()


@pytest.mark.parametrize(("skill", "most"), [("triage", 5), ("consult", 4), ("document_review", 4)])
def test_queries(
    answering: Answering, django_assert_max_num_queries: Any, skill: SkillName, most: int
) -> None:
    question = "My landlord in Fresno kept my security deposit and I was served with a lawsuit"
    paper = [Text("lease.txt", documents.LEASE)] if skill == "document_review" else []
    with django_assert_max_num_queries(most):
        answer, _, _ = answering(skill, question, *paper)
    assert answer.findings
