"""English or Spanish."""

from __future__ import annotations

import pytest

from legalcontext.skills.language import detect_language, is_foreign, known_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("My landlord will not return my deposit", "en"),
        ("El casero no me devuelve el depósito", "es"),
        ("me despidieron y no me pagaron la ultima semana", "es"),
        ("", "en"),
        ("ok", "en"),
        ("12345 !!!", "en"),
        ("served 14/15/2026, Nevada, summons", "en"),
        ("El Paso landlord, no heat", "en"),
        ("Sacramento deposit 21 days no answer", "en"),
        ("My condo in Panama City, Florida has defects", "en"),
        ("me corrieron del trabajo", "es"),
        ("desalojo tacoma 3 dias", "es"),
        ("mi patron no me paga overtime", "es"),
        ("ayuda con un desalojo en Tampa", "es"),
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


@pytest.mark.parametrize(
    "text",
    [
        "Le bailleur refuse de me rendre le dépôt de garantie depuis deux mois",
        "Il mio padrone di casa non mi restituisce la caparra",
        "Mein Vermieter gibt mir die Kaution nicht zurück",
        "O meu senhorio não me quer devolver a caução",
    ],
)
def test_a_third_language_is_answered_in_english_and_told(text: str) -> None:
    assert is_foreign(text)
    assert detect_language(text) == "en"


@pytest.mark.parametrize(
    "text",
    [
        "Mi casero no me devuelve el depósito y ya pasaron dos meses",
        "me corrieron del trabajo sin pagarme la ultima semana",
        "My landlord in Versailles, Kentucky kept the deposit",
        "Le bail",
        "My casera no quiere arreglar la heater y ya llamé al manager",
    ],
)
def test_english_spanish_and_a_word_or_two_are_no_third_language(text: str) -> None:
    assert not is_foreign(text)
