"""The steps of a task: each is one statement, a wake-up, and a job where somebody is to be told."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection
from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.ids import parse_public_id, public_id
from accounts.tenancy import current_account_id, tenant_scope

from .models import Answer
from .task_models import Task, TaskMessage

CHANNEL: Final = "codossier_tasks"
"""Where steps are announced. The payload is an opaque id: whoever is told reads again, in the
scope of their own account."""

LEASE: Final = dt.timedelta(seconds=40)
"""How long a worker counts as alive without a word from it."""

TELL: Final = "a2a.tell"
"""The job that tells a task's push configurations of a step."""

STEP: Final = """
WITH changed AS (
  UPDATE answers_task SET
    state = %(state)s, changed_at = %(now)s, steps = steps || %(step)s::jsonb,
    answer_id = COALESCE(%(answer)s, answer_id),
    matter_id = COALESCE(
      (SELECT a.matter_id FROM answers_answer a
       WHERE a.account_id = %(account)s AND a.id = %(answer)s), matter_id),
    worker = %(worker)s, leased_until = %(leased_until)s, attempts = attempts + %(attempt)s,
    key_id = COALESCE(%(key)s, key_id)
  WHERE account_id = %(account)s AND id = %(id)s AND state = ANY (%(before)s)
    AND (%(held_by)s::uuid IS NULL OR worker = %(held_by)s)
    AND (%(dead_at)s::timestamptz IS NULL OR leased_until < %(dead_at)s)
  RETURNING id, notifies)
SELECT notifies, pg_notify(%(channel)s, %(id)s::text) FROM changed
"""


class TaskMoved(Exception):
    """The task is not where this step begins: it was cancelled, ended, or taken over."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A worker's hold on a task. Only its holder may end the task, until the lease runs out."""

    account_id: uuid.UUID
    task_id: uuid.UUID
    worker: uuid.UUID


class Completing:
    """The turn of `ask` that completes a task in the transaction that keeps its answer."""

    def __init__(self, lease: Lease) -> None:
        self.lease = lease
        self.at: dt.datetime | None = None

    def finish(self, result: str) -> None:
        """TaskMoved: it was cancelled or taken over meanwhile; the answer is not kept either."""
        self.at = step(
            self.lease.task_id,
            Task.State.COMPLETED,
            before=[Task.State.WORKING],
            held_by=self.lease.worker,
            answer_id=parse_public_id(Answer.PREFIX, result),
        )


def step(
    task_id: uuid.UUID,
    state: Task.State,
    *,
    before: Sequence[Task.State],
    held_by: uuid.UUID | None = None,
    answer_id: uuid.UUID | None = None,
    worker: uuid.UUID | None = None,
    dead_at: dt.datetime | None = None,
    key_id: uuid.UUID | None = None,
) -> dt.datetime:
    """Take a task from one of the states `before` to `state`; when. The account's scope is open.

    held_by: only if this worker has it. dead_at: only if its worker's lease had run out by then.
    worker: who works on it from now on. Raises TaskMoved.
    """
    now = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(
            STEP,
            {
                "account": current_account_id(),
                "id": task_id,
                "state": state,
                "step": json.dumps([[state, now.isoformat()]]),
                "now": now,
                "before": list(before),
                "held_by": held_by,
                "dead_at": dead_at,
                "answer": answer_id,
                "worker": worker,
                "leased_until": now + LEASE if worker else None,
                "attempt": 1 if dead_at else 0,
                "key": key_id,
                "channel": CHANNEL,
            },
        )
        row = cursor.fetchone()
    if row is None:
        raise TaskMoved
    if row[0]:
        tell(task_id, state, now)
    return now


def announce(task_id: uuid.UUID) -> None:
    """Have whoever follows the task look at it again."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, str(task_id)])


def tell(task_id: uuid.UUID, state: Task.State, at: dt.datetime) -> None:
    """Have the task's push configurations told of a step, by a job of this transaction."""
    app.configure_task(TELL).defer(
        account_id=str(current_account_id()), task_id=str(task_id), state=state, at=at.isoformat()
    )


def first_steps(state: Task.State, at: dt.datetime) -> list[list[str]]:
    """The steps of a task that begins."""
    return [[state, at.isoformat()]]


def settle(lease: Lease, state: Task.State, said: dict[str, Any] | None = None) -> None:
    """End a worker's turn without an answer, and keep what it said. Raises TaskMoved."""
    with tenant_scope(lease.account_id):
        step(lease.task_id, state, before=[Task.State.WORKING], held_by=lease.worker)
        if said is not None:
            add_message(lease.task_id, said)


def add_message(task_id: uuid.UUID, body: dict[str, Any]) -> None:
    """Keep a message of the service's own; the scope is open and the task's row locked."""
    TaskMessage.objects.create(
        task_id=task_id,
        number=TaskMessage.objects.filter(task_id=task_id).count(),
        by_agent=True,
        body=body,
    )


def renew(leases: Sequence[Lease]) -> None:
    """Say of each lease that its worker lives."""
    for lease in leases:
        with tenant_scope(lease.account_id):
            Task.objects.filter(
                pk=lease.task_id, worker=lease.worker, state=Task.State.WORKING
            ).update(leased_until=timezone.now() + LEASE)


def public_task_id(task_id: uuid.UUID) -> str:
    """The id of a task, and of its answer, as the world sees it."""
    return public_id(Task.PREFIX, task_id)
