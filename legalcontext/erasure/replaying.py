"""After a restore: what the ledger outside says was deleted since goes again, before traffic.

The process works on the restored database as its owner, on whom row security is forced like on
everybody: no role that bypasses it deletes anything. It may be run again; it ends the same.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import connections
from django.utils import timezone
from psycopg.conninfo import conninfo_to_dict

from accounts.erasure_registry import Category, Subject, about_to_delete, categories
from accounts.ids import public_id
from accounts.models import Account, Membership, User
from accounts.services.addresses import end_sessions
from accounts.services.directory import suspend_account
from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer
from legalcontext.answers.task_models import Task
from legalcontext.retention.audit import Actor
from legalcontext.retention.errors import LegalHold
from legalcontext.retention.holds import HoldScope, place_hold
from legalcontext.retention.models import AuditEvent
from matters.models import Matter

from . import ledger, running
from .deletion import delete_batch
from .models import LedgerEntry
from .request_models import DeletionRequest, State
from .requests import service
from .requests.actors import SYSTEM
from .requests.states import TRANSITIONS

REPLAY: Final = Actor(AuditEvent.Actor.OPERATOR, "replay")
BATCH: Final = 1_000
REVIEW_AFTER: Final = dt.timedelta(days=30)
LOST_HOLD: Final = (
    "Restored from a backup. A hold kept this when its deletion was asked for, and that hold is "
    "not in the backup: find it, place it again, and release this one."
)


@dataclass(slots=True)
class Replayed:
    """What was done. held: kept by a hold that is in the backup. held_anew: kept by a new hold,
    since the one that kept it is not in the backup. unscheduled: requests taken off the schedule,
    since a withdrawal may be lost."""

    deleted: int = 0
    erased: dict[str, int] = field(default_factory=dict)
    held: int = 0
    held_anew: int = 0
    unscheduled: int = 0
    accounts: int = 0


@dataclass(frozen=True, slots=True)
class Ledgered:
    """The ledger, by what was done. erased: the latest moment of each digest."""

    salt: bytes
    deleted: frozenset[str]
    asked: frozenset[str]
    erased: dict[str, dt.datetime]

    def names(self, text: str) -> str:
        """What the ledger calls this."""
        return ledger.digest(text, self.salt)


def work_on(database: str, url: str, owner: str) -> None:
    """Point this process at a restored database, as the role `owner`. url: the backup role's."""
    parts: dict[str, Any] = dict(conninfo_to_dict(url))
    alias = connections.settings["default"]
    for name, key in (
        ("HOST", "host"),
        ("PORT", "port"),
        ("USER", "user"),
        ("PASSWORD", "password"),
    ):
        alias[name] = str(parts.pop(key, ""))
    parts.pop("dbname", None)
    alias["NAME"] = database
    alias["OPTIONS"] = parts | {"options": f"-c role={owner}"}
    alias["CONN_MAX_AGE"] = 0
    connections["default"].close()
    del connections["default"]


def replay(made_at: dt.datetime) -> Replayed:
    """Delete again what was deleted after the dump was begun. made_at: when that was.

    FileNotFoundError, BrokenLedger: without the ledger nothing can be said; nothing is done.
    """
    known = _read()
    done = Replayed()
    for account in Account.objects.order_by("pk"):
        _account(account, known, made_at, done)
        done.accounts += 1
    end_sessions(User.objects.all())
    return done


def _account(account: Account, known: Ledgered, made_at: dt.datetime, done: Replayed) -> None:
    _single(account, known, done)
    people = Membership.objects.filter(account=account).values_list("user_id", flat=True)
    for user_id in (None, *sorted(set(people))):
        subject = Subject(account.pk, user_id)
        again = [
            category
            for category in categories()
            if known.erased.get(known.names(running.whole(subject, category.name)), made_at)
            > made_at
        ]
        if again:
            _whole(account, subject, again, done)
    _unschedule(account, done)


def _single(account: Account, known: Ledgered, done: Replayed) -> None:
    """Answers, tasks and matters, by their ids."""
    for model in (Answer, Task):
        for ids in _listed(account, model, known, known.deleted):
            with tenant_scope(account):
                gone = delete_batch(model.objects.filter(pk__in=ids))
            done.deleted += gone.deleted
            done.held += gone.held + gone.withheld
    for ids in _listed(account, Matter, known, known.deleted):
        for key in ids:
            _matter(account, key, done)
    for ids in _listed(account, Answer, known, known.asked - known.deleted):
        with tenant_scope(account):
            _hide(ids, done)


def _matter(account: Account, key: uuid.UUID, done: Replayed) -> None:
    try:
        with tenant_scope(account):
            about_to_delete([public_id(Matter.PREFIX, key)])
            Matter.objects.filter(pk=key).delete()
        done.deleted += 1
    except LegalHold:
        done.held += 1


def _hide(ids: list[uuid.UUID], done: Replayed) -> None:
    """What was asked to go and was held stays out of the reading, and held."""
    for answer in Answer.objects.filter(pk__in=ids).unheld():
        place_hold(
            scope=HoldScope(answer_id=answer.pk),
            reason=LOST_HOLD,
            review_on=(timezone.now() + REVIEW_AFTER).date(),
            by=REPLAY,
            silent=True,
        )
        done.held_anew += 1
    shown = Answer.objects.filter(pk__in=ids, deletion_asked_at=None)
    shown.update(deletion_asked_at=timezone.now())


def _whole(account: Account, subject: Subject, again: list[Category], done: Replayed) -> None:
    """Categories of an account or a person that were erased whole."""
    if subject.is_account and account.status == Account.Status.ACTIVE:
        with tenant_scope(account):
            suspend_account(account=account)
    for category in again:
        result = running.erase_category(category, subject, REPLAY)
        if result.deleted:
            done.erased[category.name] = done.erased.get(category.name, 0) + result.deleted
        done.held += result.kept


def _unschedule(account: Account, done: Replayed) -> None:
    with tenant_scope(account):
        for request in DeletionRequest.objects.filter(state=State.SCHEDULED):
            request = service.locked(request)
            service.take(request, TRANSITIONS["unschedule"], SYSTEM)
            done.unscheduled += 1


def _listed(
    account: Account, model: Any, known: Ledgered, digests: frozenset[str]
) -> Iterator[list[uuid.UUID]]:
    """The account's rows whose ids are among the digests, in batches."""
    if not digests:
        return
    with tenant_scope(account):
        keys: Iterable[uuid.UUID] = list(model.objects.values_list("pk", flat=True))
    found = [key for key in keys if known.names(public_id(model.PREFIX, key)) in digests]
    for start in range(0, len(found), BATCH):
        yield found[start : start + BATCH]


def _read() -> Ledgered:
    salt, lines = ledger.read()
    deleted: set[str] = set()
    asked: set[str] = set()
    erased: dict[str, dt.datetime] = {}
    for line in lines:
        match line.operation:
            case LedgerEntry.Operation.DELETE:
                deleted.update(line.digests)
            case LedgerEntry.Operation.ASK:
                asked.update(line.digests)
            case LedgerEntry.Operation.ERASE:
                erased |= dict.fromkeys(line.digests, dt.datetime.fromisoformat(line.at))
    return Ledgered(salt, frozenset(deleted), frozenset(asked), erased)
