"""English or Spanish."""

from __future__ import annotations

import pytest

from legalcontext.skills.language import detect_language, known_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("My landlord will not return my deposit", "en"),
        ("El casero no me devuelve el depósito", "es"),
        ("me despidieron y no me pagaron la ultima semana", "es"),
        ("", "en"),
        ("ok", "en"),
        ("12345 !!!", "en"),
    ],
)
def test_a_text_is_one_or_the_other(text: str, language: str) -> None:
    assert detect_language(text) == language


@pytest.mark.parametrize(
    ("code", "language"),
    [("es", "es"), ("es-MX", "es"), ("ES_us", "es"), ("en-GB", "en"), ("fr", "en"), ("", "en")],
)
def test_a_stated_code_chooses_a_language_that_answers_have(code: str, language: str) -> None:
    assert known_language(code) == language


def test_characters_that_nobody_sees_say_nothing_of_the_language():
    text = "How long does a landlord have to return a deposit\u200b in California?"
    assert detect_language(text) == "en"
