"""Days by regime: months that end early, leap days, weekends, holidays, zones. No database."""

from __future__ import annotations

import calendar
import datetime as dt
from zoneinfo import available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legalcontext.erasure.regimes import REGIMES
from legalcontext.erasure.requests.clocks import (
    Terms,
    dates_of,
    day_in,
    earliest_execution,
    extended,
    is_calendar,
    is_day_off,
)

FIGURES = set(Terms.__dataclass_fields__)
SHIPPED = {
    row["key"]: Terms(**{name: value for name, value in row.items() if name in FIGURES})
    for row in REGIMES
}
GDPR, UK, CCPA, GENERAL = (SHIPPED[key] for key in ("gdpr", "uk_gdpr", "ccpa", "general"))
DAYS = st.dates(dt.date(2020, 1, 1), dt.date(2060, 12, 31))


def day(text):
    return dt.date.fromisoformat(text)


@pytest.mark.parametrize(
    ("terms", "received", "due"),
    [
        (GDPR, "2026-03-03", "2026-04-03"),  # Good Friday, which no calendar here says
        (UK, "2026-03-03", "2026-04-06"),  # Good Friday; Easter Monday is not all of the UK's
        (GDPR, "2027-01-31", "2027-03-01"),  # 28 February is a Sunday
        (GDPR, "2028-01-31", "2028-02-29"),  # a leap day
        (GDPR, "2028-01-30", "2028-02-29"),
        (GDPR, "2027-05-31", "2027-06-30"),
        (GDPR, "2027-08-31", "2027-09-30"),
        (GDPR, "2026-09-03", "2026-10-05"),  # 3 October is a Saturday
        (UK, "2026-11-25", "2026-12-29"),  # Christmas, Boxing Day, a Sunday, its substitute
        (UK, "2019-09-03", "2019-10-03"),  # the regulator's own example
        (CCPA, "2026-11-30", "2027-01-14"),
        (CCPA, "2028-02-01", "2028-03-17"),
        (GENERAL, "2027-02-01", "2027-03-03"),
    ],
)
def test_the_last_day_to_answer(terms, received, due):
    assert dates_of(terms, day(received)).due_on == day(due)


@pytest.mark.parametrize(
    ("terms", "received", "last"),
    [
        (GDPR, "2026-11-30", "2027-03-01"),  # 28 February is a Sunday
        (UK, "2026-11-30", "2027-03-01"),
        (CCPA, "2026-11-30", "2027-02-28"),  # 90 days; California's rule does not roll
        (GENERAL, "2026-11-30", "2027-01-29"),
    ],
)
def test_an_extension_counts_from_the_receipt(terms, received, last):
    assert extended(terms, day(received)) == day(last)


def test_ten_business_days_leave_out_saturdays_and_sundays():
    assert dates_of(CCPA, day("2026-11-30")).acknowledge_by == day("2026-12-14")
    assert dates_of(CCPA, day("2026-11-28")).acknowledge_by == day("2026-12-11")
    assert dates_of(GDPR, day("2026-11-30")).acknowledge_by is None


def test_without_an_extension_there_is_none():
    assert extended(Terms(answer_days=30), day("2026-11-30")) is None


def test_the_day_of_receipt_is_the_accounts_own():
    moment = dt.datetime(2026, 12, 1, 6, 30, tzinfo=dt.UTC)
    assert day_in(moment, "America/Los_Angeles") == day("2026-11-30")
    assert day_in(moment, "Europe/Paris") == day("2026-12-01")
    assert day_in(moment, "Pacific/Kiritimati") == day("2026-12-01")


def test_calendars_that_there_are():
    assert is_calendar("GB")
    assert is_calendar("DE-BY")
    assert not is_calendar("ZZ")
    assert not is_calendar("DE-XX")


@given(DAYS)
def test_a_calendar_month_is_never_taken_for_thirty_days(received):
    """The last day is in the next month, on the same day or its last, or rolled on from there."""
    due = dates_of(GDPR, received).due_on
    month = dt.date(received.year + received.month // 12, received.month % 12 + 1, 1)
    last = calendar.monthrange(month.year, month.month)[1]
    plain = month.replace(day=min(received.day, last))
    assert plain <= due <= plain + dt.timedelta(days=2)
    assert due == plain or is_day_off(plain, "")
    assert not is_day_off(due, "")


@given(DAYS, st.sampled_from(sorted(SHIPPED)))
def test_extended_is_later_and_acknowledged_sooner(received, key):
    terms = SHIPPED[key]
    dates, later = dates_of(terms, received), extended(terms, received)
    assert received < dates.due_on
    assert later is not None
    assert dates.due_on < later
    assert dates.acknowledge_by is None or received < dates.acknowledge_by < dates.due_on


@given(DAYS, DAYS, st.integers(0, 40))
def test_the_cool_off_gives_way_to_the_deadline_and_never_goes_back(today, deadline, cool_off):
    first = earliest_execution(today, cool_off, deadline)
    assert first >= today
    assert first <= max(today, deadline)
    assert first <= today + dt.timedelta(days=cool_off)


@given(st.datetimes(timezones=st.just(dt.UTC)), st.sampled_from(sorted(available_timezones())))
def test_a_day_is_at_most_one_from_utcs(moment, zone):
    if (
        dt.datetime.min.replace(tzinfo=dt.UTC) + dt.timedelta(days=2)
        < moment
        < (dt.datetime.max.replace(tzinfo=dt.UTC) - dt.timedelta(days=2))
    ):
        assert abs((day_in(moment, zone) - moment.date()).days) <= 1


def test_every_figure_that_is_shipped_names_its_source():
    from legalcontext.erasure.request_models import FIGURES as LEGAL
    from legalcontext.erasure.request_models import Regime

    for row in REGIMES:
        Regime(**row).clean()
        assert {name for name in LEGAL if row.get(name)} == set(row["sources"])
