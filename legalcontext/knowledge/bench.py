"""How long a search takes among many notes, against what it cannot do without.

The notes are made up (their words mean nothing, their vectors are random) and are spread evenly
over the states, the country and `general`. They live in one transaction, which is rolled back.
"""

from __future__ import annotations

import datetime as dt
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.test.utils import CaptureQueriesContext
from pgvector.django import MaxInnerProduct
from pgvector.psycopg import register_vector

from accounts.ids import uuid7

from . import examples, vector_indexes
from .embedding import DIMENSIONS, Embedder, Vector
from .models import Authority, Entry, Figure, Note, Passage
from .search import KnowledgeBase
from .statements import NEAREST
from .topics import topics
from .types import Found

TABLES: Final = (
    "knowledge_note",
    "knowledge_passage",
    "knowledge_entry",
    "knowledge_topicexample",
)
PASSAGES: Final = 8
ENTRIES: Final = 14
"""Vectors of a note: its passages, its title and five ways of asking."""

QUESTION: Final = (
    "My landlord has kept my deposit for cleaning although I left the place spotless and took "
    "pictures of every room. How long does he have to give it back, and what can I do?"
)
PLACE: Final = "US-CA"
TODAY: Final = dt.date(2026, 1, 1)
CHUNK: Final = 500
NEARNESS: Final = 0.8
"""Cosine of the nearest made-up vectors to the question, on the first topic: enough to be hits."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Medians in milliseconds. ratio: a whole search against an embedding and a bare query.

    bare: the nearest vectors of the one place, without notes, rules or passages.
    """

    notes: int
    embedding: float
    bare: float
    beside_embedding: float
    whole: float
    queries: int

    @property
    def ratio(self) -> float:
        return self.whole / (self.embedding + self.bare)


def measure_search(
    embedder: Embedder,
    *,
    notes: int = 1_000,
    rounds: int = 50,
    indexed: bool = False,
    using: str = DEFAULT_DB_ALIAS,
) -> Measured:
    """Search among `notes` made-up notes; leaves nothing in the database but room to vacuum.

    indexed: with the indexes for large bases (`vector_indexes`). Only the tables' owner can make
    them (using="owner"), and nobody else can search until it is done.
    """
    vector = embedder.embed(QUESTION)
    base = _base(embedder, using)
    with transaction.atomic(using=using):
        _fill(notes, vector, using)
        if indexed:
            with connections[using].cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # they wait for the end otherwise
            vector_indexes.make(using=using)
        nearest = (
            Entry.objects.using(using)
            .filter(live=True, jurisdiction=PLACE)
            .order_by(MaxInnerProduct("embedding", vector))
            .values_list("passage_id")[:NEAREST]
        )

        def search() -> Found:
            return base.search_vector(vector, jurisdiction=PLACE)

        def whole_search() -> Found:
            return _base(embedder, using).search(QUESTION, jurisdiction=PLACE)

        with CaptureQueriesContext(connections[using]) as queries:
            found = search()
        if not found:
            raise RuntimeError("The made-up notes are not found: the measurement means nothing.")
        measured = Measured(
            notes=notes,
            embedding=_median(lambda: embedder.embed(QUESTION), rounds),
            bare=_median(lambda: list(nearest.all()), rounds),
            beside_embedding=_median(
                lambda: base.search_vector(vector, jurisdiction=PLACE), rounds
            ),
            whole=_median(
                lambda: _base(embedder, using).search(QUESTION, jurisdiction=PLACE), rounds
            ),
            queries=len(queries),
        )
        transaction.set_rollback(True, using=using)
    return measured


def _base(embedder: Embedder, using: str) -> KnowledgeBase:
    """As one answer has it: it keeps the vectors of its own questions only."""
    return KnowledgeBase(today=TODAY, include_unreviewed=True, embedder=embedder, using=using)


def _median(work: Callable[[], object], rounds: int) -> float:
    work()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1_000 * statistics.median(times)


def _fill(count: int, question: Vector, using: str) -> None:
    random = np.random.default_rng(seed=1)
    for start in range(0, count, CHUNK):
        notes = [_note(n) for n in range(start, min(start + CHUNK, count))]
        authorities = [_authority(note) for note in notes]
        passages = [
            _passage(note, authority, position)
            for note, authority in zip(notes, authorities, strict=True)
            for position in range(PASSAGES)
        ]
        Note.objects.using(using).bulk_create(notes)
        Authority.objects.using(using).bulk_create(authorities)
        Figure.objects.using(using).bulk_create(_figure(note) for note in notes)
        Passage.objects.using(using).bulk_create(passages)
        _copy_entries(_entries(notes, passages, question, random), using)
    for topic in topics():
        examples.refresh(topic, using=using)
    with connections[using].cursor() as cursor:
        cursor.execute(
            "ANALYZE knowledge_entry, knowledge_note, knowledge_passage, knowledge_topicexample"
        )


def _copy_entries(rows: Iterable[tuple[Any, ...]], using: str) -> None:
    """By COPY: a quarter of a million vectors take too long otherwise."""
    columns = (
        "id, note_id, passage_id, asked, live, jurisdiction, topic, reviewed, expires, "
        "embedding, model"
    )
    psycopg_connection = connections[using].connection
    register_vector(psycopg_connection)
    vector = psycopg_connection.adapters.types["vector"].oid
    with connections[using].cursor() as cursor:
        statement = f"COPY knowledge_entry ({columns}) FROM STDIN WITH (FORMAT BINARY)"
        with cursor.copy(statement) as copy:
            uuids, flags, words = ["uuid"] * 3, ["bool", "bool"], ["varchar", "varchar"]
            copy.set_types([*uuids, *flags, *words, "bool", "date", vector, "varchar"])
            for row in rows:
                copy.write_row(row)


def _note(number: int) -> Note:
    places = vector_indexes.PLACES
    place = places[number % len(places)]
    topic = number // len(places) % len(topics())  # the first one is held everywhere
    return Note(
        key=f"{place.lower()}/bench-{number}",
        status=Note.Status.IN_REVIEW,
        title=f"Made-up note {number}",
        jurisdiction=place,
        topic=tuple(topics())[topic],
        audience=Note.Audience.INDIVIDUAL,
        author="bench",
        review_due=TODAY + dt.timedelta(days=300),
        expires=TODAY + dt.timedelta(days=600),
        licence="CC0-1.0",
        in_use=True,
    )


def _authority(note: Note) -> Authority:
    return Authority(
        note=note,
        slug="law",
        position=0,
        citation="Code § 1",
        url="https://law.example",
        checked_on=TODAY,
    )


def _figure(note: Note) -> Figure:
    return Figure(
        note=note,
        slug="period",
        position=0,
        value="30",
        unit="days",
        citation="Code § 1",
        url="https://law.example",
        phrase="within 30 days",
        checked_on=TODAY,
    )


def _passage(note: Note, authority: Authority, position: int) -> Passage:
    return Passage(
        note=note,
        slug=f"passage-{position}",
        position=position,
        kind="step",
        source="within {{period}}. " + "word " * 80,
        text="within 30 days. " + "word " * 80,
        cites=["law"],
        authority=authority,
        figure_slugs=["period"],
    )


def _entries(
    notes: list[Note], passages: list[Passage], question: Vector, random: np.random.Generator
) -> Iterator[tuple[Any, ...]]:
    """Rows of entries, in the order of `_copy_entries`."""
    for number, note in enumerate(notes):
        own = passages[number * PASSAGES : (number + 1) * PASSAGES]
        noise = random.normal(size=(ENTRIES, DIMENSIONS)).astype(np.float32)
        noise /= np.linalg.norm(noise, axis=1, keepdims=True)
        nearness = NEARNESS if note.topic == next(iter(topics())) else NEARNESS / 2
        share = random.uniform(0, nearness, size=(ENTRIES, 1)).astype(np.float32)
        vectors = share * question + np.sqrt(1 - share**2) * noise
        for position, vector in enumerate(vectors):
            passage = own[position % PASSAGES]
            asked = position >= PASSAGES
            keys = uuid7(), note.pk, passage.pk
            repeated = note.jurisdiction, note.topic, note.reviewed, note.expires
            yield *keys, asked, note.in_use, *repeated, vector, "bench"
