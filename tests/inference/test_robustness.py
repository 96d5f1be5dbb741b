"""Any text is an answer or nothing, and the work grows with its length."""

from __future__ import annotations

import datetime as dt
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legalcontext.inference import events, governing_law, infer
from legalcontext.inference.tables import lexicon

TODAY = dt.date(2026, 3, 18)
NAMES = sorted(lexicon())
JOINTS = [" ", ", ", ". ", "\n", " in ", " of ", " the ", " law ", " court ", "'s ", "-", " or "]
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=300)
PLACE_LIKE = st.lists(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(JOINTS)).map("".join), max_size=30
).map("".join)


def read_all(text):
    found = infer(text, [text])
    for evidence in found.evidence:
        assert text[evidence.start : evidence.end] == evidence.text
    for clause in governing_law(text):
        assert text[clause.start : clause.end] == clause.quote
    for event in events(text, TODAY):
        assert text[event.start : event.end] == event.quote
    return found


@given(ANY_TEXT)
@settings(max_examples=150, deadline=None)
def test_any_text_is_read(text):
    read_all(text)


@given(PLACE_LIKE, st.sampled_from([str.lower, str.upper, str.title]))
@settings(max_examples=150, deadline=None)
def test_any_heap_of_names_is_read(text, case):
    read_all(case(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0",
        "\ud800\udfff",
        "İ ı ß ﬁ",
        "𝕏" * 50,
        "I live in \ud800 Ohio\0.",
        "\u202eoihO",
        "’" * 99,
    ],
)
def test_odd_texts_are_read(text):
    read_all(text)


def test_folding_keeps_every_code_point_in_its_place():
    text = "".join(map(chr, range(0x3000))) + "\ud800 Ohio"
    assert len(read_all(text).evidence) >= 0


HOSTILE = [
    "Portland OR ",
    "law of Texas ",
    "Cook County, Illinois, ",
    "Georgia, ",
    "Springfield, Cook County, ",
    "in the court of ",
    "my mother's landlord's ",
    "3 days notice yesterday ",
    "new york new ",
    "U.S. ",
    "((([ , . ; ' ",
    "a" * 997 + " ",
]


def work(text):
    """How many function calls reading a text takes."""
    calls = 0

    def count(frame, event, argument):
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        infer(text)
        governing_law(text)
        events(text, TODAY)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("unit", HOSTILE)
def test_twice_the_text_is_twice_the_work(unit):
    small = (unit * 2000)[:5_000]
    infer(small)
    assert work(small * 2) <= 2.3 * work(small) + 2_000


def test_a_megabyte_of_hostile_text_is_read():
    text = "".join(unit * (100_000 // len(unit)) for unit in HOSTILE)[:1_000_000]
    assert infer(text).candidates
