"""How well the search finds: questions with known topics against the notes in the database.

A question (a line of `tests/cases/lay_questions.jsonl`) names its place, its topic and whether
the base is meant to answer it. It is found when the first hit is on its topic; hit@3 looks at
the first three notes. Every number here is printed by `manage.py evaluate_knowledge` and copied,
with its date, into docs/evaluation.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .documents import NoteDocument
from .figures import Ledger
from .models import Note
from .places import chain
from .search import KnowledgeBase
from .store import document_of
from .types import Found
from .wording import plain

LIMIT = 8


@dataclass(frozen=True, slots=True)
class Question:
    """One question. topic: None when the base holds nothing on it."""

    id: str
    text: str
    language: str
    jurisdiction: str
    topic: str | None
    answerable: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the search made of a question. notes: those of the hits, in order, each once.

    held: the base has a note on the topic that answers for the place.
    wrong_place: hits of a place whose law does not answer for the question's.
    quotes, verified: passages shown, and those that stand word for word in their note.
    """

    question: Question
    notes: tuple[str, ...]
    topics: tuple[str, ...]
    nearest: float
    wrong_place: int
    quotes: int
    verified: int
    held: bool

    @property
    def refused(self) -> bool:
        return not self.notes

    @property
    def first(self) -> bool:
        return self.question.topic in self.topics[:1]

    @property
    def among_three(self) -> bool:
        return self.question.topic in self.topics[:3]


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    part: int
    whole: int

    def __str__(self) -> str:
        if not self.whole:
            return "none asked"
        return f"{self.part / self.whole:.1%} ({self.part} of {self.whole})"


def read_questions(file: Path) -> list[Question]:
    """The questions of a JSON Lines file."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [Question(**json.loads(line)) for line in lines if line.strip()]


def ask_all(base: KnowledgeBase, questions: Iterable[Question]) -> list[Outcome]:
    """Put every question to the search, as a person would who is asking from that place."""
    notes = Notes.in_use()
    return [notes.outcome(question, _ask(base, question)) for question in questions]


def _ask(base: KnowledgeBase, question: Question) -> Found:
    return base.search(question.text, jurisdiction=question.jurisdiction, limit=LIMIT)


def measures(outcomes: Sequence[Outcome]) -> dict[str, Share]:
    """The figures of docs/evaluation.md, by name."""
    answerable = [o for o in outcomes if o.question.answerable]
    held = [o for o in answerable if o.held]
    outside = [o for o in outcomes if not o.question.answerable]
    missing = [o for o in answerable if not o.held]
    return {
        **_of_answerable(answerable, ""),
        **_of_answerable(held, ", note held"),
        "right abstentions": _share(o.refused for o in outside),
        "no note held, refused": _share(o.refused for o in missing),
        "verified quotes": Share(
            sum(o.verified for o in outcomes), sum(o.quotes for o in outcomes)
        ),
        "wrong-state citations": Share(
            sum(o.wrong_place for o in outcomes), sum(o.quotes for o in outcomes)
        ),
    }


def misses(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The questions that were not found first, and those that should have been refused."""
    return [o for o in outcomes if (not o.first if o.question.answerable else not o.refused)]


def _of_answerable(outcomes: Sequence[Outcome], what: str) -> dict[str, Share]:
    english = [o for o in outcomes if o.question.language == "en"]
    spanish = [o for o in outcomes if o.question.language == "es"]
    return {
        f"first hit, English{what}": _share(o.first for o in english),
        f"hit@3, English{what}": _share(o.among_three for o in english),
        f"first hit, Spanish{what}": _share(o.first for o in spanish),
        f"hit@3, Spanish{what}": _share(o.among_three for o in spanish),
        f"answerable, refused{what}": _share(o.refused for o in outcomes),
    }


def _share(found: Iterable[bool]) -> Share:
    counted = list(found)
    return Share(sum(counted), len(counted))


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes in use, to judge answers by. texts: by note and passage, as the note's document
    has it, figures filled in from the ledger. topics: by place."""

    texts: Mapping[str, Mapping[str, str]]
    topics: Mapping[str, frozenset[str]]

    @classmethod
    def in_use(cls) -> Notes:
        parts = ("authorities", "figures", "forms", "names", "passages")
        notes = list(Note.objects.filter(in_use=True).prefetch_related(*parts))
        places = {note.jurisdiction for note in notes}
        return cls(
            texts={note.name: _texts(document_of(note)) for note in notes},
            topics={
                place: frozenset(note.topic for note in notes if note.jurisdiction == place)
                for place in places
            },
        )

    def outcome(self, question: Question, found: Found) -> Outcome:
        places = chain(question.jurisdiction)
        topics = {hit.note: hit.topic for hit in found}
        return Outcome(
            question=question,
            notes=tuple(topics),
            topics=tuple(topics.values()),
            nearest=found.nearest,
            wrong_place=sum(hit.jurisdiction not in places for hit in found),
            quotes=len(found),
            verified=sum(
                self.texts.get(hit.note, {}).get(hit.passage) == hit.text for hit in found
            ),
            held=any(question.topic in self.topics.get(place, ()) for place in places),
        )


def _texts(document: NoteDocument) -> dict[str, str]:
    ledger = Ledger(document.figures, document.forms, document.names)
    return {passage.id: ledger.fill(plain(passage.text)) for passage in document.passages}
