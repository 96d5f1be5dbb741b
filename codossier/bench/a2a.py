"""SendMessage of the A2A door, against the official SDK's server with the same `ask()`; its
streams: how soon the first event comes, and what subscriptions cost that nothing happens on."""

from __future__ import annotations

import http.client
import itertools
import json
import statistics
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psutil

from .database import Cast
from .report import Report
from .serving import CLIENTS, Address, Call, Server, asynchronous, timed

QUESTION = "What are the rules on the return of a security deposit in California? ({})"
DOOR, SDK = "the A2A door", "the SDK's server"
PATHS = {DOOR: "/a2a", SDK: "/bench/a2a"}
CONSTANT = "/bench/constant"
CALLS = 160
WARM_UP = 24
ROUNDS = 3
STREAMED = 40
SUBSCRIPTIONS = 200
MEASURED = 40
"""Unary calls one after another, without the subscriptions and with them."""

RATIO_TARGET = 1.0
FIRST_EVENT_TARGET = 1.3
MEMORY_TARGET_MB = 60.0
SLOWING_TARGET = 1.1
MEGABYTE = 1_000_000

_numbers = itertools.count(1)


def run(report: Report, cast: Cast) -> None:
    """Both servers are one uvicorn process each, and take turns."""
    with (
        asynchronous("codossier.asgi:application") as door,
        asynchronous("codossier.bench.a2a_sdk:application", ready="/") as sdk,
    ):
        title = f"SendMessage, {CLIENTS} clients, and the SDK's server with the same ask()"
        with report.section(title):
            _rates(report, {DOOR: door.address, SDK: sdk.address}, cast.secret)
        with report.section("Streams"):
            _first_event(report, door.address, cast.secret)
            _idle(report, door, cast.secret)


def _rates(report: Report, servers: Mapping[str, Address], secret: str) -> None:
    calls = {name: (address, _sending(PATHS[name], secret)) for name, address in servers.items()}
    constant = servers[SDK], _sending(CONSTANT, secret)
    for address, call in (*calls.values(), constant):
        timed(address, call, WARM_UP)
    rates: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(ROUNDS):
        for name, (address, call) in calls.items():
            rates[name].append(timed(address, call, CALLS)[0])
    per_second = {name: statistics.median(found) for name, found in rates.items()}
    constant_rate, _ = timed(*constant, CALLS)
    for name, rate in per_second.items():
        report.figure(name, rate, "/s")
    report.figure("the SDK's server, a constant", constant_rate, "/s")
    ratio = per_second[DOOR] / per_second[SDK]
    report.figure("ratio", ratio, "×", target=RATIO_TARGET, at_most=False, baseline=SDK)
    report.figure("ratio to a constant", per_second[DOOR] / constant_rate, "×")


def _first_event(report: Report, address: Address, secret: str) -> None:
    """Unary calls and streams in turn, one after another."""
    call = _sending(PATHS[DOOR], secret)
    unary, first = [], []
    connection = http.client.HTTPConnection(*address)
    for _ in range(STREAMED):
        began = time.perf_counter()
        call(connection)
        unary.append((time.perf_counter() - began) * 1000)
        began = time.perf_counter()
        response = _request(connection, PATHS[DOOR], _asked("SendStreamingMessage"), secret)
        while not response.readline().startswith(b"data:"):
            pass
        first.append((time.perf_counter() - began) * 1000)
        response.read()
    report.figure("a unary call", statistics.median(unary), "ms")
    report.figure("the first event of a stream", statistics.median(first), "ms")
    ratio = statistics.median(first) / statistics.median(unary)
    report.figure("ratio", ratio, "×", target=FIRST_EVENT_TARGET, baseline="a unary call")


def _idle(report: Report, door: Server, secret: str) -> None:
    """Subscriptions to a task that waits for its caller: nothing happens on them."""
    call = _sending(PATHS[DOOR], secret)
    process = psutil.Process(door.pid)
    alone = _one_by_one(door.address, call)
    memory = process.memory_info().rss
    with _subscribed(door.address, secret):
        grown = process.memory_info().rss - memory
        meanwhile = _one_by_one(door.address, call)
    report.figure(
        f"{SUBSCRIPTIONS} idle subscriptions", grown / MEGABYTE, "MB", target=MEMORY_TARGET_MB
    )
    report.figure("a unary call meanwhile", meanwhile, "ms")
    report.figure(
        "slowed by", meanwhile / alone, "×", target=SLOWING_TARGET, baseline="without them"
    )


@contextmanager
def _subscribed(address: Address, secret: str) -> Iterator[None]:
    connection = http.client.HTTPConnection(*address)
    review = {
        "messageId": f"bench-{next(_numbers)}",
        "role": "ROLE_USER",
        "parts": [{"text": "Please review my lease."}],
        "metadata": {"skill": "document_review"},
    }
    answered = json.load(_request(connection, PATHS[DOOR], _sent("SendMessage", review), secret))
    task = answered["result"]["task"]
    if task["status"]["state"] != "TASK_STATE_INPUT_REQUIRED":
        raise RuntimeError(f"the task is {task['status']['state']}: nothing waits")
    body = {"jsonrpc": "2.0", "id": 1, "method": "SubscribeToTask", "params": {"id": task["id"]}}
    connections = []
    try:
        for _ in range(SUBSCRIPTIONS):
            connections.append(http.client.HTTPConnection(*address, timeout=60))
            response = _request(connections[-1], PATHS[DOOR], body, secret)
            if not response.readline().startswith(b"data:"):
                raise RuntimeError("a subscription was refused")
        yield
    finally:
        for each in connections:
            each.close()


def _one_by_one(address: Address, call: Call) -> float:
    """The median of MEASURED calls, in milliseconds."""
    connection = http.client.HTTPConnection(*address)
    times = []
    for _ in range(MEASURED):
        began = time.perf_counter()
        call(connection)
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def _sending(path: str, secret: str) -> Call:
    def call(connection: http.client.HTTPConnection) -> None:
        response = _request(connection, path, _asked("SendMessage"), secret)
        answer = json.load(response)
        state = answer.get("result", {}).get("task", {}).get("status", {}).get("state")
        if state != "TASK_STATE_COMPLETED":
            raise RuntimeError(f"{path} answered {response.status}: {answer}")

    return call


def _asked(method: str) -> dict[str, Any]:
    number = next(_numbers)
    return _sent(
        method,
        {
            "messageId": f"bench-{number}",
            "role": "ROLE_USER",
            "parts": [{"text": QUESTION.format(number)}],
            "metadata": {"skill": "consult"},
        },
    )


def _sent(method: str, message: Mapping[str, Any]) -> dict[str, Any]:
    params = {"message": message}
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def _request(
    connection: http.client.HTTPConnection, path: str, body: Mapping[str, Any], secret: str
) -> http.client.HTTPResponse:
    headers = {"Content-Type": "application/json", "A2A-Version": "1.0", "X-Api-Key": secret}
    connection.request("POST", path, json.dumps(body), headers)
    return connection.getresponse()
