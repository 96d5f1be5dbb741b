"""Which places of one name a text may well mean: by their people, and by what else it says."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import lru_cache
from typing import Final

from . import tables
from .places import Mention
from .tables import Option

DOMINANCE: Final = 4.0
"""A name means its largest place alone where that has this many times the people of the next."""
ABROAD: Final = 5.0
"""The same between a place in the United States and one elsewhere."""
RIVAL: Final = 10.0
"""The same where the next is the capital or the largest town of its state (Portland, Maine)."""
HOME: Final = 6.0
"""Askers are mostly in the United States: its towns count this many times their people."""
CAPITAL: Final = 3.0
"""A capital counts this many times its people."""
REGION: Final = 18_000.0
"""Thousands of people that a state, province or country of a name counts for."""
ELSEWHERE: Final = 0.25
LARGE: Final = 1000
"""A town outside the English-speaking countries and smaller than this many thousands, no capital,
is seldom named without its country, and counts for a quarter of its people where nothing else
points to the country."""
ANSWERED: Final = frozenset({"ES"})
"""Countries of another language whose towns keep all their people: askers write in it, and name
them without the country."""
SUPPORT: Final = 25.0
"""A place that other words of the text point to counts this many times its people."""


def meanings(mention: Mention, hints: Set[str] = frozenset()) -> Sequence[tuple[str, float]]:
    """The places that a name may well mean, likeliest first, with their sizes.

    hints: codes that the rest of the text points to.
    """
    return _meanings(mention.options, frozenset(hints))


@lru_cache(maxsize=4096)
def _meanings(options: tuple[Option, ...], hints: frozenset[str]) -> tuple[tuple[str, float], ...]:
    sizes: dict[str, float] = {}
    seats: set[str] = set()
    for option in options:
        size = _size(option, pointed_to=option.code in hints)
        if option.code in hints:
            size *= SUPPORT
        if any(code in hints for code in tables.line(option.code)[1:]):
            size *= SUPPORT
        sizes[option.code] = max(sizes.get(option.code, 0.0), size)
        if option.kind in {"C", "L", "r"}:
            seats.add(option.code)
    ranked = sorted(sizes.items(), key=lambda item: (-item[1], item[0]))
    first, best = ranked[0]
    return tuple(
        (code, size)
        for code, size in ranked
        if best / size < _lead_needed(first, code, seats, hints)
    )


def _lead_needed(first: str, code: str, seats: set[str], hints: frozenset[str]) -> float:
    """How many times larger `first` must be for `code` not to be meant."""
    if first[:2] != code[:2]:
        return ABROAD
    return RIVAL if code in seats and not hints & set(tables.line(first)) else DOMINANCE


def _size(option: Option, *, pointed_to: bool = False) -> float:
    american = option.code.startswith("US-")
    if option.kind == "r":
        return REGION
    people = float(max(option.thousands, 1))
    if option.kind == "C":
        people *= CAPITAL
    elif (
        "-" not in option.code
        and option.code not in ANSWERED
        and option.kind == "c"
        and option.thousands < LARGE
    ):
        people *= 1.0 if pointed_to else ELSEWHERE
    return people * HOME if american else people
