"""Whether a refusal tells by its time, and whether an ask costs more among many accounts."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial

from django.db import connection
from django.test import Client

from accounts.ids import public_id, uuid7
from accounts.models import Account, Membership, User
from accounts.services.directory import create_account
from accounts.tenancy import tenant_scope
from legalcontext.answers import ask as asking
from legalcontext.answers.errors import NotFound
from legalcontext.contracts import parse_quick_ask
from matters.services.matters import create_matter

from .asking import QUESTION
from .database import Cast
from .report import Report, in_turn

TRIES = 200
APART = 0.20
"""How far the medians of a foreign and of a missing id may lie apart."""

FEW, MANY = 10, 10_000
FLAT = 1.1


def run(report: Report, cast: Cast) -> None:
    with report.section(f"A foreign id against a missing one, medians of {TRIES} tries each"):
        _refusals(report, cast)
    with report.section("ask() among few and among many accounts"):
        _accounts(report, cast)


def _refusals(report: Report, cast: Cast) -> None:
    account, owner = create_account(
        name="Elsewhere", kind="professional", owner_email="elsewhere@firm.example"
    )
    with tenant_scope(account):
        foreign = create_matter(owner=owner.user, title="Elsewhere").public_id
    client = Client(headers={"x-api-key": cast.secret}, SERVER_NAME="localhost")
    for path in ("/v1/matters/", "/v1/asks/"):
        known = foreign if "matters" in path else public_id("ans", uuid7())
        _apart(
            report,
            f"GET {path}…",
            partial(client.get, path + known),
            partial(client.get, path + public_id(_prefix(path), uuid7())),
        )

    def naming(matter: str) -> None:
        ask = parse_quick_ask(
            {"skill": "triage", "question": QUESTION, "context": {"matter": matter}}
        )
        try:
            asking.ask(cast.principal, ask, door="rest")
        except NotFound:
            return
        raise RuntimeError("a foreign matter was read")

    _apart(
        report,
        "an ask that names a matter",
        lambda: naming(foreign),
        lambda: naming(public_id("mat", uuid7())),
    )


def _prefix(path: str) -> str:
    return "mat" if "matters" in path else "ans"


def _apart(
    report: Report, name: str, foreign: Callable[[], object], missing: Callable[[], object]
) -> None:
    times: tuple[list[float], list[float]] = ([], [])
    foreign(), missing()
    for _ in range(TRIES):
        for work, taken in zip((foreign, missing), times, strict=True):
            began = time.perf_counter()
            work()
            taken.append((time.perf_counter() - began) * 1000)
    one, other = (statistics.median(taken) for taken in times)
    report.figure(f"{name}: foreign", one, "ms")
    report.figure(f"{name}: missing", other, "ms")
    report.figure(
        f"{name}: apart", abs(one - other) / min(one, other), "", target=APART, baseline="missing"
    )


def _accounts(report: Report, cast: Cast) -> None:
    quick_ask = parse_quick_ask({"skill": "consult", "question": QUESTION})

    def ask() -> None:
        asking.ask(cast.principal, quick_ask, door="rest")

    (few,) = in_turn(40, ask)
    _fill(MANY)
    (many,) = in_turn(40, ask)
    report.figure(f"ask() among about {FEW} accounts", few, "ms")
    report.figure(f"ask() among {MANY:,} accounts", many, "ms")
    report.figure("ratio", many / few, "×", target=FLAT, baseline=f"{FEW} accounts")


def _fill(accounts: int) -> None:
    """Accounts with an owner and two answers each, made in bulk."""
    made = [
        Account(pk=uuid7(), name=f"Account {n}", kind=Account.Kind.INDIVIDUAL)
        for n in range(accounts)
    ]
    people = [User(pk=uuid7(), email=f"person{n}@bulk.example") for n in range(accounts)]
    Account.objects.bulk_create(made, batch_size=2000)
    User.objects.bulk_create(people, batch_size=2000)
    Membership.objects.bulk_create(
        [
            Membership(account=account, user=user, role=Membership.Role.OWNER)
            for account, user in zip(made, people, strict=True)
        ],
        batch_size=2000,
    )
    for account, user in zip(made, people, strict=True):
        with tenant_scope(account.pk), connection.cursor() as cursor:
            cursor.execute(ANSWERS, {"account": account.pk, "asker": user.pk})
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM accounts_account")
        if cursor.fetchone()[0] < accounts:
            raise RuntimeError("the accounts were not made")


ANSWERS = """
INSERT INTO answers_answer
  (id, account_id, asker_id, door, skill, status, test, language, jurisdiction, basis, privilege,
   legal_context, note_codes, notes_cited, question_length, document_count, created_at, expires_at)
SELECT gen_random_uuid(), %(account)s, %(asker)s, 'rest', 'triage', 'done', false, 'en', 'US',
       'default', 'none', '{}', '{}', '{}', 10, 0, now(), now() + interval '1 year'
FROM generate_series(1, 2)
"""
