"""The statements of a search, written by hand.

Django took 10 ms to put them together, PostgreSQL 4 ms to answer them; and the index of a place
is used only where the statement names that place. The first reads the vectors alone, the second
what the chosen passages show.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypedDict, Unpack
from uuid import UUID

from django.db import connections
from pgvector import Vector as PgVector

from .embedding import Vector
from .ranking import EXACT, Near, NoteRef

NEAREST: Final = 40
"""Vectors read of each place, and of the ways of asking of all places."""

_SCAN_ON: Final = "SET LOCAL hnsw.iterative_scan = relaxed_order; "
"""Sent with the statement: without it an index stops after its first forty entries, though they
may belong to rows that are gone or to notes that are not in use."""

NEAR, ASKED = "near", "asked"
"""What a row of the first statement is for."""

_IN_FORCE: Final = """
   AND (effective_from IS NULL OR effective_from <= %(today)s)
   AND (effective_to IS NULL OR effective_to >= %(today)s)"""

_NEAR: Final = f"""
(SELECT '{NEAR}', passage_id, embedding <#> (SELECT vector FROM question) AS distance,
        note_id, jurisdiction, topic, reviewed, expires
 FROM knowledge_entry
 WHERE live AND jurisdiction = %(place_{{number}})s AND (%(unreviewed)s OR reviewed){_IN_FORCE}
 ORDER BY distance LIMIT {NEAREST})"""  # noqa: S608 (made of constants)

_ASKED: Final = f"""
(SELECT '{ASKED}', id, embedding <#> (SELECT vector FROM question) AS distance,
        note_id, '', topic, reviewed, NULL::date
 FROM knowledge_topicexample
 WHERE %(unreviewed)s OR reviewed
 ORDER BY distance LIMIT {NEAREST})"""  # noqa: S608 (made of constants)
"""Examples of asking, of all places: they tell the topic, and never lead to a passage."""

_REF: Final = (
    "note.id, note.jurisdiction, note.topic, note.status = 'published' AS reviewed, note.expires"
)
_IN_USE: Final = f"""note.in_use
   AND (%(unreviewed)s OR note.status = 'published'){_IN_FORCE}"""
"""Notes that answers may rest on. Lapsed ones are among them: the caller tells of those."""

_EXACT: Final = f"""
(SELECT '{NEAR}', term.passage_id, {-EXACT} AS distance, {_REF}
 FROM knowledge_exactterm term JOIN knowledge_note note ON note.id = term.note_id
 WHERE term.term = ANY (%(terms)s) AND term.jurisdiction = ANY (%(places)s) AND {_IN_USE}
 LIMIT {NEAREST})"""  # noqa: S608 (made of constants)

_NOTE_COLUMNS: Final = (
    "key", "version", "title", "jurisdiction", "forum", "topic", "audience", "author", "status",
    "review_due", "expires",
)  # fmt: skip
_PASSAGES: Final = f"""
SELECT passage.id, passage.note_id, {", ".join(f"note.{name}" for name in _NOTE_COLUMNS)},
       passage.slug, passage.kind, passage.title, passage.text,
       authority.citation, authority.pinpoint, authority.url,
       coalesce(authority.checked_on, (SELECT min(checked_on) FROM knowledge_authority
                                       WHERE note_id = passage.note_id)) AS checked_on,
       (SELECT jsonb_agg(to_jsonb(figure)
                         ORDER BY array_position(passage.figure_slugs, figure.slug))
        FROM knowledge_figure figure
        WHERE figure.note_id = passage.note_id
          AND figure.slug = ANY (passage.figure_slugs)) AS figures
FROM knowledge_passage passage
JOIN knowledge_note note ON note.id = passage.note_id
LEFT JOIN knowledge_authority authority ON authority.id = passage.authority_id
WHERE """  # noqa: S608 (made of constants)

_CHOSEN: Final = f"{_PASSAGES} passage.id = ANY (%(passages)s)"
_OF_NOTE: Final = f"""{_PASSAGES} note.key = %(key)s AND note.version = %(version)s AND {_IN_USE}
ORDER BY passage.position"""
_ON_TOPICS: Final = f"""{_PASSAGES}
   note.topic = ANY (%(topics)s) AND note.jurisdiction = ANY (%(places)s) AND {_IN_USE}
ORDER BY array_position(%(places)s::text[], note.jurisdiction::text), note.key, passage.position"""


class Shown(NamedTuple):
    """A passage with its note and authority, as the query for what is shown gives it.

    citation, pinpoint, url: of the authority, None for a passage that cites none. checked_on:
    when the authority was last opened, or the note's oldest. figures: as JSON, None for none.
    """

    id: UUID
    note_id: UUID
    key: str
    version: int
    note_title: str
    jurisdiction: str
    forum: str
    topic: str
    audience: str
    author: str
    status: str
    review_due: dt.date
    expires: dt.date
    slug: str
    kind: str
    title: str
    text: str
    citation: str | None
    pinpoint: str | None
    url: str | None
    checked_on: dt.date
    figures: str | None

    @property
    def note(self) -> str:
        """Key and version, as answers cite them."""
        return f"{self.key}@{self.version}"


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


def of_note(key: str, version: int, **scope: Unpack[Scope]) -> list[Shown]:
    """The passages of a note in use, in its order."""
    return _shown(_OF_NOTE, {"key": key, "version": version, **scope}, scope["using"])


def on_topics(topics: Sequence[str], places: Sequence[str], **scope: Unpack[Scope]) -> list[Shown]:
    """The passages of every note in use on these topics in these places: in the order of the
    places, note by note."""
    parameters = {"topics": list(topics), "places": list(places), **scope}
    return _shown(_ON_TOPICS, parameters, scope["using"])


def passages(ids: Sequence[UUID], *, using: str) -> dict[UUID, Shown]:
    """Passages with what their citations need, by id."""
    return {shown.id: shown for shown in _shown(_CHOSEN, {"passages": list(ids)}, using)}


def _shown(statement: str, parameters: dict[str, Any], using: str) -> list[Shown]:
    return [Shown(*row) for row in _fetch(statement, parameters, using)]


def _near(row: Sequence[Any]) -> Near:
    # `<#>` is the inner product negated
    return Near(row[0], -float(row[1]), NoteRef(*row[2:]))


def _fetch(statement: str, parameters: dict[str, Any], using: str) -> list[tuple[Any, ...]]:
    with connections[using].cursor() as cursor:
        cursor.execute(statement, parameters)
        while cursor.description is None and cursor.nextset():  # past a SET
            pass
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
