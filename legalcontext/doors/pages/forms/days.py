"""Days in forms."""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy

FIRST: Final = dt.date(1800, 1, 1)
LAST: Final = dt.date(2199, 12, 31)
"""Beyond them a day is a slip of the keys, and the day after the calendar's last is none at all."""

OUT_OF_RANGE: Final = gettext_lazy("Give a day from the year 1800 to the year 2199.")


class DayInput(forms.DateInput):
    """The browser's own calendar, which every phone has."""

    input_type = "date"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="%Y-%m-%d", **kwargs)


class DayField(forms.DateField):
    """A day of the calendar, as people give them."""

    def __init__(self, **kwargs: Any) -> None:
        limits = {"min": FIRST.isoformat(), "max": LAST.isoformat()}
        super().__init__(widget=DayInput(attrs=limits), **kwargs)
        self.validators += [
            MinValueValidator(FIRST, OUT_OF_RANGE),
            MaxValueValidator(LAST, OUT_OF_RANGE),
        ]
