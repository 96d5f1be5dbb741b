"""The commands that need no database."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from legalcontext.knowledge.embedding import built_files, files

from .conftest import Make


def test_the_model_is_built_below_the_var_folder(tmp_path: Path, settings: LazySettings) -> None:
    settings.KNOWLEDGE_EMBEDDER_DIR = tmp_path
    out = StringIO()
    call_command("build_embedder", stdout=out)
    assert str(built_files(tmp_path).graph.parent) in out.getvalue()


def test_wrong_weights_stop_the_build_in_words(
    tmp_path: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.KNOWLEDGE_EMBEDDER_DIR = tmp_path
    monkeypatch.setitem(files.PINS, "model.safetensors", "0" * 64)
    with pytest.raises(CommandError, match="is not the pinned one"):
        call_command("build_embedder")
    assert list(tmp_path.iterdir()) == []


def test_lint_as_a_command(tmp_path: Path, note_text: Make) -> None:
    file = tmp_path / "us-ca" / "security-deposit.md"
    file.parent.mkdir()
    file.write_text(note_text().replace("version: 1", "version:  1"))
    with pytest.raises(CommandError, match="Some notes have faults"):
        call_command("lint_notes", str(tmp_path))
    call_command("lint_notes", str(tmp_path), fix=True)
    assert file.read_text() == note_text()
