"""Whether everything that the service needs is there, each thing by its name."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateWorker

from legalcontext.erasure import ledger
from legalcontext.knowledge.engine import embedder

logger = logging.getLogger("codossier.health")

WORKER_SILENT: Final = timedelta(seconds=60)
"""How long a worker may say nothing: six of its own heartbeats."""


def database() -> bool:
    """The application's role is answered."""
    return _answers(DEFAULT_DB_ALIAS)


def operator_database() -> bool:
    """The operator's role is answered: the admin's lists and the figures."""
    return _answers("operator")


def migrations() -> bool:
    """Every migration of this version has been run."""
    applied = MigrationRecorder.Migration.objects.values_list("app", "name")
    return wanted_migrations() <= set(applied)


@cache
def wanted_migrations() -> frozenset[tuple[str, str]]:
    """(app, name) of every migration on the disk."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    return frozenset(loader.disk_migrations)


def worker() -> bool:
    """A worker of jobs was heard from: without one nothing is swept, exported or told."""
    since = timezone.now() - WORKER_SILENT
    return ProcrastinateWorker.objects.filter(last_heartbeat__gte=since).exists()


def ledger_is_writable() -> bool:
    """The ledger of deletions can be added to: where it cannot, nothing is deleted."""
    folder: Path = settings.LEDGER_STORAGE
    file = folder / ledger.FILE
    if file.exists():
        os.close(os.open(file, os.O_WRONLY | os.O_APPEND))
        return True
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        return True


def search_model() -> bool:
    """The search model is loaded in this process, or can be."""
    embedder()
    return True


CHECKS: Final[Mapping[str, Callable[[], bool]]] = MappingProxyType(
    {
        "database": database,
        "operator_database": operator_database,
        "migrations": migrations,
        "worker": worker,
        "ledger": ledger_is_writable,
        "search_model": search_model,
    }
)


def readiness() -> dict[str, bool]:
    """Every check by its name. A check that fails with an exception has failed; the log has its
    kind, and nobody is told more."""
    return {name: _passes(name, check) for name, check in CHECKS.items()}


def _passes(name: str, check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception:
        logger.warning("not ready: %s", name, exc_info=True)
        return False


def _answers(alias: str) -> bool:
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))
