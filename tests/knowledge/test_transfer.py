"""Notes out of the admin as files and in again, without loss."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from legalcontext.knowledge.models import Note

from .conftest import Make
from .test_admin import may, take

pytestmark = pytest.mark.django_db

MARKDOWN, CSV, JSON = "0", "1", "2"
KEY = "us-ca/security-deposit"


def exported(client: Client, format_: str) -> bytes:
    page = reverse("admin:knowledge_note_export")
    response = client.post(page, {"format": format_, "resource": "0"})
    assert response.status_code == 200
    assert "attachment" in response["Content-Disposition"]
    return response.content


def archive_of(files: dict[str, str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return made.getvalue()


class Upload:
    """An upload: what its page says, and what happens when it is confirmed."""

    def __init__(self, client: Client, content: bytes, format_: str = MARKDOWN) -> None:
        self.client = client
        file = SimpleUploadedFile("notes.zip", content)
        data = {"format": format_, "import_file": file, "resource": "0"}
        response = client.post(reverse("admin:knowledge_note_import"), data)
        self.page = response.content.decode()
        self.form: Any = response.context.get("confirm_form")

    def confirm(self) -> None:
        data = {name: value for name, value in self.form.initial.items() if value is not None}
        self.client.post(reverse("admin:knowledge_note_process_import"), data, follow=True)


def test_the_archive_holds_the_files_byte_for_byte(
    staff: Client, note: Note, note_text: Make
) -> None:
    with zipfile.ZipFile(io.BytesIO(exported(staff, MARKDOWN))) as archive:
        assert archive.namelist() == [f"{KEY}.md"]
        assert archive.read(f"{KEY}.md").decode() == note_text()


def test_older_versions_are_in_it_beside_the_newest(
    staff: Client, note: Note, note_text: Make
) -> None:
    change = reverse("admin:knowledge_note_change", args=[note.pk])
    staff.post(change, {"text": note_text().replace("worn carpet", "worn rug")})
    with zipfile.ZipFile(io.BytesIO(exported(staff, MARKDOWN))) as archive:
        assert archive.namelist() == [f"{KEY}.md", f"older/{KEY}@1.md"]
        assert "worn rug" in archive.read(f"{KEY}.md").decode()


def test_json_holds_the_same(staff: Client, note: Note, note_text: Make) -> None:
    [row] = json.loads(exported(staff, JSON))
    assert row == {"note": f"{KEY}@1", "status": "in_review", "file": note_text()}


@pytest.mark.parametrize("format_", [MARKDOWN, CSV, JSON])
def test_what_was_exported_changes_nothing_when_it_comes_in(
    staff: Client, note: Note, format_: str
) -> None:
    upload = Upload(staff, exported(staff, format_), format_)
    assert "Skipped" in upload.page
    upload.confirm()
    assert [n.name for n in Note.objects.all()] == [f"{KEY}@1"]


def test_a_changed_file_becomes_the_next_draft(staff: Client, note: Note, note_text: Make) -> None:
    """Even where the file says that it is published."""
    text = note_text().replace("worn carpet", "worn rug").replace("in_review", "published")
    text = text.replace("review_due", "reviewed_by: X\nreviewed_on: 2026-02-01\nreview_due")
    upload = Upload(staff, archive_of({f"{KEY}.md": text}))
    assert "Update" in upload.page
    assert Note.objects.count() == 1  # not before it is confirmed
    upload.confirm()
    new = Note.objects.get(version=2)
    assert (new.status, new.supersedes, new.in_use) == ("draft", f"{KEY}@1", False)
    take(staff, new, "submit")
    assert "somebody else reviews it" in take(staff, new, "publish", read="on")


def test_a_new_file_becomes_a_draft(staff: Client, note_text: Make) -> None:
    Upload(staff, archive_of({f"{KEY}.md": note_text()})).confirm()
    assert [(n.name, n.status) for n in Note.objects.all()] == [(f"{KEY}@1", "draft")]


def test_a_faulty_file_is_refused_with_its_lines(
    staff: Client, note: Note, note_text: Make
) -> None:
    text = note_text().replace("Nothing may", "In 30 days nothing may")
    upload = Upload(staff, archive_of({f"{KEY}.md": text}))
    assert "is bound to no figure" in upload.page
    assert upload.form is None  # nothing to confirm
    assert Note.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"hello", "This is no ZIP archive"),
        (archive_of({"us/x.md": "x" * 200_001}), "is larger than"),
        (archive_of({f"us/{number}.md": "x" for number in range(501)}), "500 at most"),
    ],
)
def test_what_is_no_archive_of_notes_is_said(staff: Client, content: bytes, said: str) -> None:
    assert said in Upload(staff, content).page


def test_who_may_only_look_exports_and_does_not_import(client: Client, note: Note) -> None:
    may(client, "view_note")
    assert exported(client, MARKDOWN)
    assert client.get(reverse("admin:knowledge_note_import")).status_code == 403
