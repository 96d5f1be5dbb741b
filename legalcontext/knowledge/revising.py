"""Editing a note that is in the database."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from . import store
from .documents import NoteDocument
from .embedding import Embedder
from .models import Note
from .workflow import check, lock_key, record, settle


def revise(document: NoteDocument, embedder: Embedder, *, by: str) -> Note:
    """Keep an edited text: in the place of its draft, or as the next version's draft.

    The review is not edited with it: what was published or in review stays as it is and in use
    until the new draft has gone its way. Raises InvalidNote.
    """
    texts = [embeddable.text for embeddable in store.texts_to_embed(document)]
    vectors = embedder.embed_all(texts)
    with transaction.atomic():
        lock_key(document.key)
        newest = Note.objects.filter(key=document.key).order_by("-version").first()
        draft = _as_draft(document, newest)
        check(draft)
        note = store.save(draft, vectors)
        in_place = newest is not None and newest.version == note.version
        record(note, Note.Status.DRAFT if in_place else "", by=by)
        settle(document.key)
    note.refresh_from_db()
    return note


def _as_draft(document: NoteDocument, newest: Note | None) -> NoteDocument:
    draft = replace(document, status="draft", reviewed_by=None, reviewed_on=None)
    if newest is None:
        return replace(draft, version=1, supersedes=None)
    if newest.status == Note.Status.DRAFT:
        return replace(draft, version=newest.version, supersedes=newest.supersedes or None)
    return replace(draft, version=newest.version + 1, supersedes=newest.name)
