"""Governing-law and venue clauses as findings of their own."""

from __future__ import annotations

import pytest

from legalcontext.inference import governing_law

from .reading import rows


@pytest.mark.parametrize(("law", "venue", "text"), rows("clauses.tsv"), ids=lambda v: v[:40])
def test_clauses_are_found_in_the_ways_agreements_put_them(law, venue, text):
    found = governing_law(text)
    assert {f.value for f in found if f.kind == "governing_law"} == {law} - {"-"}
    assert {f.value for f in found if f.kind == "venue"} == {venue} - {"-"}


def test_a_finding_quotes_its_sentence_and_points_to_the_place():
    text = (
        "1. Rent is due.  2. This lease is governed by the laws of the State of Utah. 3. Pets: no."
    )
    (found,) = governing_law(text)
    assert found.quote == text[found.start : found.end]
    assert found.quote.endswith("This lease is governed by the laws of the State of Utah.")
    assert text[found.place_start : found.place_end] == "Utah"


def test_an_exclusive_venue_is_told_from_a_non_exclusive_one():
    (exclusive,) = governing_law("The courts of Ohio shall have exclusive jurisdiction.")
    (shared,) = governing_law(
        "The parties submit to the non-exclusive jurisdiction of the courts of Ohio."
    )
    assert (exclusive.exclusive, shared.exclusive) == (True, False)


def test_findings_stand_in_order_of_appearance():
    text = (
        "Suits shall be brought in the courts of Nevada. This note is governed by Utah law. "
        "The guaranty is governed by the laws of Idaho."
    )
    assert [f.value for f in governing_law(text)] == ["US-NV", "US-UT", "US-ID"]


def test_a_pleading_that_was_filed_in_a_court_is_no_venue_clause():
    assert (
        governing_law("Plaintiff filed this action in the District Court of Harris County.") == ()
    )
