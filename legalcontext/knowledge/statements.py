"""The statements of a search, written by hand.

Django took 10 ms to put them together, PostgreSQL 4 ms to answer them; and the index of a place
is used only where the statement names that place.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.db import connection
from pgvector import Vector as PgVector

from .embedding import Vector
from .ranking import EXACT, Near, NoteFacts

_PER_TOPIC: Final = 3
NEAREST: Final = 40
"""Vectors read of each place: as many as an index gives by default (`hnsw.ef_search`)."""

_FACTS: Final = ", ".join(f"note.{name}" for name in NoteFacts._fields)
_IN_USE: Final = """note.in_use
    AND (note.effective_from IS NULL OR note.effective_from <= %(today)s)
    AND (note.effective_to IS NULL OR note.effective_to >= %(today)s)
    AND (%(unreviewed)s OR note.status = 'published')"""
"""Notes that answers may rest on. Lapsed ones are among them: the caller tells of those."""

_NEAR: Final = f"""
(SELECT entry.passage_id, entry.embedding <#> (SELECT vector FROM asked) AS distance, {_FACTS}
 FROM knowledge_entry entry JOIN knowledge_note note ON note.id = entry.note_id
 WHERE entry.jurisdiction = %(place_{{number}})s AND {_IN_USE}
 ORDER BY distance LIMIT {NEAREST})"""  # noqa: S608 (made of constants)

_EXACT: Final = f"""
(SELECT term.passage_id, {-EXACT} AS distance, {_FACTS}
 FROM knowledge_exactterm term JOIN knowledge_note note ON note.id = term.note_id
 WHERE term.term = ANY (%(terms)s) AND term.jurisdiction = ANY (%(places)s) AND {_IN_USE}
 LIMIT {NEAREST})"""  # noqa: S608 (made of constants)

_PASSAGES: Final = """
SELECT passage.id, passage.slug, passage.kind, passage.title, passage.text,
       authority.citation, authority.pinpoint, authority.url,
       coalesce(authority.checked_on, (SELECT min(checked_on) FROM knowledge_authority
                                       WHERE note_id = passage.note_id)) AS checked_on,
       (SELECT jsonb_agg(to_jsonb(figure)
                         ORDER BY array_position(passage.figure_slugs, figure.slug))
        FROM knowledge_figure figure
        WHERE figure.note_id = passage.note_id
          AND figure.slug = ANY (passage.figure_slugs)) AS figures
FROM knowledge_passage passage
LEFT JOIN knowledge_authority authority ON authority.id = passage.authority_id
WHERE passage.id = ANY (%(passages)s)"""

_OF_NOTE: Final = f"""
SELECT passage.id, 0, {_FACTS}
FROM knowledge_passage passage JOIN knowledge_note note ON note.id = passage.note_id
WHERE note.key = %(key)s AND note.version = %(version)s AND {_IN_USE}
ORDER BY passage.position"""  # noqa: S608 (made of constants)


_TOPICS: Final = f"""
SELECT note.topic, entry.embedding <#> (SELECT %(vector)s::vector) AS distance
FROM knowledge_entry entry JOIN knowledge_note note ON note.id = entry.note_id
WHERE entry.asked AND {_IN_USE}
ORDER BY distance LIMIT {NEAREST}"""  # noqa: S608 (made of constants)


def nearest(
    vector: Vector, terms: Sequence[str], places: Sequence[str], *, today: dt.date, unreviewed: bool
) -> list[Near]:
    """The texts nearest to `vector` in each of `places`, and what the exact `terms` lead to."""
    lanes = [_NEAR.format(number=number) for number in range(len(places))]
    lanes += [_EXACT] if terms else []
    statement = "WITH asked AS (SELECT %(vector)s::vector AS vector)" + " UNION ALL ".join(lanes)
    parameters: dict[str, Any] = {
        "vector": PgVector(vector).to_text(),
        "today": today,
        "unreviewed": unreviewed,
        "terms": list(terms),
        "places": list(places),
        **{f"place_{number}": place for number, place in enumerate(places)},
    }
    return [_near(row) for row in _fetch(statement, parameters)]


def of_note(key: str, version: int, *, today: dt.date, unreviewed: bool) -> list[Near]:
    """The passages of a note in use, in its order."""
    parameters = {"key": key, "version": version, "today": today, "unreviewed": unreviewed}
    return [_near(row) for row in _fetch(_OF_NOTE, parameters)]


def topics_near(vector: Vector, *, today: dt.date, unreviewed: bool) -> dict[str, float]:
    """By topic, how near the ways of asking about it are to `vector`, of all places.

    The mean of the topic's three nearest among the nearest of all; where fewer are among those,
    the farthest stands in for the missing ones. A topic with none is not named.
    """
    parameters = {
        "vector": PgVector(vector).to_text(),
        "today": today,
        "unreviewed": unreviewed,
    }
    by_topic: dict[str, list[float]] = {}
    farthest = 0.0
    for topic, distance in _fetch(_TOPICS, parameters):  # nearest first
        farthest = -float(distance)
        by_topic.setdefault(topic, []).append(farthest)
    return {
        topic: sum([*near, farthest, farthest][:_PER_TOPIC]) / _PER_TOPIC
        for topic, near in by_topic.items()
    }


def passages(ids: Sequence[UUID]) -> dict[UUID, dict[str, Any]]:
    """By id: slug, kind, title, text, the authority's citation, pinpoint and url, checked_on,
    and the figures of the text as JSON (None for none)."""
    names = (
        "slug", "kind", "title", "text", "citation", "pinpoint", "url", "checked_on", "figures",
    )  # fmt: skip
    rows = _fetch(_PASSAGES, {"passages": list(ids)})
    return {row[0]: dict(zip(names, row[1:], strict=True)) for row in rows}


def _near(row: tuple[Any, ...]) -> Near:
    # `<#>` is the inner product negated
    return Near(row[0], -float(row[1]), NoteFacts(*row[2:]))


def _fetch(statement: str, parameters: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
