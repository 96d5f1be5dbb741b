"""Doing what a task asks: at once, in the background, or after another worker has died."""

from __future__ import annotations

import datetime as dt
import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.db import connection

from accounts.principal import InsufficientScope, Principal, Unauthenticated, principal_by_key_id
from accounts.tenancy import tenant_scope
from legalcontext.answers.ask import ask, language_of
from legalcontext.answers.errors import NotFound
from legalcontext.answers.task_begin import discard, stranded, take_over
from legalcontext.answers.task_leases import keeper
from legalcontext.answers.task_models import Task, TaskMessage
from legalcontext.answers.task_steps import Completing, Lease, TaskMoved, settle, step
from legalcontext.contracts.quick_ask import QuickAsk
from legalcontext.switches.errors import SwitchedOff

from .conformance import Script, script_for
from .messages import read_ask
from .protocol import DOOR

logger = logging.getLogger("codossier.a2a")


def capacity() -> int:
    """How many asks this process answers at once. Answering is computing: more of it side by side
    would be slower, and leave no connection of the pool to anybody else."""
    pool = connection.settings_dict["OPTIONS"].get("pool") or {}
    return max(2, pool["max_size"] - 2) if pool else UNPOOLED


UNPOOLED: Final = 8

REFUSED: Final = (NotFound, InsufficientScope, SwitchedOff)
"""What refuses an ask: nothing of it is kept."""


@dataclass(frozen=True, slots=True)
class Work:
    """One turn of a task. before: how many messages stood before it. script: in its place."""

    principal: Principal
    lease: Lease
    quick_ask: QuickAsk | None
    before: int = 0
    script: Script | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What a turn came to. insight: None where it came to no answer; at: when it was kept;
    language: the answer's."""

    insight: dict[str, Any] | None = None
    at: dt.datetime | None = None
    language: str = "en"


def carry_out(work: Work) -> Done:
    """Do the turn now, and keep what it comes to.

    One of REFUSED: the ask is refused, and the turn is undone. Whatever else goes wrong has the
    task fail, and is logged; a task that was cancelled or taken over meanwhile stays as it is.
    """
    turn = Completing(work.lease)
    try:
        with keeper.kept(work.lease), a_slot():
            if work.script is not None:
                _play(work.lease, work.script)
                return Done()
            if work.quick_ask is None:
                raise ValueError("a turn has an ask or a script")
            language = language_of(work.quick_ask)
            insight = ask(
                work.principal,
                work.quick_ask,
                door=DOOR,
                attempt=turn,
                answer_id=work.lease.task_id,
                language=language,
            )
            return Done(insight, turn.at, language)
    except TaskMoved:
        return Done()
    except REFUSED:
        discard(work.lease, messages=work.before)
        raise
    except Exception:
        logger.exception("task %s failed", work.lease.task_id)
        _fail(work.lease)
        return Done()


@contextmanager
def a_slot() -> Iterator[None]:
    """One of the process's slots for answering; whoever waits for one holds no connection."""
    slots = _slots()
    if not slots.acquire(blocking=False):
        let_go()
        slots.acquire()
    try:
        yield
    finally:
        slots.release()


@cache
def _slots() -> threading.BoundedSemaphore:
    return threading.BoundedSemaphore(capacity())


def in_background(work: Work) -> None:
    """Do the turn on a thread of this process. Should the process die, another takes over."""
    _pool().submit(_quietly, work)


def recover(account_id: uuid.UUID, task_id: uuid.UUID) -> None:
    """Go on with a task whose worker has died, with the rights that its caller has now."""
    taken = take_over(account_id, task_id)
    if taken is None:
        return
    lease, task = taken
    try:
        if task.key_id is None:
            raise Unauthenticated
        principal = principal_by_key_id(task.key_id)
        with tenant_scope(account_id):
            messages = list(task.messages.filter(by_agent=False).order_by("number"))
            before = TaskMessage.objects.filter(task=task, number__lt=messages[-1].number).count()
        script = script_for(messages[-1].body.get("messageId"))
        quick_ask = (
            None if script else read_ask([(m.body, m.extensions) for m in messages]).quick_ask
        )
    except Unauthenticated:
        _fail(lease)
        return
    logger.warning("task %s is taken over from a worker that died", task_id)
    in_background(Work(principal, lease, quick_ask, before, script))


def recover_all() -> int:
    """Recover every stranded task, of all accounts; how many there were."""
    found: Sequence[tuple[uuid.UUID, uuid.UUID]] = stranded()
    for account_id, task_id in found:
        recover(account_id, task_id)
    return len(found)


def let_go() -> None:
    """Give this thread's connection back before a wait."""
    if not connection.in_atomic_block:
        connection.close()


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(capacity(), thread_name_prefix="a2a-task")


def drain() -> None:
    """Wait for what this process has in the background, and begin anew; for tests."""
    _pool().shutdown(wait=True)
    _pool.cache_clear()


def _quietly(work: Work) -> None:
    try:
        carry_out(work)
    except REFUSED:
        logger.info("task %s was refused while it was worked on", work.lease.task_id)
    except Exception:
        logger.exception("task %s was left by its worker", work.lease.task_id)
    finally:
        connection.close()


def _fail(lease: Lease) -> None:
    with suppress(TaskMoved):
        settle(lease, Task.State.FAILED)


def _play(lease: Lease, script: Script, pause: Callable[[float], None] = time.sleep) -> None:
    if script.pause:
        let_go()
        pause(script.pause)
    with tenant_scope(lease.account_id):
        step(lease.task_id, script.state, before=[Task.State.WORKING], held_by=lease.worker)
