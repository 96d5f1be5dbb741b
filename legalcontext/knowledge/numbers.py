"""Numbers in English legal prose: read them, and find those that no figure answers for. Pure."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

_ONES: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SMALL: Final = {word: n for n, word in enumerate(_ONES)} | {
    word: 10 * n for n, word in enumerate(_TENS, start=2)
}
_SCALES: Final = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
_ORDINAL_WORDS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
    "eighteenth", "nineteenth", "twentieth",
)  # fmt: skip
_ORDINALS: Final = {word: n for n, word in enumerate(_ORDINAL_WORDS, start=1)} | {
    "thirtieth": 30,
    "sixtieth": 60,
    "ninetieth": 90,
}
_PARTS: Final = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "tenth": 10}
_MULTIPLIERS: Final = {"once": 1, "twice": 2, "double": 2, "triple": 3, "treble": 3, "single": 1}
_VULGAR: Final = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}

_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_MONTH: Final = "|".join(f"{name}|{name[:3]}\\." for name in _MONTHS)

_DIGITS: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+/\d+|\d+(?:\.\d+)?")
_WORD: Final = re.compile(r"[a-z]+")
_DATES: Final = (
    re.compile(
        rf"(?P<m>{_MONTH})\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y>\d{{4}})", re.IGNORECASE
    ),
    re.compile(
        rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<m>{_MONTH}),?\s+(?P<y>\d{{4}})", re.IGNORECASE
    ),
    re.compile(r"(?P<m>\d{1,2})[/-](?P<d>\d{1,2})[/-](?P<y>\d{4})"),
    re.compile(r"(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})"),
)

_COUNTED: Final = frozenset({"hour", "day", "week", "month", "year", "dollar", "time"})
"""What `a` counts as one of (`a year`)."""

_UNIT: Final = (
    r"(?:minutes?|hours?|days?|weeks?|weekends?|months?|years?|decades?|dollars?|cents?|percent"
    r"|times|witness(?:es)?|employees|adults|jurors|miles?|payments|installments|paychecks)"
)
_LOW: Final = "|".join(_ONES[1:11])
_HIGH: Final = "|".join([*_ONES[11:], *_TENS, "hundreds?", "thousands?", "millions?", "dozens?"])
_UNBOUND: Final = re.compile(
    "|".join(
        (
            r"(?P<digits>[$€£]?\d[\d,./]*\d%?|[$€£]?\d%?)",
            rf"\b(?:{_HIGH})\b",
            # "two years", "one month's rent", "three full court days", but not "one of the days"
            rf"\b(?:{_LOW})(?:[\s-]+(?!(?:of|or|and|to|is|in|the|a|that|on|by|for)\b)[a-z]+){{0,2}}?[\s-]+{_UNIT}\b",
            r"\b(?:one|two|three)[\s-](?:half|halves|thirds?|quarters?|fourths?|fifths?)\b",
            r"\bhalf(?=\s+(?:of|the|a|an|his|her|their|its|that|what)\b)",
            r"\btwice(?=\s+(?:the|as|that|what|a|his|her|their|its)\b)",
            r"\b(?:double|triple|treble)(?=\s+(?:the|that|what|damages|rent|pay|wages|his|her"
            r"|their|its|costs?|compensation|recovery)\b)",
            r"\b(?:within|at least|less than|more than|up to|under|over)\s+an?\s+"
            r"(?:hour|day|week|month|year|decade)\b",
        )
    ),
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Found:
    """A number that stands in prose on no figure's word: `text[start:end]`."""

    text: str
    start: int
    end: int


def unbound_numbers(text: str) -> list[Found]:
    """Every number in `text` that ought to be a figure, in order of appearance.

    References (`{{id}}`) must have been blanked out before. Digits count always, words from
    eleven up always, words from one to ten before a unit, multipliers before what they multiply.
    """
    return [Found(m.group(), m.start(), m.end()) for m in _UNBOUND.finditer(text)]


def quantities_in(text: str) -> set[Fraction]:
    """Every value that `text` may name, in digits or words; generous, for checking a quotation."""
    for sign, digits in _VULGAR.items():
        text = text.replace(sign, f" {digits} ")
    values = {_fraction(token) for token in _DIGITS.findall(text)}
    values.update(_mixed(text))
    values.update(_worded(text.lower()))
    return values


def dates_in(text: str) -> set[dt.date]:
    """Every calendar date that `text` names in full."""
    found: set[dt.date] = set()
    for pattern in _DATES:
        for match in pattern.finditer(text):
            month = match["m"].lower().rstrip(".")
            number = int(month) if month.isdigit() else _month_number(month)
            try:
                found.add(dt.date(int(match["y"]), number, int(match["d"])))
            except ValueError:
                continue
    return found


def _month_number(name: str) -> int:
    return next(n for n, full in enumerate(_MONTHS, start=1) if full.startswith(name[:3]))


def _fraction(token: str) -> Fraction:
    top, _, bottom = token.replace(",", "").partition("/")
    return Fraction(top) / (Fraction(bottom) or 1) if bottom else Fraction(top)


def _mixed(text: str) -> Iterator[Fraction]:
    """`1 1/2`, `one and one-half` and `time and a half` are one and a half."""
    for whole, part in re.findall(r"(\d+)[\s-]+(?:and\s+)?(\d+/\d+)", text):
        yield Fraction(whole) + _fraction(part)
    for whole in re.findall(r"([a-z]+)[\s-]+and[\s-]+(?:a|one)[\s-]+half", text.lower()):
        if whole in _SMALL or whole == "time":
            yield _SMALL.get(whole, 1) + Fraction(1, 2)


def _worded(text: str) -> Iterator[Fraction]:
    words = _WORD.findall(text)
    for start, word in enumerate(words):
        following = words[start + 1] if start + 1 < len(words) else ""
        if word in _MULTIPLIERS:
            yield Fraction(_MULTIPLIERS[word])
        elif word in _ORDINALS:
            yield Fraction(_ORDINALS[word])
        elif word in {"a", "an"} and following in _COUNTED:
            yield Fraction(1)
        if word in _PARTS or word == "half":
            yield Fraction(1, _PARTS[word])
        if word in _SMALL:
            yield from _cardinal(words, start)


def _cardinal(words: list[str], start: int) -> Iterator[Fraction]:
    """Every value that the run of number words from `start` may stand for, longest last."""
    total, current = 0, 0
    for position in range(start, len(words)):
        word = words[position]
        if word in _SMALL:
            current += _SMALL[word]
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word in _SCALES:
            total, current = total + max(current, 1) * _SCALES[word], 0
        elif word == "and" and position > start:
            continue
        else:
            part = "half" if word == "halves" else word.rstrip("s")
            if part in _PARTS and current:
                yield Fraction(current, _PARTS[part])
            return
        yield Fraction(total + current)
