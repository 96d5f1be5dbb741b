"""How papers came, where the story says so: it decides which period of a note runs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from .phrases import PhraseIndex, Token
from .tables import table


@cache
def _index() -> PhraseIndex:
    return PhraseIndex(
        (manner, 1.0, line)
        for manner, lines in table("service").items()
        for line in lines.splitlines()
    )


def manner_of_service(text: str, tokens: Sequence[Token]) -> str | None:
    """`personal`, `substituted`, `mail`, `publication` or `electronic`; None when the story does
    not say, or says more than one."""
    manners = {match.key for match in _index().find(text, tokens)}
    return manners.pop() if len(manners) == 1 else None
