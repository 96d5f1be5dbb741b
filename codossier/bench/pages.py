"""The history's page over 100,000 answers of one person: as it opens, filtered, and by words.

Through the pages' own views, rendered whole, with their queries counted. Answers and their
questions of some 300 characters are loaded in the order of time, as they come in life.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Mapping
from typing import Any, Final

from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Membership
from accounts.services.directory import create_account
from accounts.tenancy import tenant_scope
from legalcontext.doors.pages.session import CHOSEN

from .database import Cast
from .report import Report

ANSWERS: Final = 100_000
ROUNDS: Final = 9
PAGE_TARGET_MS: Final = 60.0
SEARCH_TARGET_MS: Final = 150.0
"""Of a page for which every question of the account has to be looked through."""

MOST_QUERIES: Final = 8
AROUND: Final = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "SELECT set_config")
"""What opens and ends a transaction of a tenant is none of them."""

VOCABULARY: Final = (
    "landlord deposit apartment rent notice lease Sacramento kept returned months October paid "
    "letter court hearing eviction repair heater broken winter children school employer wages "
    "overtime fired contract signed página señor arrendador depósito desalojo niño inquilino "
    "abogado audiencia tribunal police ticket speeding insurance accident car garage neighbor fence"
)

LOAD: Final = """
WITH words AS (SELECT string_to_array(%(vocabulary)s, ' ') AS list),
asked AS (
  SELECT n, now() - (%(number)s - n) * interval '7 minutes' AS at,
    (SELECT string_agg(list[1 + (abs(hashtextextended(n::text, k)) %% array_length(list, 1))], ' ')
     FROM words, generate_series(1, 46) k) AS question
  FROM generate_series(1, %(number)s) n),
keyed AS (
  SELECT *, overlay(
    lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0')
      || substr(replace(gen_random_uuid()::text, '-', ''), 13)
    PLACING '7' FROM 13 FOR 1)::uuid AS id
  FROM asked),
made AS (
  INSERT INTO answers_answer (id, account_id, asker_id, door, skill, status, test, language,
    jurisdiction, basis, privilege, legal_context, note_codes, notes_cited, question_length,
    document_count, created_at, expires_at)
  SELECT id, %(account)s, %(asker)s, 'pages',
    (ARRAY['triage','consult','document_review'])[1 + n %% 3], 'done', false, 'en',
    (ARRAY['US-CA','US-TX','US-NY','US'])[1 + n %% 4], 'inferred', 'none', '{}',
    ARRAY[]::text[], ARRAY['us-ca/security-deposit@1'], length(question), 0, at,
    now() + interval '1 year'
  FROM keyed)
INSERT INTO answers_answercontent (id, account_id, answer_id, question, documents, inbound,
  on_behalf_of, evidence, insight)
SELECT gen_random_uuid(), %(account)s, id, question, '[]', NULL, '', '[]', '{}' FROM keyed
"""

SEARCHES: Final[Mapping[str, tuple[str, float]]] = {
    "a common word": ("deposit", PAGE_TARGET_MS),
    "a word that stands nowhere": ("quillfeather", SEARCH_TARGET_MS),
    "a rare word with an accent": ("éxtasis", SEARCH_TARGET_MS),
    "two rare words, both with accents": ("corazón ácido", SEARCH_TARGET_MS),
    "two common words and a rare one": ("landlord depósito quillfeather", SEARCH_TARGET_MS),
}
"""What is looked for, and the bound of its page."""


def run(report: Report, cast: Cast) -> None:
    began = time.perf_counter()
    with report.section(f"Loading {ANSWERS:,} answers of one person"):
        owner = fill(ANSWERS)
        report.figure("loaded in", time.perf_counter() - began, "s")
    browser = _browser(owner)
    history = reverse("pages:history")
    with report.section("The history"):
        for name, query in {
            "as it opens": "",
            "a place": "?place=US-NY",
            "a kind": "?skill=consult",
            "days long ago": "?made_from=2026-01-01&made_until=2026-01-31",
            "a place that nothing has": "?place=GB-SCT",
        }.items():
            _measure(report, name, PAGE_TARGET_MS, lambda at=history + query: browser.get(at))
        for name, (words, target) in SEARCHES.items():
            sent = {"words": words}
            _measure(report, name, target, lambda sent=sent: browser.post(history, sent))


def fill(number: int) -> Membership:
    """An account whose one person asked so many questions."""
    account, owner = create_account(
        name="Long", kind="professional", owner_email="long@firm.example"
    )
    ids = {"account": account.pk, "asker": owner.user_id}
    # Not as the operators' tables' owner: what reads them is row security, as in life.
    with tenant_scope(account.pk), connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
        cursor.execute(LOAD, ids | {"number": number, "vocabulary": VOCABULARY})
    with connections["owner"].cursor() as cursor:
        cursor.execute("VACUUM ANALYZE answers_answer, answers_answercontent")
    return owner


def _browser(owner: Membership) -> Client:
    browser = Client(SERVER_NAME="localhost", headers={"Accept": "text/html"})
    browser.force_login(owner.user, backend="django.contrib.auth.backends.ModelBackend")
    session = browser.session
    session[CHOSEN] = owner.public_id
    session.save()
    return browser


def _measure(report: Report, name: str, target: float, visit: Any) -> None:
    with CaptureQueriesContext(connection) as queries:
        _seen(visit)
    asked = [each for each in queries if not each["sql"].startswith(AROUND)]
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        _seen(visit)
        times.append((time.perf_counter() - began) * 1000)
    report.figure(f"{name}, {len(asked)} queries", statistics.median(times), "ms", target=target)
    if len(asked) > MOST_QUERIES:
        report.figure(f"{name}: queries", len(asked), "", target=MOST_QUERIES)


def _seen(visit: Any) -> None:
    page = visit()
    if page.status_code != 200:
        raise RuntimeError(f"the history answered {page.status_code}")
