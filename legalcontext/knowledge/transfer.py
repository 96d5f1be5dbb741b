"""Notes into the admin and out of it, as files: a ZIP of Markdown, CSV or JSON, all lossless.

What comes in passes the same checks as an edit, and becomes a draft as an edit does: nothing is
published by an upload. `load_notes` on the server takes a folder with its statuses.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from django.core.exceptions import ValidationError
from import_export import fields, resources
from import_export.formats.base_formats import CSV, JSON, Format
from tablib import Dataset

from .checks import read_note
from .documents import NoteDocument
from .engine import embedder
from .faults import InvalidNote
from .models import Note
from .notefile import render_note
from .preview import PARTS
from .revising import revise
from .store import digest_of, document_of

HEADERS: Final = ("note", "status", "file")
MOST_NOTES: Final = 500
"""In one import; a larger base goes by `load_notes`."""
LARGEST: Final = 200_000
"""Bytes of one note."""

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)


class UnreadableUpload(ValueError):
    """The file is no archive of notes; the message says what is wrong."""


class MarkdownFiles(Format):  # type: ignore[misc]
    """A ZIP archive with a file a note, in the folders in which `load_notes` finds them."""

    def __init__(self, encoding: str | None = None) -> None:
        """encoding: of the library's interface; a file of a note is UTF-8."""

    def get_title(self) -> str:
        return "markdown (zip)"

    def get_extension(self) -> str:
        return "zip"

    def get_content_type(self) -> str:
        return "application/zip"

    def can_import(self) -> bool:
        return True

    def can_export(self) -> bool:
        return True

    def export_data(self, dataset: Dataset, **kwargs: Any) -> bytes:
        """The archive; of a note's versions the newest keeps the plain name."""
        written = io.BytesIO()
        names: set[str] = set()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
            for row in dataset.dict:
                key, _, version = row["note"].partition("@")
                name = f"{key}.md" if key not in names else f"older/{key}@{version}.md"
                names.add(key)
                archive.writestr(zipfile.ZipInfo(name, _EPOCH), row["file"])
        return written.getvalue()

    def create_dataset(self, in_stream: bytes) -> Dataset:
        """A row for each Markdown file; UnreadableUpload says what is wrong with the archive."""
        try:
            archive = zipfile.ZipFile(io.BytesIO(in_stream))
        except zipfile.BadZipFile:
            raise UnreadableUpload("This is no ZIP archive.") from None
        members = [
            member
            for member in archive.infolist()
            if member.filename.endswith(".md") and not member.filename.endswith("README.md")
        ]
        if len(members) > MOST_NOTES:
            raise UnreadableUpload(f"The archive has {len(members)} notes; {MOST_NOTES} at most.")
        dataset = Dataset(headers=HEADERS)
        for member in members:
            with archive.open(member) as file:
                text = file.read(LARGEST + 1)
            if len(text) > LARGEST:
                raise UnreadableUpload(f"{member.filename} is larger than {LARGEST} bytes.")
            try:
                dataset.append(("", "", text.decode("utf-8")))
            except UnicodeDecodeError:
                raise UnreadableUpload(f"{member.filename} is not UTF-8.") from None
        return dataset


FORMATS: Final = (MarkdownFiles, CSV, JSON)


class Told(fields.Field):  # type: ignore[misc]
    """A column that is made of the whole note, and read by the resource itself."""

    def __init__(self, column_name: str, of: Callable[[Note], str]) -> None:
        super().__init__(column_name=column_name)
        self.of = of

    def get_value(self, instance: Note, **kwargs: Any) -> str:
        return self.of(instance)


class NoteResource(resources.ModelResource):  # type: ignore[misc]
    """A note's version, its status and its whole file."""

    note = Told("note", lambda note: note.name if note.key else "")
    status = Told("status", lambda note: note.status if note.key else "")
    file = Told("file", lambda note: _file_of(note))

    class Meta:
        model = Note
        name = "Notes"
        fields = HEADERS
        import_order = HEADERS
        export_order = HEADERS
        import_id_fields = ("file",)
        skip_unchanged = True
        report_skipped = True
        use_transactions = True

    def get_queryset(self) -> Any:
        return super().get_queryset().prefetch_related(*PARTS)

    def filter_export(self, queryset: Any, **kwargs: Any) -> Any:
        return queryset.prefetch_related(*PARTS).order_by("key", "-version")

    def before_import(self, dataset: Dataset, **kwargs: Any) -> None:
        if len(dataset) > MOST_NOTES:
            raise ValidationError(f"{len(dataset)} notes; {MOST_NOTES} at most in one import.")

    def get_instance(self, instance_loader: Any, row: Any) -> Note | None:
        """The newest version of the note's key."""
        document = _document(row)
        if document is None:
            return None
        found: Note | None = self.get_queryset().filter(key=document.key).first()
        return found

    def import_instance(self, instance: Note, row: Any, **kwargs: Any) -> None:
        """ValidationError: the file has faults, each with its line."""
        try:
            instance.incoming = read_note(_text(row), file="note")  # type: ignore[attr-defined]
        except InvalidNote as error:
            raise ValidationError({"file": [str(fault) for fault in error.faults]}) from None

    def validate_instance(self, instance: Note, *args: Any, **kwargs: Any) -> None:
        """`read_note` has checked all that there is."""
        errors = args[0] if args else kwargs.get("import_validation_errors")
        if errors:
            raise ValidationError(errors)

    def skip_row(self, instance: Note, original: Note, row: Any, *args: Any, **kwargs: Any) -> bool:
        """The newest version says the same already."""
        incoming: NoteDocument | None = getattr(instance, "incoming", None)
        return bool(incoming and original.key and _same_words(document_of(original), incoming))

    def save_instance(self, instance: Note, is_create: bool, row: Any, **kwargs: Any) -> None:
        if self._is_dry_run(kwargs):
            return
        by = str(kwargs.get("user") or "import")
        saved = revise(instance.incoming, embedder(), by=by)  # type: ignore[attr-defined]
        instance.pk = saved.pk
        instance.refresh_from_db()

    def save_m2m(self, instance: Note, row: Any, **kwargs: Any) -> None:
        """`revise` has written every part."""


def _file_of(note: Note) -> str:
    incoming: NoteDocument | None = getattr(note, "incoming", None)
    if incoming is not None:
        return render_note(incoming)
    return render_note(document_of(note)) if note.key else ""


def _text(row: Any) -> str:
    text = str(row.get("file") or "").replace("\r\n", "\n")
    return text.rstrip() + "\n"


def _document(row: Any) -> NoteDocument | None:
    try:
        return read_note(_text(row), file="note")
    except InvalidNote:
        return None


def _same_words(note: NoteDocument, other: NoteDocument) -> bool:
    """The same but for the version, the review and what they supersede."""
    as_here = {
        name: getattr(note, name)
        for name in (
            "version", "status", "reviewed_by", "reviewed_on", "review_due", "expires",
            "supersedes",
        )
    }  # fmt: skip
    return digest_of(note) == digest_of(replace(other, **as_here))
