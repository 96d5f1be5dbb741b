"""Rate limits: one allowance per credential over all doors, counted atomically in the database.

The algorithm is GCRA (a leaky bucket kept as one time stamp): a row says when the allowance is
whole again; each call moves that on by one interval, unless it would pass the window.
"""

from __future__ import annotations

import datetime as dt
import math
import uuid
from dataclasses import dataclass
from typing import Any, NoReturn

from django.conf import settings
from django.db import connection

WINDOW = dt.timedelta(seconds=60)

CONSUME = """
INSERT INTO accounts_ratelimit AS mine (credential, full_again_at)
SELECT credential, clock_timestamp() + %(interval)s FROM ({credentials}) AS caller (credential)
ON CONFLICT (credential) DO UPDATE
  SET full_again_at = GREATEST(mine.full_again_at, clock_timestamp()) + %(interval)s
  WHERE GREATEST(mine.full_again_at, clock_timestamp()) + %(interval)s
        <= clock_timestamp() + %(window)s
RETURNING full_again_at - clock_timestamp()
"""
"""Returns how much of the window is used, and no row where too little is left. credentials: a
query of one id."""

OF_ONE = CONSUME.format(credentials="VALUES (%(credential)s::uuid)")

REFUSED = """
SELECT full_again_at + %(interval)s - %(window)s - clock_timestamp(),
       full_again_at - clock_timestamp()
FROM accounts_ratelimit WHERE credential = %(credential)s
"""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left. limit: calls in a window; remaining: calls that may follow at once;
    reset: seconds until the whole allowance is back; window: how long it takes to come back."""

    limit: int
    remaining: int
    reset: int
    window: dt.timedelta = WINDOW


class RateLimited(Exception):
    """The allowance is used up; retry_after: whole seconds until the next call is accepted."""

    def __init__(self, allowance: Allowance, retry_after: int) -> None:
        super().__init__(f"retry after {retry_after} s")
        self.allowance = allowance
        self.retry_after = retry_after


def consume(
    credential: uuid.UUID, *, limit: int | None = None, window: dt.timedelta = WINDOW
) -> Allowance:
    """Take one call from the credential's allowance (`settings.RATE_LIMIT_PER_MINUTE`).

    What has an allowance of its own gives its limit and window, and an id made for it.
    One statement in a transaction of its own; call it before any scope is open, or calls of one
    credential would queue behind each other's work. RateLimited: nothing is left.
    """
    limit = limit or settings.RATE_LIMIT_PER_MINUTE
    with connection.cursor() as cursor:
        cursor.execute(OF_ONE, {"credential": credential, **pace(limit, window)})
        row = cursor.fetchone()
    if row is None:
        refuse(credential, limit, window)
    return allowance_after(row[0], limit, window)


def pace(limit: int, window: dt.timedelta = WINDOW) -> dict[str, Any]:
    """The parameters of `CONSUME`: the window, and how much of it one call takes."""
    return {"interval": window / limit, "window": window}


def refuse(credential: uuid.UUID, limit: int, window: dt.timedelta = WINDOW) -> NoReturn:
    """RateLimited, with the time until the next call; `CONSUME` returned no row."""
    with connection.cursor() as cursor:
        cursor.execute(REFUSED, {"credential": credential, **pace(limit, window)})
        wait, used = cursor.fetchone()
    raise RateLimited(allowance_after(used, limit, window), max(1, math.ceil(wait.total_seconds())))


def allowance_after(used: dt.timedelta, limit: int, window: dt.timedelta = WINDOW) -> Allowance:
    """What is left of a window of which so much is used."""
    remaining = math.floor((window - used) / (window / limit))
    reset = max(0, math.ceil(used.total_seconds()))
    # A clock that was set back leaves more than a window's worth.
    return Allowance(limit, min(limit, max(0, remaining)), reset, window)
