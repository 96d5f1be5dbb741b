"""Which day starts a period."""

from __future__ import annotations

import datetime as dt

import pytest

from legalcontext.skills.triggers import read_events

from .notes import TODAY

DAY = dt.date(2026, 11, 5)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I was served with a lawsuit in San Jose on November 5, 2026", "served"),
        ("They served a lawsuit on me: left with my wife on November 5, 2026", "served"),
        ("Me entregaron la demanda el 5 de noviembre", "served"),
        ("A default judgment was entered November 5, 2026", "judgment"),
        ("I was served with a lawsuit filed November 5, 2026", "filed"),
    ],
)
def test_a_day_is_that_of_what_its_sentence_says(text: str, kind: str) -> None:
    (event,) = [event for event in read_events(text, TODAY) if event.on is not None]
    assert (event.kind, event.on) == (kind, DAY)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("el casero no me regresa el depósito, me salí el 5 de noviembre", "moved"),
        ("me negaron el desempleo, la carta es del 5 de noviembre", "denied"),
        ("gave me a 3 day notice to pay or quit on thursday nov 5", "notice"),
    ],
)
def test_a_day_told_in_passing_is_that_of_what_happened(text: str, kind: str) -> None:
    (event,) = [event for event in read_events(text, TODAY) if event.on is not None]
    assert (event.kind, event.on) == (kind, DAY)


def test_two_days_in_one_sentence_stay_as_they_were_read() -> None:
    text = "I was served on November 5, 2026 and the lawsuit was on October 1, 2026"
    kinds = [event.kind for event in read_events(text, TODAY)]
    assert kinds.count("served") == 1


def test_what_happened_without_a_day_is_an_event_without_a_day() -> None:
    (event,) = read_events("I got served with a lawsuit", TODAY)
    assert (event.kind, event.on, event.quote) == ("served", None, "got served")


@pytest.mark.parametrize(
    "text",
    [
        "I never got served with anything.",
        "I have not been served with the lawsuit.",
        "Nunca recibí la demanda.",
    ],
)
def test_what_did_not_happen_starts_nothing(text: str) -> None:
    assert [event for event in read_events(text, TODAY) if event.kind == "served"] == []
