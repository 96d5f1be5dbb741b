"""A text cut where evidence begins and ends, so that a page can underline the words.

Evidence may overlap: every piece carries all that covers it. The pieces put together are the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from .types import Evidence


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of the text, and the evidence that rests on it, strongest first; () is plain text."""

    text: str
    evidence: tuple[Evidence, ...] = ()


def marked(text: str, evidence: Iterable[Evidence], *, source: str) -> tuple[Piece, ...]:
    """The pieces of `text`, in order. source: only evidence of this source counts (`question`,
    `document:0`). What reaches past the text is cut to it; what is empty marks nothing."""
    spans = [
        (max(item.start, 0), min(item.end, len(text)), item)
        for item in dict.fromkeys(evidence)
        if item.source == source
    ]
    spans = [span for span in spans if span[0] < span[1]]
    edges = sorted({0, len(text), *(s for s, _, _ in spans), *(e for _, e, _ in spans)})
    return tuple(Piece(text[start:end], _over(spans, start, end)) for start, end in pairwise(edges))


def _over(spans: list[tuple[int, int, Evidence]], start: int, end: int) -> tuple[Evidence, ...]:
    covering = [item for s, e, item in spans if s <= start and end <= e]
    return tuple(sorted(covering, key=lambda item: -item.weight))
