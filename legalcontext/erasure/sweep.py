"""The sweep: what has run out goes, and what waited for a hold that was released.

Account by account, in batches with a transaction each; finished answers only. An answer that has
run out needs no line in the ledger: after a restore it has run out again.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.db import DatabaseError, IntegrityError
from django.utils import timezone

from accounts.failures import forget_failures
from accounts.idempotency import KEPT_FOR
from accounts.models import Account, IdempotencyRecord
from accounts.tenancy import tenant_scope
from legalcontext.answers.erasure import delete_rows, delete_tasks
from legalcontext.answers.expiry import redate_batch
from legalcontext.answers.models import Answer
from legalcontext.answers.task_models import Task
from legalcontext.retention.audit import SWEEP, record
from legalcontext.retention.holds import refused_rows, released_in_silence

from .deletion import BATCH, carry_out, delete_batch
from .models import Deletion, Export
from .requests.tending import tend_account

logger = logging.getLogger("codossier.erasure")

TRIES: Final = 5
"""Batches in a row that a hold may refuse before the account is left for the next sweep."""


@dataclass(frozen=True, slots=True)
class Swept:
    """expired: gone because their time had run out. waited: gone because a hold was released."""

    expired: int = 0
    waited: int = 0

    def __add__(self, other: Swept) -> Swept:
        return Swept(self.expired + other.expired, self.waited + other.waited)


def sweep() -> Swept:
    """Sweep every account; one that fails is logged and does not stop the others."""
    total = Swept()
    for account_id in Account.objects.order_by("pk").values_list("pk", flat=True):
        try:
            total += sweep_account(account_id)
        except (DatabaseError, OSError):
            logger.exception("the sweep of one account failed; the next sweep tries again")
    return total


def sweep_account(account_id: uuid.UUID) -> Swept:
    """Finish what died, delete what has run out and what waited, forget what is past use, and
    take the steps of deletion requests whose time has come."""
    with tenant_scope(account_id):
        unfinished = list(Deletion.objects.filter(finished_at=None))
        redates = released_in_silence()
    for run in unfinished:
        carry_out(run)
    if redates:
        _until_none_is_left(account_id, redate_batch)
    swept = Swept(
        expired=_until_none_is_left(account_id, delete_expired)
        + _until_none_is_left(account_id, delete_expired_tasks),
        waited=_waited(account_id),
    )
    _forget(account_id)
    tend_account(account_id)
    return swept


def delete_expired() -> int:
    """One batch of finished answers that have run out and are not held; the scope is open."""
    ids = list(
        Answer.objects.filter(expires_at__lte=timezone.now())
        .exclude(status=Answer.Status.RUNNING)
        .unheld()
        .select_for_update(skip_locked=True)
        .order_by("expires_at")
        .values_list("pk", flat=True)[:BATCH]
    )
    if ids:
        delete_rows(ids)
        record(SWEEP, "answers.expire", numbers={"deleted": len(ids)})
    return len(ids)


def delete_expired_tasks() -> int:
    """One batch of tasks that came to no answer and have run out; the scope is open."""
    ids = list(
        Task.objects.filter(answer=None, expires_at__lte=timezone.now())
        .exclude(state=Task.State.WORKING, leased_until__gt=timezone.now())
        .unheld()
        .select_for_update(skip_locked=True)
        .values_list("pk", flat=True)[:BATCH]
    )
    if ids:
        delete_tasks(ids)
        record(SWEEP, "tasks.expire", numbers={"deleted": len(ids)})
    return len(ids)


def _delete_waiting() -> int:
    """One batch of what somebody asked to delete and a hold had kept."""
    gone = delete_batch(Answer.objects.filter(deletion_asked_at__isnull=False).unheld())
    if gone.deleted:
        record(SWEEP, "answers.delete", numbers={"deleted": gone.deleted})
    return gone.deleted


def _waited(account_id: uuid.UUID) -> int:
    return _until_none_is_left(account_id, _delete_waiting)


def _until_none_is_left(account_id: uuid.UUID, batch: Callable[[], int]) -> int:
    """Run `batch` in transactions of its own until it finds nothing; how many it deleted."""
    total = refused = 0
    while True:
        try:
            with tenant_scope(account_id):
                deleted = batch()
        except IntegrityError as error:
            # A hold was placed between the look and the delete: it wins, and the next look sees it.
            refused += 1
            if refused_rows(error) is None or refused == TRIES:
                raise
            continue
        refused = 0
        total += deleted
        if not deleted:
            return total


def _forget(account_id: uuid.UUID) -> None:
    """Archives past their day, and idempotency keys that no longer count."""
    now = timezone.now()
    with tenant_scope(account_id):
        Export.objects.filter(expires_at__lte=now).delete()
        forget_failures()
        IdempotencyRecord.objects.filter(started_at__lt=now - KEPT_FOR).delete()
