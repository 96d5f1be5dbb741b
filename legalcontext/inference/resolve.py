"""From evidence to one place, or to honest candidates.

Evidence for a place adds up, each further piece counting half of the one before. The place with
the most is chosen where it leads by a margin; else the contenders stand as candidates, and the
frame falls back on their common parent. The order in which things are said plays no part.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from legalcontext.block.types import Candidate, Evidence

from . import tables

DECAY: Final = 0.5
MARGIN: Final = 0.18
FLOOR: Final = 0.08
"""Below this a place is only a candidate: past homes and origins alone frame nothing."""
FEDERAL: Final = 0.85
"""From this weight a federal subject takes the matter out of the states."""


def score(weights: Iterable[float]) -> float:
    """The sum of weights, strongest first, each counting `DECAY` of the one before."""
    total, factor = 0.0, 1.0
    for weight in sorted(weights, reverse=True):
        total += weight * factor
        factor *= DECAY
    return total


def rank(evidence: Sequence[Evidence]) -> tuple[Candidate, ...]:
    """The places that the evidence speaks for, best first; ties by code."""
    grouped: dict[str, list[Evidence]] = defaultdict(list)
    for item in evidence:
        grouped[item.value].append(item)
    candidates = [
        Candidate(value, round(score(e.weight for e in items), 4), tuple(items))
        for value, items in grouped.items()
    ]
    return tuple(sorted(candidates, key=lambda c: (-c.score, c.value)))


def common_parent(codes: Iterable[str]) -> str | None:
    """The nearest place that contains all of `codes`, None where there is none."""
    lines = [tables.line(code) for code in codes]
    if not lines:
        return None
    shared = set(lines[0]).intersection(*lines[1:])
    return next((code for code in lines[0] if code in shared), None)


def _contenders(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The places within the margin of the best, without those that contain another of them."""
    specific = [
        c
        for c in candidates
        if c.score >= FLOOR
        and not any(
            d.value != c.value and tables.within(d.value, c.value) and d.score >= FLOOR
            for d in candidates
        )
    ]
    if not specific:
        return []
    total = {c.value: c.score for c in specific}
    best = max(total.values())
    return [c for c in specific if best - total[c.value] < MARGIN]


def decide(candidates: Sequence[Candidate], federal: bool) -> tuple[str | None, tuple[str, ...]]:
    """The place, or None and the places that contend (none where only weak ones are named)."""
    if federal:
        return "US", ()
    contenders = _contenders(candidates)
    if len(contenders) == 1:
        return contenders[0].value, ()
    return None, tuple(c.value for c in contenders)
