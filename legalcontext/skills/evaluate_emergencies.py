"""How well emergencies are heard: phrasings through the signs and the second ear.

A case is a line of JSON: `{id, text, emergency}`, the emergency a kind or null. A calm question
that is told of any emergency is an alarm.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from legalcontext import block, inference
from legalcontext.block.types import Inbound, PrincipalFacts

from .emergencies import find_emergencies
from .second_ear import emergencies_of
from .shelf import Shelf
from .types import Ask, Knowledge


@dataclass(frozen=True, slots=True)
class Heard:
    """Of so many emergencies, how many the signs hear and the second ear besides; of so many calm
    questions, how many either alarms at."""

    emergencies: int
    by_signs: int
    by_ear: int
    calm: int
    alarms: int


def hear(cases: Iterable[Mapping[str, Any]], knowledge: Knowledge, today: dt.date) -> Heard:
    """Each case heard as an individual's question, and counted."""
    told = [
        (case["emergency"] is not None, *_ways(case["text"], knowledge, today)) for case in cases
    ]
    return Heard(
        emergencies=sum(meant for meant, _, _ in told),
        by_signs=sum(meant and signs for meant, signs, _ in told),
        by_ear=sum(meant and ear for meant, _, ear in told),
        calm=sum(not meant for meant, _, _ in told),
        alarms=sum(not meant and (signs or ear) for meant, signs, ear in told),
    )


def _ways(text: str, knowledge: Knowledge, today: dt.date) -> tuple[bool, bool]:
    """Whether the signs hear an emergency, and whether only the second ear does."""
    frame = block.resolve(Inbound(), inference.infer(text), PrincipalFacts("individual"), None)
    signs = bool(find_emergencies(text, today))
    told = bool(emergencies_of(Ask(text, today), frame, Shelf(knowledge, frame)))
    return signs, told and not signs


def report_heard(name: str, heard: Heard) -> str:
    return (
        f"{name:24} signs {heard.by_signs} of {heard.emergencies}, second ear {heard.by_ear} more; "
        f"alarms {heard.alarms} of {heard.calm}"
    )
