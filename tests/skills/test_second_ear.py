"""Emergencies by what a question means, where no sign of the tables is found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from legalcontext.block.types import Frame
from legalcontext.knowledge.embedding import DIMENSIONS, Vector
from legalcontext.skills.emergencies import KINDS, find_emergencies
from legalcontext.skills.fit_second_ear import CASES, QUESTIONS, digest
from legalcontext.skills.second_ear import NONE, Ear, emergencies_of, fit
from legalcontext.skills.shelf import Shelf
from legalcontext.skills.types import Ask

from .notes import TODAY, Notes

ROOT = Path(__file__).parents[2]
UNFORESEEN = "there are noises in the house that I would rather not talk about"
LEARNT = KINDS


def like(kind: str) -> Vector:
    """A vector that the ear takes for this kind: along its column of the weights."""
    ear = Ear.learnt()
    column = ear.weights[:-1, ear.kinds.index(kind)]
    vector: Vector = (column / np.linalg.norm(column)).astype(np.float32)
    return vector


def heard(question: str, frame: Frame, vector: Vector | None) -> list[str]:
    shelf = Shelf(Notes([], vector=vector), frame)
    return [e.kind for e in emergencies_of(Ask(question, TODAY), frame, shelf)]


def test_what_was_learnt_is_of_the_cases_as_they_are() -> None:
    learnt = Ear.learnt().cases
    assert learnt == {path.name: digest(ROOT / path) for path in (*CASES, *QUESTIONS)}, (
        "learn it anew: python -m legalcontext.skills.fit_second_ear --embedder var/search"
    )


def test_there_is_a_weight_for_each_dimension_and_kind() -> None:
    ear = Ear.learnt()
    assert ear.kinds == (NONE, *LEARNT)
    assert ear.weights.shape == (DIMENSIONS + 1, len(ear.kinds))


@pytest.mark.parametrize("kind", LEARNT)
def test_a_question_that_means_an_emergency_is_heard_without_a_sign(
    kind: str, frame_of: Callable[..., Frame]
) -> None:
    assert find_emergencies(UNFORESEEN, TODAY) == ()
    assert heard(UNFORESEEN, frame_of(UNFORESEEN), like(kind)) == [kind]


def test_a_calm_question_is_no_alarm(frame_of: Callable[..., Frame]) -> None:
    assert heard(UNFORESEEN, frame_of(UNFORESEEN), like(NONE)) == []


def test_without_a_model_the_tables_hear_alone(frame_of: Callable[..., Frame]) -> None:
    assert heard(UNFORESEEN, frame_of(UNFORESEEN), None) == []
    assert heard("he hit me", frame_of("he hit me"), None) == ["violence"]


def test_a_professional_s_question_is_judged_by_its_signs_alone(
    frame_of: Callable[..., Frame],
) -> None:
    frame = frame_of(UNFORESEEN, kind="professional")
    assert heard(UNFORESEEN, frame, like("violence")) == []


@pytest.mark.parametrize(
    "question", ["ten years ago there were noises", "I am writing a novel with noises in it"]
)
def test_long_ago_and_made_up_stay_calm(question: str, frame_of: Callable[..., Frame]) -> None:
    assert heard(question, frame_of(question), like("violence")) == []


def test_the_words_shown_stand_in_the_question(frame_of: Callable[..., Frame]) -> None:
    question = "  " + "there are noises in the house and " * 20
    shelf = Shelf(Notes([], vector=like("violence")), frame_of(question))
    (found,) = emergencies_of(Ask(question, TODAY), frame_of(question), shelf)
    assert question[found.start : found.end] == found.text
    assert len(found.text) <= 160


def test_learning_tells_apart_what_it_was_shown() -> None:
    vectors = np.vstack([np.eye(4), np.eye(4)])
    labels = [0, 0, 1, 1, 0, 0, 1, 1]
    weights = fit(vectors, labels, 2, restraint=0.01)
    scores = np.hstack([vectors, np.ones((8, 1))]) @ weights
    assert scores.argmax(axis=1).tolist() == labels


@pytest.mark.parametrize(
    "question", ["What should I do?", "What should I do now?", "I am scared", "Tengo miedo", "?"]
)
def test_a_few_words_that_tell_nothing_are_not_listened_to(
    question: str, frame_of: Callable[..., Frame]
) -> None:
    for kind in LEARNT:
        assert heard(question, frame_of(question), like(kind)) == []
