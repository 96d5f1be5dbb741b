"""A server of its own process, as clients meet one: uvicorn on a free port of the loopback."""

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
from urllib.parse import quote, urlencode

from django.db import connections

from codossier.settings.environment import ROOT

READY_SECONDS = 90
STOP_SECONDS = 20


@contextmanager
def serving(
    app: str = "codossier.asgi:application", *, workers: int = 1, **variables: str
) -> Iterator[str]:
    """Serves until the block ends; gives the server's address. variables: of its environment."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(128)
        process = subprocess.Popen(
            [
                sys.executable, "-m", "uvicorn", app, "--fd", str(listener.fileno()),
                "--workers", str(workers), "--lifespan", "off", "--log-level", "warning",
                "--no-access-log", "--timeout-graceful-shutdown", "5",
            ],
            cwd=ROOT,
            pass_fds=[listener.fileno()],
            env=os.environ | _environment() | variables,
        )  # fmt: skip
        try:
            url = f"http://127.0.0.1:{listener.getsockname()[1]}"
            _wait_until_ready(url, process)
            yield url
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _environment() -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "tests.doors.mcp.server_settings",
        "DATABASE_URL": _database_url(),
        "CODOSSIER_DATABASE_POOL_SIZE": "8",
    }


def _database_url() -> str:
    """The test database, as the role `app`."""
    database = connections["default"].settings_dict
    user, password = quote(database["USER"]), quote(database["PASSWORD"], safe="")
    where = urlencode({"host": database["HOST"], "port": database["PORT"]})
    return f"postgresql://{user}:{password}@/{database['NAME']}?{where}"


def _wait_until_ready(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended at once with {process.returncode}")
        try:
            with urllib.request.urlopen(f"{url}/health", timeout=5):
                return
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"the server is not well: {error.code}") from error
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not answer")
