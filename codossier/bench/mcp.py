"""`tools/call` of the MCP door, against the official SDK's server with the same `ask()`."""

from __future__ import annotations

import http.client
import itertools
import json
import statistics

from .database import Cast
from .report import Report
from .serving import CLIENTS, Call, asynchronous, threaded, timed

QUESTION = "What are the rules on the return of a security deposit in California? ({})"
VERSION = "2026-07-28"
CALLS = 240
WARM_UP = 24
ROUNDS = 3
RATIO_TARGET = 1.0
TAIL_TARGET = 4.0
DOOR, SDK = "the MCP door", "the SDK's server"

_numbers = itertools.count(1)
"""Every call asks something else, or the door would take it for a retry of the one before."""


def run(report: Report, cast: Cast) -> None:
    """Each behind its best server, one process each: the door's tools are short and block, so it
    has threads; the SDK's server lives on an event loop."""
    title = f"tools/call (consult), {CLIENTS} clients, and the SDK's server with the same ask()"
    with (
        report.section(title),
        threaded("codossier.wsgi:application") as door,
        asynchronous("codossier.bench.sdk:application", ready="/bench/mcp") as sdk,
    ):
        servers = {
            DOOR: (door.address, _calling("/mcp", "consult", cast.secret)),
            SDK: (sdk.address, _calling("/bench/mcp", "consult", cast.secret)),
        }
        constant = sdk.address, _calling("/bench/mcp", "constant", cast.secret)
        for address, call in (*servers.values(), constant):
            timed(address, call, WARM_UP)
        taken: dict[str, list[float]] = {name: [] for name in servers}
        rates: dict[str, list[float]] = {name: [] for name in servers}
        for _ in range(ROUNDS):
            for name, (address, call) in servers.items():
                rate, times = timed(address, call, CALLS)
                rates[name].append(rate)
                taken[name] += times
        constant_rate, _ = timed(*constant, CALLS)
        _tell(report, taken, rates, constant_rate)


def _tell(
    report: Report,
    taken: dict[str, list[float]],
    rates: dict[str, list[float]],
    constant_rate: float,
) -> None:
    per_second = {name: statistics.median(found) for name, found in rates.items()}
    for name, rate in per_second.items():
        report.figure(name, rate, "/s")
    report.figure("the SDK's server, a constant tool", constant_rate, "/s")
    report.figure(
        "ratio", per_second[DOOR] / per_second[SDK], "×", target=RATIO_TARGET, at_most=False,
        baseline=SDK,
    )  # fmt: skip
    report.figure("ratio to a constant tool", per_second[DOOR] / constant_rate, "×")
    quantiles = statistics.quantiles(taken[DOOR], n=100)
    report.figure("p50", quantiles[49], "ms")
    report.figure("p99 over p50", quantiles[98] / quantiles[49], "×", target=TAIL_TARGET)


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
