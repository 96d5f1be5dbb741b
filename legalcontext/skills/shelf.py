"""The knowledge base as one answer uses it: what is missing makes a limit, never a failure.

Emergencies and the tables' words need no notes and no model. Where the search model has not been
built, an answer is given from them alone, and says that the notes could not be searched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from legalcontext.block.types import Frame
from legalcontext.knowledge.embedding import EmbedderMissing, Vector
from legalcontext.knowledge.types import Found, Hit

from .passages import (
    KINDS_OF_LAW,
    by_nearness_of_place,
    of_kind,
    of_other_courts,
    search_place,
    usable,
)
from .types import Knowledge

PASSAGES = 24


class Shelf:
    """The notes that fit one frame."""

    def __init__(self, knowledge: Knowledge, frame: Frame) -> None:
        self._knowledge = knowledge
        self._frame = frame
        self.closed = False
        """Whether the notes could not be searched."""
        self.best_topic: str | None = None
        """The topic of the note that the last search found best, whatever its place."""

    def topics_near(self, text: str) -> Mapping[str, float]:
        """Per topic, how near the text is to what people ask; empty when that is not known."""
        if not text.strip():
            return {}
        try:
            return self._knowledge.topics_near(text, jurisdiction=search_place(self._frame))
        except EmbedderMissing:
            self.closed = True
            return {}

    def meaning(self, text: str) -> Vector | None:
        """The vector of a text; None when that is not known."""
        if not text.strip():
            return None
        try:
            return self._knowledge.meaning(text)
        except EmbedderMissing:
            return None

    def search(self, query: str, topics: Sequence[str]) -> Found:
        """Passages that this frame may be answered from, its own place's first."""
        if not query.strip():
            return Found()
        try:
            found = self._knowledge.search(
                query,
                jurisdiction=search_place(self._frame),
                limit=PASSAGES,
                topics=topics,
            )
        except EmbedderMissing:
            self.closed = True
            return Found()
        fitting = self._fitting(found)
        on_hand = {hit.topic for hit in of_kind(fitting, *KINDS_OF_LAW)}
        self.best_topic = next((hit.topic for hit in found if hit.topic in on_hand), None)
        hits = by_nearness_of_place(fitting, self._frame)
        return Found(tuple(hits), found.lapsed, found.nearest)

    def _fitting(self, found: Sequence[Hit]) -> list[Hit]:
        """The hits that this frame may be answered from. Where federal courts' notes were near and
        the matter is in no federal court, the other notes on their topics count as near as those
        were; where there is none among the hits, the general ones are fetched."""
        fitting = usable(found, self._frame)
        near: dict[str, float] = {}
        for hit in found:
            if of_other_courts(hit, self._frame):
                near[hit.topic] = max(near.get(hit.topic, 0.0), hit.score)
        missing = sorted(near.keys() - {hit.topic for hit in fitting})
        if missing:
            place = search_place(self._frame)
            # Passages read whole come as if they were named; these are only as near as was found.
            fetched = usable(self._knowledge.passages_on(missing, jurisdiction=place), self._frame)
            fitting += [replace(hit, score=near[hit.topic]) for hit in fetched]
        return [replace(hit, score=max(hit.score, near.get(hit.topic, 0.0))) for hit in fitting]

    def with_whole_note(
        self, hits: Sequence[Hit], topics: Sequence[str], *, whole: Sequence[Hit] | None = None
    ) -> list[Hit]:
        """The hits on these topics, with every passage of the note on the first of them: who
        deals with a problem is seldom near to the words of a question about it. whole: all
        passages on these topics (`whole_notes`), where they were read already."""
        on_topic = [hit for hit in hits if hit.topic in topics]
        first = next((hit for topic in topics for hit in on_topic if hit.topic == topic), None)
        if first is None:
            return []
        near = {hit.passage for hit in on_topic if hit.note == first.note}
        if whole is None:
            note = usable(self._knowledge.passages_of(first.note), self._frame)
        else:
            note = [hit for hit in whole if hit.note == first.note]
        # Within a kind, the passages that the question is nearest to come first.
        ordered = sorted(note, key=lambda hit: hit.passage not in near)
        rest = [hit for hit in on_topic if hit.note != first.note]
        return [*(ordered or [hit for hit in on_topic if hit.note == first.note]), *rest]

    def whole_notes(self, found: Sequence[Hit], topics: Sequence[str]) -> list[Hit]:
        """Every passage of the notes on these topics: who deals with a problem is seldom near to
        the words of a question about it. Within a kind, what the question is nearest to first."""
        if not topics or self.closed:
            return []
        place = search_place(self._frame)
        whole = usable(self._knowledge.passages_on(topics, jurisdiction=place), self._frame)
        near = {(hit.note, hit.passage) for hit in found}
        ordered = sorted(whole, key=lambda hit: (hit.note, hit.passage) not in near)
        return by_nearness_of_place(ordered, self._frame)
