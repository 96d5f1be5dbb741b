"""The dates of an insight as a calendar."""

from __future__ import annotations

import datetime as dt
from typing import Any

from icalendar import Calendar

from legalcontext.block.constants import HANDLING, NOTICE
from legalcontext.skills.calendar import to_calendar


def insight(*findings: dict[str, Any], **block: Any) -> dict[str, Any]:
    return {
        "id": "ans_1",
        "created_at": "2026-11-30T10:00:00Z",
        "findings": list(findings),
        "legal_context": {"handling": HANDLING["none"], "notice": NOTICE} | block,
    }


def entries(made: dict[str, Any]) -> list[Any]:
    return list(Calendar.from_ical(to_calendar(made)).walk("VEVENT"))


COURT = {"kind": "date", "title": "A court date", "detail": "Eviction", "due_on": "2026-12-10"}


def test_only_findings_with_a_day_are_entries_and_only_their_title_is_told() -> None:
    made = insight({"kind": "issue", "title": "An eviction", "detail": "Rent"}, COURT)
    (entry,) = entries(made)
    assert entry["summary"] == "A court date"
    assert entry["dtstart"].dt == dt.date(2026, 12, 10)
    assert entry["dtend"].dt == dt.date(2026, 12, 11)
    assert entry["description"] == NOTICE
    assert b"Eviction" not in to_calendar(made)


def test_ids_are_stable_and_told_apart() -> None:
    made = insight(COURT, COURT)
    assert [e["uid"] for e in entries(made)] == ["ans_1.0@codossier.com", "ans_1.1@codossier.com"]
    assert to_calendar(made) == to_calendar(made)


def test_without_a_notice_the_handling_stands_there() -> None:
    made = insight(COURT)
    del made["legal_context"]["notice"]
    assert entries(made)[0]["description"] == HANDLING["none"]


def test_words_cannot_add_lines() -> None:
    title = "A date\r\nEND:VEVENT\r\nATTACH:https://x.example"
    (entry,) = entries(insight(COURT | {"title": title}))
    assert "attach" not in entry


def test_an_answer_without_dates_is_an_empty_calendar() -> None:
    assert entries(insight()) == []
