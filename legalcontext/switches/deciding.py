"""Which switch decides for an ask.

Every process knows the switches by heart for `KNOWN_SECONDS`: an ask costs no query, and a change
bites everywhere within that time, in the changing process at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final, Literal

from legalcontext.block import lineage

from .models import Effect, Switch, Unreviewed

KNOWN_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Rule:
    """A switch as it was read; see `models.Switch`."""

    place: str = ""
    skill: str = ""
    audience: str = ""
    effect: str = ""
    referral: str = ""
    referral_es: str = ""
    unreviewed: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the switches say of an ask. referral: the words, with `refer`.

    unreviewed: whether notes that nobody reviewed may be answered from; None leaves it to the
    setting, False hides them whatever the setting says. No switch can loosen the setting.
    """

    effect: Effect = Effect.FULL
    referral: str = ""
    referral_es: str = ""
    unreviewed: Literal[False] | None = None


FULL: Final = Ruling()
"""Where no switch says anything."""


def ruling(*, skill: str, audience: str, place: str) -> Ruling:
    """What an ask gets now. place: of its frame; one that is not known fits only lines for all."""
    return decide(switches(), skill=skill, audience=audience, place=place)


def decide(lines: Iterable[Rule], *, skill: str, audience: str, place: str) -> Ruling:
    """The most specific line decides, for each of the two questions apart.

    Nearest place first (`US-CA` before `US` before all places), then a named skill before all
    skills, then a named register before both. No two lines tie: a line's scope is unique.
    """
    places = (*lineage(place), "")
    fitting = sorted(
        (
            line
            for line in lines
            if line.place in places
            and line.skill in ("", skill)
            and line.audience in ("", audience)
        ),
        key=lambda line: (places.index(line.place), line.skill == "", line.audience == ""),
    )
    effect = next((line for line in fitting if line.effect), None)
    notes = next((line.unreviewed for line in fitting if line.unreviewed), "")
    return Ruling(
        effect=Effect(effect.effect) if effect else Effect.FULL,
        referral=effect.referral if effect else "",
        referral_es=effect.referral_es if effect else "",
        unreviewed=False if notes == Unreviewed.HIDE else None,
    )


_known: tuple[float, Sequence[Rule]] | None = None


def switches() -> Sequence[Rule]:
    """All switches, read at most `KNOWN_SECONDS` ago; one query where they are read anew."""
    global _known
    now = monotonic()
    if _known is None or now - _known[0] > KNOWN_SECONDS:
        _known = (now, [Rule(**row) for row in Switch.objects.values(*Rule.__slots__)])
    return _known[1]


def forget() -> None:
    """Read them anew at the next ask."""
    global _known
    _known = None
