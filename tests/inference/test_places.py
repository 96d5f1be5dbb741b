"""Which names are places, and which places a name may mean."""

from __future__ import annotations

import re

import pycountry
import pytest
import us

from legalcontext.inference import tables
from legalcontext.inference.tables import zip_state

from .reading import candidates, place

STATES = [*us.states.STATES, us.states.DC]
UNNAMED_ALONE = {"Georgia", "Washington", "New York"}


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.abbr)
def test_every_state_is_known_by_its_name_and_with_a_town(state):
    town = state.capital or "Georgetown"
    assert place(f"My landlord in {town}, {state.name} kept my deposit.") == f"US-{state.abbr}"
    assert place(f"My landlord in {town}, {state.abbr} kept my deposit.") == f"US-{state.abbr}"
    if state.name not in UNNAMED_ALONE:
        assert place(f"I live in {state.name}.") == f"US-{state.abbr}"
        assert place(f"i rent in {state.name.lower()}") == f"US-{state.abbr}"
    assert place(f"governing the State of {state.name}") != "-" or state.abbr in {"DC", "GA"}


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("US-PR", "Puerto Rico"),
        ("US-GU", "Guam"),
        ("US-VI", "the U.S. Virgin Islands"),
        ("US-AS", "American Samoa"),
        ("US-MP", "the Northern Mariana Islands"),
        ("US-UM", "the United States Minor Outlying Islands"),
        *[("CA-" + a, n) for a, n in {
            "AB": "Alberta", "BC": "British Columbia", "MB": "Manitoba", "NB": "New Brunswick",
            "NL": "Newfoundland and Labrador", "NS": "Nova Scotia", "ON": "Ontario",
            "PE": "Prince Edward Island", "QC": "Quebec", "SK": "Saskatchewan",
            "YT": "the Yukon", "NT": "the Northwest Territories", "NU": "Nunavut",
        }.items()],
        *[("AU-" + a, n) for a, n in {
            "NSW": "New South Wales", "QLD": "Queensland", "SA": "South Australia",
            "TAS": "Tasmania", "WA": "Western Australia", "NT": "the Northern Territory",
            "VIC": "Victoria, Australia", "ACT": "the Australian Capital Territory",
        }.items()],
        ("GB-ENG", "England"),
        ("GB-SCT", "Scotland"),
        ("GB-WLS", "Wales"),
        ("GB-NIR", "Northern Ireland"),
        ("GB", "the United Kingdom"),
        ("XK", "Kosovo"),
        ("EU", "the European Union"),
    ],
)  # fmt: skip
def test_every_subdivision_that_is_returned_is_known_by_its_name(code, name):
    assert place(f"I live in {name}.") == code


AMBIGUOUS_COUNTRIES = {"GE", "JE"}
SAME_NAME = {"CD": "CG", "CG": "CD"}


@pytest.mark.parametrize("country", list(pycountry.countries), ids=lambda c: c.alpha_2)
def test_every_iso_country_is_known_by_its_name(country):
    name = re.sub(r" \([^)]*\)|,.*", "", getattr(country, "common_name", country.name))
    code = country.alpha_2
    territory = code in {"PR", "GU", "VI", "AS", "MP", "UM"}
    expected = f"US-{code}" if territory else code
    found = candidates(f"I live in {name}.")
    assert expected in found
    if code not in AMBIGUOUS_COUNTRIES | set(SAME_NAME) | {"VG", "VI"}:
        assert place(f"I live in {name}.") == expected


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("Portland", {"US-OR", "US-ME"}),
        ("Augusta", {"US-GA", "US-ME"}),
        ("Jersey", {"JE", "US-NJ"}),
        ("Georgia", {"GE", "US-GA"}),
        ("Washington", {"US-WA", "US-DC"}),
        ("Springfield", {"US-IL", "US-MA", "US-MO"}),
        ("Vancouver", {"CA-BC", "US-WA"}),
        ("Birmingham", {"GB-ENG", "US-AL"}),
        ("Kansas City", {"US-MO", "US-KS"}),
        ("Arlington", {"US-TX", "US-VA"}),
        ("Glendale", {"US-AZ", "US-CA"}),
    ],
)
def test_an_ambiguous_name_stays_open(name, named):
    text = f"I live in {name} and rent."
    assert place(text) in {"US", "-"}
    assert named <= candidates(text)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("US-OR", "I live in Portland. Oregon law is unclear to me."),
        ("US-ME", "I live in Portland and work in Bangor, Maine."),
        ("US-GA", "I live in Georgia and the county sheriff served me."),
        ("GE", "I live in Georgia. My employer in Tbilisi has not paid me."),
        ("US-WA", "I work in Washington, near Spokane."),
        ("US-DC", "I work in Washington. The D.C. police stopped me."),
        ("US-WA", "I live in Vancouver. RCW 59.18 seems to apply."),
        ("CA-BC", "I live in Vancouver. The Residential Tenancy Branch wrote to me."),
        ("GB-ENG", "I rent a flat in Birmingham and owe council tax."),
        ("US-IL", "I live in Springfield and pay tax in Illinois."),
    ],
)
def test_another_cue_decides_an_ambiguous_name(code, text):
    assert place(text) == code


@pytest.mark.parametrize(
    "text",
    [
        "Can I sue OR settle? IN my view ME and you say HI, OK? OH well, LA LA.",
        "Or is it in me, hi, ok, oh, la la la?",
        "Mr. Houston and Ms. Virginia Paris sued my friend Austin.",
        "Whitney Houston sang; Jack London wrote; Judge Jackson ruled.",
        "It happened on Indiana Avenue, near Tennessee Street and Delaware Ave.",
        "My boat sank in Lake Michigan and drifted to the Ohio River.",
        "My Toyota Tacoma and his Hyundai Tucson collided.",
        "Wells Fargo, Bank of America and the Washington Post sent bills.",
        "The Georgia-Pacific towels and the Texas toast were stale.",
        "I ordered a turkey sandwich in surprise, with no hope and a normal temper.",
        "The landlord wants US to pay and told me to leave.",
        "The Hague Convention and the Geneva Convention were read out.",
        "In Miranda v. Arizona the Court spoke.",
        "I owe 12345 and they ask for 90210 more.",
        "Mi la de al en el me, pa ma co.",
    ],
)
def test_words_people_brands_and_streets_are_no_places(text):
    assert candidates(text) == set()


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("US-CA", "I was ticketed in Ontario, California."),
        ("US-MO", "My shop in Nevada, Missouri"),
        ("US-PA", "I live in Indiana, Pennsylvania."),
        ("US-TX", "We divorced in Paris, Texas."),
        ("US-IL", "I rent in Peoria, Peoria County, Illinois."),
        ("US-OR", "I farm outside Wauna, Oregon."),
        ("US-OR", "Wauna, OR 97103"),
        ("US-IL", "We live in Springfield 62704."),
        ("US-NY", "my zip code is 10001"),
        ("CA-ON", "We rent in London, Ontario."),
        ("AU-NSW", "I rent in Newcastle, NSW."),
        ("US-CA", "[CA] deposit question"),
        ("US-TX", "(TX) deposit question"),
        ("US-NC", "State: NC. Deposit question"),
        ("US-FL", "Hit by an uninsured driver. FL"),
        ("US-LA", "We own land in Calcasieu Parish."),
        ("US-CA", "Vivo en Los Ángeles."),
        ("US-NY", "Vivo en Nueva York."),
        ("US-PA", "Rento en Pensilvania."),
        ("DE", "Meine Wohnung in München"),
    ],
)
def test_a_qualified_name_is_the_place_it_says(code, text):
    assert place(text) == code


def test_zip_codes_of_every_state_are_known():
    known = {zip_state(f"{number:05d}") for number in range(0, 100_000, 10)}
    assert {f"US-{s.abbr}" for s in STATES} <= known
    assert zip_state("99999") is None
    assert zip_state("00000") is None


def test_a_currency_speaks_weakly_for_its_country():
    assert place("He kept my £950 deposit.") == "GB"
    assert place("He kept my £950 deposit for the house in Tulsa.") == "US-OK"


def test_every_code_of_the_tables_is_one_of_the_block():
    from legalcontext.block.places import is_canonical

    codes = set()
    for phrase in tables.lexicon():
        for entry in tables.lexicon().entries(phrase):
            if entry.family == "place":
                codes |= {option.code for option in tables.options(entry.value)}
            elif entry.family in {"agency", "term"}:
                codes.add(entry.value.split("|")[0] or "US")
            else:
                codes.add(entry.value)
    assert len(codes) > 300
    assert {code for code in codes if not is_canonical(code)} == set()


def test_a_place_lies_within_its_parents():
    assert tables.line("GB-ENG") == ("GB-ENG", "GB-EAW", "GB")
    assert tables.line("US-CA") == ("US-CA", "US")
    assert tables.within("US-CA", "US")
    assert not tables.within("US", "US-CA")
