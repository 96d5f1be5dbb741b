"""Trigger + rule = date, with each place's rule for days on which courts are closed."""

from __future__ import annotations

import datetime as dt

import pytest

from legalcontext.skills.deadlines import RollRule, closed_on, count
from legalcontext.skills.tables import table


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


@pytest.mark.parametrize(
    ("start", "value", "unit", "counting", "place", "end", "due"),
    [
        # A weekday: nothing moves.
        ("2026-11-02", 30, "days", "calendar", "US-CA", "2026-12-02", "2026-12-02"),
        # Saturday, Cal. Code Civ. Proc. § 12a.
        ("2026-11-05", 30, "days", "calendar", "US-CA", "2026-12-05", "2026-12-07"),
        # Thanksgiving and the Friday after it, then the weekend.
        ("2026-10-27", 30, "days", "calendar", "US-CA", "2026-11-26", "2026-11-30"),
        # In Texas the Friday after Thanksgiving is not on file: it counts as open.
        ("2026-10-27", 30, "days", "calendar", "US-TX", "2026-11-26", "2026-11-27"),
        # The holiday of 4 July 2026, a Saturday, is kept on Friday by federal courts alone.
        ("2026-06-03", 30, "days", "calendar", "US", "2026-07-03", "2026-07-06"),
        ("2026-06-03", 30, "days", "calendar", "US-NY", "2026-07-03", "2026-07-03"),
        # Ariz. R. Civ. P. 6(a)(3), N.C. R. Civ. P. 6(a): from a Saturday to Monday.
        ("2026-11-05", 30, "days", "calendar", "US-AZ", "2026-12-05", "2026-12-07"),
        ("2026-11-05", 30, "days", "calendar", "US-NC", "2026-12-05", "2026-12-07"),
        # Wash. CR 6(a): from the Friday after Thanksgiving to Monday.
        ("2026-10-28", 30, "days", "calendar", "US-WA", "2026-11-27", "2026-11-30"),
        # Fla. R. Gen. Prac. & Jud. Admin. 2.514: Thanksgiving, the Friday after it, the weekend.
        ("2026-11-06", 20, "days", "calendar", "US-FL", "2026-11-26", "2026-11-30"),
        # Ohio Civ. R. 6(A): Christmas, a Friday.
        ("2026-11-27", 28, "days", "calendar", "US-OH", "2026-12-25", "2026-12-28"),
        # 5 ILCS 70/1.11 and Pennsylvania's act of 1883: a Saturday.
        ("2026-11-23", 5, "days", "calendar", "US-IL", "2026-11-28", "2026-11-30"),
        ("2026-11-05", 30, "days", "calendar", "US-PA", "2026-12-05", "2026-12-07"),
        # Georgia's holidays are on file, its rule for a last day is not.
        ("2026-11-24", 3, "days", "business", "US-GA", "2026-11-30", "2026-11-30"),
        ("2026-11-05", 30, "days", "calendar", "US-GA", "2026-12-05", "2026-12-05"),
        # No rule on file: the earlier day stays.
        ("2026-11-05", 30, "days", "calendar", "US-WY", "2026-12-05", "2026-12-05"),
        # Court days leave out weekends, Thanksgiving and the day after.
        ("2026-11-20", 10, "days", "court", "US-CA", "2026-12-08", "2026-12-08"),
        # Without a calendar only weekends are left out, which is the earlier day.
        ("2026-11-20", 10, "days", "court", "US-WY", "2026-12-04", "2026-12-04"),
        ("2026-01-31", 1, "months", None, "US-WY", "2026-02-28", "2026-02-28"),
        ("2024-02-29", 2, "years", None, "US-WY", "2026-02-28", "2026-02-28"),
        ("2026-11-02", 2, "weeks", "calendar", "US-CA", "2026-11-16", "2026-11-16"),
    ],
)
def test_a_period_is_counted(
    start: str, value: int, unit: str, counting: str | None, place: str, end: str, due: str
) -> None:
    counted = count(day(start), value, unit, counting=counting, jurisdiction=place)
    assert (counted.start, counted.end, counted.due) == (day(start), day(end), day(due))


def test_a_moved_day_names_its_rule_and_the_reason() -> None:
    counted = count(day("2026-11-05"), 30, "days", counting="calendar", jurisdiction="US-CA")
    assert counted.closed == "Saturday"
    assert counted.rule is not None
    assert counted.rule.citation == "Cal. Code Civ. Proc. § 12a(a)"


def test_a_closed_day_without_a_rule_is_told_and_not_moved() -> None:
    counted = count(day("2026-11-05"), 30, "days", counting="calendar", jurisdiction="US-WY")
    assert (counted.closed, counted.rule) == ("Saturday", None)


@pytest.mark.parametrize(("value", "unit"), [(0, "days"), (5000, "years"), (3, "moons")])
def test_what_cannot_be_counted_is_refused(value: int, unit: str) -> None:
    with pytest.raises(ValueError, match="count"):
        count(day("2026-11-05"), value, unit, counting=None, jurisdiction="US")


def test_a_period_that_leaves_the_calendar_is_refused() -> None:
    with pytest.raises(ValueError, match="calendar"):
        count(day("9999-11-05"), 9, "years", counting=None, jurisdiction="US")


def test_new_year_on_a_saturday_is_kept_in_the_old_year_by_federal_courts() -> None:
    assert closed_on(day("2027-12-31"), "US") == "New Year's Day"
    assert closed_on(day("2027-12-31"), "US-TX") is None


@pytest.mark.parametrize("place", list(table("counting")))
def test_every_rule_has_its_source(place: str) -> None:
    row = table("counting")[place]
    sources = [row[key] for key in ("rolls", "holidays_from") if key in row]
    assert sources
    for source in map(RollRule, *zip(*(s.values() for s in sources), strict=True)):
        assert source.citation
        assert source.url.startswith("http")
        assert 3 <= len(source.phrase.split()) <= 12


def test_a_rule_of_the_courts_moves_no_other_time() -> None:
    """Ohio: an answer due on a Saturday moves, a deposit to be returned does not."""
    for of_court, due in ((True, "2026-12-07"), (False, "2026-12-05")):
        counted = count(
            day("2026-11-05"),
            30,
            "days",
            counting="calendar",
            jurisdiction="US-OH",
            of_court=of_court,
        )
        assert counted.due == day(due)


def test_a_notice_in_florida_counts_the_friday_that_its_courts_leave_out() -> None:
    friday = day("2026-11-27")
    assert closed_on(friday, "US-FL") == "Day after Thanksgiving"
    assert closed_on(friday, "US-FL", of_court=False) is None


def test_a_saturday_counts_to_cancel_a_sale() -> None:
    thursday = day("2026-12-03")
    for of_sale, due in ((True, "2026-12-07"), (False, "2026-12-08")):
        counted = count(
            thursday, 3, "days", counting="business", jurisdiction="US-OH", of_sale=of_sale
        )
        assert counted.due == day(due)


def test_a_sale_signed_on_wednesday_can_be_cancelled_until_saturday() -> None:
    counted = count(
        day("2026-12-02"), 3, "days", counting="business", jurisdiction="US-NY", of_sale=True
    )
    assert (counted.due, counted.closed) == (day("2026-12-05"), None)
