"""Beginning tasks and going on with them: what was said is kept before anything is done."""

from __future__ import annotations

import datetime as dt
import hashlib
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.db import IntegrityError, connection
from django.utils import timezone

from accounts.idempotency import IdempotencyConflict
from accounts.ids import parse_public_id, uuid7
from accounts.models import Scope
from accounts.principal import Principal
from accounts.tenancy import run_in_scope, tenant_scope
from legalcontext.contracts.quick_ask import SkillName
from legalcontext.retention.holds import refused_rows
from legalcontext.retention.policy import TEST_KEY_DAYS

from .errors import NotFound
from .task_models import UNFINISHED_KEPT, Task, TaskMessage
from .task_steps import LEASE, Lease, TaskMoved, announce, first_steps, step, tell

SENT_ONCE: Final = "task_message_sent_once"
ATTEMPTS: Final = 3
"""How many workers may die over one task before it fails."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message as it came. body: the protocol's Message; extensions: what its request activated;
    message_id: None where it shall not be told from one sent before; fingerprint: of the request.
    """

    body: dict[str, Any]
    message_id: str | None
    fingerprint: str
    extensions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NewTask:
    """What a task begins with. matter_id: once it is known that it may be read."""

    context_id: str
    skill: SkillName
    skill_chosen: bool
    state: Task.State = Task.State.WORKING
    matter_id: uuid.UUID | None = None
    keep_days: int | None = None
    terms: Any = None


class SentBefore(Exception):
    """The same message came before from the same sender: task_id is what it made."""

    def __init__(self, task_id: uuid.UUID) -> None:
        super().__init__(task_id)
        self.task_id = task_id


class TaskEnded(Exception):
    """The task takes no message any more, or none at the moment. state: where it is."""

    def __init__(self, state: Task.State) -> None:
        super().__init__(state)
        self.state = state


def begin_task(
    principal: Principal,
    new: NewTask,
    said: Said,
    *,
    reply: dict[str, Any] | None = None,
    also: Callable[[Task], None] | None = None,
    task_id: uuid.UUID | None = None,
    durable: bool = True,
) -> Task:
    """Keep a new task with its first message, and the service's reply where it has one at once.

    also: what else belongs to the same transaction. durable: whether it must be on the disk when
    this returns; not needed where nobody is told of the task before its end is, which waits for
    the disk in any case. SentBefore: nothing is kept.
    IdempotencyConflict: the messageId came before with another request.
    """
    principal.require(Scope.ASK)
    now = timezone.now()
    working = new.state is Task.State.WORKING
    task = Task(
        pk=task_id or uuid7(),
        account_id=principal.account_id,
        matter_id=new.matter_id,
        asker_id=principal.user_id,
        service_id=principal.service_id,
        key_id=principal.key_id,
        context_id=new.context_id,
        skill=new.skill,
        skill_chosen=new.skill_chosen,
        extensions=list(said.extensions),
        terms=new.terms,
        state=new.state,
        steps=first_steps(new.state, now),
        worker=uuid7() if working else None,
        leased_until=now + LEASE if working else None,
        created_at=now,
        changed_at=now,
        expires_at=now + _unfinished_kept(new.keep_days, test=principal.test),
    )
    message = _message(principal, task, said, number=0)
    try:
        if reply is None and also is None:
            _insert(task, message, durable=durable)
        else:
            with tenant_scope(principal.account_id):
                _insert(task, message, durable=durable)
                if reply is not None:
                    TaskMessage.objects.create(task=task, number=1, by_agent=True, body=reply)
                if also is not None:
                    also(task)
                if task.notifies and not working:
                    tell(task.pk, new.state, now)
    except IntegrityError as error:
        _refuse_if_sent_before(principal, said, error)
        raise
    return task


def continue_task(
    principal: Principal,
    task: Task,
    said: Said,
    *,
    now: NewTask,
    reply: dict[str, Any] | None = None,
    also: Callable[[Task], None] | None = None,
) -> Task:
    """Keep a further message of a task that waits for one; the task as it is then.

    now: what the task is about with this message, where it differs from what it was.
    TaskEnded: another message came first. SentBefore, IdempotencyConflict: as for `begin_task`.
    """
    worker = uuid7()
    try:
        with tenant_scope(principal.account_id):
            step(
                task.pk,
                Task.State.WORKING,
                before=[Task.State.INPUT_REQUIRED],
                worker=worker,
                key_id=principal.key_id,
            )
            Task.objects.filter(pk=task.pk).update(
                skill=now.skill,
                skill_chosen=now.skill_chosen,
                matter_id=now.matter_id,
                terms=now.terms,
            )
            number = TaskMessage.objects.filter(task=task).count()
            _message(principal, task, said, number=number).save(force_insert=True)
            if also is not None:
                also(task)
            if reply is not None:
                step(task.pk, Task.State.INPUT_REQUIRED, before=[Task.State.WORKING])
                TaskMessage.objects.create(task=task, number=number + 1, by_agent=True, body=reply)
            task = Task.objects.get(pk=task.pk)
    except TaskMoved:
        raise TaskEnded(Task.State.WORKING) from None
    except IntegrityError as error:
        _refuse_if_sent_before(principal, said, error)
        raise
    return task


def sent_before(principal: Principal, said: Said) -> uuid.UUID | None:
    """The task that the same message made before; None: it is new.

    IdempotencyConflict: its messageId came before with another request.
    """
    if said.message_id is None:
        return None
    with tenant_scope(principal.account_id):
        earlier = (
            TaskMessage.objects.filter(sent_as=_sent_as(principal, said.message_id))
            .values_list("fingerprint", "task_id")
            .first()
        )
    if earlier is None:
        return None
    if earlier[0] != said.fingerprint:
        raise IdempotencyConflict
    task_id: uuid.UUID = earlier[1]
    return task_id


def task_to_continue(principal: Principal, task_id: str) -> tuple[Task, list[TaskMessage]]:
    """A task of the caller's own that waits for a message, with what was said so far.

    NotFound: missing, malformed, another's. TaskEnded: it does not wait for one.
    """
    principal.require(Scope.ASK)
    with tenant_scope(principal.account_id):
        task = own_task(principal, task_id)
        if task.status is not Task.State.INPUT_REQUIRED:
            raise TaskEnded(task.status)
        return task, list(task.messages.order_by("number"))


def own_task(principal: Principal, task_id: str) -> Task:
    """A task that the caller began and may still read; the scope is open. Raises NotFound."""
    key = parse_public_id(Task.PREFIX, task_id)
    task: Task | None = (
        Task.objects.readable_by(principal).mine(principal).filter(pk=key).first() if key else None
    )
    if task is None:
        raise NotFound
    return task


def cancel_task(principal: Principal, task_id: str) -> Task:
    """End a task of the caller's own before it has an answer.

    NotFound: as for `own_task`. TaskEnded: it has ended already.
    """
    principal.require(Scope.ASK)
    with tenant_scope(principal.account_id):
        task = own_task(principal, task_id)
        try:
            step(
                task.pk,
                Task.State.CANCELED,
                before=[Task.State.WORKING, Task.State.INPUT_REQUIRED],
            )
        except TaskMoved:
            task.refresh_from_db(fields=["state"])
            raise TaskEnded(task.status) from None
        return Task.objects.get(pk=task.pk)


def lease_of(task: Task) -> Lease:
    """The lease of a task that is worked on by whoever has just begun it."""
    if task.worker is None or task.account_id is None:
        raise TaskMoved
    return Lease(task.account_id, task.pk, task.worker)


def take_over(account_id: uuid.UUID, task_id: uuid.UUID) -> tuple[Lease, Task] | None:
    """Take over a task whose worker died; None: it lives, or another was first.

    A task over which `ATTEMPTS` workers died has failed, and says so.
    """
    worker = uuid7()
    now = timezone.now()
    try:
        with tenant_scope(account_id):
            task: Task | None = Task.objects.filter(pk=task_id).first()
            if task is None:
                return None
            done_for = task.attempts >= ATTEMPTS
            step(
                task_id,
                Task.State.FAILED if done_for else Task.State.WORKING,
                before=[Task.State.WORKING],
                dead_at=now,
                worker=None if done_for else worker,
            )
    except TaskMoved:
        return None
    return None if done_for else (Lease(account_id, task_id, worker), task)


def stranded(at: dt.datetime | None = None) -> list[tuple[uuid.UUID, uuid.UUID]]:
    """(account, task) of every task whose worker's lease has run out, over all accounts."""
    return list(
        Task.objects.using("operator")
        .filter(state=Task.State.WORKING, leased_until__lt=at or timezone.now())
        .values_list("account_id", "pk")
    )


def discard(lease: Lease, *, messages: int) -> None:
    """Undo a refused turn: the whole task with its first message, else the last message alone.

    messages: how many stood before the turn. A hold keeps what it holds: then it has failed.
    """
    try:
        with tenant_scope(lease.account_id):
            if messages == 0:
                Task.objects.filter(pk=lease.task_id, worker=lease.worker).delete()
                announce(lease.task_id)
                return
            step(
                lease.task_id,
                Task.State.INPUT_REQUIRED,
                before=[Task.State.WORKING],
                held_by=lease.worker,
            )
            TaskMessage.objects.filter(task_id=lease.task_id, number__gte=messages).delete()
    except TaskMoved:
        return
    except IntegrityError as error:
        if refused_rows(error) is None:
            raise
        with tenant_scope(lease.account_id):
            step(lease.task_id, Task.State.FAILED, before=[Task.State.WORKING])


def mark_notifying(task: Task) -> None:
    """The task has push configurations from now on; the scope is open."""
    task.notifies = True
    Task.objects.filter(pk=task.pk).update(notifies=True)


def _message(principal: Principal, task: Task, said: Said, *, number: int) -> TaskMessage:
    return TaskMessage(
        account_id=task.account_id,
        task=task,
        number=number,
        body=said.body,
        extensions=list(said.extensions),
        sent_as=None if said.message_id is None else _sent_as(principal, said.message_id),
        fingerprint=said.fingerprint,
    )


def _insert(task: Task, message: TaskMessage, *, durable: bool) -> None:
    """Both rows in one statement, put together once: every message of A2A waits for it."""
    values: dict[str, Any] = {"durable": durable}
    for row in (task, message):
        for field in row._meta.concrete_fields:
            value = field.get_db_prep_save(getattr(row, field.attname), connection)
            values[_placeholder(field)] = value
    run_in_scope(task.account_id, _insertion(), values)
    for row in (task, message):
        row._state.adding, row._state.db = False, connection.alias


@cache
def _insertion() -> str:
    task, message = _insert_into(Task), _insert_into(TaskMessage)
    no_wait = "set_config('synchronous_commit', 'off', true)"
    return f"WITH task AS ({task}) {message} RETURNING CASE WHEN NOT %(durable)s THEN {no_wait} END"


def _insert_into(model: type[Task | TaskMessage]) -> str:
    fields = model._meta.concrete_fields
    columns = ", ".join(str(field.column) for field in fields)
    values = ", ".join(f"%({_placeholder(field)})s" for field in fields)
    return f"INSERT INTO {model._meta.db_table} ({columns}) VALUES ({values})"  # noqa: S608 - names of models


def _placeholder(field: Any) -> str:
    return f"{field.model._meta.model_name}_{field.column}"


def _sent_as(principal: Principal, message_id: str) -> str:
    return hashlib.sha256(f"{principal.holder_id}\n{message_id}".encode()).hexdigest()


def _refuse_if_sent_before(principal: Principal, said: Said, error: IntegrityError) -> None:
    """SentBefore or IdempotencyConflict, where the same messageId was quicker."""
    if SENT_ONCE not in str(error):
        return
    task_id = sent_before(principal, said)
    if task_id is not None:
        raise SentBefore(task_id) from None


def _unfinished_kept(keep_days: int | None, *, test: bool) -> dt.timedelta:
    days = [UNFINISHED_KEPT]
    if keep_days is not None:
        days.append(dt.timedelta(days=max(keep_days, 1)))
    if test:
        days.append(dt.timedelta(days=TEST_KEY_DAYS))
    return min(days)
