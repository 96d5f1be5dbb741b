"""The clauses that papers of a kind usually have: there, unusual, or not found."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..phrases import Match, PhraseIndex, Token
from ..tables import table


@dataclass(frozen=True, slots=True)
class Clause:
    """An entry of the checklist. found: where its words stand first, None when they do not.

    unusual: words of it that are worth a question. essential: its absence is told. topic: what
    such a paper is about where it has the clause.
    """

    code: str
    names: Mapping[str, str]
    ask: Mapping[str, str]
    essential: bool
    found: Match | None
    unusual: Match | None
    topic: str | None = None


@cache
def _index(kind: str) -> PhraseIndex:
    return PhraseIndex(
        (f"{code} {part}", 1.0, line)
        for code, entry in _entries(kind).items()
        for part in ("signs", "unusual")
        for line in (entry.get(part) or "").splitlines()
    )


@cache
def _marks(kind: str) -> Mapping[str, re.Pattern[str]]:
    marks = {code: entry.get("marks") for code, entry in _entries(kind).items()}
    return {code: re.compile(pattern) for code, pattern in marks.items() if pattern}


def _entries(kind: str) -> Mapping[str, Any]:
    entries: Mapping[str, Any] = table("checklists")[kind]
    return entries


def check(
    kind: str, text: str, tokens: Sequence[Token], *, cases: frozenset[str] = frozenset()
) -> tuple[Clause, ...]:
    """The checklist of a kind of document, filled in from its text.

    cases: the kinds of case (`case_kinds`) that it tells of: what papers of such a case do without
    is not missed."""
    first: dict[str, Match] = {}
    for match in _index(kind).find(text, tokens):
        known = first.setdefault(match.key, match)
        # A heading says less than the words below it.
        if known.text.isupper() and not match.text.isupper():
            first[match.key] = match
    for code, marks in _marks(kind).items():
        if (mark := marks.search(text)) is not None:
            found = Match(code, 1.0, -1, -1, mark.start(), mark.end(), mark[0])
            first.setdefault(f"{code} signs", found)
    return tuple(
        Clause(
            code=code,
            names=entry["name"],
            ask=entry["ask"],
            essential=bool(entry.get("essential")) and entry.get("not_in") not in cases,
            found=first.get(f"{code} signs") or first.get(f"{code} unusual"),
            unusual=first.get(f"{code} unusual"),
            topic=entry.get("topic"),
        )
        for code, entry in _entries(kind).items()
    )
