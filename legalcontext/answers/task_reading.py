"""Reading tasks: each with its messages and, once there is one, its answer's insight."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from accounts.ids import parse_public_id
from accounts.keyset import Position, page
from accounts.models import Scope
from accounts.principal import Principal
from accounts.tenancy import tenant_scope
from legalcontext.retention.standing import standing_of

from .errors import NotFound
from .history import insight_of
from .models import AnswerContent
from .recall import CitedNotes
from .task_begin import own_task
from .task_models import Task, TaskMessage, TaskQuerySet


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A task as it stands. insight: the answer, its retention said anew; None without one.
    language: of the answer."""

    task: Task
    messages: tuple[TaskMessage, ...] = ()
    insight: dict[str, Any] | None = None
    language: str = "en"

    @property
    def stranded(self) -> bool:
        """Its worker has died."""
        until = self.task.leased_until
        return (
            self.task.status is Task.State.WORKING and until is not None and until < timezone.now()
        )


@dataclass(frozen=True, slots=True)
class Filters:
    """Which tasks a list shows; None: all."""

    context_id: str | None = None
    states: tuple[Task.State, ...] | None = None
    changed_after: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """A page, with one snapshot more than asked for where there is a next one, and the total."""

    snapshots: tuple[Snapshot, ...]
    total: int


def read_task(principal: Principal, task_id: str | uuid.UUID) -> Snapshot:
    """A task that the caller may read. NotFound: missing, malformed, another's, run out."""
    principal.require(Scope.HISTORY_READ)
    return look(principal, task_id)


def look(principal: Principal, task_id: str | uuid.UUID) -> Snapshot:
    """The same for the caller's own call, which needs no right to read the history."""
    key = task_id if isinstance(task_id, uuid.UUID) else parse_public_id(Task.PREFIX, task_id)
    if key is None:
        raise NotFound
    with tenant_scope(principal.account_id):
        task = Task.objects.readable_by(principal).filter(pk=key).first()
        if task is None:
            raise NotFound
        return snapshot_of(task)


def look_at_own(principal: Principal, task_id: str) -> Task:
    """A task that the caller began, without what was said. NotFound as for `read_task`."""
    with tenant_scope(principal.account_id):
        return own_task(principal, task_id)


def snapshot_of(task: Task) -> Snapshot:
    """The task with what belongs to it; the scope is open."""
    messages = tuple(task.messages.order_by("number"))
    answered = {} if task.answer_id is None else _answered([task.answer_id])
    return Snapshot(task, messages, *answered.get(task.answer_id, ()))


def list_tasks(
    principal: Principal,
    filters: Filters,
    *,
    limit: int,
    after: Position | None = None,
    with_answers: bool = False,
    with_messages: bool = False,
) -> Listing:
    """A page of the tasks that the caller may read, the last changed first."""
    principal.require(Scope.HISTORY_READ)
    with tenant_scope(principal.account_id):
        tasks = _filtered(Task.objects.readable_by(principal), filters)
        rows: list[Task] = page(tasks, by="changed_at", limit=limit, after=after)
        answered = (
            _answered([task.answer_id for task in rows if task.answer_id]) if with_answers else {}
        )
        messages: dict[uuid.UUID, list[TaskMessage]] = {task.pk: [] for task in rows}
        said = TaskMessage.objects.filter(task__in=rows)
        if not with_messages:  # what it waits for is said all the same
            said = said.filter(by_agent=True, task__state=Task.State.INPUT_REQUIRED)
        for message in said.order_by("number"):
            messages[message.task_id].append(message)
        return Listing(
            tuple(
                Snapshot(task, tuple(messages[task.pk]), *answered.get(task.answer_id, ()))
                for task in rows
            ),
            tasks.count(),
        )


def _filtered(tasks: TaskQuerySet, filters: Filters) -> TaskQuerySet:
    if filters.context_id is not None:
        tasks = tasks.filter(context_id=filters.context_id)
    if filters.states is not None:
        tasks = tasks.filter(state__in=filters.states)
    if filters.changed_after is not None:
        tasks = tasks.filter(changed_at__gte=filters.changed_after)
    return tasks


def _answered(answer_ids: Iterable[uuid.UUID]) -> dict[Any, tuple[dict[str, Any], str]]:
    """Insight and language of each answer."""
    contents = AnswerContent.objects.select_related("answer").filter(answer__in=list(answer_ids))
    notes = CitedNotes(content.answer for content in contents)
    return {
        content.answer_id: (
            insight_of(content.answer, content, standing_of(content.answer.facts), notes),
            content.answer.language,
        )
        for content in contents
    }
