"""The block alone, `ask()` against its own bare SQL, and REST against a bare view."""

from __future__ import annotations

import http.client
import json
import os
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import connection

from accounts.ids import uuid7
from codossier import service
from legalcontext import block
from legalcontext.answers import ask as asking
from legalcontext.block.types import MatterFacts, PrincipalFacts
from legalcontext.contracts import parse_quick_ask
from legalcontext.inference import infer
from legalcontext.knowledge.engine import embedder

from .database import Cast
from .report import Report, in_turn

QUESTION = (
    "My landlord in Sacramento has not returned my security deposit six weeks after I moved out, "
    "and she says the carpet was worn. What are the rules?"
)
ASK_TARGET = 1.6
REST_TARGET = 0.8
BLOCK_TARGET_MS = 0.1
ROUNDS = 60


def run(report: Report, cast: Cast) -> None:
    with report.section("The block alone"):
        _block(report)
    with report.section("ask(), and its own SQL sent bare with one embedding"):
        _ask(report, cast, "no matter", None)
        _ask(report, cast, "a matter", cast.matter.public_id)
    with report.section("POST /v1/asks, and a bare view with the same ask(), one process, ASGI"):
        _rest(report, cast)


def _block(report: Report) -> None:
    inference = infer(QUESTION)
    stated = block.read_inbound({"role": "counsel"})
    principal, matter = PrincipalFacts("professional"), MatterFacts(owned=True)
    calls = 1000

    def resolve() -> None:
        for _ in range(calls):
            block.outbound(block.resolve(stated, inference, principal, matter), "kept")

    (taken,) = in_turn(20, resolve)
    report.figure("resolve() and outbound()", taken / calls, "ms", target=BLOCK_TARGET_MS)


def _ask(report: Report, cast: Cast, name: str, matter: str | None) -> None:
    quick_ask = parse_quick_ask(
        {"skill": "consult", "question": QUESTION, "context": {"matter": matter}}
    )

    def ask() -> None:
        asking.ask(cast.principal, quick_ask, door="rest")

    ask()
    bare = _bare(cast, _recorded(ask))
    asked, replayed = in_turn(ROUNDS, ask, bare)
    report.figure(f"ask() with {name}", asked, "ms")
    report.figure(f"its SQL and one embedding, {name}", replayed, "ms")
    report.figure(
        f"ratio, {name}", asked / replayed, "×", target=ASK_TARGET, baseline="bare SQL + embedding"
    )


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a run; in_transaction: it ran inside one that `tenant_scope` opened."""

    sql: str
    parameters: Any
    in_transaction: bool

    @property
    def opens_scope(self) -> bool:
        return "set_config" in self.sql


def _recorded(work: Callable[[], None]) -> list[Statement]:
    found: list[Statement] = []

    def record(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        found.append(Statement(sql, parameters, connection.in_atomic_block))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(record):
        work()
    return found


def _bare(cast: Cast, statements: list[Statement]) -> Callable[[], None]:
    """One embedding, and the same statements in the same transactions sent by psycopg alone.

    What was inserted is inserted again under fresh keys, so the disk is waited for as often.
    """
    embed, raw = embedder(), connection.connection
    kept = {cast.principal.account_id, cast.principal.user_id, cast.matter.pk}

    def bare() -> None:
        embed.embed(QUESTION)
        fresh: dict[uuid.UUID, uuid.UUID] = {}

        def renewed(value: Any) -> Any:
            if isinstance(value, uuid.UUID) and value not in kept:
                return fresh.setdefault(value, uuid7())
            return value

        open_transaction = False
        with raw.cursor() as cursor:
            for statement in statements:
                if open_transaction and (statement.opens_scope or not statement.in_transaction):
                    cursor.execute("COMMIT")
                    open_transaction = False
                if statement.opens_scope:
                    cursor.execute("BEGIN")
                    open_transaction = True
                parameters = statement.parameters
                if statement.sql.startswith("INSERT"):
                    parameters = tuple(renewed(value) for value in parameters or ())
                cursor.execute(statement.sql, parameters)
                if cursor.description:
                    cursor.fetchall()
            if open_transaction:
                cursor.execute("COMMIT")

    return bare


def _rest(report: Report, cast: Cast) -> None:
    """Two addresses of one server, asked in turn over one kept connection each."""
    service.stop()
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "codossier.bench.settings"}
    running = service.start(variables=environment)
    try:
        body = json.dumps({"skill": "consult", "question": QUESTION}).encode()
        host = running.url.removeprefix("http://")
        post = _poster(host, "/v1/asks", cast.secret, body)
        bare = _poster(host, "/bench/ask", cast.secret, body)
        for _ in range(5):
            post(), bare()
        rest, view = in_turn(ROUNDS, post, bare)
    finally:
        service.stop()
    report.figure("POST /v1/asks", rest, "ms")
    report.figure("the bare view", view, "ms")
    report.figure(
        "throughput ratio",
        view / rest,
        "×",
        target=REST_TARGET,
        at_most=False,
        baseline="bare view",
    )


def _poster(host: str, path: str, secret: str, body: bytes) -> Callable[[], None]:
    channel = http.client.HTTPConnection(host)
    headers = {"Content-Type": "application/json", "X-Api-Key": secret}

    def post() -> None:
        channel.request("POST", path, body, headers)
        response = channel.getresponse()
        response.read()
        if response.status != 200:
            raise RuntimeError(f"{path} answered {response.status}")

    return post
