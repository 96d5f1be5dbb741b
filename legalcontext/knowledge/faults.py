"""What is wrong with a note, where, and what to do about it. Pure: no Django."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault. file: the note's path or key; line: 1-based, 0 for the whole file.

    field: a dotted path (`figures[2].phrase`, `passage short-answer`). code: short and stable
    (`unbound_number`). message: what is wrong and what to do.
    """

    file: str
    line: int
    field: str
    code: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        field = f" {self.field}:" if self.field else ""
        return f"{place}:{field} {self.message} [{self.code}]"


class InvalidNote(ValueError):
    """A note that cannot be used; `faults` names every one found."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))
