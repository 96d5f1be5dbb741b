"""Idempotency keys: the same POST sent twice has one effect, across processes and key rotation.

A row is inserted before the work and committed at once, so that a second sender sees it; it is
finished in the transaction that keeps the result. A failed attempt frees the key again.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from django.db import connection
from django.utils import timezone

from .ids import uuid7
from .models import IdempotencyRecord
from .tenancy import current_account_id, run_in_scope, tenant_scope

KEY_LENGTH = 255
ABANDONED_AFTER = dt.timedelta(minutes=2)
"""An attempt that is neither finished nor freed after this long died with its process."""
KEPT_FOR = dt.timedelta(hours=48)
"""How long a key is remembered after it was first sent."""

CLAIM = """
INSERT INTO accounts_idempotencyrecord AS mine
  (id, account_id, holder, key, fingerprint, status, result, attempt, started_at)
VALUES (%(id)s, %(account)s, %(holder)s, %(key)s, %(fingerprint)s, 'running', '', %(attempt)s,
        %(now)s)
ON CONFLICT (account_id, holder, key) DO UPDATE
  SET attempt = %(attempt)s, started_at = %(now)s, fingerprint = %(fingerprint)s,
      status = 'running', result = ''
  WHERE (mine.status = 'running' AND mine.started_at < %(abandoned)s
         AND mine.fingerprint = %(fingerprint)s)
     OR mine.started_at < %(forgotten)s
RETURNING id, set_config('synchronous_commit', 'off', true)
"""
"""Its commit, which is of no other transaction's, waits for no disk: what a crash of the database
could lose is a claim whose work died then too. The commit that keeps the result waits for both."""

FINISH = """
UPDATE accounts_idempotencyrecord SET status = 'done', result = %s
WHERE account_id = %s AND id = %s AND attempt = %s
"""


class IdempotencyConflict(Exception):
    """The key was used for another request."""


class InProgress(Exception):
    """The first request with this key is still being worked on."""


class Holder(Protocol):
    """Whose key it is: a Principal, or whoever else sends a POST."""

    @property
    def account_id(self) -> uuid.UUID: ...

    @property
    def holder_id(self) -> uuid.UUID: ...


@dataclass(frozen=True, slots=True)
class Attempt:
    """This sender's turn. replay_of: the public id that an earlier attempt made ("" where it
    kept nothing), or None when the work is still to be done."""

    record_id: uuid.UUID | None = None
    attempt_id: uuid.UUID | None = None
    replay_of: str | None = None

    def finish(self, result: str) -> None:
        """Record what was made; the caller is in the transaction that keeps it."""
        if self.record_id is not None and self.attempt_id is not None:
            with connection.cursor() as cursor:
                cursor.execute(
                    FINISH, [result, current_account_id(), self.record_id, self.attempt_id]
                )


NO_KEY = Attempt()


def fingerprint(*parts: bytes) -> str:
    """SHA-256 over the parts with their lengths: method, path, body."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


@contextmanager
def once(
    holder: Holder, key: str | None, request: str, *, remembered: dt.timedelta = KEPT_FOR
) -> Iterator[Attempt]:
    """Do the work of a request at most once. request: its `fingerprint`; remembered: for how long
    after it was first sent (not under `ABANDONED_AFTER`, nor over `KEPT_FOR`).

    The key is scoped to the account and to the acting membership or service identity. When the
    body raises, the key is free again. IdempotencyConflict, InProgress: nothing is done.
    """
    if key is None:
        yield NO_KEY
        return
    attempt = _claim(holder, key, request, remembered)
    if attempt.replay_of is not None:
        yield attempt
        return
    try:
        yield attempt
    except BaseException:
        _free(holder, attempt)
        raise


def _claim(holder: Holder, key: str, request: str, remembered: dt.timedelta) -> Attempt:
    now, attempt_id = timezone.now(), uuid7()
    claimed = run_in_scope(
        holder.account_id,
        CLAIM,
        {
            "id": uuid7(),
            "account": holder.account_id,
            "holder": holder.holder_id,
            "key": key,
            "fingerprint": request,
            "attempt": attempt_id,
            "now": now,
            "abandoned": now - ABANDONED_AFTER,
            "forgotten": now - remembered,
        },
    )
    if claimed:
        return Attempt(record_id=claimed[0][0], attempt_id=attempt_id)
    with tenant_scope(holder.account_id):
        earlier = IdempotencyRecord.objects.filter(holder=holder.holder_id, key=key).first()
    if earlier is None:  # freed between the two statements: its sender was refused
        raise InProgress
    if earlier.fingerprint != request:
        raise IdempotencyConflict
    if earlier.status == IdempotencyRecord.Status.RUNNING:
        raise InProgress
    return Attempt(replay_of=earlier.result)


def _free(holder: Holder, attempt: Attempt) -> None:
    if attempt.record_id is None or attempt.attempt_id is None:
        return
    with tenant_scope(holder.account_id):
        IdempotencyRecord.objects.filter(
            pk=attempt.record_id,
            attempt=attempt.attempt_id,
            status=IdempotencyRecord.Status.RUNNING,
        ).delete()
