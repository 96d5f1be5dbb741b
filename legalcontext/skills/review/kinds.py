"""Which kind of document a text is, by the words that show each kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..phrases import Match, PhraseIndex, tokenize
from ..tables import table

_HEAD = 700
_READ = 12_000
_LEAST = 6.0
_AHEAD = 1.15
_FADING = 0.8


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of document and the phrase that shows it best; `sure` when no other comes near."""

    code: str
    match: Match
    score: float
    sure: bool

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics whose notes may hold rules for such a paper."""
        return tuple(table("document_types")[self.code]["topics"])

    @property
    def never(self) -> tuple[str, ...]:
        """The events that no date in such a paper is."""
        return tuple(table("document_types")[self.code].get("never", ()))

    @property
    def names(self) -> Mapping[str, Any]:
        names: Mapping[str, Any] = table("document_types")[self.code]["name"]
        return names


@cache
def _index() -> PhraseIndex:
    return PhraseIndex(
        (code, float(weight), line)
        for code, entry in table("document_types").items()
        for weight, lines in entry.items()
        if isinstance(weight, int)
        for line in lines.splitlines()
    )


def classify(text: str) -> Kind | None:
    """The kind of a document, None when its words show none of the known kinds plainly."""
    read = text[:_READ]
    by_code: dict[str, dict[str, Match]] = {}
    for match in _index().find(read, tokenize(read)):
        seen = by_code.setdefault(match.key, {})
        phrase = match.text.casefold()
        if phrase not in seen:
            seen[phrase] = match
    ranked = sorted(
        ((_score(matches.values()), code) for code, matches in by_code.items()), reverse=True
    )
    if not ranked or ranked[0][0] < _LEAST:
        return None
    score, code = ranked[0]
    sure = len(ranked) < 2 or score >= _AHEAD * ranked[1][0]
    best = max(by_code[code].values(), key=_weight)
    return Kind(code, best, score, sure)


def _score(matches: Any) -> float:
    weights = sorted((_weight(match) for match in matches), reverse=True)
    return float(sum(weight * _FADING**i for i, weight in enumerate(weights)))


def _weight(match: Match) -> float:
    title = match.start < 160 and match.weight == 4 and match.text.upper() == match.text
    if title:
        return match.weight * 4
    return match.weight * (2 if match.start < _HEAD else 1)
