"""The same call made again while its client waits no longer: one job, one answer.

A client that gives up after its own time (60 seconds with many) makes the call again with a new
message id and nothing else to know it by. So a call is known by who makes it and what it says: the
same again within `REMEMBERED` gets the answer of the first, and waits for it while it is made.
"""

from __future__ import annotations

import datetime as dt
import json
import time
from dataclasses import replace
from typing import Any, Final

from django.db import close_old_connections

from accounts.idempotency import NO_KEY, InProgress, fingerprint, once
from accounts.models import Scope
from accounts.principal import Principal
from legalcontext.answers import ask as asking
from legalcontext.answers import history
from legalcontext.answers.errors import NotFound
from legalcontext.contracts import QuickAsk

DOOR: Final = "mcp"

REMEMBERED: Final = dt.timedelta(minutes=5)
"""Longer than clients take to give up and try again; shorter than a user takes to ask anew."""

WAITING_SECONDS: Final = 30.0
"""How long a retry waits for the first call; under the 45 s in which every tool answers."""

LOOK_EVERY_SECONDS: Final = 0.1


def ask_once(principal: Principal, quick_ask: QuickAsk, language: str) -> dict[str, Any]:
    """The insight of this ask, or of the same ask made a moment ago. language: the answer's.

    InProgress: that one is still being worked on. All that `asking.ask` raises.
    """
    if quick_ask.keep_days == 0:  # nothing is kept that could be given again
        return asking.ask(principal, quick_ask, door=DOOR, language=language)
    same = _fingerprint(principal, quick_ask)
    give_up_at = time.monotonic() + WAITING_SECONDS
    while True:
        try:
            with once(principal, f"{DOOR}:{same}", same, remembered=REMEMBERED) as attempt:
                if attempt.replay_of is None:
                    return asking.ask(
                        principal, quick_ask, door=DOOR, attempt=attempt, language=language
                    )
            return _again(principal, quick_ask, attempt.replay_of)
        except InProgress:
            if time.monotonic() >= give_up_at:
                raise
            close_old_connections()  # a pool's goes back: whoever waits needs none
            time.sleep(LOOK_EVERY_SECONDS)


def _again(principal: Principal, quick_ask: QuickAsk, answer_id: str) -> dict[str, Any]:
    # Whoever asked gets the answer, also with a key that reads no history; what they may no
    # longer see, or have deleted since, is asked anew.
    reader = replace(principal, scopes=principal.scopes | {Scope.HISTORY_READ})
    try:
        return history.read_answer(reader, answer_id)
    except NotFound:
        return asking.ask(principal, quick_ask, door=DOOR, attempt=NO_KEY)


def _fingerprint(principal: Principal, quick_ask: QuickAsk) -> str:
    """Of everything that an answer depends on, but the time; the order of members is nothing."""
    said = json.dumps(quick_ask.raw, sort_keys=True).encode()
    return fingerprint(principal.kind.encode(), str(principal.test).encode(), said)
