"""Where a matter sits, in which forum, and who asks: text in, evidence out. Pure; no ORM."""

from __future__ import annotations

from .clauses import find_clauses
from .infer import infer
from .places import find_mentions
from .tables import lexicon
from .text import Text
from .types import ClauseFinding, Event


def governing_law(text: str) -> tuple[ClauseFinding, ...]:
    """The governing-law and venue clauses of a document, in order of appearance."""
    read = Text(text)
    return find_clauses(read, find_mentions(read, lexicon().matches(read)))


__all__ = ["ClauseFinding", "Event", "governing_law", "infer"]
