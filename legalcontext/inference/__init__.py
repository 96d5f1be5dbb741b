"""Where a matter sits, in which forum, and who asks: text in, evidence out. Pure; no ORM.

`infer` reads a question and its documents; `governing_law` finds the clauses of a document that
choose a law or a court; `events` finds dates and what happened on them; `question_back` says what
to ask when the place is not settled.
"""

from __future__ import annotations

from .ask_back import AskBack, question_back
from .clauses import find_clauses
from .events import events
from .infer import infer
from .places import find_mentions
from .tables import lexicon
from .text import Text
from .types import ClauseFinding, Event


def governing_law(text: str) -> tuple[ClauseFinding, ...]:
    """The governing-law and venue clauses of a document, in order of appearance."""
    read = Text(text)
    return find_clauses(read, find_mentions(read, lexicon().matches(read)))


__all__ = [
    "AskBack",
    "ClauseFinding",
    "Event",
    "events",
    "governing_law",
    "infer",
    "question_back",
]
