"""The evaluation counts what it says it counts; so does the measurement of speed."""

from __future__ import annotations

import datetime as dt
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from legalcontext.knowledge.bench import measure_search
from legalcontext.knowledge.checks import read_note
from legalcontext.knowledge.embedding import Embedder
from legalcontext.knowledge.evaluation import (
    Outcome,
    Question,
    Share,
    ask_all,
    measures,
    misses,
    read_questions,
)
from legalcontext.knowledge.loading import load
from legalcontext.knowledge.models import Note, Passage
from legalcontext.knowledge.search import KnowledgeBase
from legalcontext.knowledge.topics import topics

from .conftest import Make

QUESTIONS = Path(__file__).parents[1] / "cases" / "lay_questions.jsonl"
TODAY = dt.date(2026, 3, 1)


def question(text: str, **facts: object) -> Question:
    known = {"language": "en", "jurisdiction": "US-CA", "topic": "security-deposit"}
    return Question(**{"id": "q", "text": text, "answerable": True, **known, **facts})  # type: ignore[arg-type]


@pytest.fixture
def base(db: None, embedder: Embedder, note_text: Make) -> KnowledgeBase:
    load(read_note(note_text(), file="note"), embedder)
    return KnowledgeBase(today=TODAY, include_unreviewed=True, embedder=embedder)


def test_found_missed_and_refused_are_counted(base: KnowledgeBase) -> None:
    asked = [
        question("my landlord kept my deposit"),
        question("my landlord kept my deposit", topic="eviction-steps"),
        question("el dueño de la casa se quedó con mi depósito", language="es"),
        question("how to bake bread", topic=None, answerable=False),
        question("my landlord kept my deposit", topic=None, answerable=False),
        question("how to bake bread"),
    ]
    outcomes = ask_all(base, asked)
    found = {name: (share.part, share.whole) for name, share in measures(outcomes).items()}
    assert found["first hit, English"] == (1, 3)
    assert found["hit@3, English"] == (1, 3)
    assert found["first hit, Spanish"] == (1, 1)
    assert found["right abstentions"] == (1, 2)
    assert found["answerable, refused"] == (1, 4)
    assert found["answerable, refused, note held"] == (1, 3)
    assert found["first hit, English, note held"] == (1, 2)
    assert found["no note held, refused"] == (0, 1)
    part, whole = found["verified quotes"]
    assert part == whole > 0
    assert found["wrong-state citations"] == (0, whole)
    assert [outcome.question for outcome in misses(outcomes)] == [asked[1], asked[4], asked[5]]


def test_a_quote_that_is_not_in_its_note_is_not_verified(base: KnowledgeBase) -> None:
    Passage.objects.filter(slug="short-answer").update(text="Something else about the deposit.")
    [outcome] = ask_all(base, [question("my landlord kept my deposit")])
    assert outcome.verified == outcome.quotes - 1


def test_a_share_is_shown_with_its_numbers() -> None:
    assert str(Share(1, 3)) == "33.3% (1 of 3)"
    assert str(Share(0, 0)) == "none asked"


def test_hit_at_three_looks_at_three_notes() -> None:
    topics_found = ("a", "b", "security-deposit", "c")
    outcome = Outcome(question("?"), topics_found, topics_found, 0.9, 0, 4, 4, True)
    assert (outcome.first, outcome.among_three, outcome.refused) == (False, True, False)


def test_the_questions_are_on_known_topics_and_of_known_places() -> None:
    questions = read_questions(QUESTIONS)
    assert len({q.id for q in questions}) == len(questions) >= 200
    assert {q.topic for q in questions if q.answerable} <= topics().keys()
    assert all(q.topic is None for q in questions if not q.answerable)
    assert sum(not q.answerable for q in questions) == 40
    assert sum(q.language == "es" for q in questions) == 40


def test_the_command_prints_figures_and_misses(base: KnowledgeBase, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    asked = {
        "id": "q-1",
        "text": "how to bake bread",
        "language": "en",
        "jurisdiction": "US-CA",
        "topic": "security-deposit",
        "answerable": True,
    }
    file.write_text(json.dumps(asked) + "\n")
    out = StringIO()
    call_command("evaluate_knowledge", file, misses=True, stdout=out)
    assert "first hit, English               0.0% (0 of 1)" in out.getvalue()
    assert "q-1 [security-deposit] 'how to bake bread': nothing" in out.getvalue()


@pytest.mark.django_db
def test_without_notes_there_is_nothing_to_evaluate() -> None:
    with pytest.raises(CommandError, match="load_notes"):
        call_command("evaluate_knowledge", QUESTIONS)


@pytest.mark.django_db
def test_the_measurement_takes_two_queries_and_leaves_nothing(embedder: Embedder) -> None:
    measured = measure_search(embedder, notes=60, rounds=2)
    assert measured.queries == 2
    assert measured.whole > 0
    assert measured.ratio == measured.whole / (measured.embedding + measured.bare)
    assert not Note.objects.exists()
