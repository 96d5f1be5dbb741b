"""The statements of a search, written by hand.

Django took 10 ms to put them together, PostgreSQL 4 ms to answer them; and the index of a place
is used only where the statement names that place.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypedDict, Unpack
from uuid import UUID

from django.db import connections
from pgvector import Vector as PgVector

from .embedding import Vector
from .ranking import EXACT, Near, NoteFacts

NEAREST: Final = 40
"""Vectors read of each place, and of the ways of asking of all places."""

_SCAN_ON: Final = "SET LOCAL hnsw.iterative_scan = relaxed_order; "
"""Sent with the statement: without it an index stops after its first forty entries, though they
may belong to rows that are gone or to notes that are not in use."""

NEAR, ASKED = "near", "asked"
"""What a row of the first statement is for."""

_FACTS: Final = ", ".join(f"note.{name}" for name in NoteFacts._fields)
_IN_USE: Final = """note.in_use
    AND (note.effective_from IS NULL OR note.effective_from <= %(today)s)
    AND (note.effective_to IS NULL OR note.effective_to >= %(today)s)
    AND (%(unreviewed)s OR note.status = 'published')"""
"""Notes that answers may rest on. Lapsed ones are among them: the caller tells of those."""

_NEAR: Final = f"""
(SELECT '{NEAR}', entry.passage_id,
        entry.embedding <#> (SELECT vector FROM question) AS distance, {_FACTS}
 FROM knowledge_entry entry JOIN knowledge_note note ON note.id = entry.note_id
 WHERE entry.jurisdiction = %(place_{{number}})s AND {_IN_USE}
 ORDER BY distance LIMIT {NEAREST})"""  # noqa: S608 (made of constants)

_EXACT: Final = f"""
(SELECT '{NEAR}', term.passage_id, {-EXACT} AS distance, {_FACTS}
 FROM knowledge_exactterm term JOIN knowledge_note note ON note.id = term.note_id
 WHERE term.term = ANY (%(terms)s) AND term.jurisdiction = ANY (%(places)s) AND {_IN_USE}
 LIMIT {NEAREST})"""  # noqa: S608 (made of constants)

_ASKED: Final = f"""
(SELECT '{ASKED}', example.id,
        example.embedding <#> (SELECT vector FROM question) AS distance, {_FACTS}
 FROM knowledge_topicexample example JOIN knowledge_note note ON note.id = example.note_id
 WHERE {_IN_USE}
 ORDER BY distance LIMIT {NEAREST})"""  # noqa: S608 (made of constants)
"""Examples of asking, of all places: they tell the topic, and never lead to a passage."""

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

_ON_TOPICS: Final = f"""
SELECT passage.id, 0, {_FACTS}
FROM knowledge_passage passage JOIN knowledge_note note ON note.id = passage.note_id
WHERE note.topic = ANY (%(topics)s) AND note.jurisdiction = ANY (%(places)s) AND {_IN_USE}
ORDER BY note.key, passage.position"""  # noqa: S608 (made of constants)


class Scope(TypedDict):
    """Which notes are read, and where. today: the day on which they must be in force. unreviewed:
    whether those that nobody has reviewed count. using: the database alias."""

    today: dt.date
    unreviewed: bool
    using: str


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What lies near a question. near: texts of its places, with what they lead to. asked: topic
    and similarity of ways of asking, of all places."""

    near: tuple[Near, ...]
    asked: tuple[tuple[str, float], ...]


def surroundings(
    vector: Vector,
    terms: Sequence[str],
    places: Sequence[str],
    **scope: Unpack[Scope],
) -> Surroundings:
    """What is nearest to `vector` in each of `places`, what the exact `terms` lead to there, and
    which ways of asking are nearest anywhere."""
    lanes = [_NEAR.format(number=number) for number in range(len(places))]
    lanes += [_ASKED, _EXACT] if terms else [_ASKED]
    question = "WITH question AS (SELECT %(vector)s::vector AS vector)"
    statement = f"{_SCAN_ON}{question}{' UNION ALL '.join(lanes)}"
    parameters: dict[str, Any] = {
        "vector": PgVector(vector).to_text(),
        **scope,
        "terms": list(terms),
        "places": list(places),
        **{f"place_{number}": place for number, place in enumerate(places)},
    }
    rows = _fetch(statement, parameters, scope["using"])
    found = [(lane, _near(row)) for lane, *row in rows]
    return Surroundings(
        near=tuple(near for lane, near in found if lane == NEAR),
        asked=tuple((near.note.topic, near.similarity) for lane, near in found if lane == ASKED),
    )


def of_note(key: str, version: int, **scope: Unpack[Scope]) -> list[Near]:
    """The passages of a note in use, in its order."""
    parameters = {"key": key, "version": version, **scope}
    return [_near(row) for row in _fetch(_OF_NOTE, parameters, scope["using"])]


def on_topics(topics: Sequence[str], places: Sequence[str], **scope: Unpack[Scope]) -> list[Near]:
    """The passages of every note in use on these topics in these places, note by note."""
    parameters = {"topics": list(topics), "places": list(places), **scope}
    return [_near(row) for row in _fetch(_ON_TOPICS, parameters, scope["using"])]


def passages(ids: Sequence[UUID], *, using: str) -> dict[UUID, dict[str, Any]]:
    """By id: slug, kind, title, text, the authority's citation, pinpoint and url, checked_on,
    and the figures of the text as JSON (None for none)."""
    names = (
        "slug", "kind", "title", "text", "citation", "pinpoint", "url", "checked_on", "figures",
    )  # fmt: skip
    rows = _fetch(_PASSAGES, {"passages": list(ids)}, using)
    return {row[0]: dict(zip(names, row[1:], strict=True)) for row in rows}


def _near(row: Sequence[Any]) -> Near:
    # `<#>` is the inner product negated
    return Near(row[0], -float(row[1]), NoteFacts(*row[2:]))


def _fetch(statement: str, parameters: dict[str, Any], using: str) -> list[tuple[Any, ...]]:
    with connections[using].cursor() as cursor:
        cursor.execute(statement, parameters)
        while cursor.description is None and cursor.nextset():  # past a SET
            pass
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
