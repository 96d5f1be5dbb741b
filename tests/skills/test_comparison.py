"""Two places that both matter, told apart."""

from __future__ import annotations

import pytest

from legalcontext.skills import SKILLS
from legalcontext.skills.comparison import places_to_compare
from legalcontext.skills.lint import lint
from legalcontext.skills.types import Ask

from .conftest import Framing
from .notes import TODAY, Notes

DEPOSIT = "When must a landlord send back my security deposit"


@pytest.mark.parametrize(
    ("question", "places"),
    [
        ("We moved from Texas to Oregon. Who has my deposit?", ("US-TX", "US-OR")),
        (f"{DEPOSIT} in California or Nevada?", ("US-CA", "US-NV")),
        ("Georgia or Florida, which has the longer time?", ("US-GA", "US-FL")),
        ("I live in Ohio but my landlord is in Florida.", ("US-FL", "US-OH")),
        ("Me mudé de Texas a California y no me devuelven el depósito", ("US-TX", "US-CA")),
        ("I was born in Nevada and live in California.", ()),
        ("My landlord in Fresno kept my deposit.", ()),
        ("I work in Washington.", ()),
    ],
)
def test_which_places_both_matter(
    frame_of: Framing, question: str, places: tuple[str, ...]
) -> None:
    assert places_to_compare(frame_of(question), question) == places


def test_a_stated_place_is_the_only_one(frame_of: Framing) -> None:
    question = f"{DEPOSIT} in California or Nevada?"
    assert places_to_compare(frame_of(question, jurisdiction="US-CA"), question) == ()


def test_each_place_is_told_under_its_name_and_no_third_one(
    frame_of: Framing, knowledge: Notes
) -> None:
    question = f"{DEPOSIT} in California or Ohio?"
    frame, ask = frame_of(question), Ask(question, TODAY)
    answer = SKILLS["consult"](frame, ask, (), knowledge)
    by_id = {citation.id: citation.jurisdiction for citation in answer.citations}
    assert set(by_id.values()) == {"US-CA", "US-OH"}
    for finding in answer.findings:
        if finding.kind not in ("authority", "frame"):
            (place,) = {by_id[id_] for id_ in finding.citations}
            assert finding.title.endswith({"US-CA": "California", "US-OH": "Ohio"}[place])
    assert answer.question_back is not None
    assert [o.value for o in answer.question_back.options] == ["US-CA", "US-OH"]
    assert lint(answer, frame, ask) == ()


def test_a_place_without_a_note_gets_none_of_the_other(frame_of: Framing, knowledge: Notes) -> None:
    question = f"{DEPOSIT} in Nevada or Ohio?"
    answer = SKILLS["consult"](frame_of(question), Ask(question, TODAY), (), knowledge)
    (missing,) = [f for f in answer.findings if f.kind == "missing_note"]
    assert missing.title == "Nevada"
    assert {citation.jurisdiction for citation in answer.citations} == {"US-OH"}


def test_of_three_places_the_third_is_named_as_left_out(
    frame_of: Framing, knowledge: Notes
) -> None:
    question = f"{DEPOSIT} in California or Ohio or Nevada?"
    answer = SKILLS["consult"](frame_of(question), Ask(question, TODAY), (), knowledge)
    assert any("Nevada" in limit for limit in answer.limits)


def test_a_spanish_ask_is_told_in_spanish(frame_of: Framing, knowledge: Notes) -> None:
    question = "Me mudé de California a Ohio y el dueño no me devuelve el depósito de seguridad"
    frame, ask = frame_of(question), Ask(question, TODAY, "es")
    answer = SKILLS["consult"](frame, ask, (), knowledge)
    assert answer.summary.startswith("Tema: ")
    assert any(f.title == "Respuesta corta, para Ohio (cita en inglés)" for f in answer.findings)
    assert lint(answer, frame, ask) == ()
