"""Counting days: from a regime and a day of receipt to the days on which something is due.

Pure. Dates are those of the account's time zone: a request that comes at 23:30 in Los Angeles was
received on that day there, whatever UTC says.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

import holidays
from dateutil.relativedelta import relativedelta

WEEKEND: Final = (5, 6)
ONE_DAY: Final = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Terms:
    """The figures of a regime. calendar: public holidays that are days off ("" none)."""

    acknowledge_business_days: int | None = None
    answer_months: int | None = None
    answer_days: int | None = None
    extend_months: int | None = None
    extend_days: int | None = None
    rolls: bool = False
    calendar: str = ""

    @property
    def extends(self) -> bool:
        return bool(self.extend_months or self.extend_days)


@dataclass(frozen=True, slots=True)
class Dates:
    """acknowledge_by: None where the regime asks for none."""

    acknowledge_by: dt.date | None
    due_on: dt.date


def day_in(moment: dt.datetime, time_zone: str) -> dt.date:
    """The date of a moment in an IANA time zone."""
    return moment.astimezone(ZoneInfo(time_zone)).date()


def dates_of(terms: Terms, received: dt.date) -> Dates:
    """The days by which a request received on this day is acknowledged and answered."""
    acknowledge_by = None
    if terms.acknowledge_business_days is not None:
        acknowledge_by = after_business_days(
            received, terms.acknowledge_business_days, terms.calendar
        )
    due = _later(received, terms.answer_months, terms.answer_days)
    return Dates(acknowledge_by, _rolled(due, terms))


def extended(terms: Terms, received: dt.date) -> dt.date | None:
    """The last day with the extension, counted from the receipt; None where there is none."""
    if not terms.extends:
        return None
    months = (terms.answer_months or 0) + (terms.extend_months or 0)
    days = (terms.answer_days or 0) + (terms.extend_days or 0)
    return _rolled(_later(received, months, days), terms)


def earliest_execution(today: dt.date, cool_off_days: int, deadline: dt.date) -> dt.date:
    """The first day on which a request scheduled today may be executed.

    After the cool-off; where that would pass the deadline, on the deadline: the law's day comes
    before the service's own.
    """
    return max(today, min(today + dt.timedelta(days=cool_off_days), deadline))


def after_business_days(day: dt.date, number: int, calendar: str) -> dt.date:
    """The `number`th business day after `day`."""
    while number:
        day += ONE_DAY
        number -= not is_day_off(day, calendar)
    return day


def is_day_off(day: dt.date, calendar: str) -> bool:
    """A Saturday, a Sunday, or a public holiday of the calendar."""
    return day.weekday() in WEEKEND or (bool(calendar) and day in _holidays(calendar))


def is_calendar(text: str) -> bool:
    """There is a calendar of this name: a country, or a country and a subdivision (DE-BY)."""
    try:
        _holidays(text)
    except NotImplementedError:
        return False
    return True


def _later(day: dt.date, months: int | None, days: int | None) -> dt.date:
    """Calendar months land on the same day of the month, or on the last where it lacks it: a
    month from 31 January is 28 or 29 February, which 30 days would miss."""
    return day + relativedelta(months=months or 0, days=days or 0)


def _rolled(day: dt.date, terms: Terms) -> dt.date:
    while terms.rolls and is_day_off(day, terms.calendar):
        day += ONE_DAY
    return day


@lru_cache(maxsize=64)
def _holidays(calendar: str) -> holidays.HolidayBase:
    country, _, subdivision = calendar.partition("-")
    return holidays.country_holidays(country, subdiv=subdivision or None)
