"""Days and moments as the pages write them: in one way in each language."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language

register = template.Library()

DAY: Final = {"en": "j F Y", "es": r"j \d\e F \d\e Y"}
TIME: Final = "H:i"


def day(value: dt.date | dt.datetime | None) -> str:
    """`30 November 2026`, `30 de noviembre de 2026`, in the time zone of the page; "" for None."""
    return _written(value, _day_format())


def moment(value: dt.datetime | None) -> str:
    """`30 November 2026, 17:05`, `30 de noviembre de 2026, 17:05`."""
    return _written(value, f"{_day_format()}, {TIME}")


def weekday(value: dt.date | None) -> str:
    """`Monday, 30 November 2026`, `lunes, 30 de noviembre de 2026`."""
    return _written(value, f"l, {_day_format()}")


for each in (day, moment, weekday):
    register.filter(each.__name__, each)


def _day_format() -> str:
    return DAY["es" if (get_language() or "en").startswith("es") else "en"]


def _written(value: dt.date | dt.datetime | None, form: str) -> str:
    if value is None:
        return ""
    if isinstance(value, dt.datetime) and timezone.is_aware(value):
        value = timezone.localtime(value)
    return date_format(value, form)
