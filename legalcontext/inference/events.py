"""Dates and the events they belong to, with their words: what deadlines are counted from.

Typed dates ("March 3, 2026", "3/14", "2026-03-14", "3 de marzo") and plain ones ("yesterday",
"two weeks ago", "next Friday", "hace tres días") are read against `today`. A date without a year
is the one nearest to today on the side that its event lies: a served paper in the past, a hearing
in the future. Numbers alone are never dates.
"""

from __future__ import annotations

import datetime as dt
import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from typing import Final

from .text import Text
from .types import Event, EventKind, Precision

MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january jan enero",
            "february feb febrero",
            "march mar marzo",
            "april apr abril",
            "may mayo",
            "june jun junio",
            "july jul julio",
            "august aug agosto",
            "september sept sep septiembre setiembre",
            "october oct octubre",
            "november nov noviembre",
            "december dec diciembre",
        ),
        start=1,
    )
    for name in names.split()
}
DAYS: Final = {
    name: number
    for number, names in enumerate(
        (
            "monday mon lunes",
            "tuesday tue tues martes",
            "wednesday wed weds miercoles",
            "thursday thu thur thurs jueves",
            "friday fri viernes",
            "saturday sat sabado",
            "sunday sun domingo",
        )
    )
    for name in names.split()
}
NUMBERS: Final = {
    word: number
    for number, words in {
        1: "one a an un una uno",
        2: "two couple dos",
        3: "three few tres",
        4: "four cuatro",
        5: "five cinco",
        6: "six seis",
        7: "seven siete",
        8: "eight ocho",
        9: "nine nueve",
        10: "ten diez",
        11: "eleven once",
        12: "twelve doce",
        14: "fourteen catorce",
        15: "fifteen quince",
        20: "twenty veinte",
        21: "twentyone",
        30: "thirty treinta",
        45: "fortyfive",
        60: "sixty sesenta",
        72: "seventytwo",
        90: "ninety noventa",
    }.items()
    for word in words.split()
}
UNITS: Final = {
    word: unit
    for unit, words in {
        "hour": "hour hours hr hrs hora horas",
        "day": "day days dia dias",
        "week": "week weeks semana semanas",
        "month": "month months mes meses",
        "year": "year years ano anos",
    }.items()
    for word in words.split()
}
RELATIVE: Final = {
    "today": 0,
    "tonight": 0,
    "hoy": 0,
    "yesterday": -1,
    "ayer": -1,
    "anteayer": -2,
    "antier": -2,
    "tomorrow": 1,
    "anoche": -1,
    "manana": 1,
}
PAST: Final = frozenset(
    (
        "served",
        "filed",
        "arrested",
        "accident",
        "fired",
        "signed",
        "judgment",
        "lockout",
        "moved",
        "denied",
        "born",
        "died",
        "notice",
    )
)
FUTURE: Final = frozenset(("hearing", "due"))

_CUES: Final[tuple[tuple[EventKind, str], ...]] = (
    (
        "served",
        "served serve summons summoned papers handed entregaron notificaron emplazaron citatorio"
        " demandaron demandado subpoenaed",
    ),
    (
        "hearing",
        "hearing court trial arraignment deposition conference mediation appear audiencia"
        " corte juicio comparecer",
    ),
    (
        "due",
        "deadline due respond response answer reply expires expire until by before vence plazo"
        " responder contestar",
    ),
    ("lockout", "lockout locked changed sheriff vacate lanzamiento cerraduras"),
    (
        "notice",
        "notice letter notified received mailed posted aviso carta notificacion recibi"
        " eviction warning",
    ),
    ("judgment", "judgment judgement verdict sentenced decree ruling ruled order sentencia fallo"),
    ("denied", "denied denial rejected negaron rechazaron negado"),
    ("filed", "filed file submitted lawsuit complaint petition presente demanda sued"),
    (
        "arrested",
        "arrested arrest ticket ticketed cited citation booked charged pulled arrestaron"
        " arrestado multa detuvieron",
    ),
    (
        "accident",
        "accident crash hit fell slipped injured injury collision bitten accidente choque lesione",
    ),
    (
        "fired",
        "fired terminated laid dismissed quit resigned suspended despidieron despedido renuncie",
    ),
    ("signed", "signed sign executed effective dated firme firmamos lease contract entered"),
    ("moved", "moved move vacated left mude mudamos"),
    ("born", "born nacio naci"),
    ("died", "died passed death murio fallecio"),
)
CUES: Final[dict[str, EventKind]] = {
    word: kind for kind, words in reversed(_CUES) for word in words.split()
}
REACH: Final = 14
"""How many words from a date its event is looked for."""
PERIOD_NOUNS: Final = frozenset(
    "notice notices warning deadline eviction aviso notificacion demand letter period".split()
)

_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th|o)?\Z")


@dataclass(frozen=True, slots=True)
class Found:
    """A day in words `first`..`last`-1. yearless: the year was not written."""

    first: int
    last: int
    on: dt.date
    precision: Precision = "day"
    typed: bool = True
    yearless: bool = False


def events(text: str, today: dt.date) -> tuple[Event, ...]:
    """The dates and notice periods of a text with the event each belongs to, in order.

    today: the asker's day; plain words ("yesterday") are read against it. Total: any string is
    read, and what is no date is passed over.
    """
    read = Text(text)
    found = _dates(read, today)
    taken = {index for item in found for index in range(item.first, item.last)}
    periods = [p for p in _periods(read) if not taken.intersection(range(p[0], p[1]))]
    made: list[tuple[int, Event]] = []
    used: set[int] = set()
    begins = [p[0] for p in periods]
    for item in found:
        kind, cue = _event_of(read, item.first, item.last)
        on = _with_year(item, kind, today)
        period = next(
            (
                p
                for p in periods[
                    bisect_left(begins, item.last - REACH) : bisect_right(begins, item.last + REACH)
                ]
                if p[0] not in used and _same_sentence(read, p[0], item.first)
            ),
            None,
        )
        if period is not None and kind in {"other", "notice", "served", "lockout", "due"}:
            used.add(period[0])
            event = _event(
                read, min(item.first, period[0]), max(item.last, period[1]), "notice", on, item
            )
            made.append((item.first, replace(event, period=period[2], unit=period[3])))
            continue
        first = cue if 0 <= cue < item.first else item.first
        last = cue + 1 if cue >= item.last else item.last
        made.append((item.first, _event(read, first, last, kind, on, item)))
    for period in periods:
        if period[0] not in used:
            blank = Found(period[0], period[1], today, "none", typed=False)
            event = _event(read, period[0], period[1], "notice", None, blank)
            made.append((period[0], replace(event, period=period[2], unit=period[3])))
    return tuple(event for _, event in sorted(made, key=lambda pair: pair[0]))


def _event(
    text: Text, first: int, last: int, kind: EventKind, on: dt.date | None, item: Found
) -> Event:
    start, end = text.starts[first], text.ends[last - 1]
    return Event(kind, on, item.precision, item.typed, start, end, text.raw[start:end])


def _same_sentence(text: Text, one: int, other: int) -> bool:
    first, last = sorted((one, other))
    return not any(text.ends_sentence(i) for i in range(first, last))


def _event_of(text: Text, first: int, last: int) -> tuple[EventKind, int]:
    """The event whose word stands nearest to a date in its sentence, and that word (-1: none)."""
    best: tuple[int, EventKind, int] | None = None
    for index in range(first - 1, max(-1, first - 1 - REACH), -1):
        if text.ends_sentence(index):
            break
        if (kind := CUES.get(text.words[index])) is not None:
            best = (first - index, kind, index)
            break
    for index in range(last, min(len(text), last + REACH)):
        if text.ends_sentence(index - 1):
            break
        if (kind := CUES.get(text.words[index])) is not None:
            if best is None or index - last + 1 < best[0] - 2:
                best = (index - last + 1, kind, index)
            break
    return (best[1], best[2]) if best else ("other", -1)


def _date(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def _with_year(item: Found, kind: EventKind, today: dt.date) -> dt.date:
    """The year that an unwritten one must be: past for what happened, coming for what is set."""
    if not item.yearless:
        return item.on
    years = (today.year - 1, today.year, today.year + 1)
    days = [d for y in years if (d := _date(y, item.on.month, item.on.day)) is not None]
    if kind in FUTURE:
        return next((d for d in days if d >= today), item.on)
    if kind in PAST:
        return next((d for d in reversed(days) if d <= today), item.on)
    return min(days, key=lambda d: abs(d - today), default=item.on)


def _shift(today: dt.date, count: int, unit: str) -> dt.date | None:
    try:
        if unit == "month":
            index = today.year * 12 + today.month - 1 + count
            year, month = divmod(index, 12)
            for day in range(today.day, 27, -1):
                if (found := _date(year, month + 1, day)) is not None:
                    return found
            return _date(year, month + 1, min(today.day, 28))
        if unit == "year":
            return _date(today.year + count, today.month, min(today.day, 28))
        return today + dt.timedelta(days=count * {"day": 1, "week": 7, "hour": 0}[unit])
    except (OverflowError, ValueError):
        return None


def _number(word: str) -> int | None:
    if word.isdecimal() and word.isascii() and len(word) <= 3:
        return int(word)
    return NUMBERS.get(word)


def _dates(text: Text, today: dt.date) -> list[Found]:
    found: list[Found] = []
    free = 0
    for index, word in enumerate(text.words):
        if index < free:
            continue
        item = None
        if word[0].isdecimal():
            item = _numeric(text, index, today)
        if item is None and (word in MONTHS or word[0].isdecimal()):
            item = _by_month(text, index, today)
        if item is None:
            item = _plain(text, index, today)
        if item is not None:
            found.append(item)
            free = item.last
    return found


def _year_at(text: Text, index: int) -> int | None:
    word = text.word(index)
    return int(word) if word.isascii() and _YEAR.match(word) else None


def _day_of(word: str) -> int | None:
    match = _ORDINAL.match(word) if word.isascii() else None
    day = int(match.group(1)) if match else 0
    return day if 1 <= day <= 31 else None


def _numeric(text: Text, index: int, today: dt.date) -> Found | None:
    """2026-03-14, 3/14/2026, 3/14/26, 3/14; month first, day first where it can only be so."""
    parts = [text.word(index + i) for i in range(3)]
    if not all(p.isdecimal() and p.isascii() for p in parts[:2]):
        return None
    seams = [text.gap(index), text.gap(index + 1)]
    if (
        _YEAR.match(parts[0])
        and seams == ["-", "-"]
        and parts[2].isdecimal()
        and len(parts[2]) <= 2
    ):
        on = _date(int(parts[0]), int(parts[1][:2]), int(parts[2]))
        return Found(index, index + 3, on) if on else None
    if len(parts[0]) > 2 or len(parts[1]) > 2 or seams[0] not in {"/", "-", "."}:
        return None
    third = parts[2] if seams[1] == seams[0] else ""
    if third.isdecimal() and third.isascii() and len(third) in {2, 4}:
        year = int(third) + (2000 if len(third) == 2 and int(third) < 70 else 0)
        year += 1900 if len(third) == 2 and int(third) >= 70 else 0
        on = _date(year, int(parts[0]), int(parts[1])) or _date(year, int(parts[1]), int(parts[0]))
        return Found(index, index + 3, on) if on else None
    led = text.word(index - 1) in {
        "on",
        "by",
        "since",
        "until",
        "dated",
        "before",
        "after",
        "el",
        "of",
    }
    if seams[0] == "/" and led and third == "":
        on = _date(today.year, int(parts[0]), int(parts[1]))
        return Found(index, index + 2, on, yearless=True) if on else None
    return None


def _by_month(text: Text, index: int, today: dt.date) -> Found | None:
    """March 3(, 2026); 3 March 2026; the 3rd of March; 3 de marzo de 2026; March 2026."""
    word = text.words[index]
    if word in MONTHS:
        if (
            word in {"may", "mar", "march", "sun", "dec"}
            and not text.capital(index)
            and (_day_of(text.word(index + 1)) is None)
        ):
            return None
        month = MONTHS[word]
        day = _day_of(text.word(index + 1))
        if day is not None and not _year_at(text, index + 1) and len(text.gap(index)) <= 3:
            year = _year_at(text, index + 2)
            on = _date(year or today.year, month, day)
            if on is None:
                return None
            return Found(index, index + (3 if year else 2), on, yearless=year is None)
        year = _year_at(text, index + 1)
        if year is None and text.word(index + 1) in {"of", "de"}:
            year = _year_at(text, index + 2)
            if year is not None and (on := _date(year, month, 1)):
                return Found(index, index + 3, on, "month")
        if year is not None and (on := _date(year, month, 1)):
            return Found(index, index + 2, on, "month")
        if text.word(index - 1) in {"in", "last", "since", "this", "next", "en", "until"}:
            on = _date(today.year, month, 1)
            return Found(index, index + 1, on, "month", yearless=True) if on else None
        return None
    day = _day_of(word)
    if day is None:
        return None
    at = index + 2 if text.word(index + 1) in {"of", "de"} else index + 1
    if text.word(at) == "day" and text.word(at + 1) == "of":
        at += 2
    named = MONTHS.get(text.word(at))
    if named is None or len(text.gap(index)) > 3:
        return None
    year_at = at + 2 if text.word(at + 1) in {"of", "de", "del"} else at + 1
    year = _year_at(text, year_at)
    on = _date(year or today.year, named, day)
    if on is None:
        return None
    return Found(index, year_at + 1 if year else at + 1, on, yearless=year is None)


def _plain(text: Text, index: int, today: dt.date) -> Found | None:
    """yesterday, last night, last Tuesday, next week, two days ago, in ten days, hace un mes."""
    word = text.words[index]
    if word in RELATIVE:
        if word == "manana" and text.word(index - 1) in {"la", "esta", "cada"}:
            return None
        if (
            word == "yesterday"
            and text.word(index - 2) == "day"
            and text.word(index - 1) == "before"
        ):
            on = _shift(today, -2, "day")
            return Found(index - 2, index + 1, on, typed=False) if on else None
        on = _shift(today, RELATIVE[word], "day")
        return Found(index, index + 1, on, typed=False) if on else None
    following = text.word(index + 1)
    if word in {"last", "this", "next", "past", "coming", "on", "pasado", "proximo", "este", "el"}:
        item = _weekday(text, index, today)
        if item is not None:
            return item
    if word == "last" and following == "night":
        on = _shift(today, -1, "day")
        return Found(index, index + 2, on, typed=False) if on else None
    if word in {"last", "next"} and following in {"week", "month", "year"}:
        count = -1 if word == "last" else 1
        on = _shift(today, count, UNITS[following])
        precision: Precision = "day" if following == "week" else "month"
        if on is not None and following != "week":
            on = on.replace(day=1)
        return Found(index, index + 2, on, precision, typed=False) if on else None
    if word == "hace":
        count = _number(following)
        unit = UNITS.get(text.word(index + 2))
        if count is not None and unit is not None:
            on = _shift(today, -count, unit)
            return Found(index, index + 3, on, _precision(unit), typed=False) if on else None
    if word in {"in", "en"} and text.word(index + 3) not in {"notice"}:
        count, unit = _number(following), UNITS.get(text.word(index + 2))
        if count is not None and unit in {"day", "week", "month"}:
            on = _shift(today, count, unit)
            return Found(index, index + 3, on, _precision(unit), typed=False) if on else None
    count = _number(word)
    if count is not None:
        at = index + 2 if following == "of" else index + 1
        unit = UNITS.get(text.word(at))
        if unit is not None and text.word(at + 1) == "ago":
            on = _shift(today, -count, unit)
            first = index - 1 if word == "couple" and text.word(index - 1) == "a" else index
            return Found(first, at + 2, on, _precision(unit), typed=False) if on else None
        if (
            unit is not None
            and text.word(at + 1) == "from"
            and text.word(at + 2) in {"now", "today"}
        ):
            on = _shift(today, count, unit)
            return Found(index, at + 3, on, _precision(unit), typed=False) if on else None
    return None


def _precision(unit: str) -> Precision:
    return "day" if unit in {"hour", "day", "week"} else "month"


def _weekday(text: Text, index: int, today: dt.date) -> Found | None:
    """last Tuesday, next Friday, on Monday, el lunes (pasado, próximo)."""
    word, at = text.words[index], index + 1
    if text.word(at) in {"pasado", "proximo", "this", "next", "last"}:
        at += 1
    number = DAYS.get(text.word(at))
    if number is None or (text.word(at) in {"mon", "sat", "sun", "wed"} and not text.capital(at)):
        return None
    trailing = text.word(at + 1)
    says = {word, text.word(index + 1), trailing}
    ahead = (number - today.weekday()) % 7
    if says & {"last", "pasado", "past"}:
        back = (today.weekday() - number) % 7 or 7
        on = _shift(today, -back, "day")
    elif "next" in says:
        on = _shift(today, ahead or 7, "day")
    else:
        kind, _ = _event_of(text, index, at + 1)
        back = (today.weekday() - number) % 7
        on = _shift(today, -back, "day") if kind in PAST else _shift(today, ahead, "day")
    last = at + 2 if trailing in {"pasado", "proximo"} else at + 1
    return Found(index, last, on, typed=False) if on else None


def _periods(text: Text) -> list[tuple[int, int, int, str]]:
    """Lengths of notices: "3-day notice", "30 days' notice", "aviso de 3 días", "ten days to
    answer": first and last word, count and unit."""
    found = []
    for index, word in enumerate(text.words):
        unit = UNITS.get(word)
        if unit is None or index == 0:
            continue
        count = _number(text.words[index - 1])
        first = index - 1
        business = text.words[index - 1] in {"business", "court", "calendar", "working", "judicial"}
        if business:
            count, first = _number(text.word(index - 2)), index - 2
        if count is None or (text.words[first] in {"a", "an"} and unit != "week"):
            continue
        after = text.words[index + 1 : index + 4]
        if after[:1] == ["s"]:
            after = after[1:]
        before = text.words[max(0, first - 3) : first]
        near = PERIOD_NOUNS & set(after[:2])
        within = (
            (after[:1] == ["to"]
            and set(after[1:2])
            & {
                "respond",
                "answer",
                "move",
                "leave",
                "vacate",
                "pay",
                "appeal",
                "reply",
                "quit",
                "cure",
                "get",
                "file",
                "object",
            })
            or (before[-1:] == ["within"])
            or (after[:1] == ["para"])
        )
        spanish = {"aviso", "notificacion", "plazo"} & set(before)
        if not (near or within or spanish):
            continue
        last = index + 1 + (2 if near and text.word(index + 1) == "s" else 1 if near else 0)
        business_day = business and text.words[index - 1] not in {"calendar"}
        name = f"business_{unit}" if business_day and unit == "day" else unit
        found.append((first, min(last, len(text)), count, name))
    return found
