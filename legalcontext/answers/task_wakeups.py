"""Being woken when a task takes a step, whichever process took it.

One LISTEN connection a process, on a thread of its own, opened with the first who waits and closed
with the last. A notice says which task to look at again and nothing else; while the connection is
down everybody is woken as it comes back, so that no step is missed.
"""

from __future__ import annotations

import logging
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections

from .task_steps import CHANNEL

logger = logging.getLogger("codossier.tasks")

Wake = Callable[[], None]

IDLE_SECONDS: Final = 5.0
"""How often the listening thread looks whether anybody still waits."""
RETRY_SECONDS: Final = 2.0


class Wakeups:
    """Who waits for which task in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[uuid.UUID, set[Wake]] = {}
        self._thread: threading.Thread | None = None
        self._ready = threading.Event()

    @contextmanager
    def waiting(self, task_id: uuid.UUID, wake: Wake) -> Iterator[None]:
        """Have `wake` called, from another thread, at every step of the task.

        Look at the task once after this is entered: what happened before is not told.
        """
        with self._lock:
            self._waiting.setdefault(task_id, set()).add(wake)
            if self._thread is None or not self._thread.is_alive():
                self._ready.clear()
                self._thread = threading.Thread(
                    target=self._listen, name="task-wakeups", daemon=True
                )
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                mine = self._waiting[task_id]
                mine.discard(wake)
                if not mine:
                    del self._waiting[task_id]

    def listening(self, timeout: float) -> bool:
        """Wait until notices arrive here; whether they do."""
        return self._ready.wait(timeout)

    def _listen(self) -> None:
        while self._anybody():
            try:
                with psycopg.connect(**_parameters(), autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._ready.set()
                    self._wake_all()
                    self._follow(connection)
                    return
            except psycopg.Error:
                self._ready.clear()
                logger.warning("the connection for wake-ups was lost; trying again")
                threading.Event().wait(RETRY_SECONDS)
                self._wake_all()

    def _follow(self, connection: psycopg.Connection) -> None:
        while True:
            for notice in connection.notifies(timeout=IDLE_SECONDS):
                self._wake(notice.payload)
            if not self._anybody():
                return

    def _anybody(self) -> bool:
        """Whether anybody waits; the thread that hears no ends, and the next to wait begins one."""
        with self._lock:
            if self._waiting:
                return True
            self._thread = None
            self._ready.clear()
            return False

    def _wake(self, payload: str) -> None:
        try:
            task_id = uuid.UUID(payload)
        except ValueError:
            return
        with self._lock:
            wakes = list(self._waiting.get(task_id, ()))
        for wake in wakes:
            wake()

    def _wake_all(self) -> None:
        with self._lock:
            wakes = [wake for waiting in self._waiting.values() for wake in waiting]
        for wake in wakes:
            wake()


def _parameters() -> dict[str, Any]:
    """Of the same database as everything else, past any pooler where one is named."""
    from django.conf import settings

    parameters = connections[DEFAULT_DB_ALIAS].get_connection_params()
    for name in ("cursor_factory", "context", "prepare_threshold", "pool"):
        parameters.pop(name, None)
    if direct := settings.DATABASE_DIRECT_URL:
        direct_parts = psycopg.conninfo.conninfo_to_dict(direct)
        # Tests run on a database of their own name.
        parameters |= direct_parts | {"dbname": parameters["dbname"]}
    return parameters


wakeups: Final = Wakeups()
