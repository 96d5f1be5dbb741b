"""Whether 03/12 is March 12 or 3 December: as the text itself shows, else as the place writes it.

One day of the text that can be read in one order only ("24/11/2026") settles the others. Spanish
is written with the day first by many who live where the month comes first.
Where the place was only assumed, or writes both, neither is taken for granted: the answer then
tells both days.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from legalcontext.block.types import Frame
from legalcontext.inference.dates import DayFirst

from .language import known_language
from .passages import country_of
from .tables import table


def day_first(frame: Frame) -> DayFirst:
    """True where the day comes first, False where the month does, None where that is not known."""
    if not frame.recognised or frame.basis == "default":
        return None
    orders = table("date_order")
    country = country_of(frame.jurisdiction)
    if country in orders["either"]:
        return None
    return country not in orders["month_first"]


_NUMBERS = re.compile(r"(?<![\d/.-])(\d\d?)[/-](\d\d?)[/-](?:\d\d)?\d\d\b(?![/-])")
_MONTHS = 12


def order_of(frame: Frame, texts: Iterable[str], language: str) -> DayFirst:
    """As `day_first`, where the numbers of the texts do not settle it. language: of the ask."""
    shown = {order for text in texts for order in _shown(text)}
    if len(shown) == 1:
        return shown.pop()
    order = day_first(frame)
    return None if order is False and known_language(language) == "es" else order


def _shown(text: str) -> set[bool]:
    """The orders of the days that can be read in one only."""
    pairs = [(int(match[1]), int(match[2])) for match in _NUMBERS.finditer(text)]
    return {one > _MONTHS for one, two in pairs if (one > _MONTHS) != (two > _MONTHS)}
