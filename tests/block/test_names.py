"""Names of places in English and Spanish."""

from __future__ import annotations

import pytest

from legalcontext.block import name_in, name_of


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("US", "Estados Unidos"),
        ("US-NY", "Nueva York"),
        ("US-CA", "California"),
        ("GB-EAW", "Inglaterra y Gales"),
        ("GB-SCT", "Escocia"),
        ("AU-WA", "Australia Occidental"),
        ("EU", "Unión Europea"),
        ("DZ", "Argelia"),
        ("Narnia", "Narnia"),
    ],
)
def test_a_place_is_named_in_spanish(code: str, name: str) -> None:
    assert name_in(code, "es") == name
    assert name_in(code, "es-MX") == name


def test_english_and_a_language_without_names_get_the_english_one() -> None:
    assert name_in("US-NY", "en") == name_of("US-NY") == "New York"
    assert name_in("US-NY", "zz") == "New York"
