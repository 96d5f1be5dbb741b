"""Where in a document something stands: page, characters and the exact words."""

from __future__ import annotations

import re
from bisect import bisect_right

from ..types import Source, Text

_BREAK = re.compile(
    r"(?<=[.!?;])\s+(?=[\"“(\[]?[A-Z0-9ÁÉÍÓÚÑ¿])|\n\s*\n|\n(?=\s*(?:\d+[.)]|[A-Z•*-]))"
)
_LONGEST = 420


def source(text: Text, start: int, end: int) -> Source:
    """The source of `text.text[start:end]`, with white space at its ends left out."""
    words = text.text[start:end]
    start += len(words) - len(words.lstrip())
    end -= len(words) - len(words.rstrip())
    return Source(text.name, page_of(text, start), start, end, text.text[start:end])


def page_of(text: Text, offset: int) -> int | None:
    """The page (from 1) on which an offset stands; None for an unpaged text."""
    if len(text.page_starts) < 2:
        return None
    return max(bisect_right(text.page_starts, offset), 1)


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentence or line that holds `text[start:end]`, cut to a readable length around it."""
    left, right = 0, len(text)
    window = max(0, start - 4 * _LONGEST)
    for match in _BREAK.finditer(text, window, end + 4 * _LONGEST):
        if match.end() <= start:
            left = match.end()
        elif match.start() >= end:
            right = match.start()
            break
    left = max(left, _word_start(text, start - _LONGEST // 2), window)
    right = min(right, _word_end(text, max(end, left + _LONGEST)))
    return left, max(right, end)


def _word_start(text: str, offset: int) -> int:
    if offset <= 0:
        return 0
    space = text.find(" ", offset)
    return offset if space < 0 else space + 1


def _word_end(text: str, offset: int) -> int:
    if offset >= len(text):
        return len(text)
    space = text.rfind(" ", 0, offset)
    return offset if space < 0 else space
