"""The one question whose answer would settle a frame that is a default or a tie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from legalcontext.block.places import name_in
from legalcontext.block.types import Candidate, Frame

MOST_OPTIONS: Final = 5
UNSETTLED: Final = frozenset({"J8", "J9"})
"""Rows of the jurisdiction table in which the text does not say where the matter sits."""

_OPEN: Final = {
    "en": "Where is this? Name the U.S. state, or the country if it is outside the United States.",
    "es": "¿Dónde ocurre esto? Diga el estado de EE. UU., o el país si es fuera de Estados Unidos.",
}
_CHOICE: Final = {
    "en": "Is this in {places}, or somewhere else?",
    "es": "¿Esto es en {places}, o en otro lugar?",
}
_OR: Final = {"en": " or ", "es": " o "}
_COUNTRY: Final = {"en": "{name} (the country)", "es": "{name} (el país)"}
_PART: Final = {"en": "{name} ({country})", "es": "{name} ({country})"}
_STATE: Final = {"en": "{name} (US state)", "es": "{name} (estado de EE. UU.)"}
_ALIKE: Final = {
    "US-WA": {"en": "Washington state", "es": "el estado de Washington"},
    "US-DC": {"en": "Washington, D.C.", "es": "Washington D. C."},
}
"""Two places that people call by one name, though their full names differ."""


@dataclass(frozen=True, slots=True)
class AskBack:
    """field: the field of the block that the answer fills. options: value and label, likeliest
    first; empty where nothing is likelier than anything else."""

    field: str
    prompt: str
    options: tuple[tuple[str, str], ...] = ()


def question_back(frame: Frame, language: str = "en") -> AskBack | None:
    """What to ask back about `frame`, None where the place is settled.

    language: `en` or `es`, anything else reads as `en`. Rules: legal-context, J8 and J9.
    """
    if frame.rule not in UNSETTLED:
        return None
    tongue = language if language in _OPEN else "en"
    options = _options(frame.candidates, tongue)
    if len(options) < 2:
        return AskBack("jurisdiction", _OPEN[tongue], options)
    names = [label for _, label in options]
    places = ", ".join(names[:-1]) + _OR[tongue] + names[-1]
    return AskBack("jurisdiction", _CHOICE[tongue].format(places=places), options)


def _options(candidates: Sequence[Candidate], tongue: str) -> tuple[tuple[str, str], ...]:
    """Candidates that contain no other candidate, as values and names."""
    values = [c.value for c in candidates]
    narrow = [v for v in values if not any(o != v and o.startswith(f"{v}-") for o in values)]
    told = narrow[:MOST_OPTIONS]
    names = {value: name_in(value, tongue) for value in told}
    if set(told) >= set(_ALIKE):
        names |= {value: labels[tongue] for value, labels in _ALIKE.items()}
    shared = Counter(names.values())
    return tuple(
        (value, name if shared[name] == 1 else _apart(value, name, tongue))
        for value, name in names.items()
    )


def _apart(value: str, name: str, tongue: str) -> str:
    """A name that two of the options share, with what tells this one from the other."""
    country, _, part = value.partition("-")
    if not part:
        return _COUNTRY[tongue].format(name=name)
    if country == "US":
        return _STATE[tongue].format(name=name)
    return _PART[tongue].format(name=name, country=name_in(country, tongue))
