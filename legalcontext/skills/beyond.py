"""Questions that no note answers, however near one is to their words.

How a case will end and what a lawyer will cost stand in no law, and some matters have no note. The
nearest note on something else would pass for an answer, so it is left out, unless the question's
own words show what the note is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from .phrases import PhraseIndex, Token
from .tables import table

SAID = ("outcome", "fees")
"""Those of which the answer says why there is none."""

KINDS = (*SAID, "uncovered")
"""Parts of `data/context.yaml`."""


@cache
def _index() -> PhraseIndex:
    return PhraseIndex(
        (kind, 1.0, line) for kind in KINDS for line in table("context")[kind].splitlines()
    )


def beyond_notes(text: str, tokens: Sequence[Token]) -> str | None:
    """Which of `KINDS` a question asks for, the first told; None where it asks for none."""
    found = _index().find(text, tokens)
    return min(found, key=lambda match: match.first).key if found else None
