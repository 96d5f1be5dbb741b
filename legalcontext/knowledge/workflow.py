"""The life of a note: draft → in review → published → withdrawn, and which version is in use."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import replace

from django.db import connection, transaction
from django.utils import timezone

from . import examples
from .checks import check_note
from .documents import NoteDocument
from .faults import Fault, InvalidNote
from .models import Note, Transition
from .notefile import parse_with_lines, render_note
from .store import REPEATED, digest_of, document_of

SERVED = (Note.Status.IN_REVIEW, Note.Status.PUBLISHED)
"""The statuses in which answers may rest on a note."""


class NotAllowed(ValueError):
    """A step that the note's status does not allow; the message says which ones it does."""


def submit(note: Note, *, by: str) -> Note:
    """A finished draft goes to review; from now on answers may use it, as unreviewed."""
    return _move(note, Note.Status.DRAFT, Note.Status.IN_REVIEW, by=by)


def send_back(note: Note, *, by: str, reason: str) -> Note:
    """The reviewer wants changes: the note is a draft again and no longer used."""
    return _move(note, Note.Status.IN_REVIEW, Note.Status.DRAFT, by=by, reason=reason)


def publish(
    note: Note, *, by: str, on: dt.date, next_due: dt.date, expires: dt.date | None = None
) -> Note:
    """A practitioner has reviewed this version.

    next_due: when somebody looks again. expires: the new last day of use, None to leave it.
    NotAllowed: `by` wrote this version.
    """
    _not_ones_own(note, by)
    return _move(
        note,
        Note.Status.IN_REVIEW,
        Note.Status.PUBLISHED,
        by=by,
        reviewed_by=by,
        reviewed_on=on,
        review_due=next_due,
        expires=expires or note.expires,
    )


def review_again(note: Note, *, by: str, on: dt.date, next_due: dt.date, expires: dt.date) -> Note:
    """A practitioner has looked at a published version again and found it still right.

    NotAllowed: `by` wrote this version.
    """
    _not_ones_own(note, by)
    return _move(
        note,
        Note.Status.PUBLISHED,
        Note.Status.PUBLISHED,
        by=by,
        reviewed_by=by,
        reviewed_on=on,
        review_due=next_due,
        expires=expires,
    )


def withdraw(note: Note, *, by: str, reason: str) -> Note:
    """The note is wrong or no longer wanted: no answer uses it again."""
    if note.status not in SERVED:
        raise NotAllowed(
            f"{note.name} is {note.get_status_display()}; only a note in use is withdrawn."
        )
    return _move(note, note.status, Note.Status.WITHDRAWN, by=by, reason=reason)


def writers(note: Note) -> set[str]:
    """Who wrote this version: its author, whoever edited its draft, whoever handed it in."""
    written = (Note.Status.DRAFT, "")
    steps = note.transitions.filter(from_status__in=written).values_list("by", flat=True)
    return {note.author, *steps}


def _not_ones_own(note: Note, by: str) -> None:
    if by.casefold() in {writer.casefold() for writer in writers(note)}:
        raise NotAllowed(f"{by} wrote {note.name}; somebody else reviews it.")


def _move(
    note: Note, from_status: str, to_status: str, *, by: str, reason: str = "", **review: object
) -> Note:
    with transaction.atomic():
        lock_key(note.key)
        note = Note.objects.select_for_update().get(pk=note.pk)
        if note.status != from_status:
            raise NotAllowed(
                f"{note.name} is {note.get_status_display()}; this step starts from "
                f"{Note.Status(from_status).label}."
            )
        document = replace(document_of(note), status=str(to_status), **review)  # type: ignore[arg-type]
        check(document)
        for name in ("status", *review):
            setattr(note, name, getattr(document, name))
        note.digest = digest_of(document)
        note.in_use = False  # until `settle` has decided
        if to_status == Note.Status.DRAFT:
            note.ended_at = timezone.now()
        note.save(update_fields=["status", "digest", "in_use", "ended_at", *review])
        record(note, from_status, by=by, reason=reason)
        settle(note.key)
    note.refresh_from_db()
    return note


def check(document: NoteDocument) -> None:
    """InvalidNote when the document, as a file, would not pass."""
    faults: Iterable[Fault] = check_note(
        parse_with_lines(render_note(document), file=document.key), file=document.key
    )
    if faults := list(faults):
        raise InvalidNote(faults)


def record(note: Note, from_status: str, *, by: str, reason: str = "") -> None:
    """Keep who did it, when and why."""
    Transition.objects.create(
        note=note, from_status=from_status, to_status=note.status, by=by, reason=reason
    )


def lock_key(key: str) -> None:
    """One change at a time to the versions of a key; held to the end of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"knowledge.note:{key}"])


def settle(key: str) -> None:
    """Decide which version of a key is in use, after any change to one of its versions.

    A published version stays until a newer one is published too: nothing unreviewed takes the
    place of something reviewed. A version that came into use supersedes the older ones for good,
    and the note that it names in `supersedes`.
    """
    chosen = _choose(key)
    _use(key, chosen)
    withdrawn = Note.objects.filter(key=key, status=Note.Status.WITHDRAWN, ended_at=None)
    withdrawn.update(ended_at=timezone.now())
    affected = {key}
    if chosen is not None:
        affected |= _supersede(chosen)
    notes = Note.objects.filter(key__in=affected)
    for note in notes:
        note.entries.update(live=note.in_use, **{name: getattr(note, name) for name in REPEATED})
    topics = {note.topic for note in notes}
    for topic in sorted(topics):  # in one order, so that nobody waits for each other
        examples.refresh(topic)


def _use(key: str, chosen: Note | None) -> None:
    in_use = Note.objects.filter(key=key, in_use=True)
    if chosen is None:
        in_use.update(in_use=False)
        return
    in_use.exclude(pk=chosen.pk).update(in_use=False)
    Note.objects.filter(pk=chosen.pk).update(in_use=True)


def _supersede(chosen: Note) -> set[str]:
    """Mark what `chosen` replaces for good; returns the keys concerned."""
    older = Note.objects.filter(key=chosen.key, version__lt=chosen.version, superseded_by=None)
    now = timezone.now()
    older.filter(status__in=SERVED).update(superseded_by=chosen, ended_at=now)
    replaced, _, version = chosen.supersedes.partition("@")
    if not replaced or replaced == chosen.key:
        return set()
    other = Note.objects.filter(key=replaced, version__lte=int(version), superseded_by=None)
    other.update(superseded_by=chosen, in_use=False, ended_at=now)
    return {replaced}


def _choose(key: str) -> Note | None:
    served = Note.objects.filter(key=key, status__in=SERVED, superseded_by=None).order_by(
        "-version"
    )
    published = served.filter(status=Note.Status.PUBLISHED)
    return published.first() or served.first()
