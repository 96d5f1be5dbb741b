"""A few of the product's own notes, embedded once for the whole run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection

from legalcontext import knowledge
from legalcontext.knowledge.checks import read_note
from legalcontext.knowledge.embedding import Embedder, build_files
from legalcontext.knowledge.loading import load

NOTES = (
    "us-ca/security-deposit",
    "us-tx/notice-to-quit",
    "us-ny/small-claims",
    "us/time-to-answer",
    "general/time-to-answer",
    "general/contracts-nda",
)


class RememberingEmbedder:
    """The real one, asked for each text once."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self.known: dict[str, Any] = {}

    def embed_all(self, texts: list[str]) -> Any:
        unknown = [text for text in dict.fromkeys(texts) if text not in self.known]
        if unknown:
            self.known |= dict(zip(unknown, self.embedder.embed_all(unknown), strict=True))
        return np.stack([self.known[text] for text in texts])


@pytest.fixture(scope="session")
def remembering_embedder() -> RememberingEmbedder:
    return RememberingEmbedder(Embedder(build_files(settings.KNOWLEDGE_EMBEDDER_DIR), threads=2))


@pytest.fixture(scope="session")
def loaded_rows() -> dict[str, bytes]:
    """The rows that loading made, by table: filled by the first test that wants the notes."""
    return {}


@pytest.fixture
def notes(db: None, remembering_embedder: Any, loaded_rows: dict[str, bytes]) -> None:
    """`NOTES`, loaded as `load_notes` would; later tests get copies of the same rows."""
    if loaded_rows:
        _write(loaded_rows)
        return
    folder = Path(knowledge.__file__).parent / "notes"
    for key in NOTES:
        file = folder / f"{key}.md"
        load(read_note(file.read_text(encoding="utf-8"), file=str(file)), remembering_embedder)
    loaded_rows |= _read()


def _tables() -> list[str]:
    """The knowledge base's tables, a table before those that point to it."""
    return [model._meta.db_table for model in apps.get_app_config("knowledge").get_models()]


def _read() -> dict[str, bytes]:
    rows = {}
    for table in _tables():
        with connection.cursor() as cursor, cursor.copy(f"COPY {table} TO STDOUT") as copy:
            rows[table] = b"".join(bytes(data) for data in copy)
    return rows


def _write(rows: dict[str, bytes]) -> None:
    with connection.cursor() as cursor:
        for table, data in rows.items():
            with cursor.copy(f"COPY {table} FROM STDIN") as copy:
                copy.write(data)


@pytest.fixture
def recorded_sql():
    """A function that gives the statements sent since the test began."""
    statements: list[str] = []

    def record(execute, sql, parameters, many, context):
        statements.append(sql)
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(record):
        yield lambda: statements
