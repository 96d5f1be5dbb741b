"""Passages of notes in an answer: each cited once, quoted verbatim, told by its kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from legalcontext.block.types import Frame
from legalcontext.knowledge.types import Hit

from .types import Citation

GENERAL = "general"
COURT_TOPICS = frozenset(("time-to-answer", "default-judgment"))
"""Topics on which each court system has its own rules."""
KINDS_OF_LAW = ("short_answer", "condition", "deadline", "amount", "step", "exception")
"""The kinds of passages that state law, in the order in which an answer tells them."""


class Book:
    """The citations of one answer, in the order in which they were first used."""

    def __init__(self) -> None:
        self._hits: dict[tuple[str, str], tuple[str, Hit]] = {}

    def cite(self, hit: Hit) -> str:
        """The id (`c1`, `c2`, …) under which the answer cites this passage."""
        key = (hit.note, hit.passage)
        if key not in self._hits:
            self._hits[key] = (f"c{len(self._hits) + 1}", hit)
        return self._hits[key][0]

    @property
    def hits(self) -> tuple[Hit, ...]:
        return tuple(hit for _, hit in self._hits.values())

    def citations(self) -> tuple[Citation, ...]:
        return tuple(_citation(identifier, hit) for identifier, hit in self._hits.values())


def _citation(identifier: str, hit: Hit) -> Citation:
    return Citation(
        id=identifier,
        note=hit.note,
        title=hit.title,
        authority=hit.authority,
        url=hit.url,
        jurisdiction=hit.jurisdiction,
        as_of=hit.as_of,
        reviewed=hit.reviewed,
        quote=hit.text,
    )


def usable(hits: Iterable[Hit], frame: Frame) -> list[Hit]:
    """The hits that this frame may be answered from: its own place, its country, or general.

    The knowledge base promises as much; an answer that cites another state's law would be the
    worst of faults, so it is checked here too. A country's note on the procedure of its own courts
    answers in those courts: elsewhere it would pass 21 federal days off as a state's.
    """
    allowed = {GENERAL}
    if frame.recognised:
        allowed |= {frame.jurisdiction, country_of(frame.jurisdiction)}
    return [hit for hit in hits if hit.jurisdiction in allowed and not of_other_courts(hit, frame)]


def of_other_courts(hit: Hit, frame: Frame) -> bool:
    """Whether it tells of federal courts, and the matter is not known to be in one."""
    if hit.topic not in COURT_TOPICS or hit.jurisdiction != "US":
        return False
    asked_for = frame.jurisdiction == "US" and frame.basis == "stated"
    return not (asked_for or in_federal_court(frame))


def in_federal_court(frame: Frame) -> bool:
    """Whether the matter is in a court of the United States."""
    return (frame.forum or "").startswith(("federal", "US ", "bankruptcy"))


def country_of(jurisdiction: str) -> str:
    """`US-CA` → `US`; a country is its own."""
    return jurisdiction.split("-")[0]


def search_place(frame: Frame) -> str:
    """The place to search for: none of its own where the stated one is not known (J3)."""
    return frame.jurisdiction if frame.recognised else GENERAL


def by_nearness_of_place(hits: Sequence[Hit], frame: Frame) -> list[Hit]:
    """Own place before country before general; within each, the register asked for first, then
    reviewed before unreviewed, then as the knowledge base ranked them."""
    order = {frame.jurisdiction: 0, country_of(frame.jurisdiction): 1, GENERAL: 2}
    return sorted(
        hits,
        key=lambda hit: (
            order.get(hit.jurisdiction, 3),
            hit.audience != frame.audience,
            not hit.reviewed,
        ),
    )


def of_kind(hits: Iterable[Hit], *kinds: str) -> list[Hit]:
    return [hit for hit in hits if hit.kind in kinds]


def of_topic(hits: Iterable[Hit], topic: str) -> list[Hit]:
    return [hit for hit in hits if hit.topic == topic]


def notes_of(hits: Iterable[Hit]) -> tuple[str, ...]:
    """The keys and versions of the notes, each once, in order."""
    return tuple(dict.fromkeys(hit.note for hit in hits))
