"""What is covered, and what the operator is told of unreviewed notes."""

from __future__ import annotations

import datetime as dt
from io import StringIO

import pytest
from django.conf import LazySettings
from django.core.management import call_command

from legalcontext.knowledge import workflow
from legalcontext.knowledge.checks import read_note
from legalcontext.knowledge.coverage import SKILLS, coverage
from legalcontext.knowledge.deployment import unreviewed_notes_are_shown
from legalcontext.knowledge.embedding import Embedder
from legalcontext.knowledge.loading import load
from legalcontext.knowledge.models import Note

from .conftest import Make

pytestmark = pytest.mark.django_db

TODAY = dt.date(2026, 3, 1)


@pytest.fixture
def note(embedder: Embedder, note_text: Make) -> Note:
    load(read_note(note_text(), file="note"), embedder)
    return Note.objects.get()


def rows(today: dt.date = TODAY, **options: bool) -> list[tuple[str, str, str, int, int]]:
    return [
        (c.topic, c.jurisdiction, c.skill, c.reviewed, c.unreviewed)
        for c in coverage(today, **options)
    ]


def test_topic_place_and_skill_reviewed_or_not(note: Note) -> None:
    covered = ("security-deposit", "US-CA")
    assert rows() == [(*covered, skill, 0, 1) for skill in SKILLS]
    assert rows(include_unreviewed=False) == []
    workflow.publish(note, by="A. Lawyer", on=dt.date(2026, 2, 1), next_due=dt.date(2027, 2, 1))
    assert rows(include_unreviewed=False) == [(*covered, skill, 1, 0) for skill in SKILLS]


def test_document_review_needs_a_rule_with_its_trigger(embedder: Embedder, note_text: Make) -> None:
    text = note_text().replace("  event: moved_out\n  counting: calendar\n", "")
    load(read_note(text, file="note"), embedder)
    assert [row[2] for row in rows()] == ["triage", "consult"]


def test_what_has_lapsed_or_is_withdrawn_covers_nothing(note: Note) -> None:
    assert rows(dt.date(2027, 6, 1)) == []
    workflow.withdraw(note, by="A. Lawyer", reason="wrong")
    assert rows() == []


def test_the_command_prints_what_is_there_and_what_is_missing(note: Note) -> None:
    out = StringIO()
    call_command("coverage", stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0].split("\t") == ["topic", "place", *SKILLS]
    assert lines[1].split("\t")[:2] == ["security-deposit", "US-CA"]
    assert "small-claims" in lines[-1]


def test_the_operator_is_told_of_unreviewed_notes(note: Note, settings: LazySettings) -> None:
    settings.KNOWLEDGE_UNREVIEWED = "warn"
    [told] = unreviewed_notes_are_shown(databases=["default"])
    assert (told.id, told.msg) == (
        "knowledge.W001",
        "1 notes in use have not been reviewed by a practitioner.",
    )
    settings.KNOWLEDGE_UNREVIEWED = "hide"
    assert list(unreviewed_notes_are_shown(databases=["default"])) == []


def test_nothing_is_told_when_all_is_reviewed(note: Note, settings: LazySettings) -> None:
    settings.KNOWLEDGE_UNREVIEWED = "warn"
    workflow.publish(note, by="A. Lawyer", on=dt.date(2026, 2, 1), next_due=dt.date(2027, 2, 1))
    assert list(unreviewed_notes_are_shown(databases=["default"])) == []
