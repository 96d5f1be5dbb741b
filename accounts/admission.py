"""A program's call is let in: its credential is read and its allowance taken in one statement.

Every call of a door for programs begins with both, and a message to the database costs a process
with threads more than what it says. Elsewhere they are asked by themselves: `principal`, `limits`.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import connection
from django.utils import timezone

from .limits import CONSUME, Allowance, allowance_after, pace, refuse
from .principal import (
    LIVE_KEY,
    LiveKey,
    Principal,
    Unauthenticated,
    digest_of,
    note_use,
    principal_of_live_key,
)

ADMIT: Final = """
WITH live AS ({live}), taken (used) AS ({consume})
SELECT taken.used, live.* FROM live LEFT JOIN taken ON true
""".format(
    live=LIVE_KEY.format(column="digest"),
    consume=CONSUME.format(credentials="SELECT id FROM live"),
)


def admit(secret: str | None) -> tuple[Principal, Allowance]:
    """The principal behind a key's secret, and what its allowance has left after this call.

    Unauthenticated: as for `authenticate`; nothing is counted. RateLimited: as for `consume`.
    """
    digest, now = digest_of(secret), timezone.now()
    limit = settings.RATE_LIMIT_PER_MINUTE
    with connection.cursor() as cursor:
        cursor.execute(ADMIT, {"value": digest, "now": now, **pace(limit)})
        row = cursor.fetchone()
    if row is None:
        raise Unauthenticated
    used, *columns = row
    key = LiveKey(*columns)
    if used is None:
        refuse(key.id, limit)
    note_use(key, now)
    return principal_of_live_key(key), allowance_after(used, limit)
