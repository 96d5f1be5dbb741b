"""Two places that both matter: which ones, and what the notes say for each, apart.

"Moved from Texas to Oregon", "California or Nevada", a tenant in Ohio with a landlord in Florida:
the notes of each place are told under its own name, never mixed, and no third place's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import us

from legalcontext.block.places import lineage
from legalcontext.block.types import Frame
from legalcontext.knowledge.types import Hit

from .passages import KINDS_OF_LAW, Book, of_kind
from .shelf import Shelf
from .types import Finding, Knowledge
from .wording import Voice

MOST = 2
"""Places told in one answer."""

_OPEN_RULES = ("J7", "J8", "J9")
"""Rows of the jurisdiction table in which the caller has not said which place counts."""

_AS_STRONG = 0.6
_PER_KIND = 2
_BETWEEN = (
    r"\s*,?\s+(?:or|and|vs\.?|versus|to|than|compared (?:to|with)|o|y|a|hasta)\s+"
    r"(?:(?:in|from|for|of|en|de|para)\s+)?(?:the state of\s+)?"
)


@cache
def _codes() -> dict[str, str]:
    return {s.name.casefold(): f"US-{s.abbr}" for s in us.states.STATES_AND_TERRITORIES} | {
        "washington dc": "US-DC"
    }


@cache
def _pairs() -> re.Pattern[str]:
    names = "|".join(sorted(map(re.escape, _codes()), key=len, reverse=True))
    return re.compile(rf"\b({names})(?={_BETWEEN}({names})\b)", re.IGNORECASE)


def places_to_compare(frame: Frame, question: str) -> tuple[str, ...]:
    """The codes of the places that both matter, as the question names them; empty where one place
    counts. What the caller or the matter stated is one place."""
    if frame.rule not in _OPEN_RULES:
        return ()
    named = [_codes()[name.casefold()] for pair in _pairs().findall(question) for name in pair]
    places = tuple(dict.fromkeys(named)) or _contending(frame)
    return places if len(places) >= MOST else ()


def _contending(frame: Frame) -> tuple[str, ...]:
    """The candidates about as strong as the first; not those that are one word's two readings."""
    read = {
        candidate.value: {(e.start, e.end) for e in frame.evidence if e.value == candidate.value}
        for candidate in frame.candidates
    }
    strongest = max((candidate.score for candidate in frame.candidates), default=0.0)
    strong = [c.value for c in frame.candidates if c.score >= strongest * _AS_STRONG]
    return tuple(
        value
        for value in strong
        if not any(other != value and value in lineage(other) for other in strong)
        and not any(other != value and read[value] and read[value] == read[other] for other in read)
    )


@dataclass(frozen=True, slots=True)
class Side:
    """One place, and the passages of its own notes on the topic."""

    place: str
    hits: tuple[Hit, ...]


def sides(
    places: Sequence[str], topic: str, frame: Frame, knowledge: Knowledge
) -> tuple[Side, ...]:
    """What each place's own notes say on a topic; one query for each."""
    found = []
    for place in places:
        placed = replace(frame, jurisdiction=place, recognised=True)
        whole = Shelf(knowledge, placed).whole_notes((), [topic])
        found.append(Side(place, tuple(hit for hit in whole if hit.jurisdiction == place)))
    return tuple(found)


def side_findings(side: Side, book: Book, voice: Voice) -> list[Finding]:
    """The law of one place, each finding under its name; or that there is no note for it."""
    name = voice.place(side.place)
    law = [
        Finding(
            kind=kind,
            title=voice.say("title_of_place", title=voice.say(f"title_{kind}"), place=name),
            detail=hit.text,
            citations=(book.cite(hit),),
            topics=(hit.topic,),
        )
        for kind in KINDS_OF_LAW
        for hit in of_kind(side.hits, kind)[: 1 if kind == "short_answer" else _PER_KIND]
    ]
    missing = Finding(kind="missing_note", title=name, detail=voice.say("compare_none", place=name))
    return law or [missing]
