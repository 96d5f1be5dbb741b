"""Indexes of vectors, for bases of several thousand notes.

Without them a search compares the question with every vector of its places: exact, and fast
enough up to there (docs/knowledge.md, *Growing*). One index for all places would not do: it finds
few of a place among the others'. So each place gets its own, and the ways of asking get one.

They are approximate, and lose their way among many copies of one vector. They belong to the
tables' owner, so no migration makes them: an operator does, when the base has grown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import us
from django.db import connections

from .schema import GENERAL

OWNER: Final = "owner"
"""The database alias of the role that owns the tables."""

PLACES: Final = (*(f"US-{state.abbr}" for state in us.STATES), "US-DC", "US", GENERAL)
"""Places with an index of their own; the few notes of others are compared one by one."""

MEMORY: Final = "1GB"
"""For making one; with less it takes much longer once it no longer fits."""


def make(*, using: str = OWNER) -> int:
    """Make the indexes that are not there yet; returns how many there are."""
    statements = [
        f"CREATE INDEX IF NOT EXISTS {name} ON {table} "
        f"USING hnsw (embedding vector_ip_ops) WHERE {condition}"
        for name, table, condition in _indexes()
    ]
    analyze = "ANALYZE knowledge_entry, knowledge_topicexample"
    _run([f"SET maintenance_work_mem = '{MEMORY}'", *statements, analyze], using)
    return len(statements)


def drop(*, using: str = OWNER) -> None:
    """Remove them: searches compare every vector again."""
    _run((f"DROP INDEX IF EXISTS {name}" for name, _, _ in _indexes()), using)


def _indexes() -> Iterable[tuple[str, str, str]]:
    """(name, table, condition) of each."""
    for place in PLACES:
        name = f"knowledge_entry_{place.lower().replace('-', '_')}"
        yield name, "knowledge_entry", f"live AND jurisdiction = '{place}'"
    yield "knowledge_topicexample_nearest", "knowledge_topicexample", "true"


def _run(statements: Iterable[str], using: str) -> None:
    with connections[using].cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
