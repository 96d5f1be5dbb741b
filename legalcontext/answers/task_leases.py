"""Keeping the leases of what this process works on, for as long as it lives."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import DatabaseError, connection

from .task_steps import LEASE, Lease, renew

logger = logging.getLogger("codossier.tasks")

EVERY_SECONDS: Final = LEASE.total_seconds() / 4


class LeaseKeeper:
    """Renews leases from a thread that exists only while there are some.

    A task that takes less than `EVERY_SECONDS`, which is nearly every one, costs no query.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: set[Lease] = set()
        self._running = False

    @contextmanager
    def kept(self, lease: Lease) -> Iterator[None]:
        """Renew this lease until the block ends."""
        with self._lock:
            self._held.add(lease)
            if not self._running:
                self._running = True
                threading.Thread(target=self._keep, name="task-leases", daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                self._held.discard(lease)

    def _keep(self) -> None:
        pause = threading.Event()
        while True:
            with self._lock:
                seen = set(self._held)
                if not seen:
                    self._running = False
                    return
            pause.wait(EVERY_SECONDS)
            with self._lock:
                old = list(self._held & seen)
            try:
                renew(old)
            except DatabaseError:
                logger.exception("leases were not renewed; trying again")
            finally:
                connection.close()


keeper: Final = LeaseKeeper()
