"""The figures of triage, and that the tables keep what they reached."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from legalcontext.skills.evaluate import (
    WordsAlone,
    corrected,
    evaluate,
    main,
    read_stories,
    score,
    tell,
)

from .notes import TODAY

STORIES = Path(__file__).parents[1] / "cases" / "stories.jsonl"


def write(folder: Path, *stories: dict[str, object]) -> Path:
    file = folder / "stories.jsonl"
    made = [
        {
            "id": str(i),
            "language": "en",
            "topics": [],
            "emergencies": [],
            "urgency": "none",
            "jurisdiction": None,
        }
        | story
        for i, story in enumerate(stories)
    ]
    file.write_text("\n".join(json.dumps(story) for story in made), "utf-8")
    return file


def test_the_figures_are_shares_of_what_was_told(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        {"text": "They garnish my wages", "topics": ["garnishment"], "urgency": "soon"},
        {"text": "They garnish my wages", "topics": ["divorce"], "urgency": "normal"},
        {"text": "My cat is lovely"},
        {"text": "I want to kill myself", "emergencies": ["self_harm"], "urgency": "emergency"},
        {"text": "My cat is asleep", "emergencies": ["violence"]},
        {"text": "I want to kill myself", "urgency": "emergency"},
    )
    scores = evaluate(file, today=TODAY)
    assert scores.stories == 6
    assert scores.first_hit == pytest.approx(5 / 6)
    assert (scores.emergencies, scores.recall) == (2, 0.5)
    assert (scores.calm, scores.false_alarms) == (4, 0.25)
    assert scores.urgency == pytest.approx(5 / 6)


def test_no_stories_are_no_figures() -> None:
    with pytest.raises(ValueError, match="no stories"):
        score([])


def test_the_program_prints_the_figures_and_what_went_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, {"text": "My cat is lovely", "topics": ["divorce"]})
    assert main([str(file), "--wrong"]) == 0
    printed = capsys.readouterr().out
    assert "topic first-hit      0.000" in printed
    assert "0 topics ['divorce'] told []" in printed


def test_no_story_with_an_emergency_goes_without_one_and_few_others_alarm() -> None:
    told = list(tell(read_stories(STORIES), WordsAlone(), TODAY))
    missed = [t.story["id"] for t in told if t.story["emergencies"] and not t.emergencies]
    assert missed == []
    assert score(told).false_alarms <= 0.05


def test_an_erratum_replaces_labels_beside_the_file(tmp_path: Path) -> None:
    errata = tmp_path / "errata.jsonl"
    errata.write_text('{"id": "b", "topics": ["x"], "why": "w"}\n', encoding="utf-8")
    stories = [{"id": "a", "topics": []}, {"id": "b", "topics": []}]
    assert [story["topics"] for story in corrected(stories, errata)] == [[], ["x"]]
    assert stories[1]["topics"] == []


def test_with_the_errata_every_emergency_of_the_stories_is_heard() -> None:
    stories = corrected(read_stories(STORIES), STORIES.with_name("errata.jsonl"))
    scores = score(list(tell(stories, WordsAlone(), TODAY)))
    assert scores.recall == 1
    assert scores.false_alarms <= 0.05
