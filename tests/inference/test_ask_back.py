"""The one question that would settle a frame."""

from __future__ import annotations

from legalcontext.block.types import Frame
from legalcontext.inference import AskBack
from legalcontext.inference import question_back as ask_back

from .reading import frame


def question_back(framed: Frame, language: str = "en") -> AskBack:
    asked = ask_back(framed, language)
    assert asked is not None
    return asked


def test_a_default_asks_openly_where_it_is():
    asked = question_back(frame("Can my landlord evict me?"))
    assert (asked.field, asked.options) == ("jurisdiction", ())
    assert "state" in asked.prompt


def test_a_tie_asks_which_of_the_places_it_is():
    asked = question_back(frame("I live in Portland and rent."))
    assert asked.options == (("US-OR", "Oregon"), ("US-ME", "Maine"))
    assert asked.prompt == "Is this in Oregon or Maine, or somewhere else?"


def test_two_places_of_one_name_are_told_apart():
    asked = question_back(frame("My landlord in Georgia gave me no notice."))
    assert dict(asked.options) == {"GE": "Georgia (the country)", "US-GA": "Georgia (US state)"}
    assert "Georgia (the country) or Georgia (US state)" in asked.prompt
    asked = question_back(frame("I rent in Washington."))
    assert dict(asked.options) == {"US-WA": "Washington state", "US-DC": "Washington, D.C."}
    spanish = question_back(frame("Vivo en Georgia."), "es")
    assert "Georgia (el país)" in spanish.prompt
    assert "Georgia (estado de EE. UU.)" in spanish.prompt


def test_a_spanish_ask_is_asked_back_in_spanish():
    asked = question_back(frame("Vivo en Portland."), "es")
    assert asked.prompt.startswith("¿Esto es en Oregón o Maine")
    assert question_back(frame("¿Qué hago?"), "es").prompt.startswith("¿Dónde")


def test_an_unknown_language_is_asked_in_english():
    assert question_back(frame("Help"), "fr") == question_back(frame("Help"))


def test_a_settled_place_asks_nothing():
    assert ask_back(frame("My landlord in Tulsa kept my deposit.")) is None


def test_many_candidates_are_cut_to_the_likeliest():
    asked = question_back(frame("I live in Springfield."))
    assert 2 <= len(asked.options) <= 5
