"""The truth table of docs/retention.md, and the dates that follow from it."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legalcontext.retention.policy import Service, Terms, effective_policy

PAGE = Path(__file__).resolve().parents[2] / "docs" / "retention.md"
MADE = dt.datetime(2030, 1, 31, 12, tzinfo=dt.UTC)


def rows() -> list[dict[str, str]]:
    """The rows of the table, each by the names of its columns."""
    text = PAGE.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if re.match(r"\| (Row|R\d+) \|", line)]
    head, *body = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return [dict(zip(head, line, strict=True)) for line in body]


def number(cell: str) -> int | None:
    return None if cell == "–" else int(cell)


def test_the_table_has_every_row_once():
    names = [row["Row"] for row in rows()]
    assert names == [f"R{number}" for number in range(1, len(names) + 1)]
    assert len(names) >= 9


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["Row"])
def test_the_rule_is_as_the_table_says(row):
    policy = effective_policy(
        Terms(number(row["Account"]), number(row["Skill"]), number(row["Matter"])),
        keep_days=number(row["keep_days"]),
        test=row["Test key"] == "yes",
        service=Service(months=12, ceiling=60),
    )
    assert policy.sentence(MADE, held=row["Held"] == "yes") == row["Sentence"].strip("`")
    assert policy.rule == row["Whose word"]


@pytest.mark.parametrize(
    ("months", "day"), [(1, "2030-02-28"), (12, "2031-01-31"), (25, "2032-02-29")]
)
def test_months_are_calendar_months(months, day):
    policy = effective_policy(Terms(account=months), service=Service(12, 60))
    assert policy.expires_at(MADE).date().isoformat() == day


terms = st.builds(Terms, *[st.none() | st.integers(1, 1200)] * 3)


@given(terms, st.none() | st.integers(0, 40_000), st.booleans(), st.integers(1, 1200))
def test_nothing_is_kept_past_the_ceiling_and_an_ask_only_shortens(named, days, test, ceiling):
    service = Service(12, ceiling)
    policy = effective_policy(named, keep_days=days, test=test, service=service)
    without = effective_policy(named, service=service)
    ceiling_alone = effective_policy(Terms(account=ceiling), service=service)
    assert policy.expires_at(MADE) <= without.expires_at(MADE) <= ceiling_alone.expires_at(MADE)
    if days is not None:
        assert policy.expires_at(MADE) <= MADE + dt.timedelta(days=days)
