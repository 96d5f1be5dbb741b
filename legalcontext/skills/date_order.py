"""Whether 03/12 is March 12 or 3 December: as the place writes it.

Where the place was only assumed, or writes both, neither is taken for granted: the answer then
tells both days.
"""

from __future__ import annotations

from legalcontext.block.types import Frame
from legalcontext.inference.dates import DayFirst

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
