"""Lint for notes. `python -m legalcontext.knowledge.lint` runs it without Django.

Checks every note by itself (`checks`), then the whole: canonical layout, one note per key, near
duplicates across places, references between notes, review dates.
"""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import us

from legalcontext.knowledge.checks import check_note
from legalcontext.knowledge.documents import NoteDocument
from legalcontext.knowledge.faults import Fault, InvalidNote
from legalcontext.knowledge.figures import REFERENCE
from legalcontext.knowledge.notefile import NOTES, parse_with_lines, render_note
from legalcontext.knowledge.sources import source_class

SHINGLE: Final = 4
NEAR_DUPLICATE: Final = 0.7
"""Share of word runs in common from which two notes count as one."""


def note_files(paths: Iterable[Path] = (NOTES,)) -> list[Path]:
    """Every note file in or below `paths`, sorted."""
    found = {
        file
        for path in paths
        for file in (path.rglob("*.md") if path.is_dir() else [path])
        if file.name != "README.md"
    }
    return sorted(found)


def key_of(file: Path) -> str:
    """The key that the file's place gives the note: `us-ca/security-deposit`."""
    return f"{file.parent.name}/{file.stem}"


def lint_files(
    files: Sequence[Path], *, fix: bool = False
) -> tuple[list[NoteDocument], list[Fault]]:
    """The notes that could be read, and every fault of form and words. fix: rewrite the layout."""
    documents: list[NoteDocument] = []
    faults: list[Fault] = []
    for file in files:
        text = file.read_text(encoding="utf-8")
        try:
            parsed = parse_with_lines(text, file=str(file))
        except InvalidNote as error:
            faults += error.faults
            continue
        documents.append(parsed.document)
        faults += check_note(parsed, file=str(file))
        if parsed.document.key != key_of(file):
            message = f"is {parsed.document.key!r}; the file's place says {key_of(file)!r}"
            faults.append(Fault(str(file), parsed.lines("key"), "key", "key", message))
        canonical = render_note(parsed.document)
        if canonical != text and fix:
            file.write_text(canonical, encoding="utf-8")
        elif canonical != text:
            message = "is not in the canonical layout; run the lint with --fix"
            faults.append(
                Fault(str(file), _first_difference(text, canonical), "", "layout", message)
            )
    return documents, faults


def lint_together(documents: Sequence[NoteDocument]) -> list[Fault]:
    """The faults that show only when notes stand side by side."""
    return [*_doubles(documents), *_dead_supersedes(documents), *near_duplicates(documents)]


def due(documents: Iterable[NoteDocument], today: dt.date) -> list[Fault]:
    """What the calendar says: notes that lapsed or are due, figures that have changed."""
    found = []
    for note in documents:
        if note.expires <= today:
            message = f"lapsed on {note.expires}; it is no longer used: review it or withdraw it"
            found.append(Fault(note.key, 0, "expires", "lapsed", message))
        elif note.review_due < today:
            message = f"was due for review on {note.review_due}; answers that use it say so"
            found.append(Fault(note.key, 0, "review_due", "due", message))
        for figure in note.figures:
            if figure.changes_on and figure.changes_on <= today:
                message = f"was to change on {figure.changes_on}; look it up again"
                found.append(Fault(note.key, 0, f"figure {figure.id}", "figure_due", message))
    return found


def weak_sources(documents: Iterable[NoteDocument]) -> list[Fault]:
    """Figures that rest on words about the law, where its own text would be better."""
    return [
        Fault(
            note.key,
            0,
            f"figure {figure.id}",
            "weak_source",
            f"was read from {figure.url}, not from the law's own text; look for that",
        )
        for note in documents
        for figure in note.figures
        if source_class(figure.url) == "commentary"
    ]


def near_duplicates(documents: Sequence[NoteDocument]) -> Iterator[Fault]:
    """Notes of one topic that differ only in the place's name and in numbers."""
    by_topic: dict[tuple[str, str], list[NoteDocument]] = defaultdict(list)
    for note in documents:
        by_topic[note.topic, note.audience].append(note)
    for notes in by_topic.values():
        for one, other in itertools.combinations(notes, 2):
            share = similarity(one, other)
            if one.key != other.key and share >= NEAR_DUPLICATE:
                message = (
                    f"says the same as {one.key} but for place and numbers ({share:.0%} in "
                    "common); write what is particular to the place, or make one general note"
                )
                yield Fault(other.key, 0, "", "near_duplicate", message)


def similarity(one: NoteDocument, other: NoteDocument) -> float:
    """Share of word runs that two notes have in common, places and figures made equal (0 to 1)."""
    a, b = _shingles(one), _shingles(other)
    return len(a & b) / len(a | b) if a | b else 0.0


@cache
def _shingles(note: NoteDocument) -> frozenset[tuple[str, ...]]:
    text = " ".join(passage.text for passage in note.passages)
    text = _place_names().sub("place", REFERENCE.sub("figure", text)).lower()
    words = re.findall(r"[a-z']+", text)
    return frozenset(tuple(words[n : n + SHINGLE]) for n in range(len(words) - SHINGLE + 1))


@cache
def _place_names() -> re.Pattern[str]:
    names = [state.name for state in us.states.STATES_AND_TERRITORIES]
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})(?:'s|n|an|ian)?\b")


def _doubles(documents: Sequence[NoteDocument]) -> Iterator[Fault]:
    seen: set[str] = set()
    for note in documents:
        if note.name in seen:
            yield Fault(note.key, 0, "key", "twice", f"{note.name} exists twice; raise the version")
        seen.add(note.name)


def _dead_supersedes(documents: Sequence[NoteDocument]) -> Iterator[Fault]:
    known = {note.key for note in documents}
    for note in documents:
        replaced = (note.supersedes or note.key).partition("@")[0]
        if replaced not in known:
            message = f"{note.supersedes!r} names no note; correct the key"
            yield Fault(note.key, 0, "supersedes", "dead_reference", message)


def _first_difference(text: str, other: str) -> int:
    lines = itertools.zip_longest(text.split("\n"), other.split("\n"))
    return next(n for n, (a, b) in enumerate(lines, start=1) if a != b)
