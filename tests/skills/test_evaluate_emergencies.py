"""How well emergencies are heard, counted."""

from __future__ import annotations

from typing import Any

from legalcontext.skills.evaluate_emergencies import Heard, hear, report_heard
from legalcontext.skills.second_ear import NONE

from .notes import TODAY, Notes
from .test_second_ear import UNFORESEEN, like

CASES: list[dict[str, Any]] = [
    {"id": "1", "text": "he hit me", "emergency": "violence"},
    {"id": "2", "text": UNFORESEEN, "emergency": "violence"},
    {"id": "3", "text": "my landlord kept all of the deposit", "emergency": None},
]


def test_signs_and_the_second_ear_are_counted_apart() -> None:
    by_signs = hear(CASES, Notes([], vector=like(NONE)), TODAY)
    assert by_signs == Heard(emergencies=2, by_signs=1, by_ear=0, calm=1, alarms=0)
    with_ear = hear(CASES, Notes([], vector=like("violence")), TODAY)
    assert with_ear == Heard(emergencies=2, by_signs=1, by_ear=1, calm=1, alarms=1)
    assert "signs 1 of 2, second ear 1 more; alarms 1 of 1" in report_heard("made up", with_ear)
