"""What these tests share: cases in files, and the frame of an individual who states nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from legalcontext.block import resolve
from legalcontext.block.types import Frame, Inbound, PrincipalFacts
from legalcontext.inference import infer

HERE = Path(__file__).parent
CASES = HERE.parent / "cases"
QUESTIONS = sorted(HERE.glob("questions*.tsv"))


def rows(name: str) -> list[list[str]]:
    """The rows of a file of this folder, without its comments."""
    lines = (HERE / name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def json_rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def questions() -> Iterator[str]:
    """Every question of the project's own files."""
    for path in QUESTIONS:
        for row in rows(path.name):
            yield row[3]


def frame(question: str, *documents: str) -> Frame:
    inference = infer(question, documents)
    return resolve(Inbound(), inference, PrincipalFacts("individual"), None)


def place(question: str, *documents: str) -> str:
    """The jurisdiction, `-` where it is a default."""
    found = frame(question, *documents)
    return "-" if found.basis == "default" else found.jurisdiction


def candidates(question: str, *documents: str) -> set[str]:
    return {candidate.value for candidate in infer(question, documents).candidates}
