"""Servers for the bench, each in one process on a port of the loopback, and clients for them."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from codossier.settings import environment

CLIENTS = 8
THREADS = 8
"""Of a server with threads, and the connections of one without."""
READY_SECONDS = 60

Address = tuple[str, int]
Call = Callable[[http.client.HTTPConnection], None]


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs: where, and as which process."""

    address: Address
    pid: int


@contextmanager
def threaded(application: str, ready: str = "/health") -> Iterator[Server]:
    """A WSGI application under gunicorn: one process, THREADS threads, a connection each."""
    arguments = (
        "gunicorn", application, "--bind", "fd://{fd}", "--workers", "1",
        "--worker-class", "gthread", "--threads", str(THREADS), "--keep-alive", "30",
        "--log-level", "error",
    )  # fmt: skip
    with _serving(arguments, ready, {}) as server:
        yield server


@contextmanager
def asynchronous(application: str, ready: str = "/health") -> Iterator[Server]:
    """An ASGI application under uvicorn: one process, a pool of THREADS connections."""
    arguments = (
        "uvicorn", application, "--fd", "{fd}", "--log-level", "error", "--no-access-log",
        "--timeout-graceful-shutdown", "2",
    )  # fmt: skip
    variables = {"CODOSSIER_DATABASE_POOL_SIZE": str(THREADS)}
    with _serving(arguments, ready, variables) as server:
        yield server


def timed(address: Address, call: Call, calls: int) -> tuple[float, list[float]]:
    """CLIENTS clients share the calls, each on one kept connection.

    Returns (calls per second, milliseconds of each call).
    """

    def client(_: int) -> list[float]:
        connection = http.client.HTTPConnection(*address)
        times = []
        for _ in range(calls // CLIENTS):
            began = time.perf_counter()
            call(connection)
            times.append((time.perf_counter() - began) * 1000)
        connection.close()
        return times

    began = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as pool:
        times = [taken for found in pool.map(client, range(CLIENTS)) for taken in found]
    return len(times) / (time.perf_counter() - began), times


@contextmanager
def _serving(
    arguments: tuple[str, ...], ready: str, variables: Mapping[str, str]
) -> Iterator[Server]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(512)
        host, port = listener.getsockname()
        module, *rest = (part.format(fd=listener.fileno()) for part in arguments)
        process = subprocess.Popen(
            [sys.executable, "-m", module, *rest],
            cwd=environment.ROOT,
            pass_fds=[listener.fileno()],
            env=os.environ | variables,
        )
        try:
            _wait_until_ready((host, port), ready, process)
            yield Server((host, port), process.pid)
        finally:
            process.terminate()
            process.wait()


def _wait_until_ready(address: Address, path: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            connection = http.client.HTTPConnection(*address, timeout=5)
            connection.request("GET", path)
            if connection.getresponse().status < 500:
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise RuntimeError("a server of the bench did not answer")
