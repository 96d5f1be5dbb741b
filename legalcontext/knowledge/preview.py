"""A note's text looked at before it is saved: faults, hints, and how readers would see it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from . import lint
from .checks import check_note
from .documents import FigureEntry, NoteDocument
from .faults import Fault, InvalidNote
from .figures import Ledger
from .models import Note
from .notefile import parse_with_lines
from .store import document_of
from .wording import plain

PARTS = ("authorities", "figures", "forms", "names", "passages")


@dataclass(frozen=True, slots=True)
class Shown:
    """A passage as readers get it, with the authorities that it rests on."""

    heading: str
    kind: str
    text: str
    authorities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of a text. faults: with these it cannot be saved. hints: what a reviewer would
    ask. passages, figures: None where the form itself is at fault."""

    faults: tuple[Fault, ...]
    hints: tuple[Fault, ...] = ()
    document: NoteDocument | None = None
    passages: tuple[Shown, ...] = ()

    @property
    def figures(self) -> tuple[FigureEntry, ...]:
        return self.document.figures if self.document else ()


def looked_at(text: str, *, today: dt.date) -> Seen:
    """Everything the lint says of a text, and the note as readers would see it."""
    try:
        parsed = parse_with_lines(text, file="note")
    except InvalidNote as error:
        return Seen(tuple(error.faults))
    document = parsed.document
    hints = (
        *lint.near_duplicates([*_beside(document), document]),
        *lint.weak_sources([document]),
        *lint.due([document], today),
    )
    return Seen(
        faults=tuple(check_note(parsed, file="note")),
        hints=tuple(hint for hint in hints if hint.file == document.key),
        document=document,
        passages=tuple(_shown(document)),
    )


def _beside(document: NoteDocument) -> list[NoteDocument]:
    """The notes in use on the same topic for the same readers."""
    notes = Note.objects.filter(in_use=True, topic=document.topic, audience=document.audience)
    found = notes.exclude(key=document.key).prefetch_related(*PARTS)
    return [document_of(note) for note in found]


def _shown(document: NoteDocument) -> list[Shown]:
    ledger = Ledger(document.figures, document.forms, document.names)
    citations = {entry.id: entry.citation for entry in document.authorities}
    shown = []
    for passage in document.passages:
        try:
            words = ledger.fill(plain(passage.text))
        except (KeyError, ValueError):  # among the faults already
            words = plain(passage.text)
        cited = tuple(citations.get(name, name) for name in passage.cites)
        shown.append(Shown(passage.title or passage.id, passage.kind, words, cited))
    return shown
