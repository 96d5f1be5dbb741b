"""Streams: a task as it is, then every step of it, read from the database by whoever serves it.

A stream holds no transaction, and no connection between two looks. It is woken by a notice that
names the task, and looks again in its own caller's scope, with the rights that the caller has then.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from typing import Any, Final, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings

from accounts.principal import Principal, principal_by_key_id
from legalcontext.answers.task_models import Task
from legalcontext.answers.task_reading import Snapshot, look
from legalcontext.answers.task_wakeups import wakeups
from legalcontext.doors.problems import Code, Problem

from . import conformance
from .errors import of_problem
from .operations import Call, Following, Waiting
from .rendering import artifact_update, artifacts_of, status_update, task_json
from .work import let_go, recover

logger = logging.getLogger("codossier.a2a")

Event = dict[str, Any]
P = ParamSpec("P")
T = TypeVar("T")

KEEP_ALIVE_SECONDS: Final = 15.0
"""How often a silent stream says that it is there, for what stands between."""
WAIT_SECONDS: Final = 50.0
"""How long a repeated message waits for the first one's task to come to its end."""
LOOKS_WORKING: Final = 1
"""A task that is worked on is looked at unbidden this many silences apart: its worker may die."""
LOOKS_WAITING: Final = 4
"""The same for one that waits for its caller."""

KEEP_ALIVE: Final = ""
"""Stands among the events for a sign of life."""


class Place:
    """One stream's place among those of its process. Freed once, whoever frees it."""

    def __init__(self, places: Places) -> None:
        self._places: Places | None = places

    def free(self) -> None:
        places, self._places = self._places, None
        if places is not None:
            places.give_back()


class Places:
    """How many streams this process has open; one over the cap is refused."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.taken = 0

    def take(self) -> Place:
        """Raises A2AError: none is free."""
        with self._lock:
            if self.taken >= settings.A2A_STREAMS:
                raise of_problem(
                    Problem(
                        Code.UNAVAILABLE,
                        "As many streams as this process serves are open. Try again shortly, or "
                        "get the task instead.",
                        retry_after=5,
                    )
                )
            self.taken += 1
        return Place(self)

    def give_back(self) -> None:
        with self._lock:
            self.taken -= 1


places: Final = Places()


async def events(following: Following) -> AsyncIterator[Event | str]:
    """The StreamResponse events of a stream, and KEEP_ALIVE in between."""
    if following.said is not None:
        yield {"message": following.said}
    elif following.unkept is not None:
        async for told in _unkept(following):
            yield told
    elif following.snapshot is not None:
        async for event in _steps(following, following.snapshot):
            yield event


async def settled(waiting: Waiting) -> Snapshot:
    """The task once nobody works on it any more, or as it is when the time is up."""
    loop, woken = asyncio.get_running_loop(), asyncio.Event()
    snapshot, deadline = waiting.snapshot, loop.time() + WAIT_SECONDS
    with wakeups.waiting(snapshot.task.pk, lambda: _wake(loop, woken)):
        while True:
            woken.clear()
            snapshot = await _in_thread(_look_again, waiting.call, snapshot)
            left = deadline - loop.time()
            if snapshot.task.status is not Task.State.WORKING or left <= 0:
                return snapshot
            await _woken(woken, min(left, KEEP_ALIVE_SECONDS))


async def _unkept(following: Following) -> AsyncIterator[Event]:
    if following.unkept is None:
        return
    first = following.unkept.working()
    yield {"task": task_json(first, following.call.active)}
    answered = await _in_thread(following.unkept.answered)
    last = replace(answered, task=_with_step(answered.task))
    for event in _events_of(following, last, seen=0):
        yield event


async def _steps(following: Following, first: Snapshot) -> AsyncIterator[Event | str]:
    loop, woken = asyncio.get_running_loop(), asyncio.Event()
    with wakeups.waiting(first.task.pk, lambda: _wake(loop, woken)):
        seen = len(first.task.steps)
        yield {
            "task": task_json(first, following.call.active, history_length=following.history_length)
        }
        if first.task.status.terminal or (following.until_paused and _waits(first)):
            return
        silences = 0
        woken.set()  # whatever happened before this stream began to wait
        while True:
            if not await _woken(woken, KEEP_ALIVE_SECONDS):
                silences += 1
                yield KEEP_ALIVE
                state = first.task.status
                due = LOOKS_WORKING if state is Task.State.WORKING else LOOKS_WAITING
                if silences % due:
                    continue
            woken.clear()
            snapshot = await _in_thread(_look_again, following.call, first)
            for event in _events_of(following, snapshot, seen):
                yield event
            if snapshot.task.status.terminal:
                return
            if len(snapshot.task.steps) > seen and _waits(snapshot):
                return
            seen, first = len(snapshot.task.steps), snapshot


def _events_of(following: Following, snapshot: Snapshot, seen: int) -> Iterator[Event]:
    """What happened since `seen` steps: the artifact comes before the step that completes."""
    active, task = following.call.active, snapshot.task
    for state, at in task.steps[seen:]:
        if state == Task.State.COMPLETED:
            yield from _artifact_events(snapshot, active)
        yield status_update(snapshot, state, at)


def _artifact_events(snapshot: Snapshot, active: tuple[str, ...]) -> Iterator[Event]:
    script = conformance.script_of(snapshot)
    for artifact in artifacts_of(snapshot, active):
        parts = artifact["parts"]
        if script is None or not script.chunks:
            yield artifact_update(snapshot.task, artifact)
            continue
        for number, part in enumerate(parts):
            yield artifact_update(
                snapshot.task,
                artifact | {"parts": [part]},
                append=number > 0,
                last=number == len(parts) - 1,
            )


def _look_again(call: Call, last: Snapshot) -> Snapshot:
    """The task now, for its caller as they are now. Unauthenticated, NotFound: no longer."""
    principal = renewed(call.principal)
    snapshot = look(principal, last.task.pk)
    if snapshot.stranded:
        recover(principal.account_id, snapshot.task.pk)
    return snapshot


def renewed(principal: Principal) -> Principal:
    """The principal of the same credential, asked for anew. Unauthenticated: it has ended."""
    return principal if principal.key_id is None else principal_by_key_id(principal.key_id)


def _waits(snapshot: Snapshot) -> bool:
    return snapshot.task.status is Task.State.INPUT_REQUIRED


def _with_step(task: Task) -> Task:
    from django.utils import timezone

    task.changed_at = timezone.now()
    task.steps = [[task.state, task.changed_at.isoformat()]]
    return task


def _wake(loop: asyncio.AbstractEventLoop, woken: asyncio.Event) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(woken.set)


async def _woken(woken: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(woken.wait(), seconds)
    except TimeoutError:
        return False
    return True


async def _in_thread(work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """Run something that asks the database, and let its connection go."""

    def letting_go() -> T:
        try:
            return work(*arguments, **named)
        finally:
            let_go()

    return await sync_to_async(letting_go)()
