"""Search: whose law, which passages, when nothing, and at what cost."""

from __future__ import annotations

import datetime as dt

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from legalcontext.knowledge import workflow
from legalcontext.knowledge.checks import read_note
from legalcontext.knowledge.embedding import Embedder
from legalcontext.knowledge.loading import load
from legalcontext.knowledge.models import Note
from legalcontext.knowledge.ranking import THRESHOLD
from legalcontext.knowledge.search import KnowledgeBase
from legalcontext.skills.types import Knowledge

from .conftest import Make

pytestmark = pytest.mark.django_db

TODAY = dt.date(2026, 3, 1)
QUESTION = "my landlord will not return the deposit"
PLACES = {"US-CA": "21", "US-OH": "30", "US": "45", "general": "14", "DE": "180"}


@pytest.fixture
def base(embedder: Embedder, note_text: Make) -> KnowledgeBase:
    for jurisdiction, value in PLACES.items():
        add(embedder, note_text(jurisdiction=jurisdiction, title="Deposits", value=value))
    return KnowledgeBase(today=TODAY, include_unreviewed=True, embedder=embedder)


def add(embedder: Embedder, text: str) -> Note:
    document = read_note(text, file="note")
    load(document, embedder)
    return Note.objects.get(key=document.key, version=document.version)


def places(base: KnowledgeBase, jurisdiction: str, query: str = QUESTION) -> list[str]:
    found = base.search(query, jurisdiction=jurisdiction, limit=20)
    return list(dict.fromkeys(hit.jurisdiction for hit in found))


def test_it_is_what_skills_ask_of_knowledge(base: KnowledgeBase) -> None:
    knowledge: Knowledge = base
    assert knowledge.search(QUESTION, jurisdiction="US-CA")


@pytest.mark.parametrize(
    ("jurisdiction", "expected"),
    [
        ("US-CA", ["US-CA", "US", "general"]),
        ("US-TX", ["US", "general"]),
        ("US", ["US", "general"]),
        ("general", ["general"]),
        ("DE", ["DE", "general"]),
        ("DE-BE", ["DE", "general"]),
        ("FR", ["general"]),
        ("CA", ["general"]),
    ],
)
def test_the_nearest_place_first_and_never_another(
    base: KnowledgeBase, jurisdiction: str, expected: list[str]
) -> None:
    found = places(base, jurisdiction)
    assert set(found) == set(expected)
    assert jurisdiction not in expected or found[0] == jurisdiction


@pytest.mark.parametrize("query", ["deposit under § 1950.5", "form SC-100"])
def test_the_exact_lane_keeps_to_the_place_too(base: KnowledgeBase, query: str) -> None:
    assert set(places(base, "US-TX", query)) == {"US", "general"}


def test_a_hit_carries_what_its_citation_needs(base: KnowledgeBase) -> None:
    found = base.search(QUESTION, jurisdiction="US-CA")
    hit = next(hit for hit in found if hit.passage == "short-answer")
    assert hit.note == "us-ca/security-deposit@1"
    assert hit.text.startswith("The landlord has 21 days after the move")
    assert (hit.authority, hit.url) == (
        "Cal. Civ. Code § 1950.5, subd. (g)",
        "https://law.example/security-deposit",
    )
    assert hit.as_of == dt.date(2026, 1, 5)
    assert (hit.reviewed, hit.stale) == (False, False)
    assert THRESHOLD <= hit.score <= 1.0
    [figure] = hit.figures
    assert (figure.value, figure.unit, figure.event, figure.counting) == (
        "21",
        "days",
        "moved_out",
        "calendar",
    )
    assert figure.phrase in "no later than 21 days after the tenant has left"


def test_a_practical_passage_shows_its_author(base: KnowledgeBase) -> None:
    [hit] = [h for h in base.passages_of("us-ca/security-deposit@1") if h.passage == "who"]
    assert (hit.authority, hit.url, hit.figures) == ("Test authors", None, ())
    assert hit.as_of == dt.date(2026, 1, 10)


def test_the_nearest_passage_of_a_note_comes_first(embedder: Embedder, note_text: Make) -> None:
    add(embedder, note_text())
    base = KnowledgeBase(today=TODAY, include_unreviewed=True, embedder=embedder)
    found = base.search("can they keep money for a worn carpet or old paint", jurisdiction="US-CA")
    assert (found[0].note, found[0].passage) == ("us-ca/security-deposit@1", "normal-wear")


def test_hits_come_note_by_note(base: KnowledgeBase) -> None:
    notes = [hit.note for hit in base.search(QUESTION, jurisdiction="US-CA")]
    assert notes == sorted(notes, key=notes.index)
    assert len(set(notes)) > 1


def test_no_more_hits_than_asked_for(base: KnowledgeBase) -> None:
    assert len(base.search(QUESTION, jurisdiction="US-CA", limit=3)) == 3


@pytest.mark.parametrize("query", ["how to bake bread", "", "license to export uranium"])
def test_what_is_not_near_is_not_answered(base: KnowledgeBase, query: str) -> None:
    found = base.search(query, jurisdiction="US-CA")
    assert (len(found), found.nearest < THRESHOLD) == (0, True)


def test_an_exact_term_answers_even_where_the_words_are_far(base: KnowledgeBase) -> None:
    found = base.search("1950.5?", jurisdiction="US-CA")
    assert found[0].note == "us-ca/security-deposit@1"
    assert found[0].score == 1.0


def test_a_spanish_question_finds_the_english_note(base: KnowledgeBase) -> None:
    found = base.search(
        "el dueño de la casa no me quiere devolver el depósito", jurisdiction="US-CA"
    )
    assert found[0].note == "us-ca/security-deposit@1"


def test_a_topic_on_which_only_other_places_have_notes_is_not_answered_with_another(
    embedder: Embedder, note_text: Make
) -> None:
    add(embedder, note_text())
    asked = "clear my criminal record\n- seal the record of an arrest\n- expunge a conviction"
    text = note_text(jurisdiction="US-OH", topic="expungement", title="Records", asked=asked)
    add(embedder, text.replace("deposit", "record").replace("Deposit", "Record"))
    base = KnowledgeBase(today=TODAY, include_unreviewed=True, embedder=embedder)
    found = base.search("how can I clear my criminal record", jurisdiction="US-CA")
    assert (len(found), found.elsewhere) == (0, "expungement")
    assert base.search(QUESTION, jurisdiction="US-CA").elsewhere is None


def test_the_topic_named_by_the_caller_weighs(embedder: Embedder, note_text: Make) -> None:
    topics = ("security-deposit", "repairs-habitability")
    for topic in topics:
        add(embedder, note_text(topic=topic))
    base = KnowledgeBase(today=TODAY, include_unreviewed=True, embedder=embedder)
    first = [
        base.search(QUESTION, jurisdiction="US-CA", topics=[topic])[0].topic for topic in topics
    ]
    assert first == list(topics)


def test_reviewed_notes_come_before_others_about_as_good(base: KnowledgeBase) -> None:
    note = Note.objects.get(key="general/security-deposit")
    assert places(base, "US-CA")[0] == "US-CA"
    workflow.publish(note, by="A. Lawyer", on=dt.date(2026, 2, 1), next_due=dt.date(2027, 2, 1))
    assert base.search(QUESTION, jurisdiction="US-CA")[0].reviewed


def test_hidden_notes_are_not_searched(
    base: KnowledgeBase, embedder: Embedder, settings: LazySettings
) -> None:
    settings.KNOWLEDGE_UNREVIEWED = "hide"
    hidden = KnowledgeBase(today=TODAY, embedder=embedder)
    assert len(hidden.search(QUESTION, jurisdiction="US-CA")) == 0
    assert hidden.passages_of("us-ca/security-deposit@1") == ()
    assert hidden.topics_near(QUESTION, jurisdiction="US-CA") == {}
    settings.KNOWLEDGE_UNREVIEWED = "warn"
    shown = KnowledgeBase(today=TODAY, embedder=embedder)
    assert shown.search(QUESTION, jurisdiction="US-CA")


def test_a_lapsed_note_is_told_of_and_not_used(embedder: Embedder, base: KnowledgeBase) -> None:
    after = KnowledgeBase(today=dt.date(2027, 6, 1), include_unreviewed=True, embedder=embedder)
    found = after.search(QUESTION, jurisdiction="US-CA")
    assert len(found) == 0
    assert found.lapsed[0].note == "us-ca/security-deposit@1"
    assert found.lapsed[0].expired_on == dt.date(2027, 6, 1)
    assert after.search("how to bake bread", jurisdiction="US-CA").lapsed == ()
    assert after.passages_of("us-ca/security-deposit@1") == ()


def test_past_its_review_a_note_is_used_and_says_so(
    embedder: Embedder, base: KnowledgeBase
) -> None:
    late = KnowledgeBase(today=dt.date(2026, 12, 2), include_unreviewed=True, embedder=embedder)
    assert all(hit.stale for hit in late.search(QUESTION, jurisdiction="US-CA"))


def test_a_figure_that_was_to_change_makes_its_passage_stale(
    embedder: Embedder, note_text: Make
) -> None:
    text = note_text().replace("counting: calendar", "counting: calendar\n  changes_on: 2026-12-01")
    add(embedder, text.replace("review_due: 2026-12-01", "review_due: 2026-12-01"))
    day = KnowledgeBase(today=dt.date(2026, 12, 1), include_unreviewed=True, embedder=embedder)
    stale = {hit.passage for hit in day.passages_of("us-ca/security-deposit@1") if hit.stale}
    assert stale == {"short-answer"}


@pytest.mark.parametrize(
    ("field", "found"),
    [
        ("effective_from: 2026-03-01", True),
        ("effective_from: 2026-03-02", False),
        ("effective_to: 2026-03-01", True),
        ("effective_to: 2026-02-28", False),
    ],
)
def test_law_that_is_not_in_force_is_not_told(
    embedder: Embedder, note_text: Make, field: str, found: bool
) -> None:
    add(embedder, note_text().replace("author:", f"{field}\nauthor:"))
    base = KnowledgeBase(today=TODAY, include_unreviewed=True, embedder=embedder)
    assert bool(base.search(QUESTION, jurisdiction="US-CA")) is found


@pytest.mark.parametrize("status", ["draft", "withdrawn"])
def test_drafts_and_withdrawn_notes_are_not_used(
    embedder: Embedder, note_text: Make, status: str
) -> None:
    add(embedder, note_text().replace("in_review", status))
    base = KnowledgeBase(today=TODAY, include_unreviewed=True, embedder=embedder)
    assert len(base.search(QUESTION, jurisdiction="US-CA")) == 0
    assert base.passages_of("us-ca/security-deposit@1") == ()


def test_a_whole_note_comes_in_its_order(base: KnowledgeBase) -> None:
    hits = base.passages_of("us-ca/security-deposit@1")
    assert [hit.passage for hit in hits] == [
        "short-answer",
        "normal-wear",
        "claim",
        "who",
        "papers",
    ]
    for unknown in ("us-ca/security-deposit@2", "us-ca/security-deposit", "no note@x"):
        assert base.passages_of(unknown) == ()


def test_a_search_takes_two_queries(base: KnowledgeBase) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert base.search("deposit under § 1950.5", jurisdiction="US-CA")
    assert len(queries) == 2
    with CaptureQueriesContext(connection) as queries:
        assert base.passages_of("us-ca/security-deposit@1")
    assert len(queries) == 1


def test_topics_are_near_whatever_the_place_in_one_query(base: KnowledgeBase) -> None:
    with CaptureQueriesContext(connection) as queries:
        near = base.topics_near(QUESTION, jurisdiction="US-CA")
    assert list(near) == ["security-deposit"]
    assert 0.4 < near["security-deposit"] <= 1.0
    assert base.topics_near("how to bake bread", jurisdiction="US-TX")["security-deposit"] < 0.3
    assert len(queries) == 1


def test_a_search_takes_what_was_read_for_the_topics(base: KnowledgeBase) -> None:
    fresh = base.search(QUESTION, jurisdiction="US-CA")
    base.topics_near(QUESTION, jurisdiction="US-CA")
    with CaptureQueriesContext(connection) as queries:
        again = base.search(QUESTION, jurisdiction="US-CA")
    assert len(queries) == 1
    assert again == fresh
    with CaptureQueriesContext(connection) as queries:
        base.search(QUESTION, jurisdiction="US-CA")
    assert len(queries) == 2, "the next one reads anew"


def test_questions_hold_no_sql(base: KnowledgeBase) -> None:
    found = base.search("deposit'; DROP TABLE knowledge_note; -- %s %(x)s", jurisdiction="US-CA'--")
    assert {hit.jurisdiction for hit in found} <= {"general"}
    assert Note.objects.exists()
