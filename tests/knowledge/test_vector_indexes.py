"""The indexes of a large base: made and removed by the tables' owner, and searched through."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from legalcontext.knowledge import vector_indexes
from legalcontext.knowledge.bench import measure_search
from legalcontext.knowledge.checks import read_note
from legalcontext.knowledge.embedding import Embedder
from legalcontext.knowledge.loading import load
from legalcontext.knowledge.models import Note
from legalcontext.knowledge.search import KnowledgeBase

from .conftest import Make

pytestmark = pytest.mark.django_db(databases=["default", "owner"], transaction=True)


@pytest.fixture(autouse=True)
def removed_afterwards() -> Iterator[None]:
    yield
    vector_indexes.drop()


def indexes() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_indexes WHERE indexdef LIKE '%% USING hnsw %%'")
        [(count,)] = cursor.fetchall()
    return int(count)


def test_they_are_made_once_and_removed() -> None:
    out = StringIO()
    call_command("index_notes", stdout=out)
    call_command("index_notes", stdout=out)
    made = len(vector_indexes.PLACES) + 1  # and the ways of asking
    assert indexes() == made
    assert f"{made} indexes stand" in out.getvalue()
    call_command("index_notes", drop=True, stdout=out)
    assert indexes() == 0


def test_a_search_finds_the_same_with_and_without(embedder: Embedder, note_text: Make) -> None:
    load(read_note(note_text(), file="note"), embedder)
    base = KnowledgeBase(today=dt.date(2026, 3, 1), include_unreviewed=True, embedder=embedder)
    asked = "my landlord will not return the deposit"
    without = base.search(asked, jurisdiction="US-CA").hits
    vector_indexes.make()
    assert base.search(asked, jurisdiction="US-CA").hits == without
    assert without


def test_a_search_is_measured_with_them_and_nothing_is_left(embedder: Embedder) -> None:
    measured = measure_search(embedder, notes=60, rounds=1, indexed=True, using="owner")
    assert measured.queries == 2
    assert (indexes(), Note.objects.count()) == (0, 0)
