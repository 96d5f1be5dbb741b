"""What goes into a skill and what comes out: plain values, no door, no storage.

A skill is `(frame, ask, texts, knowledge) -> Findings`. It stores nothing and knows no door.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from legalcontext.block.types import Frame
from legalcontext.knowledge.embedding import Vector
from legalcontext.knowledge.types import Found, Hit

SkillName = Literal["triage", "consult", "document_review"]
Severity = Literal["emergency", "urgent", "soon", "normal", "info"]


@dataclass(frozen=True, slots=True)
class Ask:
    """One quick ask. today: the date in the account's time zone. language: `en` or `es`."""

    question: str
    today: dt.date
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Text:
    """A document's plain text. page_starts: code-point offset of each page; (0,) when unpaged."""

    name: str
    text: str
    page_starts: tuple[int, ...] = (0,)


@dataclass(frozen=True, slots=True)
class Citation:
    """A passage that the answer rests on, quoted verbatim.

    id: unique in the answer (`c1`, `c2`, …), referred to by findings. note: the note's key and
    version (`us-ca/security-deposit@1`). as_of: the day its figures were last checked.
    reviewed: a practitioner reviewed this version. quote: verbatim words of the passage.
    """

    id: str
    note: str
    title: str
    authority: str
    url: str | None
    jurisdiction: str
    as_of: dt.date
    reviewed: bool
    quote: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where in a submitted text a finding stands; quote is exactly `text[start:end]`."""

    document: str
    page: int | None
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found. citations: ids of `Citation`. topics: topic codes, where it is about one.
    language: of `detail`, where it is quoted in another than the answer's own.

    kind: an open list (`emergency`, `issue`, `deadline`, `handler`, `gather`, `short_answer`,
    `condition`, `step`, `exception`, `authority`, `document_type`, `party`, `date`, `amount`,
    `governing_law`, `forum_clause`, `clause`, `missing_clause`, `question_to_ask`, …).
    """

    kind: str
    title: str
    detail: str
    severity: Severity | None = None
    due_on: dt.date | None = None
    citations: tuple[str, ...] = ()
    source: Source | None = None
    topics: tuple[str, ...] = ()
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class QuestionBack:
    """The one question whose answer would settle the frame; `field` is a field of the block."""

    field: str
    prompt: str
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Findings:
    """What a skill found. limits: what was not looked at or not known, most important first."""

    summary: str
    findings: tuple[Finding, ...] = ()
    citations: tuple[Citation, ...] = ()
    limits: tuple[str, ...] = ()
    question_back: QuestionBack | None = None


class Knowledge(Protocol):
    """The part of the knowledge base that skills use (`knowledge.search.KnowledgeBase`)."""

    def search(
        self, query: str, *, jurisdiction: str, limit: int = 8, topics: Sequence[str] = ()
    ) -> Found:
        """Passages that fit `query` for the place: its own, then its country's, then `general`.

        Never another state's; for a foreign place its own or general, never US law. Empty when
        nothing is near enough (abstention). topics: codes already found, ranked a little higher.
        At most two database queries.
        """
        ...

    def passages_of(self, note: str) -> Sequence[Hit]:
        """Every passage of a note in use (key and version), in its order; at most one query."""
        ...

    def passages_on(self, topics: Sequence[str], *, jurisdiction: str) -> Sequence[Hit]:
        """Every passage of the notes in use on these topics, of the place, its country and
        `general`: the nearest place first, each note in its order; at most one query."""
        ...

    def topics_near(self, text: str, *, jurisdiction: str) -> Mapping[str, float]:
        """Per topic code, how near a text is to what people ask about it (0 to 1), whatever the
        place: a help to name the problem, and nothing to answer from. jurisdiction: where it will
        be searched for next, so that one query reads for both. At most one query."""
        ...

    def meaning(self, text: str) -> Vector:
        """The text's vector as the search has it, made once for both. No query."""
        ...


class Skill(Protocol):
    def __call__(
        self, frame: Frame, ask: Ask, texts: Sequence[Text], knowledge: Knowledge
    ) -> Findings: ...


__all__ = [
    "Ask",
    "Citation",
    "Finding",
    "Findings",
    "Knowledge",
    "Option",
    "QuestionBack",
    "Severity",
    "Skill",
    "SkillName",
    "Source",
    "Text",
]
