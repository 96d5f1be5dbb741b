"""Figures: how they are shown, and what their phrase must hold."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from legalcontext.knowledge.documents import FigureEntry, FormEntry, NameEntry
from legalcontext.knowledge.figures import Ledger, blank_references, phrase_faults, show, singular

CHECKED_ON = dt.date(2026, 1, 1)


def figure(value: str, unit: str, phrase: str = "", **more: Any) -> FigureEntry:
    url = "https://law.example"
    return FigureEntry("period", value, unit, "Code § 1", url, phrase, CHECKED_ON, **more)


@pytest.mark.parametrize(
    ("value", "unit", "style", "shown"),
    [
        ("21", "calendar days", None, "21 calendar days"),
        ("1", "months of rent", None, "1 month of rent"),
        ("21", "calendar days", "value", "21"),
        ("30", "days", "adjective", "30-day"),
        ("21", "calendar days", "adjective", "21-calendar-day"),
        ("2", "months of rent", "adjective", "2-month"),
        ("12500", "USD", None, "$12,500"),
        ("7.25", "USD", None, "$7.25"),
        ("10", "percent", None, "10%"),
        ("2026-07-01", "date", None, "July 1, 2026"),
        ("2026", "year", None, "2026"),
        ("1500", "employees", None, "1,500 employees"),
        ("1/2", "months of rent", None, "one half of a month of rent"),
        ("2/3", "number", None, "two thirds"),
        ("2", "witnesses", None, "2 witnesses"),
    ],
)
def test_a_figure_is_shown_as_people_write_it(
    value: str, unit: str, style: str | None, shown: str
) -> None:
    assert show(figure(value, unit), style) == shown


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("witnesses", "witness"),
        ("calendar days", "calendar day"),
        ("months of rent", "month of rent"),
        ("copies", "copy"),
        ("boxes", "box"),
        ("business", "business"),
    ],
)
def test_one_of_a_unit(plural: str, one: str) -> None:
    assert singular(plural) == one


@pytest.mark.parametrize(
    ("value", "unit", "phrase", "codes"),
    [
        ("21", "days", "no later than 21 days after", []),
        ("21", "days", "no later than 12 days after", ["value_not_in_phrase"]),
        ("21", "days", "no later than 21 weeks after", ["unit_not_in_phrase"]),
        ("12500", "USD", "does not exceed $12,500", []),
        ("12500", "USD", "does not exceed 12,500", ["unit_not_in_phrase"]),
        ("18", "years old", "18 or older", []),
        ("2026-07-01", "date", "on or after July 1, 2026", []),
        ("2026-07-01", "date", "on or after July 2, 2026", ["value_not_in_phrase"]),
        ("1", "days", "one day " + "or " * 12, ["long_phrase"]),
    ],
)
def test_a_phrase_bears_out_value_and_unit(
    value: str, unit: str, phrase: str, codes: list[str]
) -> None:
    assert [code for code, _ in phrase_faults(figure(value, unit, phrase))] == codes


@pytest.fixture
def ledger() -> Ledger:
    return Ledger(
        (figure("30", "days"),),
        (FormEntry("claim", "SC-100", "Claim", "https://court.example"),),
        (NameEntry("housing", "Section 8", "https://law.example"),),
    )


def test_references_are_filled_in_from_the_ledgers(ledger: Ledger) -> None:
    text = "{{period}} or a {{period|adjective}} notice on {{form:claim}} for {{name:housing}}"
    assert ledger.fill(text) == "30 days or a 30-day notice on SC-100 for Section 8"


def test_a_reference_to_nothing_is_an_error(ledger: Ledger) -> None:
    with pytest.raises(KeyError):
        ledger.fill("{{unknown}}")


def test_the_figures_of_a_text_are_those_it_names(ledger: Ledger) -> None:
    assert [f.id for f in ledger.used("{{form:claim}} {{period}} {{period|value}}")] == ["period"]


def test_blanked_references_keep_every_offset() -> None:
    text = "within {{period}} of it"
    blanked = blank_references(text)
    assert len(blanked) == len(text)
    assert blanked.index("of it") == text.index("of it")
