"""The coverage as a map: a row a topic, a column a place, in each cell the skills."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from .coverage import CONSULT, DOCUMENT_REVIEW, SKILLS, TRIAGE, Covered
from .schema import GENERAL
from .topics import Topic, topics

NAMES: Final = {TRIAGE: "triage", CONSULT: "consult", DOCUMENT_REVIEW: "review"}


@dataclass(frozen=True, slots=True)
class Cell:
    """What one place has on one topic. skills: those that can answer. reviewed: by how many notes
    of all. notes: behind the skill with the most."""

    place: str
    skills: tuple[str, ...] = ()
    reviewed: int = 0
    notes: int = 0

    @property
    def state(self) -> str:
        if not self.notes:
            return "none"
        return "reviewed" if self.reviewed == self.notes else "unreviewed"

    @property
    def missing(self) -> tuple[str, ...]:
        """The skills that cannot answer, in a word each."""
        return tuple(NAMES[skill] for skill in SKILLS if skill not in self.skills)


@dataclass(frozen=True, slots=True)
class Row:
    topic: Topic
    cells: tuple[Cell, ...]

    @property
    def gaps(self) -> int:
        """Places without a note of their own."""
        return sum(cell.state == "none" for cell in self.cells)


def rows_of(found: Iterable[Covered]) -> tuple[Sequence[str], Sequence[Row]]:
    """The places, states first, and a row for every topic of the list, covered or not."""
    by_cell: dict[tuple[str, str], list[Covered]] = {}
    for covered in found:
        by_cell.setdefault((covered.topic, covered.jurisdiction), []).append(covered)
    places = sorted({place for _, place in by_cell}, key=_states_first)
    return places, [
        Row(topic, tuple(_cell(place, by_cell.get((topic.code, place), [])) for place in places))
        for topic in topics().values()
    ]


def _states_first(place: str) -> tuple[bool, bool, str]:
    return place == GENERAL, "-" not in place, place


def _cell(place: str, found: Sequence[Covered]) -> Cell:
    return Cell(
        place,
        skills=tuple(covered.skill for covered in found),
        reviewed=max((covered.reviewed for covered in found), default=0),
        notes=max((covered.reviewed + covered.unreviewed for covered in found), default=0),
    )
