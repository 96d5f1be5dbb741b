"""Search: a question and a place to the passages that fit, in two queries.

Three kinds of text lead to a passage: its own words, its note's title, and the ways in which
people ask for it. The nearest vectors are gathered per note; a note's score is the mean of its
two best ones, with a little more for the nearer place. Section and form numbers have a lane of
their own. How the constants were found is in docs/evaluation.md.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import (
    ExpressionWrapper,
    F,
    FloatField,
    Func,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Value,
)
from django.db.models.functions import JSONObject
from pgvector.django import MaxInnerProduct

from . import spanish
from .embedding import Embedder, Vector
from .engine import embedder
from .exact import terms_in
from .models import Entry, ExactTerm, Figure, Note, Passage
from .places import chain
from .types import Figure as ShownFigure
from .types import Found, Hit, Lapsed

THRESHOLD: Final = 0.41
"""Least similarity of the nearest text; below it the search abstains."""

MARGIN: Final = 0.25
"""How far below the nearest text another one may lie and still be a hit."""

NEAREST: Final = 40
"""Vectors that are read of each place: what an index gives by default (hnsw.ef_search), and
enough for the two best ones of every note that matters."""

PLACE_BONUS: Final = (0.05, 0.02)
"""Added to a note of the place itself, and of its country where that is another."""

TOPIC_BONUS: Final = 0.05
"""Added to a note on a topic that the caller named."""

REVIEWED_BAND: Final = 0.10
"""Notes this close to the best one are ranked reviewed first."""

PER_NOTE: Final = (4, 2)
"""Passages shown of the best note, and of each further one."""

EXACT: Final = 1.0
"""The score of the exact lane."""


@dataclass(slots=True)
class _Candidate:
    """A note with the similarities of what leads to its passages."""

    key: str
    version: int
    title: str
    jurisdiction: str
    topic: str
    reviewed: bool
    expires: dt.date
    passages: dict[UUID, float] = field(default_factory=dict)
    scores: list[float] = field(default_factory=list)

    def add(self, passage: UUID, score: float) -> None:
        self.scores.append(score)
        self.passages[passage] = max(score, self.passages.get(passage, score))

    def strength(self, floor: float) -> float:
        """The mean of the two best similarities; `floor` for a second one that was not seen."""
        first, second, *_ = (*sorted(self.scores, reverse=True), floor)
        return (first + second) / 2


class KnowledgeBase:
    """The notes in use on a day; what skills search (`skills.types.Knowledge`).

    today: decides which notes have lapsed and which reviews are overdue.
    include_unreviewed: None for the setting CODOSSIER_UNREVIEWED_NOTES.
    """

    def __init__(
        self,
        *,
        today: dt.date,
        include_unreviewed: bool | None = None,
        embedder: Embedder | None = None,
    ) -> None:
        self.today = today
        if include_unreviewed is None:
            include_unreviewed = settings.KNOWLEDGE_UNREVIEWED == "warn"
        self.include_unreviewed = include_unreviewed
        self._embedder = embedder

    def search(
        self, query: str, *, jurisdiction: str, limit: int = 8, topics: Sequence[str] = ()
    ) -> Found:
        """Passages that fit `query`, best first; see `skills.types.Knowledge.search`.

        topics: codes that the caller already found; notes on them rank a little higher.
        Raises EmbedderMissing when the search model has not been built.
        """
        english = spanish.to_english(query) if spanish.is_spanish(query) else query
        vector = (self._embedder or embedder()).embed(english)
        return self.search_vector(
            vector,
            terms=terms_in(query),
            jurisdiction=jurisdiction,
            limit=limit,
            topics=topics,
        )

    def search_vector(
        self,
        vector: Vector,
        *,
        terms: Sequence[str] = (),
        jurisdiction: str,
        limit: int = 8,
        topics: Sequence[str] = (),
    ) -> Found:
        """As `search`, for a question that is embedded already. terms: `exact.terms_in` of it."""
        places = chain(jurisdiction)
        rows = list(self._nearest(vector, terms, places))
        nearest = max((row["score"] for row in rows), default=0.0)
        if nearest < THRESHOLD:
            return Found(nearest=nearest)
        ranked = _rank(_candidates(rows), places, topics)
        lapsed = tuple(_lapsed(note) for note in ranked if note.expires <= self.today)
        usable = [note for note in ranked if note.expires > self.today]
        chosen = _choose(usable, min(nearest, EXACT), limit)
        return Found(self._hits(chosen), lapsed, nearest)

    def passages_of(self, note: str) -> tuple[Hit, ...]:
        """Every passage of a note in use (`us-ca/small-claims@1`), in its order, in one query.

        Empty when the note is not in use, has lapsed, or is not to be shown.
        """
        key, _, version = note.partition("@")
        usable = self._in_use("note__").filter(
            note__key=key, note__version=version, note__expires__gt=self.today
        )
        return tuple(self._hit(passage, EXACT) for passage in _with_figures(usable))

    def _nearest(
        self,
        vector: Vector,
        terms: Sequence[str],
        places: Sequence[str],
    ) -> Iterable[dict[str, Any]]:
        columns = ("passage_id", "score", *(f"note__{name}" for name in _NOTE_COLUMNS))
        distance = MaxInnerProduct("embedding", vector)  # pgvector returns it negated
        score = ExpressionWrapper(Value(0.0) - distance, output_field=FloatField())
        lanes: list[QuerySet[Any, dict[str, Any]]] = []
        for place in places:  # each by itself, so that each place's index serves
            entries = self._in_use("note__", Entry.objects.filter(jurisdiction=place))
            near = entries.annotate(score=score).order_by(distance)
            lanes.append(near.values(*columns)[:NEAREST])
        if terms:
            named = ExactTerm.objects.filter(term__in=terms, jurisdiction__in=places)
            exact = self._in_use("note__", named).annotate(score=Value(EXACT, FloatField()))
            lanes.append(exact.values(*columns)[:NEAREST])
        return lanes[0].union(*lanes[1:], all=True)

    def _in_use(self, prefix: str, rows: QuerySet[Any] | None = None) -> QuerySet[Any]:
        """Rows of notes that answers may rest on; expiry is left to the caller, who tells of it."""
        rows = Passage.objects.all() if rows is None else rows
        rows = rows.filter(
            Q(**{f"{prefix}effective_from": None})
            | Q(**{f"{prefix}effective_from__lte": self.today}),
            Q(**{f"{prefix}effective_to": None}) | Q(**{f"{prefix}effective_to__gte": self.today}),
            **{f"{prefix}in_use": True},
        )
        if not self.include_unreviewed:
            rows = rows.filter(**{f"{prefix}status": Note.Status.PUBLISHED})
        return rows

    def _hits(self, chosen: Mapping[UUID, float]) -> tuple[Hit, ...]:
        rows = _with_figures(Passage.objects.filter(pk__in=list(chosen)))
        found = {passage.pk: passage for passage in rows}
        return tuple(self._hit(found[pk], score) for pk, score in chosen.items() if pk in found)

    def _hit(self, passage: Passage, score: float) -> Hit:
        note, authority = passage.note, passage.authority
        figures = tuple(_figure(row) for row in passage.figure_rows)  # type: ignore[attr-defined]
        checked = [figure.checked_on for figure in figures]
        checked += [authority.checked_on] if authority else []
        changed = any(f.changes_on and f.changes_on <= self.today for f in figures)
        return Hit(
            note=note.name,
            passage=passage.slug,
            kind=passage.kind,
            text=passage.text,
            title=passage.title or note.title,
            jurisdiction=note.jurisdiction,
            forum=note.forum or None,
            topic=note.topic,
            audience=note.audience,
            authority=authority.full_citation if authority else note.author,
            url=authority.url if authority else None,
            as_of=min(checked, default=note.reviewed_on or note.loaded_at.date()),
            reviewed=note.reviewed,
            stale=note.review_due < self.today or changed,
            score=min(score, EXACT),
            figures=figures,
        )


_NOTE_COLUMNS: Final = (
    "key", "version", "title", "jurisdiction", "topic", "status", "expires",
)  # fmt: skip
_FIGURE_COLUMNS: Final = (
    "value", "unit", "citation", "url", "phrase", "checked_on", "event", "counting", "service",
    "in_force_from", "changes_on",
)  # fmt: skip
_DATES: Final = ("checked_on", "in_force_from", "changes_on")


def _candidates(rows: Iterable[dict[str, Any]]) -> list[_Candidate]:
    notes: dict[str, _Candidate] = {}
    for row in rows:
        key = row["note__key"]
        if key not in notes:
            notes[key] = _Candidate(
                key=key,
                version=row["note__version"],
                title=row["note__title"],
                jurisdiction=row["note__jurisdiction"],
                topic=row["note__topic"],
                reviewed=row["note__status"] == Note.Status.PUBLISHED,
                expires=row["note__expires"],
            )
        notes[key].add(row["passage_id"], row["score"])
    return list(notes.values())


def _rank(
    notes: list[_Candidate], places: Sequence[str], topics: Sequence[str]
) -> list[_Candidate]:
    """Best first; of notes about as good, the reviewed ones before the others."""
    floor = min(score for note in notes for score in note.scores)
    bonus = dict(zip(places[:-1], PLACE_BONUS, strict=False))  # the last is `general`
    strength = {
        note.key: note.strength(floor)
        + bonus.get(note.jurisdiction, 0.0)
        + (TOPIC_BONUS if note.topic in topics else 0.0)
        for note in notes
    }
    band = max(strength.values()) - REVIEWED_BAND
    return sorted(
        notes,
        key=lambda note: (
            strength[note.key] < band or not note.reviewed,
            -strength[note.key],
        ),
    )


def _choose(notes: Sequence[_Candidate], nearest: float, limit: int) -> dict[UUID, float]:
    """The passages to show, with their similarities: note by note, in each the nearest first."""
    chosen: dict[UUID, float] = {}
    for rank, note in enumerate(notes):
        near = sorted(note.passages.items(), key=lambda item: -item[1])
        near = [(pk, score) for pk, score in near if score >= nearest - MARGIN]
        chosen |= dict(near[: PER_NOTE[0] if rank == 0 else PER_NOTE[1]])
    return dict(list(chosen.items())[:limit])


def _lapsed(note: _Candidate) -> Lapsed:
    return Lapsed(
        note=f"{note.key}@{note.version}",
        title=note.title,
        jurisdiction=note.jurisdiction,
        topic=note.topic,
        expired_on=note.expires,
    )


def _with_figures(passages: QuerySet[Any]) -> QuerySet[Any]:
    """Passages with note, authority and figures, in one query."""
    place = Func(
        OuterRef("figure_slugs"), F("slug"), function="array_position", output_field=IntegerField()
    )
    figures = Figure.objects.filter(note=OuterRef("note")).annotate(place=place)
    used = figures.filter(place__isnull=False).order_by("place")
    row = JSONObject(id="slug", **{name: name for name in _FIGURE_COLUMNS})
    rows: QuerySet[Any] = passages.select_related("note", "authority").annotate(
        figure_rows=ArraySubquery(used.values_list(row))
    )
    return rows


def _figure(row: Mapping[str, Any]) -> ShownFigure:
    values: dict[str, Any] = {name: value or None for name, value in row.items()}
    for name in _DATES:
        values[name] = values[name] and dt.date.fromisoformat(values[name])
    return ShownFigure(**values)
