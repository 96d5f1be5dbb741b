"""What differs between two versions of a note, line by line. Pure: no Django."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from .documents import NoteDocument
from .notefile import render_note

CONTEXT: Final = 3
"""Lines that are the same and shown around a change."""

Kind = Literal["same", "added", "removed", "gap"]
_KINDS: Final[dict[str, Kind]] = {" ": "same", "+": "added", "-": "removed"}


@dataclass(frozen=True, slots=True)
class Line:
    """One line. gap: lines that are the same in both were left out here."""

    kind: Kind
    text: str = ""

    @property
    def sign(self) -> str:
        return {"added": "+", "removed": "−"}.get(self.kind, "")


def compare(old: NoteDocument, new: NoteDocument) -> tuple[Line, ...]:
    """The changes from `old` to `new` as their files show them; empty where there are none."""
    return tuple(_lines(render_note(old).splitlines(), render_note(new).splitlines()))


def _lines(old: list[str], new: list[str]) -> Iterator[Line]:
    unified = difflib.unified_diff(old, new, lineterm="", n=CONTEXT)
    for number, line in enumerate(unified):
        if number < 2:  # the names of the files
            continue
        if line.startswith("@@"):
            yield Line("gap")
        else:
            yield Line(_KINDS[line[0]], line[1:])
