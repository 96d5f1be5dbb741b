"""The days that a story itself gives to come or to keep: a court date, "pay by December 4".

No rule of a note is behind them. They are told again as they were told, with how far away they
are; one that has passed is told as passed.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from legalcontext.inference.types import Event

from .phrases import Token, fold
from .triggers import sentence_of

_HEARD = re.compile(
    r"\b(?:hearing|trial|arraign\w*|court date|court (?:on|is)|appear|mediation|conference"
    r"|audiencia|juicio|comparec\w*|(?:cita|corte) (?:el|es))\b"
)
"""What the words of a court date that has passed say, at the least."""
_TO_DO = frozenset(
    (
        *("pay", "leave", "out", "vacate", "move", "respond", "answer", "reply", "appeal", "sign"),
        *("file", "deadline", "due", "return", "fix", "cure", "quit", "object", "send", "appear"),
        *("pagar", "salir", "irme", "irnos", "desocupar", "responder", "contestar", "apelar"),
        *("firmar", "plazo", "vence", "entregar", "mudarme", "mudarnos", "pague", "salga"),
    )
)
"""Beside an end that has passed: without one "I lived there until May 1" would be a missed day."""


def told_dates(
    events: Sequence[Event], tokens: Sequence[Token], today: dt.date
) -> tuple[Event, ...]:
    """Court dates, last days and announced lock-outs that the story gives, each once.

    tokens: the words in which the events stand.
    """
    told: dict[tuple[str, dt.date], Event] = {}
    for event in events:
        if event.on is not None and event.precision == "day" and _is_told(event, tokens, today):
            told.setdefault((event.kind, event.on), event)
    return tuple(told.values())


def _is_told(event: Event, tokens: Sequence[Token], today: dt.date) -> bool:
    ahead = event.on is not None and event.on >= today
    match event.kind:
        case "hearing":
            return ahead or _HEARD.search(fold(event.quote)) is not None
        case "due":
            return ahead or _is_to_do(event, tokens)
        case "lockout":
            return ahead
        case _:
            return False


def _is_to_do(event: Event, tokens: Sequence[Token]) -> bool:
    sentence = sentence_of(event, tokens)
    return any(token.sentence == sentence and token.norm in _TO_DO for token in tokens)
