from __future__ import annotations

import pycountry
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legalcontext.block import (
    canonical_jurisdiction,
    common_parent,
    compatible,
    is_canonical,
    lineage,
    name_of,
    readings,
)

COUNTRIES = sorted(c.alpha_2 for c in pycountry.countries)
TERRITORIES = ("AS", "GU", "MP", "PR", "UM", "VI")
STATES = sorted(s.code for s in pycountry.subdivisions if s.country_code == "US")
KEPT = sorted(s.code for s in pycountry.subdivisions if s.country_code in ("US", "CA", "AU", "GB"))
ELSEWHERE = {
    s.code: s.country_code
    for s in pycountry.subdivisions
    if s.country_code not in ("US", "CA", "AU", "GB")
}
OF_THEIR_OWN = {"CN-HK", "CN-MO", "CN-TW", "FI-01", "NL-AW", "NL-CW", "NL-SX", "NO-21", "NO-22"}


def read(text: str) -> str | None:
    found = canonical_jurisdiction(text)
    return found.value if found else None


def test_there_are_57_us_subdivisions() -> None:
    assert len(STATES) == 57


@pytest.mark.parametrize("code", [*KEPT, "GB-EAW", "EU", "XK"])
def test_canonical_codes_stand_as_they_are(code: str) -> None:
    found = canonical_jurisdiction(code)
    assert found is not None
    assert (found.value, found.how, found.within) == (code, "code", None)
    assert is_canonical(code)


@pytest.mark.parametrize("code", COUNTRIES)
def test_countries_stand_and_territories_take_the_us_form(code: str) -> None:
    assert read(code) == (f"US-{code}" if code in TERRITORIES else code)
    assert is_canonical(code) == (code not in TERRITORIES)


@pytest.mark.parametrize("code", [*KEPT, "GB-EAW"])
def test_odd_spellings_of_a_subdivision(code: str) -> None:
    country, suffix = code.split("-")
    for text in (
        code.lower(),
        f" {code} ",
        f"\t{code}\n",
        code.replace("-", "_"),
        code.replace("-", " "),
        code.replace("-", "/"),
        code.replace("-", "\u2011"),
        f"{country} - {suffix}",
        code.translate({ord(c): ord(c) + 0xFEE0 for c in code}),
    ):
        found = canonical_jurisdiction(text)
        assert found is not None, text
        assert (found.value, found.how) == (code, "spelling"), text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("us", "US"), ("USA", "US"), ("U.S.", "US"), ("u.s.a.", "US"), ("UK", "GB"), ("U.K.", "GB"),
        ("EL", "GR"), ("eu", "EU"), ("XKX", "XK"), ("DEU", "DE"), ("GBR", "GB"), ("PRI", "US-PR"),
        ("USA-CA", "US-CA"), ("UK-SCT", "GB-SCT"), ("GB-CYM", "GB-WLS"), ("GB-UKM", "GB"),
        ("ON", "CA-ON"), ("NSW", "AU-NSW"), ("WA", "US-WA"), ("SCT", "GB-SCT"),
    ],
)  # fmt: skip
def test_other_codes_in_use(text: str, code: str) -> None:
    found = canonical_jurisdiction(text)
    assert found is not None
    assert (found.value, found.how) == (code, "spelling")


@pytest.mark.parametrize("suffix", [code[3:] for code in STATES])
def test_a_bare_suffix_is_the_country_first_then_the_state(suffix: str) -> None:
    is_country = suffix in COUNTRIES and suffix not in TERRITORIES
    assert read(suffix) == (suffix if is_country else f"US-{suffix}")


@pytest.mark.parametrize("code", STATES)
def test_names_of_us_subdivisions(code: str) -> None:
    name = name_of(code)
    assert read(f"{name}, USA") == code
    assert read(f"US-{name}") == code
    if name != "Georgia":
        assert read(name) == code
        assert read(name.upper()) == code
    if code[3:] not in TERRITORIES and code != "US-DC":
        assert read(f"State of {name}") == code
        assert read(f"{name} State") == code
        assert read(f"Some Town, {name}") == (code if name != "Georgia" else None)


@pytest.mark.parametrize("alpha_2", COUNTRIES)
def test_names_of_countries(alpha_2: str) -> None:
    country = pycountry.countries.get(alpha_2=alpha_2)
    assert country is not None
    code = read(country.alpha_3)
    for attribute in ("name", "common_name", "official_name"):
        name = getattr(country, attribute, None)
        if name and name != "Georgia":
            assert read(name) == code, name


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("New York State", "US-NY"), ("Ontario, Canada", "CA-ON"), ("England", "GB-ENG"),
        ("England & Wales", "GB-EAW"), ("Québec", "CA-QC"), ("the Netherlands", "NL"),
        ("Washington, D.C.", "US-DC"), ("Washington, DC, USA", "US-DC"), ("Calif.", "US-CA"),
        ("Ga.", "US-GA"), ("W. Va.", "US-WV"), ("Commonwealth of Virginia", "US-VA"),
        ("Republic of Georgia", "GE"), ("South Korea", "KR"), ("Russia", "RU"), ("Turkey", "TR"),
        ("US Virgin Islands", "US-VI"), ("Northern Ireland", "GB-NIR"),
        ("California (US)", "US-CA"),
        ("Oakland, Alameda County, California, US", "US-CA"), ("Austin, TX", "US-TX"),
    ],
)  # fmt: skip
def test_unambiguous_names(text: str, code: str) -> None:
    found = canonical_jurisdiction(text)
    assert found is not None
    assert (found.value, found.how) == (code, "name")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Georgia", {"GE", "US-GA"}),
        ("Tbilisi, Georgia", {"GE", "US-GA"}),
        ("Los Angeles, CA", {"CA", "US-CA"}),
        ("Virgin Islands", {"US-VI", "VG"}),
        ("Korea", {"KR", "KP"}),
        ("NT", {"AU-NT", "CA-NT"}),
        ("Limburg", {"BE", "NL"}),
    ],
)
def test_ambiguous_names_have_several_readings(text: str, codes: set[str]) -> None:
    assert {reading.value for reading in readings(text)} == codes
    assert canonical_jurisdiction(text) is None


def test_elsewhere_a_subdivision_stands_for_its_country() -> None:
    for code, country in ELSEWHERE.items():
        found = canonical_jurisdiction(code)
        assert found is not None
        if code in OF_THEIR_OWN:
            assert (found.value, found.within) != (country, code)
            assert found.value in COUNTRIES
        else:
            expected = f"US-{country}" if country in TERRITORIES else country
            assert (found.value, found.within) == (expected, code)


@pytest.mark.parametrize(
    "text",
    ["Narnia", "", " ", ",", ", ,", "-", "US-", "-CA", "US-ZZ", "DE-ZZ", "ZZ", "()", "\ud800",
     "US-CA-1", "California law", "x" * 10_000, "US-CA" + " " * 10_000, "," * 200],
)  # fmt: skip
def test_unknown_words_have_no_reading(text: str) -> None:
    assert readings(text) == ()


def test_lineage_and_common_parent() -> None:
    assert lineage("GB-LND") == ("GB-LND", "GB-ENG", "GB-EAW", "GB")
    assert lineage("US-CA") == ("US-CA", "US")
    assert common_parent(["US-OH", "US-FL"]) == "US"
    assert common_parent(["CA-ON", "CA-QC", "CA"]) == "CA"
    assert common_parent(["GB-SCT", "GB-ENG"]) == "GB"
    assert common_parent(["GB-WLS", "GB-ENG"]) == "GB-EAW"
    assert common_parent(["US-CA"]) == "US-CA"
    assert common_parent(["US-CA", "DE"]) is None
    assert common_parent(["DE", "FR"]) is None
    assert common_parent([]) is None


def test_compatible_places_contain_one_another() -> None:
    assert compatible("US", "US-CA")
    assert compatible("GB-SCT", "GB")
    assert compatible("EU", "FR")
    assert not compatible("EU", "GB")
    assert not compatible("US-CA", "US-NV")
    assert not compatible("CA", "US-CA")


@given(st.text(st.characters(codec=None), max_size=220))
def test_any_text_is_read_or_not_without_failing(text: str) -> None:
    assert all(is_canonical(reading.value) for reading in readings(text))
