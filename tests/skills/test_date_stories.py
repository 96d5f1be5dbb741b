"""Labelled days, worked out by hand: those that a rule gives, and those that a person tells.

`tests/cases/date_stories.jsonl` was written before the code that reads it, `date_phrasings.jsonl`
and the others after; each line says which days may be told as deadlines (`due`) and as the
story's own (`own`). near: the topic that no word of it shows, and the search does.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from legalcontext.skills import SKILLS
from legalcontext.skills.evaluate import read_stories
from legalcontext.skills.lint import lint
from legalcontext.skills.types import Ask, SkillName

from .conftest import Framing
from .notes import Notes
from .test_papers import NOTES, passages

CASES_AT = Path(__file__).parent.parent / "cases"
CASES = [
    case
    for name in ("date_stories", "date_phrasings", "date_rounds", "date_last", "date_court_days")
    for case in read_stories(CASES_AT / f"{name}.jsonl")
]
TOPICS = (
    *("notice-to-quit", "eviction-steps", "time-to-answer", "debt-collection"),
    *("security-deposit", "final-pay", "consumer-purchase"),
)


@pytest.fixture(scope="module")
def on_file() -> Notes:
    """The notes that the cases need, from their files."""
    return Notes(
        [
            passage
            for topic in TOPICS
            for file in NOTES.glob(f"*/{topic}.md")
            for passage in passages(file)
        ],
        near=dict.fromkeys(TOPICS, 0.5),
    )


def near(notes: Notes, topic: str) -> Notes:
    """The notes as a search that finds one topic by nearness alone has them."""
    return Notes([hit for hit in notes.hits if hit.topic == topic], near={topic: 0.9})


def days(case: Mapping[str, Any], skill: SkillName, frame_of: Framing, notes: Notes) -> Any:
    frame = frame_of(case["text"])
    notes = near(notes, case["near"]) if "near" in case else notes
    ask = Ask(case["text"], dt.date.fromisoformat(case["today"]), case["language"])
    answer = SKILLS[skill](frame, ask, (), notes)
    assert lint(answer, frame, ask) == ()
    told: dict[str, set[str]] = {"deadline": set(), "date": set()}
    for finding in answer.findings:
        if finding.due_on is not None:
            told[finding.kind].add(finding.due_on.isoformat())
    return [sorted(told["deadline"]), sorted(told["date"])]


@pytest.mark.parametrize("skill", ["triage", "consult"])
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_days_of_a_story(
    case: Mapping[str, Any], skill: SkillName, frame_of: Framing, on_file: Notes
) -> None:
    assert days(case, skill, frame_of, on_file) == [case["due"], case["own"]]
