"""Notes from files to the database and back, without loss and without needless work."""

from __future__ import annotations

import threading
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from legalcontext.knowledge.checks import read_note
from legalcontext.knowledge.embedding import Embedder
from legalcontext.knowledge.faults import InvalidNote
from legalcontext.knowledge.lint import key_of, note_files
from legalcontext.knowledge.loading import Loaded, export_notes, load, load_notes
from legalcontext.knowledge.models import Entry, ExactTerm, Note, Passage, Transition
from legalcontext.knowledge.notefile import NOTES, parse_note, render_note
from legalcontext.knowledge.store import document_of, texts_to_embed

from .conftest import Make

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: Path, note_text: Make) -> Path:
    write(tmp_path, note_text())
    write(tmp_path, note_text(jurisdiction="US-OH", title="Deposits in Ohio", value="30"))
    return tmp_path


def write(folder: Path, text: str) -> Path:
    file = folder / f"{parse_note(text).key}.md"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    return file


def changes(folder: Path, embedder: Embedder, **options: bool) -> dict[str, str]:
    results = load_notes(folder, embedder, **options)
    return {r.name: r.change for r in results if isinstance(r, Loaded)}


def test_loading_again_changes_nothing(folder: Path, embedder: Embedder) -> None:
    assert set(changes(folder, embedder).values()) == {"new"}
    before = set(Entry.objects.values_list("pk", flat=True))
    assert set(changes(folder, embedder).values()) == {"unchanged"}
    assert set(Entry.objects.values_list("pk", flat=True)) == before
    assert Transition.objects.count() == 2


def test_a_passage_is_kept_as_written_and_as_shown(folder: Path, embedder: Embedder) -> None:
    changes(folder, embedder)
    passage = Passage.objects.get(note__key="us-ca/security-deposit", slug="short-answer")
    assert "{{period}}" in passage.source
    assert passage.text.startswith("The landlord has 21 days after the move")
    assert passage.figure_slugs == ["period"]
    assert passage.authority is not None
    assert passage.authority.full_citation == "Cal. Civ. Code § 1950.5, subd. (g)"


def test_every_text_that_leads_to_a_passage_has_a_vector(folder: Path, embedder: Embedder) -> None:
    changes(folder, embedder)
    note = Note.objects.get(key="us-ca/security-deposit")
    texts = texts_to_embed(document_of(note))
    assert note.entries.count() == len(texts) == 5 + 1 + 1
    assert note.entries.filter(asked=True).count() == 2
    entry = note.entries.get(passage__slug="normal-wear")
    alone = embedder.embed(next(t.text for t in texts if t.passage == "normal-wear"))
    assert float(entry.embedding @ alone) > 0.99999


def test_sections_and_forms_are_kept_for_the_exact_lane(folder: Path, embedder: Embedder) -> None:
    changes(folder, embedder)
    found = ExactTerm.objects.filter(note__key="us-ca/security-deposit")
    terms = set(found.values_list("passage__slug", "term"))
    assert ("short-answer", "1950.5") in terms
    assert ("claim", "sc100") in terms


def test_a_new_version_stands_beside_the_old_and_takes_its_place(
    folder: Path, embedder: Embedder, note_text: Make
) -> None:
    changes(folder, embedder)
    kept = set(Entry.objects.values_list("pk", flat=True))
    write(
        folder,
        note_text()
        .replace("version: 1", "version: 2")
        .replace("licence:", "supersedes: us-ca/security-deposit@1\nlicence:")
        .replace("worn carpet", "worn rug"),
    )
    assert changes(folder, embedder) == {
        "us-ca/security-deposit@2": "new version",
        "us-oh/security-deposit@1": "unchanged",
    }
    one, two = Note.objects.filter(key="us-ca/security-deposit").order_by("version")
    assert (one.in_use, one.superseded_by) == (False, two)
    assert two.in_use
    assert kept <= set(Entry.objects.values_list("pk", flat=True))


def test_other_words_under_the_same_version_are_refused(
    folder: Path, embedder: Embedder, note_text: Make
) -> None:
    changes(folder, embedder)
    write(folder, note_text().replace("worn carpet", "worn rug"))
    [refused] = [r for r in load_notes(folder, embedder) if isinstance(r, InvalidNote)]
    assert "write version 2 with supersedes: us-ca/security-deposit@1" in str(refused)
    assert Passage.objects.filter(text__contains="worn rug").count() == 0
    done = changes(folder, embedder, replace_unpublished=True)
    assert done["us-ca/security-deposit@1"] == "replaced"
    assert Passage.objects.filter(text__contains="worn rug").count() == 1


def test_what_was_published_is_never_replaced(
    folder: Path, embedder: Embedder, note_text: Make
) -> None:
    reviewed = (
        note_text()
        .replace("status: in_review", "status: published")
        .replace("review_due:", "reviewed_by: A. Lawyer\nreviewed_on: 2026-02-01\nreview_due:")
    )
    write(folder, reviewed)
    changes(folder, embedder)
    write(folder, reviewed.replace("worn carpet", "worn rug"))
    results = list(load_notes(folder, embedder, replace_unpublished=True))
    assert [type(r) for r in results] == [InvalidNote, Loaded]


def test_a_review_alone_needs_no_new_version(
    folder: Path, embedder: Embedder, note_text: Make
) -> None:
    changes(folder, embedder)
    write(
        folder,
        note_text()
        .replace("status: in_review", "status: published")
        .replace("review_due:", "reviewed_by: A. Lawyer\nreviewed_on: 2026-02-01\nreview_due:"),
    )
    assert changes(folder, embedder)["us-ca/security-deposit@1"] == "status"
    note = Note.objects.get(key="us-ca/security-deposit")
    assert note.reviewed
    assert list(note.transitions.values_list("from_status", "to_status")) == [
        ("", "in_review"),
        ("in_review", "published"),
    ]


def test_a_faulty_file_touches_nothing_and_stops_no_other(
    folder: Path, embedder: Embedder, note_text: Make
) -> None:
    write(folder, note_text())
    file = folder / "us-ca" / "security-deposit.md"
    file.write_text(note_text().replace("Nothing may", "You must not"))
    results = list(load_notes(folder, embedder))
    assert [type(r) for r in results] == [InvalidNote, Loaded]
    assert [note.key for note in Note.objects.all()] == ["us-oh/security-deposit"]


def test_vectors_of_another_model_are_made_anew(folder: Path, embedder: Embedder) -> None:
    changes(folder, embedder)
    Entry.objects.filter(note__key="us-oh/security-deposit").update(model="another")
    assert changes(folder, embedder) == {
        "us-ca/security-deposit@1": "unchanged",
        "us-oh/security-deposit@1": "embedded anew",
    }
    assert not Entry.objects.filter(model="another").exists()


def test_export_writes_the_files_byte_for_byte(
    folder: Path, embedder: Embedder, tmp_path: Path
) -> None:
    changes(folder, embedder)
    out = tmp_path / "out"
    exported = list(export_notes(out))
    assert len(exported) == 2
    for file in exported:
        assert file.read_bytes() == (folder / file.relative_to(out)).read_bytes()


def test_every_note_of_the_repository_comes_back_byte_for_byte(embedder: Embedder) -> None:
    for file in note_files([NOTES])[::12]:  # a sample: embedding all would take a minute
        text = file.read_text(encoding="utf-8")
        load(read_note(text, file=str(file)), embedder)
        note = Note.objects.get(key=key_of(file))
        assert render_note(document_of(note)) == text, file


def test_the_commands_say_what_they_did(folder: Path, tmp_path: Path) -> None:
    out = StringIO()
    call_command("load_notes", folder, stdout=out)
    assert "us-ca/security-deposit@1: new" in out.getvalue()
    assert "2 new" in out.getvalue()
    out = StringIO()
    call_command("export_notes", tmp_path / "out", stdout=out)
    assert "2 notes written" in out.getvalue()


def test_the_command_refuses_a_missing_folder_and_tells_of_faults(
    folder: Path, note_text: Make
) -> None:
    with pytest.raises(CommandError, match="There is no folder"):
        call_command("load_notes", folder / "missing")
    (folder / "us-ca" / "security-deposit.md").write_text("no note")
    errors = StringIO()
    with pytest.raises(CommandError, match="were refused"):
        call_command("load_notes", folder, stdout=StringIO(), stderr=errors)
    assert "start the file with `---`" in errors.getvalue()


@pytest.mark.django_db(transaction=True)
def test_two_loaders_of_a_note_make_one(embedder: Embedder, note_text: Make) -> None:
    document = read_note(note_text(), file="note")
    done: list[str] = []

    def work() -> None:
        try:
            done.append(load(document, embedder).change)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == ["new", "unchanged"]
    assert Note.objects.get().entries.count() == len(texts_to_embed(document))
