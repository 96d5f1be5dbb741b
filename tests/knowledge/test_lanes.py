"""The pure parts of a search: places, exact terms, Spanish, ranking."""

from __future__ import annotations

import datetime as dt
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legalcontext.knowledge.exact import terms_in
from legalcontext.knowledge.places import chain
from legalcontext.knowledge.ranking import (
    PER_NOTE,
    THRESHOLD,
    Near,
    NoteRef,
    choose,
    nearness_of_topics,
    only_elsewhere,
    rank,
)
from legalcontext.knowledge.spanish import is_spanish, to_english


@pytest.mark.parametrize(
    ("place", "places"),
    [
        ("US-CA", ("US-CA", "US", "general")),
        ("US", ("US", "general")),
        ("CA-ON", ("CA-ON", "CA", "general")),
        ("DE", ("DE", "general")),
        ("general", ("general",)),
    ],
)
def test_whose_law_answers(place: str, places: tuple[str, ...]) -> None:
    assert chain(place) == places


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Cal. Civ. Code § 1950.5", {"1950.5"}),
        ("what does 1950.5 say", {"1950.5"}),
        ("O.C.G.A. § 44-7-34", {"44-7-34"}),
        ("RCW 59.18.280", {"59.18.280"}),
        ("15 U.S.C. § 1692g", {"1692g"}),
        ("Tex. Prop. Code § 92.109(d)", {"92.109"}),
        ("29 C.F.R. 541.100", {"541.100"}),
        ("CPLR 5231(b)", {"5231"}),
        ("rule 12", {"rule 12"}),
        ("a Civ. R. 60(B) motion", {"rule 60"}),
        ("Ohio Civ.R. 60(B)", {"rule 60"}),
        ("Fed. R. Civ. P. 12(a)(1)(A)(ii)", {"rule 12"}),
        ("Tex. R. Civ. P. 502.5", {"rule 502.5", "502.5"}),
        ("Ill. S. Ct. R. 101", {"rule 101"}),
        ("I filled in form SC-100", {"sc100"}),
        ("the SC 100 form", {"sc100"}),
        ("form I-130 for my wife", {"i130"}),
        ("form 1040", {"1040"}),
    ],
)
def test_sections_and_forms_are_seen(text: str, terms: set[str]) -> None:
    assert set(terms_in(text)) == terms


@pytest.mark.parametrize(
    "text",
    [
        "they took $900.50 out of my check",
        "it was 30 days ago",
        "on 2026-01-15 or 1-15-2026",
        "call 555-123-4567",
        "I am 45 and he is 50",
        "3-4 weeks",
    ],
)
def test_sums_days_and_telephones_are_not_sections(text: str) -> None:
    assert terms_in(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "¿Cuántos días tengo para contestar una demanda?",
        "el dueño no me devuelve el deposito",
        "me quieren desalojar de mi casa sin aviso",
    ],
)
def test_spanish_is_told_from_english(text: str) -> None:
    assert is_spanish(text)


@pytest.mark.parametrize(
    "text",
    [
        "left 3 weeks ago. still no last check",
        "my landlord Juan de la Cruz will not give me my deposit",
        "no heat",
        "",
        "Los Angeles, San Jose: who pays?",
    ],
)
def test_english_is_not_taken_for_spanish(text: str) -> None:
    assert not is_spanish(text)


@pytest.mark.parametrize(
    ("spanish", "english"),
    [
        ("orden de restricción", "restraining order"),
        ("¿Me pueden DESALOJAR sin orden de la corte?", "me can they evict without a court order"),
        ("palabras desconocidas", "palabras desconocidas"),
        ("la renta", "rent"),
    ],
)
def test_the_glossary_takes_the_longest_phrase(spanish: str, english: str) -> None:
    assert to_english(spanish) == english


@given(st.text())
def test_any_text_goes_through_the_glossary(text: str) -> None:
    assert isinstance(to_english(text), str)
    assert isinstance(is_spanish(text), bool)
    assert isinstance(terms_in(text), tuple)


PLACES = ("US-CA", "US", "general")


NAMES: dict[uuid.UUID, str] = {}


def near(name: str, *similarities: float, **facts: str | bool) -> list[Near]:
    """Texts of a note of that name, at these similarities."""
    known = {"jurisdiction": "general", "topic": "small-claims", "reviewed": False} | facts
    note = NoteRef(id=uuid.uuid4(), expires=dt.date(2027, 1, 1), **known)  # type: ignore[arg-type]
    NAMES[note.id] = name
    return [Near(uuid.uuid4(), similarity, note) for similarity in similarities]


def keys(found: list[Near], *topics: str) -> list[str]:
    return [NAMES[candidate.note.id] for candidate in rank(found, PLACES, {}, topics)]


def test_three_similarities_count_for_more_than_one() -> None:
    assert keys([*near("a", 0.7, 0.3, 0.3), *near("b", 0.6, 0.6, 0.6)]) == ["b", "a"]


def test_the_nearer_place_needs_less_likeness() -> None:
    found = [*near("a", *[0.60] * 3), *near("b", *[0.57] * 3, jurisdiction="US-CA")]
    assert keys(found) == ["b", "a"]
    found = [*near("a", *[0.70] * 3), *near("b", *[0.57] * 3, jurisdiction="US-CA")]
    assert keys(found) == ["a", "b"]


def test_a_named_topic_weighs() -> None:
    found = [*near("a", *[0.60] * 3), *near("b", *[0.57] * 3, topic="eviction-steps")]
    assert keys(found) == ["a", "b"]
    assert keys(found, "eviction-steps") == ["b", "a"]


def test_reviewed_is_before_unreviewed_within_the_band_only() -> None:
    found = [*near("a", *[0.60] * 3), *near("b", *[0.55] * 3, reviewed=True)]
    assert keys(found) == ["b", "a"]
    found = [*near("a", *[0.70] * 3), *near("b", *[0.55] * 3, reviewed=True)]
    assert keys(found) == ["a", "b"]


def test_nothing_found_ranks_nothing() -> None:
    assert rank([], PLACES, {}) == []
    assert choose([], limit=8) == []


def test_below_the_threshold_nothing_is_chosen() -> None:
    below, above = [THRESHOLD - 0.01] * 3, [THRESHOLD + 0.01] * 3
    assert choose(rank(near("a", *below), PLACES, {}), limit=8) == []
    assert choose(rank(near("a", *above), PLACES, {}), limit=8)
    assert choose(rank(near("a", 1.0, 0.0, 0.0), PLACES, {}), limit=8)


def test_the_best_note_shows_more_passages_than_the_others() -> None:
    found = [*near("a", *[0.7] * 9), *near("b", *[0.6] * 9)]
    owners = {one.passage: NAMES[one.note.id] for one in found}
    chosen = [owners[one.passage] for one in choose(rank(found, PLACES, {}), limit=20)]
    assert chosen == ["a"] * PER_NOTE[0] + ["b"] * PER_NOTE[1]


def test_passages_far_below_the_nearest_are_not_shown() -> None:
    chosen = choose(rank(near("a", 0.9, 0.7, 0.5), PLACES, {}), limit=8)
    assert [passage.similarity for passage in chosen] == [0.9, 0.7]


def test_a_topic_is_as_near_as_its_three_nearest_ways_of_asking() -> None:
    asked = [("a", 0.9), ("a", 0.6), ("b", 0.8), ("a", 0.6), ("a", 0.3)]
    assert nearness_of_topics(asked) == {
        "a": pytest.approx(0.7),
        "b": pytest.approx((0.8 + 0.3 + 0.3) / 3),
    }
    assert nearness_of_topics([]) == {}


def test_how_people_ask_about_a_topic_anywhere_weighs() -> None:
    found = [*near("a", *[0.60] * 3), *near("b", *[0.55] * 3, topic="eviction-steps")]
    nearness = {"small-claims": 0.4, "eviction-steps": 0.6}
    ranked = [NAMES[candidate.note.id] for candidate in rank(found, PLACES, nearness)]
    assert ranked == ["b", "a"]


@pytest.mark.parametrize(
    ("nearness", "topic"),
    [
        ({"expungement": 0.65, "small-claims": 0.5}, "expungement"),
        ({"expungement": 0.51, "small-claims": 0.5}, None),  # hardly nearer than the note
        ({"expungement": 0.65, "small-claims": 0.7}, None),  # not the nearest topic
        ({}, None),
    ],
)
def test_a_topic_that_only_other_places_have_notes_on(
    nearness: dict[str, float], topic: str | None
) -> None:
    assert only_elsewhere(rank(near("a", *[0.5] * 3), PLACES, nearness), nearness) == topic


def test_a_topic_that_is_held_is_not_only_elsewhere() -> None:
    nearness = {"small-claims": 0.9}
    assert only_elsewhere(rank(near("a", 0.5), PLACES, nearness), nearness) is None


def test_who_names_a_section_gets_it() -> None:
    nearness = {"expungement": 0.9}
    assert only_elsewhere(rank(near("a", 1.0), PLACES, nearness), nearness) is None


def test_faint_likeness_of_a_topic_says_nothing() -> None:
    nearness = {"expungement": THRESHOLD - 0.01}
    assert only_elsewhere(rank(near("a", 0.2), PLACES, nearness), nearness) is None
