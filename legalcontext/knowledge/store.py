"""Between a note's document and its rows."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import models
from .documents import (
    AuthorityEntry,
    FigureEntry,
    FormEntry,
    NameEntry,
    NoteDocument,
    PassageEntry,
)
from .embedding import Vector
from .embedding.files import NAME
from .exact import normal, terms_in
from .figures import REFERENCE, Ledger
from .notefile import render_note
from .wording import plain

LAYOUT = 3
"""Raised when `texts_to_embed` or the exact terms change: notes are then embedded anew."""

MODEL = f"{NAME}/{LAYOUT}"

PLAIN_FIELDS = (
    "key", "version", "status", "title", "jurisdiction", "topic", "audience", "effective_from",
    "effective_to", "author", "reviewed_on", "review_due", "expires", "licence",
)  # fmt: skip
PARTS: tuple[Any, ...] = (
    models.Entry,
    models.ExactTerm,
    models.Passage,
    models.Authority,
    models.Figure,
    models.Form,
    models.Name,
)
REPEATED = ("jurisdiction", "topic", "reviewed", "effective_from", "effective_to", "expires")
"""What an entry repeats of its note; `workflow.settle` adds whether the note is in use."""

OPTIONAL_FIELDS = ("forum", "reviewed_by", "supersedes")
"""Text that is empty in the database and absent in the file."""


def digest_of(document: NoteDocument) -> str:
    """What tells two contents of a note apart."""
    return hashlib.sha256(render_note(document).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Embeddable:
    """A text that leads to a passage. asked: a way of asking for it, not its own words."""

    passage: str
    text: str
    asked: bool = False


def texts_to_embed(document: NoteDocument) -> list[Embeddable]:
    """What is embedded of a note: its passages under its title, then the ways of asking for it.

    The title is one of those; they lead to the short answer.
    """
    ledger = Ledger(document.figures, document.forms, document.names)
    texts = []
    for passage in document.passages:
        heading = passage.title or document.title
        words = f"{heading}. {ledger.fill(plain(passage.text))}"
        texts.append(Embeddable(passage.id, words))
    answer = document.passages[0].id
    asked = (document.title, *document.asked_as)
    return texts + [Embeddable(answer, phrase, asked=True) for phrase in asked]


def save(document: NoteDocument, vectors: Vector) -> models.Note:
    """Make the rows of a new version, or of a version in the place of its old rows.

    vectors: of `texts_to_embed(document)`, in that order. Call it inside a transaction, and
    `workflow.settle` after it.
    """
    fields: dict[str, Any] = {name: getattr(document, name) for name in PLAIN_FIELDS}
    fields |= {name: getattr(document, name) or "" for name in OPTIONAL_FIELDS}
    fields |= {"asked_as": list(document.asked_as), "digest": digest_of(document)}
    fields |= {"in_use": False}  # until `workflow.settle` has decided
    note, made = models.Note.objects.update_or_create(
        key=document.key, version=document.version, defaults=fields
    )
    if not made:
        for parts in PARTS:
            parts.objects.filter(note=note).delete()
    authorities = _save_ledgers(note, document)
    passages = _save_passages(note, document, authorities)
    save_vectors(note, passages, document, vectors)
    _save_terms(note, passages, document)
    return note


def save_vectors(
    note: models.Note,
    passages: dict[str, models.Passage],
    document: NoteDocument,
    vectors: Vector,
) -> None:
    """Make the note's vectors anew."""
    models.Entry.objects.filter(note=note).delete()
    models.Entry.objects.bulk_create(
        models.Entry(
            note=note,
            passage=passages[embedded.passage],
            asked=embedded.asked,
            **{name: getattr(note, name) for name in REPEATED},
            embedding=vector,
            model=MODEL,
        )
        for embedded, vector in zip(texts_to_embed(document), vectors, strict=True)
    )


def document_of(note: models.Note) -> NoteDocument:
    """The note as its author wrote it; `render_note` makes the file of it."""
    fields: dict[str, Any] = {name: getattr(note, name) for name in PLAIN_FIELDS}
    fields |= {name: getattr(note, name) or None for name in OPTIONAL_FIELDS}
    return NoteDocument(
        **fields,
        asked_as=tuple(note.asked_as),
        authorities=tuple(
            AuthorityEntry(a.slug, a.citation, a.url, a.checked_on, a.pinpoint or None)
            for a in note.authorities.all()
        ),
        figures=tuple(figure_entry(figure) for figure in note.figures.all()),
        forms=tuple(FormEntry(f.slug, f.number, f.title, f.url) for f in note.forms.all()),
        names=tuple(NameEntry(n.slug, n.name, n.url) for n in note.names.all()),
        passages=tuple(
            PassageEntry(p.slug, p.kind, p.source, tuple(p.cites), p.title or None)
            for p in note.passages.all()
        ),
    )


def figure_entry(figure: models.Figure) -> FigureEntry:
    """The figure as the ledger has it."""
    return FigureEntry(
        id=figure.slug,
        value=figure.value,
        unit=figure.unit,
        citation=figure.citation,
        url=figure.url,
        phrase=figure.phrase,
        checked_on=figure.checked_on,
        event=figure.event or None,
        counting=figure.counting or None,  # type: ignore[arg-type]  # a Counting, as loaded
        service=figure.service or None,
        in_force_from=figure.in_force_from,
        changes_on=figure.changes_on,
    )


def _save_ledgers(note: models.Note, document: NoteDocument) -> dict[str, models.Authority]:
    authorities = [
        models.Authority(
            note=note,
            position=position,
            slug=entry.id,
            citation=entry.citation,
            url=entry.url,
            pinpoint=entry.pinpoint or "",
            checked_on=entry.checked_on,
        )
        for position, entry in enumerate(document.authorities)
    ]
    models.Authority.objects.bulk_create(authorities)
    models.Figure.objects.bulk_create(
        models.Figure(
            note=note,
            position=position,
            slug=entry.id,
            value=entry.value,
            unit=entry.unit,
            citation=entry.citation,
            url=entry.url,
            phrase=entry.phrase,
            checked_on=entry.checked_on,
            event=entry.event or "",
            counting=entry.counting or "",
            service=entry.service or "",
            in_force_from=entry.in_force_from,
            changes_on=entry.changes_on,
        )
        for position, entry in enumerate(document.figures)
    )
    models.Form.objects.bulk_create(
        models.Form(
            note=note,
            position=position,
            slug=entry.id,
            number=entry.number,
            title=entry.title,
            url=entry.url,
        )
        for position, entry in enumerate(document.forms)
    )
    models.Name.objects.bulk_create(
        models.Name(note=note, position=position, slug=entry.id, name=entry.name, url=entry.url)
        for position, entry in enumerate(document.names)
    )
    return {authority.slug: authority for authority in authorities}


def _save_passages(
    note: models.Note, document: NoteDocument, authorities: dict[str, models.Authority]
) -> dict[str, models.Passage]:
    ledger = Ledger(document.figures, document.forms, document.names)
    passages = [
        models.Passage(
            note=note,
            position=position,
            slug=entry.id,
            kind=entry.kind,
            title=entry.title or "",
            source=entry.text,
            text=ledger.fill(plain(entry.text)),
            cites=list(entry.cites),
            authority=authorities[entry.cites[0]] if entry.cites else None,
            figure_slugs=[figure.id for figure in ledger.used(entry.text)],
        )
        for position, entry in enumerate(document.passages)
    ]
    models.Passage.objects.bulk_create(passages)
    return {passage.slug: passage for passage in passages}


def _save_terms(
    note: models.Note, passages: dict[str, models.Passage], document: NoteDocument
) -> None:
    citations = {entry.id: entry.citation for entry in document.authorities}
    figures = {entry.id: entry.citation for entry in document.figures}
    forms = {entry.id: entry.number for entry in document.forms}
    found: list[models.ExactTerm] = []
    for entry in document.passages:
        texts = [citations[name] for name in entry.cites]
        references = list(REFERENCE.finditer(entry.text))
        texts += [figures[m["id"]] for m in references if m["ledger"] is None]
        terms = [term for text in texts for term in terms_in(text)]
        terms += [normal(forms[m["id"]]) for m in references if m["ledger"] == "form"]
        found += [
            models.ExactTerm(
                note=note, passage=passages[entry.id], jurisdiction=note.jurisdiction, term=term
            )
            for term in _unique(terms)
        ]
    models.ExactTerm.objects.bulk_create(found)


def _unique(terms: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(terms))
