"""Search: a question and a place to the passages that fit, in two queries."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS

from . import spanish, statements
from .embedding import Embedder, Vector
from .engine import embedder
from .exact import terms_in
from .places import chain
from .ranking import (
    EXACT,
    Candidate,
    Chosen,
    NoteRef,
    choose,
    nearness_of_topics,
    only_elsewhere,
    rank,
)
from .statements import Shown, Surroundings
from .types import Figure, Found, Hit, Lapsed

_FIGURE_TEXTS: Final = (
    "value", "unit", "citation", "url", "phrase", "event", "counting", "service",
)  # fmt: skip
_FIGURE_DATES: Final = ("checked_on", "in_force_from", "changes_on")


class KnowledgeBase:
    """The notes in use on a day; what skills search (`skills.types.Knowledge`).

    today: decides which notes have lapsed and which reviews are overdue.
    include_unreviewed: None for the setting CODOSSIER_UNREVIEWED_NOTES. using: the database
    alias that is read.
    """

    def __init__(
        self,
        *,
        today: dt.date,
        include_unreviewed: bool | None = None,
        embedder: Embedder | None = None,
        using: str = DEFAULT_DB_ALIAS,
    ) -> None:
        if include_unreviewed is None:
            include_unreviewed = settings.KNOWLEDGE_UNREVIEWED == "warn"
        self.today = today
        self.include_unreviewed = include_unreviewed
        self.using = using
        self._embedder = embedder
        self._vectors: dict[str, Vector] = {}
        self._read_ahead: dict[tuple[str, str], Surroundings] = {}

    def search(
        self, query: str, *, jurisdiction: str, limit: int = 8, topics: Sequence[str] = ()
    ) -> Found:
        """Passages that fit `query`, note by note, the best note first; empty: nothing is near.

        Of the place's notes, then its country's, then `general`; never another state's. A note
        of the nearer place needs a little less likeness, so it usually comes first. topics: codes
        that the caller already found; notes on them rank a little higher.
        Raises EmbedderMissing when the search model has not been built.
        """
        around = self._read_ahead.pop((query, jurisdiction), None)
        around = around or self._around(query, jurisdiction)
        return self._found(around, jurisdiction=jurisdiction, limit=limit, topics=topics)

    def search_vector(
        self,
        vector: Vector,
        *,
        jurisdiction: str,
        terms: Sequence[str] = (),
        limit: int = 8,
        topics: Sequence[str] = (),
    ) -> Found:
        """As `search`, for a question that is embedded already. terms: `exact.terms_in` of it."""
        around = statements.surroundings(vector, terms, chain(jurisdiction), **self._scope())
        return self._found(around, jurisdiction=jurisdiction, limit=limit, topics=topics)

    def _found(
        self, around: Surroundings, *, jurisdiction: str, limit: int, topics: Sequence[str]
    ) -> Found:
        """The passages to show of what lies around a question; one query."""
        places = chain(jurisdiction)
        nearness = nearness_of_topics(around.asked)
        ranked = rank(around.near, places, nearness, topics)
        elsewhere = only_elsewhere(ranked, nearness)
        usable = [] if elsewhere else [c for c in ranked if not self._lapsed(c.note)]
        chosen, lapsed = choose(usable, limit), self._lapsed_before(ranked)
        shown = self._shown([*chosen, *lapsed])
        return Found(
            hits=self._hits(chosen, shown),
            lapsed=tuple(_lapsed(shown[one.passage]) for one in lapsed if one.passage in shown),
            nearest=max((near.similarity for near in around.near), default=0.0),
            elsewhere=elsewhere,
        )

    def passages_of(self, note: str) -> tuple[Hit, ...]:
        """Every passage of a note in use (`us-ca/small-claims@1`), in its order.

        Empty when the note is not in use, has lapsed, or is not to be shown. One query.
        """
        key, _, version = note.partition("@")
        if not version.isdecimal():
            return ()
        return self._all(statements.of_note(key, int(version), **self._scope()))

    def passages_on(self, topics: Sequence[str], *, jurisdiction: str) -> tuple[Hit, ...]:
        """Every passage of the notes in use on these topics: of the place, its country, and
        general ones; the nearest place first, each note in its order. One query.
        """
        return self._all(statements.on_topics(topics, chain(jurisdiction), **self._scope()))

    def topics_near(self, text: str, *, jurisdiction: str) -> dict[str, float]:
        """Per topic, how near `text` is to what people ask about it (0 to 1), whatever the place.

        It helps to name a problem, and gives nothing to answer from. One query, which the next
        `search` for the same text and place need not ask again.
        Raises EmbedderMissing when the search model has not been built.
        """
        around = self._around(text, jurisdiction)
        self._read_ahead = {(text, jurisdiction): around}
        return nearness_of_topics(around.asked)

    def meaning(self, text: str) -> Vector:
        """The vector of a question, Spanish ones by way of the glossary; made once.

        Raises EmbedderMissing when the search model has not been built.
        """
        return self._vector(text)

    def _around(self, text: str, jurisdiction: str) -> Surroundings:
        """What lies near a text in a place and above it."""
        return statements.surroundings(
            self._vector(text), terms_in(text), chain(jurisdiction), **self._scope()
        )

    def _vector(self, text: str) -> Vector:
        if text not in self._vectors:
            english = spanish.to_english(text) if spanish.is_spanish(text) else text
            self._vectors[text] = (self._embedder or embedder()).embed(english)
        return self._vectors[text]

    def _scope(self) -> statements.Scope:
        return {
            "today": self.today,
            "unreviewed": self.include_unreviewed,
            "using": self.using,
        }

    def _lapsed(self, note: NoteRef) -> bool:
        return note.expires <= self.today

    def _lapsed_before(self, ranked: Sequence[Candidate]) -> list[Chosen]:
        """The lapsed notes that would have come first, if they are near enough to be told of."""
        first = takewhile(lambda candidate: self._lapsed(candidate.note), ranked)
        return [passage for candidate in first for passage in choose([candidate], limit=1)]

    def _all(self, found: Sequence[Shown]) -> tuple[Hit, ...]:
        """Whole notes as hits, the lapsed ones left out."""
        return tuple(self._hit(shown, EXACT) for shown in found if shown.expires > self.today)

    def _shown(self, chosen: Sequence[Chosen]) -> dict[UUID, Shown]:
        if not chosen:
            return {}
        return statements.passages([one.passage for one in chosen], using=self.using)

    def _hits(self, chosen: Sequence[Chosen], shown: Mapping[UUID, Shown]) -> tuple[Hit, ...]:
        return tuple(
            self._hit(shown[one.passage], one.similarity) for one in chosen if one.passage in shown
        )

    def _hit(self, shown: Shown, similarity: float) -> Hit:
        figures = tuple(_figure(figure) for figure in json.loads(shown.figures or "[]"))
        changed = any(f.changes_on and f.changes_on <= self.today for f in figures)
        authority = ", ".join(filter(None, (shown.citation, shown.pinpoint)))
        return Hit(
            note=shown.note,
            passage=shown.slug,
            kind=shown.kind,
            text=shown.text,
            title=shown.title or shown.note_title,
            jurisdiction=shown.jurisdiction,
            forum=shown.forum or None,
            topic=shown.topic,
            audience=shown.audience,
            authority=authority or shown.author,
            url=shown.url,
            as_of=min([shown.checked_on, *(figure.checked_on for figure in figures)]),
            reviewed=shown.status == "published",
            stale=shown.review_due < self.today or changed,
            score=min(similarity, EXACT),
            figures=figures,
        )


def _lapsed(shown: Shown) -> Lapsed:
    return Lapsed(shown.note, shown.note_title, shown.jurisdiction, shown.topic, shown.expires)


def _figure(row: Mapping[str, Any]) -> Figure:
    values: dict[str, Any] = {name: row[name] or None for name in _FIGURE_TEXTS}
    values |= {name: row[name] and dt.date.fromisoformat(row[name]) for name in _FIGURE_DATES}
    return Figure(id=row["slug"], **values)
