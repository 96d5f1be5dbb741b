"""Which notes and passages fit best, from the similarities that the database found. Pure.

Three kinds of text lead to a passage: its own words, its note's title, and the ways in which
people ask for it. A note's likeness is the mean of its three best similarities (one alone may be
chance). It decides whether the search answers at all. Notes are ranked by their likeness, a
little more for the nearer place, and the nearness of their topic: how people ask about it,
wherever they live. How the constants were found is in docs/evaluation.md.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from uuid import UUID

BEST_OF: Final = 3
"""Similarities that make up a likeness."""

THRESHOLD: Final = 0.40
"""Least likeness of the best note; below it the search abstains."""

MARGIN: Final = 0.25
"""How far below the nearest text a passage may lie and still be shown."""

PLACE_BONUS: Final = (0.05, 0.02)
"""Added to a note of the place itself, and of its country where that is another."""

ELSEWHERE: Final = 0.03
"""How much nearer a topic that only other places have notes on must be than the best note that
may be used, for the search to say that it has none."""

TOPIC_BONUS: Final = 0.05
"""Added to a note on a topic that the caller named."""

REVIEWED_BAND: Final = 0.10
"""Notes this close to the best one are ranked reviewed first."""

PER_NOTE: Final = (4, 2)
"""Passages shown of the best note, and of each further one."""

EXACT: Final = 1.0
"""The similarity that the exact lane gives."""


class NoteRef(NamedTuple):
    """What ranking needs to know of a note; the last columns of the first query, in their order."""

    id: UUID
    jurisdiction: str
    topic: str
    reviewed: bool
    expires: dt.date


class Near(NamedTuple):
    """A text that the database found near: where it leads, how near it is, and whose it is."""

    passage: UUID
    similarity: float
    note: NoteRef


@dataclass(slots=True)
class Candidate:
    """A note with the similarities of what leads to its passages.

    likeness: set by `rank`, once all have been added.
    """

    note: NoteRef
    passages: dict[UUID, float] = field(default_factory=dict)
    similarities: list[float] = field(default_factory=list)
    likeness: float = 0.0

    def add(self, near: Near) -> None:
        self.similarities.append(near.similarity)
        known = self.passages.get(near.passage, near.similarity)
        self.passages[near.passage] = max(known, near.similarity)

    def measure(self, floor: float) -> None:
        """Set the likeness; `floor` stands in for similarities that were not seen. Whoever names
        a section or a form means it: that is full likeness."""
        best = sorted([*self.similarities, *[floor] * BEST_OF], reverse=True)[:BEST_OF]
        self.likeness = EXACT if best[0] >= EXACT else sum(best) / BEST_OF


class Chosen(NamedTuple):
    """A passage to show, with its similarity."""

    passage: UUID
    similarity: float


def nearness_of_topics(asked: Iterable[tuple[str, float]]) -> dict[str, float]:
    """By topic, the mean of its three nearest ways of asking.

    asked: topic and similarity, of all places. Where a topic has fewer, the farthest of all stands
    in for those that are missing; a topic with none is not named.
    """
    by_topic: dict[str, list[float]] = {}
    for topic, similarity in asked:
        by_topic.setdefault(topic, []).append(similarity)
    farthest = min((min(near) for near in by_topic.values()), default=0.0)
    return {
        topic: sum(sorted([*near, *[farthest] * BEST_OF], reverse=True)[:BEST_OF]) / BEST_OF
        for topic, near in by_topic.items()
    }


def rank(
    found: Iterable[Near],
    places: Sequence[str],
    nearness: Mapping[str, float],
    topics: Sequence[str] = (),
) -> list[Candidate]:
    """The notes found, best first; of those about as good, the reviewed ones before the others.

    places: nearest first, `general` last (`places.chain`). nearness: `nearness_of_topics`.
    topics: those that the caller named.
    """
    candidates: dict[UUID, Candidate] = {}
    for near in found:
        candidates.setdefault(near.note.id, Candidate(near.note)).add(near)
    if not candidates:
        return []
    floor = min(min(candidate.similarities) for candidate in candidates.values())
    for candidate in candidates.values():
        candidate.measure(floor)
    strengths = _strengths(candidates, places, nearness, topics)
    band = max(strengths.values()) - REVIEWED_BAND
    return sorted(
        candidates.values(),
        key=lambda candidate: (
            strengths[candidate.note.id] < band or not candidate.note.reviewed,
            -strengths[candidate.note.id],
        ),
    )


def _strengths(
    candidates: Mapping[UUID, Candidate],
    places: Sequence[str],
    nearness: Mapping[str, float],
    topics: Sequence[str],
) -> dict[UUID, float]:
    farthest = min(nearness.values(), default=0.0)
    bonus = dict(zip(places[:-1], PLACE_BONUS, strict=False))
    return {
        key: candidate.likeness
        + nearness.get(candidate.note.topic, farthest)
        + bonus.get(candidate.note.jurisdiction, 0.0)
        + (TOPIC_BONUS if candidate.note.topic in topics else 0.0)
        for key, candidate in candidates.items()
    }


def choose(ranked: Sequence[Candidate], limit: int) -> list[Chosen]:
    """The passages to show: note by note, in each the nearest first; none when none is near."""
    if not ranked or max(candidate.likeness for candidate in ranked) < THRESHOLD:
        return []
    nearest = max(max(candidate.similarities) for candidate in ranked)
    chosen: list[Chosen] = []
    for place, candidate in enumerate(ranked):
        near = sorted(candidate.passages.items(), key=lambda item: -item[1])
        shown = near[: PER_NOTE[0] if place == 0 else PER_NOTE[1]]
        chosen += [
            Chosen(passage, similarity)
            for passage, similarity in shown
            if similarity >= min(nearest, EXACT) - MARGIN
        ]
    return chosen[:limit]


def only_elsewhere(ranked: Sequence[Candidate], nearness: Mapping[str, float]) -> str | None:
    """The topic that the question is on, where only other places have notes on it; else None.

    Without this the nearest note on something else would pass for an answer.
    """
    best = max((candidate.likeness for candidate in ranked), default=0.0)
    if not nearness or best >= EXACT:
        return None
    topic = max(nearness, key=nearness.__getitem__)
    if topic in {candidate.note.topic for candidate in ranked}:
        return None
    return topic if nearness[topic] >= max(THRESHOLD, best + ELSEWHERE) else None
