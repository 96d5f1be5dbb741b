"""The life of a note, and which version is in use."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import IntegrityError, transaction

from legalcontext.knowledge import workflow
from legalcontext.knowledge.checks import read_note
from legalcontext.knowledge.embedding import Embedder
from legalcontext.knowledge.faults import InvalidNote
from legalcontext.knowledge.loading import load
from legalcontext.knowledge.models import Note
from legalcontext.knowledge.notefile import render_note
from legalcontext.knowledge.revising import revise
from legalcontext.knowledge.standing import recalled_notes, standings
from legalcontext.knowledge.store import digest_of, document_of

from .conftest import Make

pytestmark = pytest.mark.django_db

ON, DUE = dt.date(2026, 2, 1), dt.date(2027, 2, 1)
KEY = "us-ca/security-deposit"


@pytest.fixture
def draft(embedder: Embedder, note_text: Make) -> Note:
    return added(embedder, note_text().replace("in_review", "draft"))


def added(embedder: Embedder, text: str) -> Note:
    document = read_note(text, file="note")
    load(document, embedder)
    return Note.objects.get(key=document.key, version=document.version)


def test_from_draft_to_withdrawn(draft: Note) -> None:
    assert not draft.in_use
    note = workflow.submit(draft, by="author")
    assert (note.status, note.in_use, note.reviewed) == ("in_review", True, False)
    note = workflow.publish(note, by="A. Lawyer", on=ON, next_due=DUE)
    assert (note.status, note.in_use, note.reviewed) == ("published", True, True)
    assert (note.reviewed_by, note.reviewed_on, note.review_due) == ("A. Lawyer", ON, DUE)
    note = workflow.withdraw(note, by="A. Lawyer", reason="the law has changed")
    assert (note.status, note.in_use) == ("withdrawn", False)
    assert [(t.to_status, t.by, t.reason) for t in note.transitions.all()] == [
        ("draft", "load_notes", ""),
        ("in_review", "author", ""),
        ("published", "A. Lawyer", ""),
        ("withdrawn", "A. Lawyer", "the law has changed"),
    ]


def test_a_step_from_elsewhere_is_not_allowed(draft: Note) -> None:
    with pytest.raises(workflow.NotAllowed, match="is draft; this step starts from in review"):
        workflow.publish(draft, by="A. Lawyer", on=ON, next_due=DUE)
    with pytest.raises(workflow.NotAllowed, match="only a note in use is withdrawn"):
        workflow.withdraw(draft, by="A. Lawyer", reason="")
    assert Note.objects.get(pk=draft.pk).status == "draft"


def test_sent_back_it_is_no_longer_used(draft: Note) -> None:
    note = workflow.submit(draft, by="author")
    note = workflow.send_back(note, by="A. Lawyer", reason="the fee is wrong")
    assert (note.status, note.in_use) == ("draft", False)


def test_a_review_that_would_make_a_faulty_note_is_refused(draft: Note) -> None:
    note = workflow.submit(draft, by="author")
    with pytest.raises(InvalidNote, match="must come after review_due"):
        workflow.publish(note, by="A. Lawyer", on=ON, next_due=dt.date(2028, 1, 1))
    assert Note.objects.get(pk=note.pk).status == "in_review"


def test_reviewed_again_it_lives_longer(draft: Note) -> None:
    note = workflow.publish(workflow.submit(draft, by="a"), by="A. Lawyer", on=ON, next_due=DUE)
    later, expires = dt.date(2028, 2, 1), dt.date(2029, 1, 1)
    note = workflow.review_again(note, by="B. Lawyer", on=DUE, next_due=later, expires=expires)
    assert (note.reviewed_by, note.reviewed_on) == ("B. Lawyer", DUE)
    assert (note.review_due, note.expires) == (later, expires)


def test_a_step_shows_in_the_exported_file(draft: Note) -> None:
    note = workflow.publish(workflow.submit(draft, by="a"), by="A. Lawyer", on=ON, next_due=DUE)
    document = document_of(note)
    assert "reviewed_by: A. Lawyer\nreviewed_on: 2026-02-01\n" in render_note(document)
    assert note.digest == digest_of(document)


def second(note_text: Make) -> str:
    return (
        note_text()
        .replace("version: 1", "version: 2")
        .replace("licence:", f"supersedes: {KEY}@1\nlicence:")
        .replace("worn carpet", "worn rug")
    )


def in_use() -> list[str]:
    return [note.name for note in Note.objects.filter(in_use=True)]


def test_what_is_unreviewed_does_not_replace_what_is_reviewed(
    draft: Note, embedder: Embedder, note_text: Make
) -> None:
    workflow.publish(workflow.submit(draft, by="a"), by="A. Lawyer", on=ON, next_due=DUE)
    newer = added(embedder, second(note_text))
    assert in_use() == [f"{KEY}@1"]
    workflow.publish(newer, by="A. Lawyer", on=ON, next_due=DUE)
    assert in_use() == [f"{KEY}@2"]


def test_what_was_replaced_does_not_come_back(
    draft: Note, embedder: Embedder, note_text: Make
) -> None:
    workflow.submit(draft, by="a")
    newer = added(embedder, second(note_text))
    assert in_use() == [f"{KEY}@2"]
    workflow.withdraw(newer, by="A. Lawyer", reason="wrong")
    assert in_use() == []


def test_a_note_may_replace_another(draft: Note, embedder: Embedder, note_text: Make) -> None:
    workflow.submit(draft, by="a")
    text = note_text().replace(f"key: {KEY}", f"key: {KEY}-return")
    added(embedder, text.replace("licence:", f"supersedes: {KEY}@1\nlicence:"))
    assert in_use() == [f"{KEY}-return@1"]


def test_two_versions_are_never_in_use_at_once(
    draft: Note, embedder: Embedder, note_text: Make
) -> None:
    workflow.submit(draft, by="a")
    added(embedder, second(note_text))
    with pytest.raises(IntegrityError), transaction.atomic():
        Note.objects.filter(key=KEY).update(in_use=True, superseded_by=None)


def test_published_without_a_reviewer_cannot_be_stored(draft: Note) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Note.objects.filter(pk=draft.pk).update(status="published")


def test_an_edit_changes_a_draft_in_place_and_anything_else_into_a_new_draft(
    draft: Note, embedder: Embedder, note_text: Make
) -> None:
    edited = read_note(note_text().replace("worn carpet", "worn rug"), file="note")
    assert revise(edited, embedder, by="editor").pk == draft.pk
    assert Note.objects.count() == 1
    workflow.submit(draft, by="editor")
    new = revise(edited, embedder, by="editor")
    assert (new.version, new.status, new.supersedes) == (2, "draft", f"{KEY}@1")
    assert in_use() == [f"{KEY}@1"]
    workflow.submit(new, by="editor")
    assert in_use() == [f"{KEY}@2"]


def test_an_answer_learns_what_became_of_the_notes_it_cited(
    draft: Note, embedder: Embedder, note_text: Make
) -> None:
    names = [f"{KEY}@1", f"{KEY}@2", "us-tx/gone@1"]
    before, after = dt.date(2027, 5, 31), dt.date(2027, 6, 1)
    workflow.submit(draft, by="a")
    assert [s.state for s in standings(names, today=before).values()] == [
        "current",
        "unknown",
        "unknown",
    ]
    assert standings(names, today=after)[f"{KEY}@1"].state == "lapsed"
    assert recalled_notes(today=before) == []
    newer = added(embedder, second(note_text))
    found = standings(names, today=before)
    assert (found[f"{KEY}@1"].state, found[f"{KEY}@1"].successor) == ("corrected", f"{KEY}@2")
    assert not found[f"{KEY}@2"].recalled
    workflow.withdraw(newer, by="A. Lawyer", reason="wrong")
    found = standings(names, today=before)
    assert found[f"{KEY}@2"].state == "withdrawn"
    # What was withdrawn stands in no other's place.
    assert (found[f"{KEY}@1"].state, found[f"{KEY}@1"].successor) == ("corrected", None)
    assert {s.note for s in recalled_notes(today=before)} == {f"{KEY}@1", f"{KEY}@2"}
    third = second(note_text).replace("version: 2", "version: 3").replace("worn rug", "worn mat")
    added(embedder, third.replace(f"supersedes: {KEY}@1", f"supersedes: {KEY}@2"))
    assert standings(names, today=before)[f"{KEY}@1"].successor == f"{KEY}@3"
    assert {s.successor for s in recalled_notes(today=before) if s.state == "corrected"} == {
        f"{KEY}@3"
    }
