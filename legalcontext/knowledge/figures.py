"""The ledger of figures: how one is shown, and whether its phrase bears it out. Pure."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from .documents import FigureEntry, FormEntry, NameEntry
from .numbers import dates_in, quantities_in
from .schema import MAX_PHRASE_WORDS

REFERENCE: Final = re.compile(
    r"\{\{\s*(?:(?P<ledger>form|name):)?(?P<id>[a-z0-9-]+)\s*(?:\|\s*(?P<style>[a-z]+)\s*)?\}\}"
)
STYLES: Final = ("value", "adjective")

_UNIT_SIGNS: Final = {
    "hour": ("hour",),
    "day": ("day",),
    "week": ("week",),
    "month": ("month",),
    "year": ("year", "annual", "annum"),
    "USD": ("$", "dollar"),
    "percent": ("%", "percent", "per cent"),
}
_PARTS: Final = {2: "half", 3: "third", 4: "quarter", 5: "fifth", 10: "tenth"}
_COUNTS: Final = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def show(figure: FigureEntry, style: str | None = None) -> str:
    """The figure as a reader sees it: `21 calendar days`, `$12,500`, `10%`, `July 1, 2025`.

    style: None, `value` (`21`) or `adjective` (`21-calendar-day`).
    """
    value = _value(figure)
    if figure.unit == "USD":
        return f"${value}"
    if figure.unit == "percent":
        return f"{value}%"
    if style == "value" or figure.unit in {"date", "number", "year"}:
        return value
    if style == "adjective":
        head = singular(figure.unit.partition(" of ")[0])
        return f"{value}-{head.replace(' ', '-')}"
    if "/" in figure.value:
        return f"{value} of a {singular(figure.unit)}"
    return f"{value} {singular(figure.unit) if figure.value == '1' else figure.unit}"


def singular(unit: str) -> str:
    """`calendar days` → `calendar day`; of `months of rent` the head: `month of rent`."""
    head, of, rest = unit.partition(" of ")
    if head.endswith(("sses", "ches", "xes")):
        head = head[:-2]
    elif head.endswith("ies"):
        head = head[:-3] + "y"
    elif head.endswith("s") and not head.endswith("ss"):
        head = head[:-1]
    return head + of + rest


def _value(figure: FigureEntry) -> str:
    text = figure.value
    if figure.unit == "date":
        day = dt.date.fromisoformat(text)
        return f"{day:%B} {day.day}, {day.year}"
    if figure.unit == "year":
        return text
    if "/" in text:
        top, bottom = (int(part) for part in text.split("/"))
        if bottom in _PARTS and top < len(_COUNTS):
            return f"{_COUNTS[top]} {_PARTS[bottom]}{'s' if top > 1 else ''}"
        return text
    whole, point, rest = text.partition(".")
    return f"{int(whole):,}{point}{rest}"


def phrase_faults(figure: FigureEntry) -> Iterator[tuple[str, str]]:
    """(code, message) for each way in which the phrase does not bear out value and unit."""
    words = figure.phrase.split()
    if len(words) > MAX_PHRASE_WORDS:
        yield (
            "long_phrase",
            f"has {len(words)} words; quote the shortest run with the value, "
            f"{MAX_PHRASE_WORDS} words at most",
        )
    if not _names_value(figure):
        yield (
            "value_not_in_phrase",
            f"does not contain {figure.value!r} in digits or words; quote the words that do, "
            "or correct the value",
        )
    signs = _UNIT_SIGNS.get(_base_unit(figure.unit), ())
    if signs and not any(sign in figure.phrase.lower() for sign in signs):
        yield (
            "unit_not_in_phrase",
            f"does not speak of {figure.unit}; quote the words with the unit",
        )


def _names_value(figure: FigureEntry) -> bool:
    if figure.unit == "date":
        return dt.date.fromisoformat(figure.value) in dates_in(figure.phrase)
    return Fraction(figure.value) in quantities_in(figure.phrase)


def _base_unit(unit: str) -> str:
    if unit in {"USD", "percent"}:
        return unit
    if unit in {"year", "years old"}:
        return ""
    return singular(unit.partition(" of ")[0]).split()[-1]


class Ledger:
    """The figures, forms and names that the passages of one note may refer to."""

    def __init__(
        self,
        figures: tuple[FigureEntry, ...],
        forms: tuple[FormEntry, ...],
        names: tuple[NameEntry, ...],
    ) -> None:
        self.figures = {figure.id: figure for figure in figures}
        self.forms = {form.id: form for form in forms}
        self.names = {name.id: name for name in names}

    def fill(self, text: str) -> str:
        """The text with every reference filled in; KeyError on one that the ledger lacks."""
        return REFERENCE.sub(self._shown, text)

    def used(self, text: str) -> tuple[FigureEntry, ...]:
        """The figures that `text` refers to, each once, in order of appearance."""
        ids = dict.fromkeys(m["id"] for m in REFERENCE.finditer(text) if m["ledger"] is None)
        return tuple(self.figures[i] for i in ids if i in self.figures)

    def _shown(self, match: re.Match[str]) -> str:
        if match["ledger"] == "form":
            return self.forms[match["id"]].number
        if match["ledger"] == "name":
            return self.names[match["id"]].name
        return show(self.figures[match["id"]], match["style"])


def blank_references(text: str) -> str:
    """The text with each reference replaced by as many dots, so that offsets stay."""
    return REFERENCE.sub(lambda match: "·" * len(match.group()), text)
