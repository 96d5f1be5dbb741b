"""Days in a text, typed ("March 3, 2026", "3/14", "3 de marzo") or plain ("yesterday", "hace tres
días", "in ten days"), each with its words.

A weekday and a day without a year depend on what happened then: whoever asks for them says (a
served paper lies in the past, a hearing in the future). Numbers alone are never dates.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from .text import Text
from .types import Precision

DayFirst = bool | None
"""Whether numbers give the day before the month; None: not known."""
Side = Literal["past", "future", "either"]
"""Where the event of a day lies, seen from today."""
SideOf = Callable[[int, int], Side]
"""The side of the event that the words `first`..`last`-1 belong to."""


def _numbered(names: Sequence[str], first: int) -> dict[str, int]:
    return {name: n for n, group in enumerate(names, start=first) for name in group.split()}


MONTHS: Final = _numbered(
    (
        "january jan enero", "february feb febrero", "march mar marzo", "april apr abril",
        "may mayo", "june jun junio", "july jul julio", "august aug agosto",
        "september sept sep septiembre setiembre", "october oct octubre",
        "november nov noviembre", "december dec diciembre",
    ),
    first=1,
)  # fmt: skip
DAYS: Final = _numbered(
    (
        "monday mon lunes", "tuesday tue tues martes", "wednesday wed weds miercoles",
        "thursday thu thur thurs jueves", "friday fri viernes", "saturday sat sabado",
        "sunday sun domingo",
    ),
    first=0,
)  # fmt: skip
NUMBERS: Final = {
    word: number
    for number, words in {
        1: "one a an un una uno", 2: "two couple dos", 3: "three few tres", 4: "four cuatro",
        5: "five cinco", 6: "six seis", 7: "seven siete", 8: "eight ocho", 9: "nine nueve",
        10: "ten diez", 11: "eleven once", 12: "twelve doce", 14: "fourteen catorce",
        15: "fifteen quince", 20: "twenty veinte", 21: "twentyone", 30: "thirty treinta",
        45: "fortyfive", 60: "sixty sesenta", 72: "seventytwo", 90: "ninety noventa",
    }.items()
    for word in words.split()
}  # fmt: skip
UNITS: Final = {
    word: unit
    for unit, words in {
        "hour": "hour hours hr hrs hora horas", "day": "day days dia dias",
        "week": "week weeks semana semanas", "month": "month months mes meses",
        "year": "year years ano anos",
    }.items()
    for word in words.split()
}  # fmt: skip
NEAR_DAYS: Final = {
    "today": 0, "tonight": 0, "hoy": 0, "yesterday": -1, "ayer": -1, "anoche": -1,
    "anteayer": -2, "antier": -2, "tomorrow": 1, "manana": 1,
}  # fmt: skip
FEASTS: Final = {"christmas": (12, 25), "navidad": (12, 25), "nochebuena": (12, 24)}
FEAST_LEADS: Final = frozenset("on by until till en el".split())
"""Words before a feast that make it a day: "on Thanksgiving", and not "around Christmas"."""
PARTS_OF_TODAY: Final = frozenset("morning afternoon evening manana tarde noche".split())
ENDS_AT_WEEKDAY: Final = frozenset("by before until till is for es del".split())
"""Words before a weekday ("by Friday") that are no part of it."""
WEEKDAY_LEADS: Final = frozenset("last this next past coming on pasado proximo este el".split())
DAY_LEADS: Final = frozenset("on by since until dated before after el of due".split())
SLASH_LEADS: Final = DAY_LEADS | frozenset(
    "served filed received issued mailed posted entered signed hearing trial arraignment moved"
    " fired terminated arrested notified hired died injured deadline judgment judgement dia"
    " notificado notificaron entregaron recibi audiencia corte firme desde hasta antes"
    " fecha".split()
)
"""Words before "11/16" that make it a day and no fraction."""
COURT_DAYS: Final = frozenset(
    "hearing trial arraignment court mediation conference lockout audiencia juicio corte"
    " mediacion lanzamiento".split()
)
"""What a day is set for, so that "is 12/3" and "on the 3rd" after such a word are days."""
_SET_LEADS: Final = frozenset("is are for set moved to es para hearing court corte".split())
_OF_THE_MONTH: Final = frozenset("on is for until by before dia".split())
_AFTER_A_DAY: Final = frozenset("at in for and but with because a en de para con y pero".split())
_ROUND_THE_CLOCK: Final = ("24", "7")
_CLOCK = re.compile(r"\d{1,2}(?:am|pm)\Z")
_COURT_REACH: Final = 8
MONTH_LEADS: Final = frozenset("in last since this next en until".split())
SLIP, MISSED = 7, 45
"""So many days ahead something that happened, and so many back something that was set, still lies
when its year is not written."""
ALSO_WORDS: Final = frozenset("may mar march sun dec mon sat wed".split())
"""Months and weekdays that are words too when written small."""

_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th|o)?\Z")


@dataclass(frozen=True, slots=True)
class Found:
    """A day in words `first`..`last`-1. typed: written as a date. yearless: without its year.
    other: the day that its numbers are in the other order, where the order is not known."""

    first: int
    last: int
    on: dt.date
    precision: Precision = "day"
    typed: bool = True
    yearless: bool = False
    other: dt.date | None = None


def find_dates(
    text: Text, today: dt.date, side: SideOf, day_first: DayFirst = False
) -> list[Found]:
    """All days in order, none overlapping another."""
    found: list[Found] = []
    free = 0
    for index, word in enumerate(text.words):
        if index < free:
            continue
        item = _at(text, index, word, today, side, day_first)
        if item is not None:
            found.append(item)
            free = item.last
    return found


def _at(
    text: Text, index: int, word: str, today: dt.date, side: SideOf, day_first: DayFirst
) -> Found | None:
    if word[0].isdecimal():
        return (
            _numeric(text, index, today, day_first)
            or _day_first(text, index, today)
            or _of_the_month(text, index, today, side)
            or _counted(text, index, today)
        )
    if word in MONTHS:
        return _month_first(text, index, today)
    if text.words[index : index + 2] == ["pasado", "manana"]:
        return _plain(index, index + 2, shift(today, 2, "day"))
    if text.words[index : index + 3] == ["day", "after", "tomorrow"]:
        return _plain(index, index + 3, shift(today, 2, "day"))
    if word in NEAR_DAYS:
        return _near_day(text, index, today)
    if (word in FEASTS or word == "thanksgiving") and text.word(index - 1) in FEAST_LEADS:
        return _feast(text, index, today)
    if word in {"this", "esta"} and text.word(index + 1) in PARTS_OF_TODAY:
        return _plain(index, index + 2, today)
    if word in DAYS and text.word(index - 1) in ENDS_AT_WEEKDAY:
        return _weekday(text, index - 1, today, side, lead=False)
    if word in WEEKDAY_LEADS:
        item = _weekday(text, index, today, side)
        if item is not None:
            return item
    if word in {"last", "next"}:
        return _last_or_next(text, index, today)
    if word in {"hace", "in", "en"}:
        return _ago_or_ahead(text, index, today)
    return _counted(text, index, today) if word in NUMBERS else None


def date(year: int, month: int, day: int) -> dt.date | None:
    """The day, None where there is no such day."""
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def number(word: str) -> int | None:
    """A number of at most three digits or in words."""
    if word.isdecimal() and word.isascii() and len(word) <= 3:
        return int(word)
    return NUMBERS.get(word)


def shift(today: dt.date, count: int, unit: str) -> dt.date | None:
    """`today` moved by `count` units; the last day of a shorter month. None out of range."""
    try:
        if unit == "year":
            return date(today.year + count, today.month, min(today.day, 28))
        if unit == "month":
            year, month = divmod(today.year * 12 + today.month - 1 + count, 12)
            days = (date(year, month + 1, day) for day in range(today.day, 27, -1))
            whole = next((day for day in days if day is not None), None)
            return whole or date(year, month + 1, min(today.day, 28))
        return today + dt.timedelta(days=count * {"day": 1, "week": 7, "hour": 0}[unit])
    except (OverflowError, ValueError):
        return None


def on_side(day: dt.date, side: Side, today: dt.date) -> dt.date:
    """The day and month in the year that fits: the last one for what happened, the next for what
    is set, else the nearest. What happened "on" a day of this week was not most of a year ago, and
    what was set for a day of the last weeks is not most of a year ahead: it was missed."""
    years = (today.year - 1, today.year, today.year + 1)
    days = [d for y in years if (d := date(y, day.month, day.day)) is not None]
    nearest = min(days, key=lambda d: abs(d - today), default=day)
    wrong_side = {"past": SLIP, "future": MISSED, "either": MISSED}[side]
    if side == "either" or abs(nearest - today).days <= wrong_side:
        return nearest
    if side == "future":
        return next((d for d in days if d >= today), day)
    return next((d for d in reversed(days) if d <= today), day)


def in_other_order(on: dt.date) -> dt.date | None:
    """The day whose numbers are those of `on` with day and month exchanged, if there is one."""
    return None if on.day == on.month else date(on.year, on.day, on.month)


def _year_at(text: Text, index: int) -> int | None:
    word = text.word(index)
    return int(word) if word.isascii() and _YEAR.match(word) else None


def _day_of(word: str) -> int | None:
    match = _ORDINAL.match(word) if word.isascii() else None
    day = int(match.group(1)) if match else 0
    return day if 1 <= day <= 31 else None


def _numeric(text: Text, index: int, today: dt.date, day_first: DayFirst = False) -> Found | None:
    """2026-03-14, 3/14/2026, 3/14/26, 3/14; in the place's order, or the other where it can only
    be so. With dots ("14.3.2026") the day comes first everywhere."""
    one, two, three = (text.word(index + i) for i in range(3))
    if not (one.isascii() and two.isascii() and one.isdecimal() and two.isdecimal()):
        return None
    seam = text.gap(index)
    closed = three if text.gap(index + 1) == seam and three.isascii() and three.isdecimal() else ""
    if _YEAR.match(one) and seam == "-" and closed and len(two) <= 2 and len(closed) <= 2:
        on = date(int(one), int(two), int(closed))
        return Found(index, index + 3, on) if on else None
    if len(one) > 2 or len(two) > 2 or seam not in {"/", "-", "."}:
        return None
    if len(closed) in {2, 4}:
        year = int(closed)
        if len(closed) == 2:
            year += 2000 if year < 70 else 1900
        on, other = _ordered(year, int(one), int(two), True if seam == "." else day_first)
        return Found(index, index + 3, on, other=other) if on else None
    if seam == "/" and not closed and _is_led(text, index):
        on, other = _ordered(today.year, int(one), int(two), day_first)
        return Found(index, index + 2, on, yearless=True, other=other) if on else None
    return None


def _is_led(text: Text, index: int) -> bool:
    """Whether the words around "12/3" say that it is a day: "served 12/3", "hearing is 12/3",
    "12/3 9am"."""
    if (text.word(index), text.word(index + 1)) == _ROUND_THE_CLOCK:
        return False
    before = text.word(index - 1) if index else ""
    if before in SLASH_LEADS or (before in _SET_LEADS and _of_a_court_day(text, index)):
        return True
    return _CLOCK.match(text.word(index + 2)) is not None and not text.ends_sentence(index + 1)


def _of_a_court_day(text: Text, index: int) -> bool:
    """Whether the words before, in the same sentence, speak of a day in court."""
    return _is_said_before(text, index, COURT_DAYS, _COURT_REACH)


def _is_said_before(text: Text, index: int, words: frozenset[str], reach: int) -> bool:
    """Whether one of the words stands before, in the same sentence, at most `reach` words away."""
    for at in range(index - 1, max(-1, index - 1 - reach), -1):
        if text.ends_sentence(at):
            return False
        if text.words[at] in words:
            return True
    return False


def _of_the_month(text: Text, index: int, today: dt.date, side: SideOf) -> Found | None:
    """ "Mediation on the 3rd", "la audiencia es el 3": the next such day, or the last one."""
    before = text.word(index - 1) if index else ""
    named = (
        before == "the"
        and text.word(index - 2) in _OF_THE_MONTH
        and not text.words[index].isdecimal()
    )
    named = named or before in {"el", "dia"}
    goes_on = text.word(index + 1) in _AFTER_A_DAY or not text.word(index + 1)
    day = _day_of(text.words[index])
    if day is None or not named or not _of_a_court_day(text, index):
        return None
    if not goes_on and not text.ends_sentence(index) and text.gap(index).isspace():
        return None
    months = [shift(today.replace(day=1), count, "month") for count in range(-2, 3)]
    days = [on for m in months if m is not None and (on := date(m.year, m.month, day)) is not None]
    past = side(index, index + 1) == "past"
    fitting = [on for on in days if (on <= today if past else on >= today)]
    on = (max(fitting) if past else min(fitting)) if fitting else None
    return Found(index, index + 1, on, yearless=True) if on else None


def _ordered(
    year: int, one: int, two: int, day_first: DayFirst
) -> tuple[dt.date | None, dt.date | None]:
    """The day, and the other that it can be where the order is not known."""
    months = date(year, one, two)
    days = date(year, two, one)
    if day_first is None:
        both = sorted({day for day in (months, days) if day is not None})
        return (both[0] if both else None), (both[1] if len(both) > 1 else None)
    return (days or months, None) if day_first else (months or days, None)


def _month_first(text: Text, index: int, today: dt.date) -> Found | None:
    """March 3(, 2026); March (of) 2026; in March."""
    word, month = text.words[index], MONTHS[text.words[index]]
    day = _day_of(text.word(index + 1))
    if day is not None and len(text.gap(index)) <= 3:
        year = _year_at(text, index + 2)
        on = date(year or today.year, month, day)
        last = index + (3 if year else 2)
        return Found(index, last, on, yearless=year is None) if on else None
    if word in ALSO_WORDS and not text.capital(index):
        return None
    at = index + 2 if text.word(index + 1) in {"of", "de"} else index + 1
    year = _year_at(text, at)
    if year is not None:
        on = date(year, month, 1)
        return Found(index, at + 1, on, "month") if on else None
    if text.word(index - 1) in MONTH_LEADS:
        on = date(today.year, month, 1)
        return Found(index, index + 1, on, "month", yearless=True) if on else None
    return None


def _day_first(text: Text, index: int, today: dt.date) -> Found | None:
    """3 March 2026; the 3rd of March; this 5th day of January, 2026; 3 de marzo de 2026."""
    day = _day_of(text.words[index])
    if day is None or len(text.gap(index)) > 3:
        return None
    at = index + 1
    if text.word(at) == "day":
        at += 1
    if text.word(at) in {"of", "de"}:
        at += 1
    month = MONTHS.get(text.word(at))
    if month is None:
        return None
    year_at = at + 2 if text.word(at + 1) in {"of", "de", "del"} else at + 1
    year = _year_at(text, year_at)
    on = date(year or today.year, month, day)
    last = year_at + 1 if year else at + 1
    return Found(index, last, on, yearless=year is None) if on else None


def _plain(first: int, last: int, on: dt.date | None, precision: Precision = "day") -> Found | None:
    return Found(first, last, on, precision, typed=False) if on is not None else None


def _near_day(text: Text, index: int, today: dt.date) -> Found | None:
    word = text.words[index]
    if word == "manana" and text.word(index - 1) in {"la", "esta", "cada"}:
        return None  # "por la mañana" is the morning.
    if word == "yesterday" and text.words[max(0, index - 2) : index] == ["day", "before"]:
        return _plain(index - 2, index + 1, shift(today, -2, "day"))
    return _plain(index, index + 1, shift(today, NEAR_DAYS[word], "day"))


def _feast(text: Text, index: int, today: dt.date) -> Found | None:
    """On Thanksgiving (of the United States), by Christmas (Eve)."""
    word, last = text.words[index], index + 1
    if word == "thanksgiving":
        fourth = (dt.date(year, 11, 22) for year in (today.year - 1, today.year, today.year + 1))
        days = [day + dt.timedelta(days=(_THURSDAY - day.weekday()) % 7) for day in fourth]
        on = min(days, key=lambda day: abs(day - today))
        return Found(index, last + (text.word(last) == "day"), on)
    month, day = FEASTS[word]
    if text.word(last) == "eve":
        day, last = day - 1, last + 1
    on_feast = date(today.year, month, day)
    return Found(index, last, on_feast, yearless=True) if on_feast else None


_THURSDAY: Final = 3


def _last_or_next(text: Text, index: int, today: dt.date) -> Found | None:
    """last night, last week, next month."""
    unit = text.word(index + 1)
    count = -1 if text.words[index] == "last" else 1
    if unit == "night" and count < 0:
        return _plain(index, index + 2, shift(today, -1, "day"))
    if unit == "week":
        return _plain(index, index + 2, shift(today, count, unit))
    if unit in {"month", "year"}:
        on = shift(today, count, unit)
        return _plain(index, index + 2, on.replace(day=1) if on else None, "month")
    return None


def _ago_or_ahead(text: Text, index: int, today: dt.date) -> Found | None:
    """hace tres días; in ten days, en dos semanas."""
    count, unit = number(text.word(index + 1)), UNITS.get(text.word(index + 2))
    if count is None or unit is None:
        return None
    if text.words[index] == "hace":
        return _plain(index, index + 3, shift(today, -count, unit), _precision(unit))
    if unit in {"hour", "year"} or text.word(index + 3) == "notice" or of_a_notice(text, index):
        return None  # "A notice to pay in three days" gives a length, and no day.
    return _plain(index, index + 3, shift(today, count, unit), _precision(unit))


def of_a_notice(text: Text, index: int) -> bool:
    """Whether the words before, in the same sentence, speak of a notice."""
    return _is_said_before(text, index, _NOTICES, _NOTICE_REACH)


_NOTICES: Final = frozenset("notice aviso notificacion warning demand".split())
_NOTICE_REACH: Final = 8


def _counted(text: Text, index: int, today: dt.date) -> Found | None:
    """two weeks ago, a couple of days ago, ten days from now."""
    count = number(text.words[index])
    at = index + 2 if text.word(index + 1) == "of" else index + 1
    unit = UNITS.get(text.word(at))
    if count is None or unit is None:
        return None
    if text.word(at + 1) == "ago":
        article = text.words[index] == "couple" and text.word(index - 1) == "a"
        first = index - 1 if article else index
        return _plain(first, at + 2, shift(today, -count, unit), _precision(unit))
    if text.word(at + 1) != "from":
        return None
    if text.word(at + 2) in {"now", "today"}:
        return _plain(index, at + 3, shift(today, count, unit), _precision(unit))
    if unit == "week" and text.word(at + 2) in _FROM_DAYS:
        word = text.word(at + 2)
        ahead = (DAYS[word] - today.weekday()) % 7 if word in DAYS else NEAR_DAYS[word]
        return _plain(index, at + 3, shift(today, 7 * count + ahead, "day"))
    return None


_FROM_DAYS: Final = frozenset(DAYS) | {"tomorrow", "yesterday"}


def _precision(unit: str) -> Precision:
    return "day" if unit in {"hour", "day", "week"} else "month"


def _date_follows(text: Text, index: int, today: dt.date) -> bool:
    word = text.word(index)
    if not word or text.ends_sentence(index - 1):
        return False
    if word[0].isdecimal():
        return (_numeric(text, index, today) or _day_first(text, index, today)) is not None
    return word in MONTHS and _day_of(text.word(index + 1)) is not None


def _weekday(
    text: Text, index: int, today: dt.date, side: SideOf, *, lead: bool = True
) -> Found | None:
    """last Tuesday, next Friday, on Monday, el lunes (pasado, próximo). lead: the first word
    belongs to it."""
    at = index + 1
    if text.word(at) in {"pasado", "proximo", "this", "next", "last"}:
        at += 1
    day = DAYS.get(text.word(at))
    if day is None or (text.word(at) in ALSO_WORDS and not text.capital(at)):
        return None
    after = text.word(at + 1)
    if _date_follows(text, at + 1, today):
        return None  # "On Friday, November 27" is one day: the one that is written.
    said = {text.words[index], text.word(index + 1), after}
    ahead, back = (day - today.weekday()) % 7, (today.weekday() - day) % 7
    if said & {"last", "pasado", "past"}:
        on = shift(today, -(back or 7), "day")
    elif said & {"next", "proximo"}:
        on = shift(today, ahead or 7, "day")
    elif side(index, at + 1) == "past":
        on = shift(today, -back, "day")
    else:
        on = shift(today, ahead, "day")
    first = index if lead else index + 1
    return _plain(first, at + 2 if after in {"pasado", "proximo"} else at + 1, on)
