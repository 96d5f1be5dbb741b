"""Days that no calendar has: "November 31", "Feb 29 2026", "13/13/2026".

They are passed over where days are read, and told to whoever wrote them: nothing can be counted
from such a day, and a paper shows which was meant.
"""

from __future__ import annotations

import re
from typing import Final

from .dates import MONTHS, date
from .text import fold

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_YEAR = r"(?:19|20)\d\d"
_MONTH_FIRST = re.compile(
    rf"\b({_MONTH})\.?[ ]+(\d\d)(?:st|nd|rd|th)?\b(?!:)(?:,?[ ]+({_YEAR})\b)?"
)
_DAY_FIRST = re.compile(
    rf"\b(\d\d)(?:st|nd|rd|th)?[ ]+(?:de |of |day of )?({_MONTH})\b\.?"
    rf"(?:,?[ ]+(?:de |del )?({_YEAR})\b)?"
)
_NUMBERS = re.compile(rf"(?<![\d/.-])(\d\d?)[/-](\d\d?)[/-]({_YEAR})\b(?![/-])")
_LEAP: Final = 2000
"""A year in which every day of a month without a year may be."""
_HIGHEST: Final = 39


def no_days(text: str) -> tuple[tuple[int, int], ...]:
    """Where days stand that are no days of the calendar, as code points, in order."""
    folded = fold(text)
    found = set()
    for match in _MONTH_FIRST.finditer(folded):
        if _is_none(match[3], match[1], match[2]):
            found.add(match.span())
    for match in _DAY_FIRST.finditer(folded):
        if _is_none(match[3], match[2], match[1]):
            found.add(match.span())
    for match in _NUMBERS.finditer(folded):
        one, two, year = int(match[1]), int(match[2]), int(match[3])
        if max(one, two) <= _HIGHEST and not (date(year, one, two) or date(year, two, one)):
            found.add(match.span())
    return tuple(sorted(found))


def _is_none(year: str | None, month: str, day: str) -> bool:
    number = int(day)
    return number <= _HIGHEST and date(int(year or _LEAP), MONTHS[month], number) is None
