"""How notes speak: no directives, plain words for individuals, no markup. Pure: no Django."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

MAX_GRADE: Final = 9.0
"""Flesch-Kincaid grade up to which a note for individuals passes (the aim is 8)."""

_DIRECTIVE: Final = re.compile(
    r"\byou\s+(?:should|must|need\s+to|have\s+to|ought\s+to|had\s+better|are\s+advised)\b"
    r"|\b(?:we|i)\s+(?:recommend|advise|suggest|urge)\b"
    r"|\b(?:make|be)\s+(?:sure|certain)\s+(?:to|that|you)\b"
    r"|\bit\s+is\s+(?:best|important|essential|crucial|wise|advisable)\s+(?:to|that|for\s+you)\b",
    re.IGNORECASE,
)
_IMPERATIVE: Final = re.compile(
    r"(?:^|(?<=[.!?:]\s)|(?<=\n)|(?<=\n- ))"
    r"(?:Do\s+not|Don't|Never|Always|Please|Call|File|Send|Keep|Write|Ask|Contact|Talk|Go|Bring|"
    r"Gather|Collect|Save|Pay|Check|Tell|Try|Make|Use|Read|Show|Attend|Respond|Consider)\b"
    r"(?!\s+(?:is|are|was|were|can|may|of|by)\b)"
)
_PREDICTION: Final = re.compile(
    r"\byou(?:'ll|\s+will)\s+(?:win|lose|prevail|likely|probably)\b"
    r"|\b(?:will|would)\s+(?:certainly|definitely|surely)\b|\bguaranteed?\b(?=\s+to\s+win)",
    re.IGNORECASE,
)
_LATIN: Final = re.compile(
    r"\b(?:pro\s+se|pro\s+per|in\s+forma\s+pauperis|ex\s+parte|prima\s+facie|res\s+judicata|"
    r"habeas\s+corpus|bona\s+fide|mens\s+rea|inter\s+alia|per\s+se|sua\s+sponte|nunc\s+pro\s+tunc|"
    r"arguendo|de\s+novo|pendente\s+lite|guardian\s+ad\s+litem|lis\s+pendens|quantum\s+meruit)\b",
    re.IGNORECASE,
)
_MARKUP: Final = re.compile(
    r"\*\*|__|<[a-z/][^>]*>|\]\(|https?://|^\s*\d+[.)]\s", re.MULTILINE | re.IGNORECASE
)


def directives(text: str) -> Iterator[str]:
    """The words by which `text` tells the reader what to do."""
    for pattern in (_DIRECTIVE, _IMPERATIVE):
        yield from (match.group() for match in pattern.finditer(text))


def predictions(text: str) -> Iterator[str]:
    """The words by which `text` foretells an outcome."""
    yield from (match.group() for match in _PREDICTION.finditer(text))


def latin(text: str) -> Iterator[str]:
    """Latin terms of art that a lay reader does not know."""
    yield from (match.group() for match in _LATIN.finditer(text))


def markup(text: str) -> Iterator[str]:
    """Markup other than paragraphs and `- ` lists, links included."""
    yield from (match.group() for match in _MARKUP.finditer(text))


def plain(text: str) -> str:
    """A passage as running text: lines of a paragraph joined, list items kept on their own."""
    lines: list[str] = []
    for line in text.split("\n"):
        joins = bool(lines) and bool(lines[-1]) and bool(line) and not line.startswith("- ")
        if joins:
            lines[-1] += " " + line.strip()
        else:
            lines.append(line.rstrip())
    return "\n".join(lines).strip()
