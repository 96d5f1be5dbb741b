"""What a note's words must satisfy: one case for each rule."""

from __future__ import annotations

import pytest

from legalcontext.knowledge.checks import read_note
from legalcontext.knowledge.faults import InvalidNote
from legalcontext.knowledge.readability import count_syllables, grade

from .conftest import Make, line_of


def test_a_sound_note_passes(note_text: Make) -> None:
    assert read_note(note_text(), file="note").name == "us-ca/security-deposit@1"


ANSWER, EXCEPTION = "## short-answer", "## normal-wear"


@pytest.mark.parametrize(
    ("old", "new", "code", "at"),
    [
        ("key: us-ca/", "key: us-tx/", "key", "key:"),
        ("key: us-ca/security-deposit", "key: us-ca/eviction-steps", "key", "key:"),
        ("topic: security-deposit", "topic: gardening", "topic", "topic:"),
        ("audience: ind", "forum: moot court\naudience: ind", "forum", "forum:"),
        ("expires: 2027-06-01", "expires: 2026-11-01", "dates", "expires:"),
        ("expires: 2027-06-01", "expires: 2031-06-01", "dates", "expires:"),
        (
            "author:",
            "effective_from: 2026-02-01\neffective_to: 2026-01-01\nauthor:",
            "dates",
            "effective_to:",
        ),
        (": calendar", ": calendar\n  changes_on: 2026-06-01", "dates", "review_due:"),
        ("status: in_review", "status: published", "review", "status:"),
        ("author:", "reviewed_by: A. Lawyer\nauthor:", "review", "status:"),
        ("version: 1", "version: 2", "supersedes", "---"),
        ("{{form:claim}}", "the claim form", "unused", "- id: claim"),
        ("{{period}}", "some days", "unused", "- id: period"),
        ("[law]}\n\nThe landlord", "[code]}\n\nThe landlord", "dead_reference", ANSWER),
        ("{{period}}", "{{periods}}", "dead_reference", ANSWER),
        ("{{period}}", "{{period|short}}", "dead_reference", ANSWER),
        ("{{period}}", "{{period}} {{", "dead_reference", ANSWER),
        (", cites: [law]}\n\nNothing", "}\n\nNothing", "no_authority", EXCEPTION),
        ("phrase: no later than 21", "phrase: no later than 12", "value_not_in_phrase", "phrase:"),
        ("  event: moved_out\n", "", "event", "- id: period"),
        ("unit: days", "unit: date", "value", "value:"),
        ("value: 21", "value: 2026-02-01", "value", "unit:"),
        ("Nothing may", "In 30 days nothing may", "unbound_number", EXCEPTION),
        ("Nothing may", "In thirty days nothing may", "unbound_number", EXCEPTION),
        ("title: Deposits in", "title: 10 deposits in", "unbound_number", "title:"),
        ("{kind: exception,", "{kind: step,", "passages", "---"),
        ("{kind: gather}", "{kind: handler}", "passages", "---"),
        ("{kind: exception,", "{kind: short_answer,", "passages", "---"),
        ("Nothing may", "word " * 141 + "Nothing may", "long_passage", EXCEPTION),
        ("Nothing may", "You should know that nothing may", "directive", EXCEPTION),
        ("Nothing may", "Call the court. Nothing may", "directive", EXCEPTION),
        ("Nothing may", "You will win. Nothing may", "prediction", EXCEPTION),
        ("Nothing may", "**Nothing** may", "markup", EXCEPTION),
        ("Nothing may", "See https://law.example. Nothing may", "markup", EXCEPTION),
        ("Nothing may", "Acting pro se, nothing may", "latin", EXCEPTION),
    ],
)
def test_a_fault_has_its_code_and_its_line(
    note_text: Make, old: str, new: str, code: str, at: str
) -> None:
    text = note_text()
    assert old in text
    text = text.replace(old, new, 1)
    with pytest.raises(InvalidNote) as refused:
        read_note(text, file="note")
    assert (code, line_of(text, at)) in [(f.code, f.line) for f in refused.value.faults]


HARD = (
    "Notwithstanding the aforementioned administrative prerequisites, jurisdictional "
    "considerations predominantly necessitate contemporaneous documentation of the "
    "circumstances surrounding termination of residential occupancy arrangements. "
)


def test_hard_words_are_for_professionals(note_text: Make) -> None:
    text = note_text().replace("Nothing may", HARD * 3 + "Nothing may")
    with pytest.raises(InvalidNote, match="reads at grade"):
        read_note(text, file="note")
    read_note(text.replace("audience: individual", "audience: professional"), file="note")


@pytest.mark.parametrize(
    ("word", "syllables"),
    [("court", 1), ("judges", 2), ("table", 2), ("filed", 1), ("deposit", 3), ("California", 5)],
)
def test_syllables(word: str, syllables: int) -> None:
    assert count_syllables(word) == syllables


def test_plain_words_read_at_a_lower_grade() -> None:
    assert grade("The tenant can go to court. The judge hears both sides.") < 4
    assert grade(HARD) > 20
    assert grade("") == 0.0
