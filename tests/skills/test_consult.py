"""Consult: from passages alone, of the right place, and plainly when there are none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from legalcontext.knowledge.types import Found, Hit
from legalcontext.skills import consult
from legalcontext.skills.shelf import Shelf
from legalcontext.skills.types import Ask, Findings

from .conftest import Framing
from .notes import TODAY, Notes, hit

QUESTION = "When does my landlord have to give back my security deposit"


def answer(
    frame_of: Framing,
    knowledge: Notes,
    question: str = QUESTION,
    language: str = "en",
    **frame: object,
) -> Findings:
    return consult(frame_of(question, **frame), Ask(question, TODAY, language), (), knowledge)


def test_the_parts_come_from_the_passages_word_for_word(
    frame_of: Framing, knowledge: Notes
) -> None:
    given = answer(frame_of, knowledge, jurisdiction="US-CA")
    kinds = [finding.kind for finding in given.findings]
    assert kinds == [
        "short_answer",
        "condition",
        "step",
        "exception",
        "authority",
        "handler",
        "gather",
        "frame",
    ]
    quotes = {citation.id: citation.quote for citation in given.citations}
    for finding in given.findings[:4]:
        assert finding.detail == quotes[finding.citations[0]]


def test_it_says_which_place_s_notes_it_used(frame_of: Framing, knowledge: Notes) -> None:
    given = answer(frame_of, knowledge, jurisdiction="US-CA")
    assert "our notes for California" in given.summary
    assert given.limits[0] == "No lawyer has checked these notes yet: us-ca/security-deposit@1."


def test_the_place_s_own_note_before_a_general_one(frame_of: Framing, knowledge: Notes) -> None:
    given = answer(frame_of, knowledge, jurisdiction="US-CA")
    assert given.citations[0].jurisdiction == "US-CA"


def test_another_state_s_note_is_never_used(frame_of: Framing, knowledge: Notes) -> None:
    given = answer(frame_of, knowledge, jurisdiction="US-NV")
    assert {citation.jurisdiction for citation in given.citations} == {"general"}
    assert any("We have no note for Nevada" in limit for limit in given.limits)


def test_a_foreign_place_gets_general_notes_alone(frame_of: Framing) -> None:
    federal = hit(jurisdiction="US", topic="security-deposit", note="us/x@1")
    general = hit(jurisdiction="general", topic="security-deposit", note="general/x@1")
    given = answer(frame_of, Notes([federal, general]), jurisdiction="DE")
    assert [citation.jurisdiction for citation in given.citations] == ["general"]


def test_an_unknown_place_frames_no_law(frame_of: Framing, knowledge: Notes) -> None:
    given = answer(frame_of, knowledge, jurisdiction="Narnia")
    assert {citation.jurisdiction for citation in given.citations} == {"general"}
    assert "We do not know the place “Narnia”" in given.summary
    assert given.question_back is not None


def test_nothing_that_fits_is_said_plainly_with_where_to_ask(
    frame_of: Framing,
) -> None:
    given = answer(frame_of, Notes([]), "How do I change my name legally", jurisdiction="US-CA")
    assert given.summary.startswith("We have no note that fits this question.")
    assert given.citations == ()
    assert given.findings[0].kind == "handler"


def test_a_defaulted_place_is_said_in_words_and_asked_back(
    frame_of: Framing, knowledge: Notes
) -> None:
    given = answer(frame_of, knowledge)
    assert "We assumed the United States" in given.summary
    assert given.question_back is not None
    assert given.question_back.field == "jurisdiction"


def test_contending_places_are_offered(frame_of: Framing, knowledge: Notes) -> None:
    question = f"{QUESTION}: I rent in Ohio and in Nevada"
    given = answer(frame_of, knowledge, question)
    assert given.question_back is not None
    assert {option.value for option in given.question_back.options} == {"US-OH", "US-NV"}


def test_a_stated_place_is_not_asked_back(frame_of: Framing, knowledge: Notes) -> None:
    assert answer(frame_of, knowledge, jurisdiction="US-CA").question_back is None


def test_professionals_read_authorities_first(frame_of: Framing, knowledge: Notes) -> None:
    given = answer(frame_of, knowledge, jurisdiction="US-CA", kind="professional")
    assert given.findings[0].kind == "authority"
    assert "Legal information, not legal advice." not in " ".join(given.limits)


def test_spanish_gets_its_words_in_spanish_and_the_notes_in_english(
    frame_of: Framing, knowledge: Notes
) -> None:
    given = answer(
        frame_of,
        knowledge,
        "¿Cuándo me devuelve el casero el depósito de renta?",
        "es",
        jurisdiction="US-CA",
    )
    assert given.summary.startswith("Hay una nota sobre esto, en inglés")
    assert any("están en inglés" in limit for limit in given.limits)
    assert any("no asesoría legal" in limit for limit in given.limits)
    assert given.findings[0].detail.startswith("The landlord has 21 days")


def test_a_question_in_a_third_language_is_told_which_two_are_read(
    frame_of: Framing, knowledge: Notes
) -> None:
    french = "Mon propriétaire refuse de me rendre le dépôt de garantie depuis deux mois"
    given = answer(frame_of, knowledge, french, jurisdiction="US-CA")
    assert "We read English and Spanish only" in given.limits[0]
    english = answer(frame_of, knowledge, jurisdiction="US-CA")
    assert not any("English and Spanish" in limit for limit in english.limits)


def test_what_a_note_leaves_out_is_among_the_limits(frame_of: Framing, knowledge: Notes) -> None:
    given = answer(frame_of, knowledge, jurisdiction="US-CA")
    assert "Local rules were not checked." in given.limits


def test_an_emergency_comes_before_the_answer(frame_of: Framing, knowledge: Notes) -> None:
    question = "My husband hit me. Does the lease let me leave, and what of my security deposit"
    given = answer(frame_of, knowledge, question, jurisdiction="US-CA")
    assert given.findings[0].kind == "emergency"


@pytest.mark.parametrize(("reviewed", "stale"), [(True, False), (True, True)])
def test_only_weak_notes_are_told_of(frame_of: Framing, reviewed: bool, stale: bool) -> None:
    note = hit(topic="security-deposit", reviewed=reviewed, stale=stale)
    given = answer(frame_of, Notes([note]), jurisdiction="US-CA")
    assert not any("No lawyer has checked" in limit for limit in given.limits)
    assert any("due for a new check" in limit for limit in given.limits) is stale


FEDERAL = hit(
    kind="short_answer",
    note="us/time-to-answer@1",
    passage="short",
    text="In federal court a defendant has 21 days.",
    title="Time to answer in federal court",
    jurisdiction="US",
    topic="time-to-answer",
    score=0.9,
)
ANYWHERE = hit(
    kind="short_answer",
    note="general/time-to-answer@1",
    passage="short",
    text="The last day stands on the summons.",
    title="Time to answer",
    jurisdiction="general",
    topic="time-to-answer",
    score=0.3,
)
ASKED = "How long do I have to answer the lawsuit"


class NearestAlone(Notes):
    """Its search finds the nearest note alone; the others are there when asked for."""

    def search(self, *args: object, **kwargs: object) -> Found:
        return Found((FEDERAL,))


def test_a_federal_note_on_court_procedure_answers_in_no_state_s_court(frame_of: Framing) -> None:
    for knowledge in (Notes([FEDERAL, ANYWHERE]), NearestAlone([FEDERAL, ANYWHERE])):
        given = answer(frame_of, knowledge, f"{ASKED} in Phoenix, Arizona")
        assert [c.note for c in given.citations] == ["general/time-to-answer@1"]


def test_a_federal_note_answers_in_federal_court(frame_of: Framing) -> None:
    knowledge = Notes([FEDERAL, ANYWHERE])
    given = answer(frame_of, knowledge, f"{ASKED} in federal district court in Arizona")
    assert given.citations[0].note == "us/time-to-answer@1"
    stated = answer(frame_of, knowledge, ASKED, jurisdiction="US")
    assert stated.citations[0].note == "us/time-to-answer@1"


DEPOSIT = hit(
    note="us-az/security-deposit@1",
    passage="short",
    text="A landlord in Arizona has a set time to return the deposit.",
    title="Deposits in Arizona",
    jurisdiction="US-AZ",
    topic="security-deposit",
    score=0.6,
)


class DepositFirst(Notes):
    """Its search finds the deposit first, and a federal note of little nearness after it; whole
    notes come as if they were named."""

    def search(self, *args: object, **kwargs: object) -> Found:
        return Found((DEPOSIT, replace(FEDERAL, score=0.4)))

    def passages_on(self, *args: object, **kwargs: object) -> tuple[Hit, ...]:
        return (replace(ANYWHERE, score=1.0),)


def test_a_note_fetched_for_a_federal_one_is_no_nearer_than_that_was(frame_of: Framing) -> None:
    question = "Deposit not returned in Phoenix, Arizona"
    found = Shelf(DepositFirst([]), frame_of(question)).search(question, ())
    assert {hit.topic: hit.score for hit in found} == {
        "security-deposit": DEPOSIT.score,
        "time-to-answer": 0.4,
    }
    given = answer(frame_of, DepositFirst([]), question)
    assert given.citations[0].note == "us-az/security-deposit@1"


class RankedFirst(Notes):
    """Ranks a note first whose passage is not the nearest one of all."""

    def search(self, *args: object, **kwargs: object) -> Found:
        return Found((DEPOSIT, replace(DEPOSIT, topic="garnishment", note="g@1", score=0.61)))


def test_the_answer_is_about_the_note_that_the_search_ranked_first(frame_of: Framing) -> None:
    given = answer(frame_of, RankedFirst([]), "What holds in Phoenix, Arizona?")
    assert given.citations[0].note == "us-az/security-deposit@1"
