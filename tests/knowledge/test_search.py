"""Search: whose law, which passages, and when nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from legalcontext.knowledge.checks import read_note
from legalcontext.knowledge.embedding import Embedder
from legalcontext.knowledge.loading import load
from legalcontext.knowledge.search import KnowledgeBase

TODAY = dt.date(2026, 3, 1)
Make = Callable[..., str]


@pytest.fixture
def base(db: None, embedder: Embedder, note_text: Make) -> KnowledgeBase:
    for jurisdiction, title, value in (
        ("US-CA", "Deposits in California", "21"),
        ("US-OH", "Deposits in Ohio", "30"),
        ("general", "Deposits in general", "14"),
        ("DE", "Deposits in Germany", "180"),
    ):
        text = note_text(jurisdiction=jurisdiction, title=title, value=value)
        load(read_note(text, file=jurisdiction), embedder)
    return KnowledgeBase(today=TODAY, include_unreviewed=True, embedder=embedder)


QUESTION = "my landlord will not return the deposit"


def test_the_place_comes_first_then_general(base: KnowledgeBase) -> None:
    hits = base.search(QUESTION, jurisdiction="US-CA")
    assert hits[0].jurisdiction == "US-CA"
    assert {hit.jurisdiction for hit in hits} == {"US-CA", "general"}


@pytest.mark.django_db
def test_two_queries(base: KnowledgeBase) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert base.search("deposit under § 1950.5", jurisdiction="US-CA")
    assert len(queries) == 2


@pytest.mark.django_db
def test_topics_are_near_whatever_the_place_in_one_query(base: KnowledgeBase) -> None:
    with CaptureQueriesContext(connection) as queries:
        near = base.topics_near(QUESTION)
    assert list(near) == ["security-deposit"]
    assert 0.4 < near["security-deposit"] <= 1.0
    assert base.topics_near("how to bake bread")["security-deposit"] < 0.3
    assert len(queries) == 1
