"""The words that a frame rests on, marked in the text that they stand in."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text. numbers: which of the pieces of evidence (from 1) cover it; none: unmarked.

    closes: those that end with it, to be named after it.
    """

    text: str
    numbers: tuple[int, ...] = ()
    closes: tuple[int, ...] = ()


def marked(text: str, evidence: Sequence[Mapping[str, Any]]) -> list[Piece]:
    """The whole text in runs, each with the evidence that covers it; runs may be covered twice.

    Offsets are Unicode code points, half-open. What does not fit the text (an offset that points
    elsewhere than its words) marks nothing: better no line than one under the wrong words.
    """
    spans = [
        (item["start"], item["end"], number)
        for number, item in enumerate(evidence, start=1)
        if item["source"] == QUESTION
        and 0 <= item["start"] < item["end"] <= len(text)
        and text[item["start"] : item["end"]] == item["text"]
    ]
    cuts = sorted({0, len(text), *(cut for start, end, _ in spans for cut in (start, end))})
    return [
        Piece(
            text[start:end],
            tuple(number for first, last, number in spans if first <= start and end <= last),
            tuple(number for _, last, number in spans if last == end),
        )
        for start, end in itertools.pairwise(cuts)
    ]
