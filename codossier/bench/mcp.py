"""`tools/call` of the MCP door, against the official SDK's server with the same `ask()`."""

from __future__ import annotations

import http.client
import itertools
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from codossier.settings import environment

from .database import Cast
from .report import Report

APP = "codossier.bench.sdk:application"
PATHS = {"the MCP door": "/mcp", "the SDK's server": "/bench/mcp"}
QUESTION = "What are the rules on the return of a security deposit in California? ({})"
VERSION = "2026-07-28"
CLIENTS = 8
CALLS = 240
WARM_UP = 24
ROUNDS = 3
RATIO_TARGET = 1.0
TAIL_TARGET = 4.0
READY_SECONDS = 60

_numbers = itertools.count(1)
"""Every call asks something else, or the door would take it for a retry of the one before."""

Call = Callable[[http.client.HTTPConnection], None]


def run(report: Report, cast: Cast) -> None:
    """Eight clients, each on one kept connection; the two servers in turn."""
    title = f"tools/call (consult), {CLIENTS} clients, and the SDK's server with the same ask()"
    with report.section(title), _serving() as address:
        calls = {name: _calling(path, "consult", cast.secret) for name, path in PATHS.items()}
        constant = _calling(PATHS["the SDK's server"], "constant", cast.secret)
        for call in (*calls.values(), constant):
            _timed(address, call, WARM_UP)
        taken: dict[str, list[float]] = {name: [] for name in calls}
        rates: dict[str, list[float]] = {name: [] for name in calls}
        for _ in range(ROUNDS):
            for name, call in calls.items():
                rate, times = _timed(address, call, CALLS)
                rates[name].append(rate)
                taken[name] += times
        constant_rate, _ = _timed(address, constant, CALLS)
        _tell(report, taken, rates, constant_rate)


def _tell(
    report: Report,
    taken: dict[str, list[float]],
    rates: dict[str, list[float]],
    constant_rate: float,
) -> None:
    per_second = {name: statistics.median(found) for name, found in rates.items()}
    door, sdk = PATHS
    for name, rate in per_second.items():
        report.figure(name, rate, "/s")
    report.figure("the SDK's server, a constant tool", constant_rate, "/s")
    report.figure(
        "ratio", per_second[door] / per_second[sdk], "×", target=RATIO_TARGET, at_most=False,
        baseline="the SDK's server",
    )  # fmt: skip
    report.figure("ratio to a constant tool", per_second[door] / constant_rate, "×")
    quantiles = statistics.quantiles(taken[door], n=100)
    report.figure("p50", quantiles[49], "ms")
    report.figure("p99 over p50", quantiles[98] / quantiles[49], "×", target=TAIL_TARGET)


def _timed(address: tuple[str, int], call: Call, calls: int) -> tuple[float, list[float]]:
    """(calls per second, milliseconds of each call)."""

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


def _calling(path: str, tool: str, secret: str) -> Call:
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "X-Api-Key": secret,
        "MCP-Protocol-Version": VERSION,
        "Mcp-Method": "tools/call",
        "Mcp-Name": tool,
    }
    meta = {
        "io.modelcontextprotocol/protocolVersion": VERSION,
        "io.modelcontextprotocol/clientCapabilities": {},
    }

    def call(connection: http.client.HTTPConnection) -> None:
        number = next(_numbers)
        arguments = {"question": QUESTION.format(number)}
        params = {"name": tool, "arguments": arguments, "_meta": meta}
        message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
        connection.request("POST", path, json.dumps(message), headers)
        response = connection.getresponse()
        answer = json.load(response)
        if "result" not in answer or answer["result"].get("isError"):
            raise RuntimeError(f"{path} answered {response.status}")

    return call


@contextmanager
def _serving() -> Iterator[tuple[str, int]]:
    """Both servers in one uvicorn process on a free port of the loopback."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(128)
        host, port = listener.getsockname()
        process = subprocess.Popen(
            [sys.executable, "-m", "uvicorn", APP, "--fd", str(listener.fileno()),
             "--log-level", "error", "--no-access-log"],
            cwd=environment.ROOT,
            pass_fds=[listener.fileno()],
            env=os.environ | {"CODOSSIER_DATABASE_POOL_SIZE": "8"},
        )  # fmt: skip
        try:
            _wait_until_ready(host, port, process)
            yield host, port
        finally:
            process.terminate()
            process.wait()


def _wait_until_ready(host: str, port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            connection = http.client.HTTPConnection(host, port, timeout=5)
            connection.request("GET", "/health")
            if connection.getresponse().status == 200:
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise RuntimeError("the servers did not answer")
