"""Statutes, rules and reports as every place cites them."""

from __future__ import annotations

import pytest
import us

from legalcontext.inference import infer

from .reading import candidates, place, rows

CITATIONS = rows("citations.tsv")


@pytest.mark.parametrize(("code", "citation"), CITATIONS, ids=[c for _, c in CITATIONS])
def test_a_citation_speaks_for_its_place(code, citation):
    assert place(f"Does {citation} apply?") == code


def test_every_state_and_inhabited_territory_has_its_citations():
    cited = {code for code, _ in CITATIONS}
    assert {f"US-{s.abbr}" for s in [*us.states.STATES_AND_TERRITORIES, us.states.DC]} <= cited


@pytest.mark.parametrize(
    "text",
    [
        "I have 5 as 10 in or 12",
        "P.S. I have 2 kids",
        "It is 5 p.m. or 6 a.m.",
        "IC chips, ARS, CRS",
        "Plan D. Or not.",
    ],
)
def test_letters_without_their_numbers_are_no_citation(text):
    assert candidates(text) == set()


def test_a_citation_quotes_its_words():
    (evidence,) = infer("Does RCW 59.18.280 help?").candidates[0].evidence
    assert (evidence.kind, evidence.text) == ("statute", "RCW")
