"""Numbers in prose: which must be figures, and which a quotation bears out."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legalcontext.knowledge.numbers import dates_in, quantities_in, unbound_numbers


@pytest.mark.parametrize(
    "text",
    [
        "within 21 days",
        "a fee of $12,500",
        "10% a year",
        "twenty days",
        "at age eighteen",
        "two years",
        "one month's rent",
        "three full court days",
        "a two-day notice",
        "twice the deposit",
        "double damages",
        "treble damages",
        "half of the pay",
        "two thirds of the pay",
        "within a year",
        "at least a month",
        "two witnesses",
    ],
)
def test_a_number_of_law_must_be_a_figure(text: str) -> None:
    assert unbound_numbers(text)


@pytest.mark.parametrize(
    "text",
    [
        "one of the days",
        "the first hearing, and a second notice",
        "each month",
        "one or more tenants",
        "the other half-brother",
        "paid twice by mistake",
        "this may come up more than ····· a year",
        "one person in the house",
        "a judge can sign one the same day",
    ],
)
def test_words_that_count_nothing_of_law_may_stand(text: str) -> None:
    assert unbound_numbers(text) == []


def test_a_found_number_says_where_it_stands() -> None:
    [found] = unbound_numbers("after 30 days")
    assert (found.text, found.start, found.end) == ("30", 6, 8)


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("no later than 21 calendar days", "21"),
        ("thirty (30) days", "30"),
        ("twenty-one days", "21"),
        ("one hundred eighty days", "180"),
        ("one hundred and twenty days", "120"),
        ("twelve thousand five hundred dollars", "12500"),
        ("not exceeding $12,500", "12500"),
        ("$7.25 an hour", "7.25"),
        ("one and one-half times the rate", "3/2"),
        ("time and a half", "3/2"),
        ("1 1/2 times", "3/2"),
        ("two-thirds of the wages", "2/3"),
        ("one-half of it", "1/2"),
        ("twice the amount", "2"),
        ("treble damages", "3"),
        ("within a year after", "1"),
        ("the 21st day", "21"),
        ("the fifteenth day", "15"),
        ("the ninetieth day", "90"),
    ],
)
def test_a_quotation_bears_out_its_value(phrase: str, value: str) -> None:
    assert Fraction(value) in quantities_in(phrase)


@pytest.mark.parametrize(
    ("phrase", "value"), [("21 days", "2"), ("thirty days", "13"), ("no later than", "1")]
)
def test_a_quotation_without_the_value_does_not(phrase: str, value: str) -> None:
    assert Fraction(value) not in quantities_in(phrase)


@pytest.mark.parametrize(
    "text",
    ["July 1, 2026", "1 July 2026", "Jul. 1, 2026", "7/1/2026", "2026-07-01", "JULY 1, 2026"],
)
def test_dates_are_read_in_their_usual_forms(text: str) -> None:
    assert dates_in(f"on and after {text}") == {dt.date(2026, 7, 1)}


def test_what_is_no_day_of_the_calendar_is_no_date() -> None:
    assert dates_in("2026-02-30") == set()


@given(st.integers(min_value=1, max_value=999_999))
def test_digits_are_always_found_and_always_read(number: int) -> None:
    text = f"within {number:,} days"
    assert unbound_numbers(text)[0].text == f"{number:,}"
    assert Fraction(number) in quantities_in(text)
