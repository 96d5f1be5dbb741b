"""Real servers on loopback for tests, on the test database: web processes and job workers."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connections
from psycopg.conninfo import conninfo_to_dict

from codossier.settings import environment

START_SECONDS = 60


def variables(**more: str) -> dict[str, str]:
    """The environment of a process that works on the test database."""
    return {
        **{k: v for k, v in os.environ.items() if not k.startswith(("DATABASE_", "CODOSSIER_"))},
        "DJANGO_SETTINGS_MODULE": "codossier.settings.development",
        "SECRET_KEY": settings.SECRET_KEY,
        "DATABASE_URL": url_of("default"),
        "DATABASE_OPERATOR_URL": url_of("operator"),
        "CODOSSIER_DATABASE_POOL_SIZE": "8",
        "CODOSSIER_VAR_DIR": str(settings.VAR_DIR),
        "CODOSSIER_LOG_LEVEL": "WARNING",
        **more,
    }


def url_of(alias: str) -> str:
    """A URL of the test database under the alias's role."""
    parts = dict(connections[alias].get_connection_params())
    known = conninfo_to_dict("", **{
        name: str(parts[name])
        for name in ("host", "port", "user", "password", "dbname")
        if parts.get(name)
    })  # fmt: skip
    query = f"host={known['host']}" + (f"&port={known['port']}" if "port" in known else "")
    password = f":{known['password']}" if "password" in known else ""
    return f"postgresql://{known['user']}{password}@/{known['dbname']}?{query}"


@contextmanager
def process(arguments: list[str], environ: dict[str, str], log: Path) -> Iterator[subprocess.Popen]:
    """A process that is ended with the block."""
    with log.open("ab") as output:
        started = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=environment.ROOT,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield started
    finally:
        started.terminate()
        try:
            started.wait(15)
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait()


@contextmanager
def web(log: Path, **more: str) -> Iterator[tuple[str, subprocess.Popen]]:
    """A uvicorn process; its address, once it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = [
        "-m", "uvicorn", "codossier.asgi:application", "--host", "127.0.0.1",
        "--port", str(port), "--lifespan", "off", "--log-level", "warning", "--no-access-log",
        "--timeout-graceful-shutdown", "2",
    ]  # fmt: skip
    address = f"http://127.0.0.1:{port}"
    with process(arguments, variables(**more), log) as started:
        _wait_until_ready(address, started, log)
        yield address, started


@contextmanager
def worker(log: Path, **more: str) -> Iterator[subprocess.Popen]:
    """A job worker."""
    arguments = ["manage.py", "procrastinate", "worker", "--concurrency", "2"]
    with process(arguments, variables(**more), log) as started:
        yield started


def _wait_until_ready(address: str, started: subprocess.Popen, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and started.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"the server did not start:\n{log.read_text()}")
