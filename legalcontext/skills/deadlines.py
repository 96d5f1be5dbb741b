"""Trigger + rule = date: counting the days of a period that a note's figure gives.

Where a rule is not known, the earlier day is shown: a date that is too early costs a day, one
that is too late may cost the case.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import holidays
from dateutil.relativedelta import relativedelta

from .tables import table

COUNTED_UNITS = ("days", "weeks", "months", "years")
_SATURDAY = 5
_FRIDAY, _MONDAY = 4, 0
_FARTHEST = 1200


@dataclass(frozen=True, slots=True)
class RollRule:
    """A rule that moves a last day on which the court is closed, with its source."""

    citation: str
    url: str
    phrase: str
    checked_on: dt.date


@dataclass(frozen=True, slots=True)
class Counted:
    """A counted period. start: the trigger's day, not counted. end: the last day as counted.

    due: `end`, or the next open day where the place's rule moves it. closed: why `end` is no open
    day (`Saturday`, `Christmas Day`), else None. rule: the rule that moved it, else None.
    """

    start: dt.date
    end: dt.date
    due: dt.date
    closed: str | None = None
    rule: RollRule | None = None


def count(
    start: dt.date,
    value: int,
    unit: str,
    *,
    counting: str | None,
    jurisdiction: str,
    of_court: bool = True,
    of_sale: bool = False,
) -> Counted:
    """The last day of `value` `unit` after `start`.

    unit: `days`, `weeks`, `months` or `years`. counting: `calendar` (or None), `court` or
    `business` (for days: only days on which the court is open count; where the place's holidays
    are not known only weekends are left out). of_court: it is a time of a court case; some rules
    move no others. of_sale: business days to cancel a sale, of which a Saturday is one in many
    places (16 CFR 429.0(f)): the earlier day. ValueError: an unknown unit, or a period so long
    that it leaves the calendar.
    """
    saturdays = of_sale and counting == "business"

    def closed(day: dt.date) -> str | None:
        if saturdays and day.weekday() == _SATURDAY:
            return None
        return closed_on(day, jurisdiction, of_court=of_court)

    end = _end(start, value, unit, counting, closed)
    why = closed(end)
    rule = roll_rule(jurisdiction, of_court=of_court)
    if why is None or rule is None:
        return Counted(start, end, end, why)
    due = end
    while closed(due) is not None:
        due += dt.timedelta(days=1)
    return Counted(start, end, due, why, rule)


_Closed = Callable[[dt.date], str | None]


def _end(start: dt.date, value: int, unit: str, counting: str | None, closed: _Closed) -> dt.date:
    if unit not in COUNTED_UNITS or not 0 < value <= _FARTHEST:
        raise ValueError(f"cannot count {value} {unit}")
    try:
        if unit == "days" and counting in ("court", "business"):
            return _open_days(start, value, closed)
        return start + _delta(value, unit)
    except (OverflowError, ValueError) as error:
        raise ValueError(f"{value} {unit} after {start} leaves the calendar") from error


def _delta(value: int, unit: str) -> relativedelta:
    match unit:
        case "years":
            return relativedelta(years=value)
        case "months":
            return relativedelta(months=value)
        case "weeks":
            return relativedelta(weeks=value)
        case _:
            return relativedelta(days=value)


def _open_days(start: dt.date, value: int, closed: _Closed) -> dt.date:
    day = start
    while value:
        day += dt.timedelta(days=1)
        value -= closed(day) is None
    return day


def closed_on(day: dt.date, jurisdiction: str, *, of_court: bool = True) -> str | None:
    """Why courts of the place are closed on that day, as far as known; None when they are open.

    of_court: for a time of a court case; False: for another, for which fewer days may be known."""
    if day.weekday() >= _SATURDAY:
        return f"{day:%A}"
    rules = _rules(jurisdiction)
    if rules is None:
        return None
    names = _federal_holidays(day.year)
    friday = rules.get("after_thanksgiving")
    kept = friday is True or (friday == _COURT and of_court)
    if kept and names.get(day - dt.timedelta(days=1)) == _THANKSGIVING:
        return "Day after Thanksgiving"
    name = names.get(day)
    if name is None:
        return None
    bare = name.removesuffix(" (observed)")
    if bare not in rules["holidays"]:
        return None
    if bare != name and _kept_on(day) not in rules["observed"]:
        return None
    return bare


_THANKSGIVING = "Thanksgiving Day"
_COURT = "court"


def _kept_on(day: dt.date) -> str:
    return {_FRIDAY: "friday", _MONDAY: "monday"}.get(day.weekday(), "")


@lru_cache(maxsize=64)
def _federal_holidays(year: int) -> Mapping[dt.date, str]:
    # The next year too: New Year's Day on a Saturday is kept on the last Friday of December.
    calendar = holidays.country_holidays("US", years=(year, year + 1))
    return {day: name.split("; ")[0] for day, name in calendar.items() if day.year == year}


def roll_rule(jurisdiction: str, *, of_court: bool = True) -> RollRule | None:
    """The place's rule for a last day on which the court is closed, where it is known. of_court:
    for a time of a court case."""
    rules = _rules(jurisdiction)
    if rules is None or "rolls" not in rules:
        return None
    if rules.get("rolls_for") == _COURT and not of_court:
        return None
    return RollRule(**rules["rolls"])


def _rules(jurisdiction: str) -> Mapping[str, Any] | None:
    rules: Mapping[str, Any] | None = table("counting").get(jurisdiction)
    return rules
