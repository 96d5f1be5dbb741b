"""The labelled dates, through triage and those of the product's own notes that tests load."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from django.conf import settings

from legalcontext.knowledge.embedding import Embedder, build_files
from legalcontext.knowledge.search import KnowledgeBase
from legalcontext.skills.evaluate import read_stories
from legalcontext.skills.evaluate_dates import Dated, report_dates, tell_dates
from tests.notes_fixtures import NOTES

CASES = read_stories(Path(__file__).parent.parent / "cases" / "dates.jsonl")
HELD = [case for case in CASES if case["note"] in (None, *NOTES)]


def test_a_date_that_is_not_due_is_wrong() -> None:
    day = dt.date(2026, 12, 1)
    assert Dated({"due": "2026-12-01"}, (day,)).right
    assert not Dated({"due": "2026-12-01"}, ()).right
    assert not Dated({"due": "2026-12-01"}, (day, dt.date(2026, 12, 9))).right
    assert not Dated({"due": None}, (day,)).right


def test_the_report_names_what_is_wrong() -> None:
    said = report_dates(
        [Dated({"id": "a", "due": None}, ()), Dated({"id": "b", "due": "2026-12-01"}, ())]
    )
    assert "0.500" in said
    assert "b: due 2026-12-01, told []" in said


@pytest.mark.django_db
def test_every_labelled_date_of_a_loaded_note_is_right(notes: None) -> None:
    model = Embedder(build_files(settings.KNOWLEDGE_EMBEDDER_DIR))

    def knowledge(today: dt.date) -> KnowledgeBase:
        return KnowledgeBase(today=today, include_unreviewed=True, embedder=model)

    assert len(HELD) > 4
    assert [d for d in tell_dates(HELD, knowledge) if not d.right] == []
