"""Notes from files to the database and back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from django.db import transaction

from . import store
from .checks import read_note
from .documents import NoteDocument
from .embedding import Embedder
from .faults import Fault, InvalidNote
from .lint import key_of, note_files
from .models import Note
from .notefile import render_note
from .workflow import lock_key, record, settle

Change = Literal["new", "new version", "replaced", "status", "embedded anew", "unchanged"]

LOADED_BY = "load_notes"


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading did to one note."""

    name: str
    change: Change


def load_notes(
    folder: Path, embedder: Embedder, *, replace_unpublished: bool = False
) -> Iterator[Loaded | InvalidNote]:
    """Bring every note below `folder` into the database; one transaction and one result a note.

    What is there already stays untouched, and only what changed is embedded. A faulty file
    yields its InvalidNote and touches nothing. A version whose words changed is refused, for
    answers cite versions: raise the version, or give `replace_unpublished` while it is unreviewed.
    """
    for file in note_files([folder]):
        try:
            document = read_note(file.read_text(encoding="utf-8"), file=str(file))
            if document.key != key_of(file):
                message = f"is {document.key!r}; the file's place says {key_of(file)!r}"
                raise InvalidNote([Fault(str(file), 0, "key", "key", message)])
            yield load(document, embedder, replace_unpublished=replace_unpublished)
        except InvalidNote as error:
            yield error


def load(
    document: NoteDocument, embedder: Embedder, *, replace_unpublished: bool = False
) -> Loaded:
    """Bring one note into the database; see `load_notes`."""
    change = _change(document, replace_unpublished)
    if change == "unchanged":
        return Loaded(document.name, change)
    # No model runs inside the transaction.
    texts = [embeddable.text for embeddable in store.texts_to_embed(document)]
    vectors = embedder.embed_all(texts)
    with transaction.atomic():
        lock_key(document.key)
        change = _change(document, replace_unpublished)  # somebody else may have been faster
        if change == "unchanged":
            return Loaded(document.name, change)
        before = Note.objects.filter(key=document.key, version=document.version).first()
        note = store.save(document, vectors)
        if before is None or before.status != note.status:
            record(note, before.status if before else "", by=LOADED_BY)
        settle(document.key)
    return Loaded(document.name, change)


def export_notes(folder: Path) -> Iterator[Path]:
    """Write the newest version of every note below `folder`, where `load_notes` finds it."""
    newest = Note.objects.order_by("key", "-version").distinct("key")
    parts = ("authorities", "figures", "forms", "names", "passages")
    for note in newest.prefetch_related(*parts).iterator(chunk_size=200):
        file = folder / f"{note.key}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(render_note(store.document_of(note)), encoding="utf-8")
        yield file


def _change(document: NoteDocument, replace_unpublished: bool) -> Change:
    versions = Note.objects.filter(key=document.key)
    note = versions.filter(version=document.version).first()
    if note is None:
        return "new version" if versions.exists() else "new"
    if note.digest == store.digest_of(document):
        anew = note.entries.exclude(model=store.MODEL).exists() or not note.entries.exists()
        return "embedded anew" if anew else "unchanged"
    if _only_review_differs(note, document):
        return "status"
    if note.status == Note.Status.DRAFT or (
        replace_unpublished and note.status == Note.Status.IN_REVIEW
    ):
        return "replaced"
    message = (
        f"{document.name} is there with other words, and answers may cite it; "
        f"write version {note.version + 1} with supersedes: {document.name}"
    )
    raise InvalidNote([Fault(document.key, 0, "version", "version", message)])


def _only_review_differs(note: Note, document: NoteDocument) -> bool:
    review = {
        name: getattr(document, name)
        for name in ("status", "reviewed_by", "reviewed_on", "review_due", "expires")
    }
    return store.digest_of(replace(store.document_of(note), **review)) == store.digest_of(document)
