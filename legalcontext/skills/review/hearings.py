"""What a paper says of a hearing beside its day: the time and the place, in its own words."""

from __future__ import annotations

import re

from legalcontext.inference.types import Event

_LONGEST = 200
_MORE = re.compile(
    r"[ \t]*(?:time|place|location|where|address|room|courtroom|department|dept|court\w*|floor|at"
    r"|before|judge|via|by video|hora|lugar|sala|d[oó]nde|direcci[oó]n|piso|juzgado"
    r"|\d{1,2}:\d\d)\b",
    re.IGNORECASE,
)
"""How a line goes on with what the line of the day began."""
_SENTENCE = re.compile(
    r"(?<![ap]\.m)(?<!\b[A-Z])(?<!\bSt)(?<!\bAve)(?<!\bNo)\.(?=\s+[A-ZÁÉÍÓÚÑ]|\s*$)"
)


def words_of_hearing(text: str, event: Event) -> tuple[int, int]:
    """The place of the words that tell of a hearing: from its day's own to the end of their line
    or sentence, and of the lines that go on with its time and place. At most 200 characters."""
    end = _end_of_line(text, event.end)
    while end < len(text) and (more := _MORE.match(text, end + 1)):
        end = _end_of_line(text, max(more.end(), end + 1))
    stop = _SENTENCE.search(text, event.end, end)
    # A clock's "a.m." and an initial end no sentence; where one ends, what follows is another.
    end = stop.start() if stop else end
    if end - event.start > _LONGEST:
        space = text.rfind(" ", event.end, event.start + _LONGEST)
        end = space if space > 0 else event.end
    return event.start, max(end, event.end)


def _end_of_line(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found
