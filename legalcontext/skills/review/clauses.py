"""The clauses that papers of a kind usually have: there, unusual, or not found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..phrases import Match, PhraseIndex, Token
from ..tables import table


@dataclass(frozen=True, slots=True)
class Clause:
    """An entry of the checklist. found: where its words stand first, None when they do not.

    unusual: words of it that are worth a question. essential: its absence is told.
    """

    code: str
    names: Mapping[str, str]
    ask: Mapping[str, str]
    essential: bool
    found: Match | None
    unusual: Match | None


@cache
def _index(kind: str) -> PhraseIndex:
    return PhraseIndex(
        (f"{code} {part}", 1.0, line)
        for code, entry in _entries(kind).items()
        for part in ("signs", "unusual")
        for line in (entry.get(part) or "").splitlines()
    )


def _entries(kind: str) -> Mapping[str, Any]:
    entries: Mapping[str, Any] = table("checklists")[kind]
    return entries


def check(kind: str, text: str, tokens: Sequence[Token]) -> tuple[Clause, ...]:
    """The checklist of a kind of document, filled in from its text."""
    first: dict[str, Match] = {}
    for match in _index(kind).find(text, tokens):
        first.setdefault(match.key, match)
    return tuple(
        Clause(
            code=code,
            names=entry["name"],
            ask=entry["ask"],
            essential=bool(entry.get("essential")),
            found=first.get(f"{code} signs") or first.get(f"{code} unusual"),
            unusual=first.get(f"{code} unusual"),
        )
        for code, entry in _entries(kind).items()
    )
