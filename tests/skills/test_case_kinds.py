"""Which kind of case a period belongs to, and a story tells of."""

from __future__ import annotations

import datetime as dt

import pytest

from legalcontext.inference import events
from legalcontext.skills.case_kinds import Told, holds, kinds_of_period
from legalcontext.skills.phrases import tokenize

TODAY = dt.date(2026, 11, 30)
ANY: frozenset[str] = frozenset()


@pytest.mark.parametrize(
    ("event", "topic", "value", "passage", "kinds"),
    [
        ("summons_served", "time-to-answer", 28, "A person who is sued has 28 days.", set()),
        ("summons_served", "time-to-answer", 30, "30 days. An eviction is faster.", set()),
        ("summons_served", "time-to-answer", 5, "A tenant answers within 5 days.", {"eviction"}),
        ("summons_served", "eviction-steps", 7, "An answer is due in 7 days.", {"eviction"}),
        ("summons_served", "time-to-answer", 14, "In a justice court, 14 days.", {"justice_court"}),
        ("notice_served", "notice-to-quit", 30, "A covered home: 30 days.", {"covered_home"}),
        ("notice_served", "notice-to-quit", 3, "The landlord gives 3 days.", set()),
        ("property_damage", "limitation-periods", 3, "Within 3 years.", {"damage_to_things"}),
    ],
)
def test_a_period_is_of_the_kind_that_its_sentence_names(
    event: str, topic: str, value: int, passage: str, kinds: set[str]
) -> None:
    assert kinds_of_period(event, topic, value, passage) == kinds


def test_the_sentence_of_the_day_says_the_kind() -> None:
    text = "I was served over a credit card on November 3. My landlord wants to evict me too."
    (event,) = [e for e in events(text, TODAY) if e.on]
    told = Told.read(text, tokenize(text))
    assert told.kinds_at(event) == ANY


def test_what_a_paper_prints_for_everybody_says_no_kind() -> None:
    text = "Answer within 20 days, or within 60 days if served outside the state."
    assert Told.read(text, tokenize(text)).by_sentence == {}


def test_else_the_whole_story_says_it() -> None:
    text = "They are evicting me. I was served on November 3."
    (event,) = [e for e in events(text, TODAY) if e.on]
    assert Told.read(text, tokenize(text)).kinds_at(event) == {"eviction"}


@pytest.mark.parametrize(
    ("of_period", "of_story", "runs"),
    [
        (ANY, ANY, True),
        (ANY, {"eviction"}, False),
        (ANY, {"divorce"}, True),
        ({"eviction"}, {"eviction"}, True),
        ({"eviction"}, ANY, False),
        ({"justice_court"}, {"small_claims"}, False),
        ({"justice_court"}, {"small_claims", "justice_court"}, True),
        ({"justice_court"}, {"eviction", "justice_court"}, False),
        ({"eviction"}, {"eviction", "justice_court"}, True),
    ],
)
def test_a_period_runs_in_its_own_kind_of_case(
    of_period: frozenset[str], of_story: frozenset[str], runs: bool
) -> None:
    assert holds("summons_served", frozenset(of_period), frozenset(of_story)) is runs
