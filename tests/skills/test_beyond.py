"""Questions that no note answers."""

from __future__ import annotations

import pytest

from legalcontext.skills import consult
from legalcontext.skills.beyond import beyond_notes
from legalcontext.skills.phrases import tokenize
from legalcontext.skills.types import Ask

from .conftest import Framing
from .notes import TODAY, Notes, figure, hit

ASKED = [
    ("Will I win my case in Denver?", "outcome"),
    ("Am I going to lose the eviction hearing?", "outcome"),
    ("What are the odds of winning an appeal", "outcome"),
    ("Do I have a strong case?", "outcome"),
    ("¿Voy a ganar el juicio?", "outcome"),
    ("¿Qué va a decidir el juez?", "outcome"),
    ("How much does a divorce lawyer charge in Boise?", "fees"),
    ("How much to hire an attorney", "fees"),
    ("¿Cuánto cobra un abogado?", "fees"),
    ("How many days of notice before a company lays people off?", "uncovered"),
    ("How much notice does my boss owe me before laying people off?", "uncovered"),
    ("Is there a notice that an employer gives before layoffs", "uncovered"),
    ("¿Con cuánto preaviso me pueden despedir?", "uncovered"),
    ("Can I win back my deposit?", None),
    ("Can I lose my house over a card debt?", None),
    ("How much notice to terminate a month to month lease?", None),
    ("How much can a court take from my pay?", None),
    ("The attorney sent me a letter, what is it", None),
]


@pytest.mark.parametrize(("question", "kind"), ASKED)
def test_what_a_question_asks_for_is_told(question: str, kind: str | None) -> None:
    assert beyond_notes(question, tokenize(question)) == kind


LOCKS = hit(
    note="us-co/lock-out@1",
    text="A landlord in Colorado may not change the locks.",
    jurisdiction="US-CO",
    topic="lock-out",
)


def test_how_a_case_ends_is_told_by_nobody_and_by_no_note(frame_of: Framing) -> None:
    question = "Will I win my case against them in Denver?"
    given = consult(frame_of(question), Ask(question, TODAY, "en"), (), Notes([LOCKS]))
    assert given.summary.startswith("Nobody can tell beforehand how a case will end.")
    assert given.citations == ()
    assert given.findings[0].kind == "handler"


def test_a_note_on_what_the_words_show_is_told_beside(frame_of: Framing) -> None:
    question = "My landlord changed the locks in Denver. Will I win my case?"
    given = consult(frame_of(question), Ask(question, TODAY, "en"), (), Notes([LOCKS]))
    assert given.summary.startswith("Nobody can tell beforehand how a case will end.")
    assert [c.note for c in given.citations] == ["us-co/lock-out@1"]


def test_a_time_that_runs_is_what_the_answer_is_about(frame_of: Framing) -> None:
    old = hit(note="us-ca/limits@1", topic="limitation-periods", text="A suit starts in 4 years.")
    due = hit(passage="deadline", kind="deadline", score=0.5, figures=(figure(),))
    knowledge = Notes([old, due])
    question = (
        "California debt lawsuit, I was served personally on November 17. How long do I have?"
    )
    given = consult(frame_of(question), Ask(question, TODAY, "en"), (), knowledge)
    law = [f for f in given.findings if f.due_on is None and f.citations]
    assert law[0].topics == ("time-to-answer",)
