"""The sweep against the same deletes in bare SQL, asks meanwhile, and a long history's pages.

`--answers` scales it down for a quick look; the targets are for a million.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from accounts.models import Account, Membership
from accounts.principal import Principal, authenticate
from accounts.services.directory import add_person, create_account
from accounts.services.keys import create_key
from accounts.tenancy import current_account_id, tenant_scope
from legalcontext.answers import ask as asking
from legalcontext.answers import history
from legalcontext.contracts import parse_quick_ask
from legalcontext.erasure import sweep as sweeping
from legalcontext.erasure.deletion import BATCH

from .asking import QUESTION
from .database import Cast
from .report import Report

ANSWERS = 1_000_000
"""A tenth of them is what the measured sweep deletes. As many go by bare SQL, and as many while
others ask; one person's history has as many."""

TEXT_BYTES = 2_000
LOADED_AT_ONCE = 50_000
PAGE = 100

BLOCK = 5
"""Batches of one kind before the other kind's turn."""

ASK_ROUNDS, ASKS = 6, 20

RATE_TARGET = 0.8
TRANSACTION_TARGET_MS = 500.0
SLOWING_TARGET = 1.2
PAGE_TARGET_MS = 40.0
QUERIES_TARGET = 6

LOAD = """
WITH made AS (
  INSERT INTO answers_answer (id, account_id, asker_id, door, skill, status, test, language,
    jurisdiction, basis, privilege, legal_context, note_codes, notes_cited, question_length,
    document_count, created_at, expires_at)
  SELECT gen_random_uuid(), %(account)s, %(asker)s, 'rest', 'triage', 'done', false, 'en',
    'US-CA', 'inferred', 'none', '{"retention":"as first sent"}', '{}', '{}', 100, 0,
    now() - n * interval '1 second', now() + (%(expires)s || ' days')::interval
      + n * interval '1 second'
  FROM generate_series(1, %(number)s) n RETURNING account_id, id)
INSERT INTO answers_answercontent (id, account_id, answer_id, question, documents, inbound,
  on_behalf_of, evidence, insight)
SELECT gen_random_uuid(), account_id, id, %(text)s || id::text, '[]', NULL, '', '[]',
  '{"summary":"","findings":[],"citations":[],"limits":[],"context_notes":[]}' FROM made
"""

EXPIRED, OF_BARE, LATER = -30, 30, 300
"""Days until the three kinds of answers run out."""

TABLES = ("answers_answer", "answers_answercontent", "answers_task", "answers_taskmessage")

SELECT = """
SELECT id FROM answers_answer
WHERE account_id = %s AND expires_at > now() AND expires_at <= now() + interval '60 days'
  AND status <> 'running'
ORDER BY expires_at LIMIT %s FOR UPDATE SKIP LOCKED
"""
DELETES = (
    "DELETE FROM answers_answercontent WHERE account_id = %s AND answer_id = ANY (%s)",
    "DELETE FROM answers_answer WHERE account_id = %s AND id = ANY (%s)",
)


def run(report: Report, cast: Cast, answers: int = ANSWERS) -> None:
    tenth = answers // 10
    with report.section(f"Retention: loading {answers:,} answers of {TEXT_BYTES:,} bytes"):
        reader, other = _load(report, cast, answers)
    with report.section(f"A history of {tenth:,} answers, {PAGE} a page"):
        _pages(report, reader, tenth)
    with report.section(f"Asks while the sweep deletes {tenth:,}"):
        _asks_meanwhile(report, cast, other)
    with report.section(f"The sweep of {tenth:,}, and bare SQL without triggers, in turn"):
        _sweep(report, cast, tenth)


def _load(report: Report, cast: Cast, answers: int) -> tuple[Principal, Account]:
    """Fill the bench's account. Returns a member of it with a tenth of the answers, and another
    account with as many that have run out, to be swept while others ask."""
    account = cast.owner.account
    member = add_person(account=account, email="reader@firm.example")
    _, secret = create_key(account=account, name="reader", membership=member)
    other, other_owner = create_account(
        name="Swept", kind="professional", owner_email="swept@firm.example"
    )
    tenth = answers // 10
    began = time.perf_counter()
    _answers(member, tenth, LATER)
    _answers(other_owner, tenth, EXPIRED)
    _answers(cast.owner, tenth, EXPIRED)
    _answers(cast.owner, tenth, OF_BARE)
    _answers(cast.owner, answers - 3 * tenth, LATER)
    with connections["owner"].cursor() as cursor:
        # As autovacuum would, in its own time: what is measured is a table that has settled.
        cursor.execute("VACUUM (ANALYZE) answers_answer, answers_answercontent")
    report.figure("loaded in", time.perf_counter() - began, "s")
    return authenticate(secret), other


def _answers(asker: Membership, number: int, expires: int) -> None:
    while number > 0:
        with tenant_scope(asker.account_id), connection.cursor() as cursor:
            cursor.execute("SET LOCAL synchronous_commit = off")
            cursor.execute(
                LOAD,
                {
                    "account": asker.account_id,
                    "asker": asker.user_id,
                    "number": min(number, LOADED_AT_ONCE),
                    "expires": expires,
                    "text": "x" * (TEXT_BYTES - 36),
                },
            )
        number -= LOADED_AT_ONCE


def _pages(report: Report, reader: Principal, number: int) -> None:
    """Every page in turn, from the first to the last, as `next_cursor` leads."""
    times, after, listed = [], None, 0
    while True:
        began = time.perf_counter()
        rows = history.list_answers(reader, limit=PAGE, after=after)
        times.append((time.perf_counter() - began) * 1000)
        listed += min(len(rows), PAGE)
        if len(rows) <= PAGE:
            break
        last = rows[PAGE - 1].answer
        after = history.Position(last.created_at, last.pk)
    if listed != number:
        raise RuntimeError(f"{listed} of {number} answers were listed")
    with CaptureQueriesContext(connection) as captured:
        history.list_answers(reader, limit=PAGE, after=after)
    queries = [q for q in captured.captured_queries if q["sql"].startswith(("SELECT", "WITH"))]
    report.figure("queries of a page", len(queries), "", target=QUERIES_TARGET)
    tenth = max(1, len(times) // 10)
    for name, some in (("first", times[:tenth]), ("last", times[-tenth:])):
        median = statistics.median(some)
        report.figure(f"a page, median of the {name} tenth", median, "ms", target=PAGE_TARGET_MS)
    slowest = statistics.quantiles(times, n=100)[98] if len(times) > 1 else times[0]
    report.figure("a page, 99th percentile of all", slowest, "ms", target=PAGE_TARGET_MS)


def _sweep(report: Report, cast: Cast, number: int) -> None:
    """Blocks of five batches of each, so that whatever else the machine does falls on both."""
    account = cast.owner.account_id
    swept, bare = Batches(account, sweeping.delete_expired), Batches(account, _bare_batch)
    for _ in range(max(1, number // BATCH // BLOCK)):
        swept.delete()
        with _without_triggers():
            bare.delete()
    for kind in (swept, bare):
        if kind.deleted != number:  # an empty batch takes time, and deletes nothing
            raise RuntimeError(f"{kind.deleted} of {number} answers were deleted")
    report.figure("the sweep", swept.rate, "1/s")
    report.figure("bare SQL", bare.rate, "1/s")
    report.figure(
        "ratio",
        swept.rate / bare.rate,
        "×",
        target=RATE_TARGET,
        at_most=False,
        baseline="bare SQL, triggers off",
    )
    longest = max(swept.times)
    report.figure("the sweep's longest transaction", longest, "ms", target=TRANSACTION_TARGET_MS)
    report.figure("the longest of bare SQL", max(bare.times), "ms")


class Batches:
    """Batches of one kind: how many rows they deleted, and how long each transaction took."""

    def __init__(self, account: Any, batch: Callable[[], int]) -> None:
        self.account, self.batch = account, batch
        self.times: list[float] = []
        self.deleted = 0

    def delete(self) -> None:
        """One block."""
        for _ in range(BLOCK):
            began = time.perf_counter()
            with tenant_scope(self.account):
                self.deleted += self.batch()
            self.times.append((time.perf_counter() - began) * 1000)

    @property
    def rate(self) -> float:
        """Rows a second."""
        return self.deleted / sum(self.times) * 1000


def _bare_batch() -> int:
    account = current_account_id()
    with connection.cursor() as cursor:
        cursor.execute(SELECT, [account, BATCH])
        ids = [key for (key,) in cursor.fetchall()]
        for statement in DELETES:
            cursor.execute(statement, [account, ids])
    return len(ids)


@contextmanager
def _without_triggers() -> Iterator[None]:
    """Foreign keys stay; the triggers of holds and exports are off."""
    _triggers("DISABLE")
    try:
        yield
    finally:
        _triggers("ENABLE")


def _triggers(word: str) -> None:
    with connections["owner"].cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"ALTER TABLE {table} {word} TRIGGER USER")


def _asks_meanwhile(report: Report, cast: Cast, swept: Account) -> None:
    """One kind of ask in rounds, each once without the sweep and once while it runs."""
    quick_ask = parse_quick_ask({"skill": "consult", "question": QUESTION})

    def ask() -> float:
        began = time.perf_counter()
        asking.ask(cast.principal, quick_ask, door="rest")
        return (time.perf_counter() - began) * 1000

    ask()
    alone: list[float] = []
    meanwhile: list[float] = []
    for _ in range(ASK_ROUNDS):
        alone += [ask() for _ in range(ASKS)]
        with _sweeping(swept) as sweep:
            asked = [(ask(), sweep.poll() is None) for _ in range(ASKS)]
        meanwhile += [taken for taken, swept_still in asked if swept_still]
    if not meanwhile:
        raise RuntimeError("the sweep ended before the first ask did: give it more answers")
    report.figure("asks while the sweep deleted", len(meanwhile), "")
    before, during = statistics.median(alone), statistics.median(meanwhile)
    report.figure("ask() alone", before, "ms")
    report.figure("ask() while the sweep deletes", during, "ms")
    report.figure("slowed by", during / before, "×", target=SLOWING_TARGET, baseline="ask() alone")


@contextmanager
def _sweeping(account: Account) -> Iterator[subprocess.Popen[str]]:
    """Batches in a process of their own, as the worker's, until the block or the expired end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "codossier.bench.sweeping", str(account.pk)],
        stdout=subprocess.PIPE,
        text=True,
    )
    if process.stdout is None or process.stdout.readline() != "sweeping\n":
        raise RuntimeError("the sweeping process did not start")
    try:
        yield process
    finally:
        process.terminate()
        process.wait()
