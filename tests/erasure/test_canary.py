"""After an erasure a word of the subject's is in no table, file, job or log.

The word is planted through the public doors. Tables and columns are learnt from the catalogue,
files from a walk: a new column that nobody planted, or explained, fails the first test.
"""

from __future__ import annotations

import datetime as dt
import io
import logging
import os
import re
import zipfile
from pathlib import Path

import psycopg
import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.admin.models import CHANGE, LogEntry
from django.core import mail
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from psycopg import sql

from accounts.erasure_registry import Subject
from accounts.ids import parse_public_id
from accounts.models import User
from accounts.services.directory import verify_professional
from accounts.tenancy import tenant_scope
from legalcontext.answers.task_models import PushConfig, Task, TaskMessage
from legalcontext.erasure import tasks
from legalcontext.erasure.models import ExportChunk
from legalcontext.erasure.requests import certificate, service
from legalcontext.erasure.requests.actors import by_principal
from legalcontext.erasure.running import close_account, erase
from legalcontext.retention.audit import operator
from matters.models import Matter
from matters.names import digest_of
from tests import factories
from tests.doors.a2a.client import A2A
from tests.doors.mcp.conftest import McpClient
from tests.doors.pages.conftest import browser_of
from tests.doors.rest.conftest import RestClient
from tests.erasure.carrying import carried_out, new_operator

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "operator"]),
    pytest.mark.usefixtures("notes"),
]

CANARY = "Quillfeather"

OURS = (
    "knowledge_", "switches_", "auth_", "django_content_type", "django_migrations",
    "erasure_regime",
)  # fmt: skip
"""Tables of the service's own words, which no account writes."""

WORDS = {
    "requestwords.name", "requestwords.contact", "requestwords.on_behalf_of",
    "requestwords.description", "requestwords.identity_asked", "requestwords.explanation",
    "requestwords.appeal", "proposal.reason",
}  # fmt: skip
"""What is said in deletion requests, which go when they are closed."""

TEXTUAL = """
SELECT c.relname, a.attname, t.typname
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
  AND a.attnum > 0 AND NOT a.attisdropped
  AND t.typname = ANY (ARRAY['text', 'varchar', 'bpchar', 'json', 'jsonb', 'bytea', 'citext',
                             '_text', '_varchar', 'tsvector'])
ORDER BY 1, 2
"""

EXPLAINED = {
    # Codes and labels of ours: a choice, or a value that is checked against a list.
    "accounts_account": {"kind", "status", "time_zone"},
    "accounts_membership": {"role", "status", "professional_status"},
    "accounts_apikey": {"mode", "digest", "last_four", "scopes"},
    "accounts_invitation": {"role", "digest"},
    "accounts_failedrequest": {"request_id", "method", "route", "code"},
    "accounts_idempotencyrecord": {"fingerprint", "status", "result"},
    "matters_matter": {"jurisdiction", "litigation_anticipated", "status"},
    "matters_keybinding": {"level"},
    "matters_matterevent": {"action", "level"},
    "matters_party": {"side"},
    "matters_conflictname": {"digest"},  # looked for by its digest below
    "retention_policy": {"level", "skill"},
    "oversight_contentaccess": {"operator_name"},  # somebody of the service
    "retention_hold": {"authority"},
    "retention_auditevent": {"actor", "authority", "action", "object", "numbers"},
    "erasure_deletion": {"actor", "authority"},
    "erasure_ledgerentry": {"operation", "digest"},
    "erasure_export": {"of", "status"},
    "erasure_deletionrequest": {
        "about", "time_zone", "regime_id", "state", "identity", "refusal", "categories",
        "inventory", "deleted", "kept",
    },
    "erasure_requestevent": {"step", "source", "target", "actor", "numbers", "notice"},
    "erasure_proposal": {"action", "object", "decision"},
    "erasure_certificate": {"body", "digest"},  # read whole in test_requests
    "answers_answer": {
        "door", "skill", "status", "language", "basis", "privilege", "note_codes", "notes_cited",
    },
    "answers_answerreport": {"kind", "status"},
    "answers_task": {"skill", "state", "steps"},
    "answers_taskmessage": {"sent_as", "fingerprint"},
    "accounts_user": {"password"},
    "account_emailconfirmation": {"key"},
    "mfa_authenticator": {"type", "data"},
    "usersessions_usersession": {"session_key", "user_agent", "data"},
    # Digests, and moments of tries.
    "doors_counter": {"cache_key", "value"},
    # Of packages: ids, or tables that stay empty.
    "django_session": {"session_key", "session_data"},
    "django_admin_log": {"object_id"},
    "guardian_userobjectpermission": {"object_pk"},
    "guardian_groupobjectpermission": {"object_pk"},
    "procrastinate_jobs": {"queue_name", "task_name", "lock", "queueing_lock", "args"},
    "procrastinate_periodic_defers": {"task_name", "periodic_id"},
}  # fmt: skip


class Database:
    """All of the database, past row security, as the role that dumps it."""

    def __init__(self) -> None:
        if not settings.DATABASE_BACKUP_URL:
            pytest.skip("the proof reads past row security: set DATABASE_BACKUP_URL")
        self.session = psycopg.connect(
            settings.DATABASE_BACKUP_URL, dbname=connection.settings_dict["NAME"], autocommit=True
        )

    def columns(self) -> list[tuple[str, str, str]]:
        rows = self.session.execute(TEXTUAL).fetchall()
        return [row for row in rows if not row[0].startswith(OURS)]

    def holding(self, word: str) -> set[str]:
        """The columns in which the word stands, in any case of its letters."""
        return {
            f"{table}.{column}"
            for table, column, kind in self.columns()
            if self._has(table, column, kind, word)
        }

    def _has(self, table: str, column: str, kind: str, word: str) -> bool:
        text = "encode({}, 'escape')" if kind == "bytea" else "{}::text"
        query = sql.SQL("SELECT EXISTS (SELECT FROM {} WHERE " + text + " ILIKE %s)").format(
            sql.Identifier(table), sql.Identifier(column)
        )
        row = self.session.execute(query, [f"%{word}%"]).fetchone()
        return bool(row and row[0])


@pytest.fixture
def database():
    database = Database()
    yield database
    database.session.close()


@pytest.fixture
def owner():
    owner = factories.firm(verified=False, owner_name=CANARY)
    address = f"{CANARY.lower()}@firm.example"
    User.objects.filter(pk=owner.user_id).update(email=address)
    EmailAddress.objects.filter(user=owner.user_id).update(email=address)
    owner.user.refresh_from_db()
    verify_professional(membership=owner, evidence=f"{CANARY}'s card", verified_by=None)
    return owner


@pytest.fixture
def client(owner):
    return RestClient(factories.key_of(owner)[1])


def posted(client, path, body, **headers):
    response = client.post(path, body, headers=headers)
    assert response.status_code in (200, 201, 202), (path, response.content)
    return response.json()


@pytest.fixture
def planted(client, owner, transactional_db):
    """The word through every door that takes words; the hold on them is released again."""
    client.patch("/v1/account", {"name": f"{CANARY} & Partners"})
    matter = posted(
        client, "/v1/matters",
        {"title": f"{CANARY} v. Roe", "jurisdiction": "US-CA", "forum": f"{CANARY} court"},
    )["id"]  # fmt: skip
    at = f"/v1/matters/{matter}"
    posted(client, f"{at}/parties", {"name": CANARY, "role": f"{CANARY}'s tenant"})
    posted(client, f"{at}/dates", {"title": CANARY, "date": "2030-01-31", "note": f"see {CANARY}"})
    posted(client, f"{at}/notes", {"text": f"{CANARY} called."})
    member = factories.colleague(owner.account)
    posted(client, f"{at}/walls", {"member": member.public_id, "reason": f"acted for {CANARY}"})
    posted(client, "/v1/conflict-checks", {"names": [CANARY]})
    posted(client, "/v1/services", {"name": f"{CANARY} robot"})
    posted(client, "/v1/keys", {"name": f"{CANARY} laptop"})
    posted(client, "/v1/invitations", {"email": f"{CANARY.lower()}@example.org", "role": "member"})
    asked = posted(
        client, "/v1/asks",
        {
            "skill": "document_review",
            "question": f"What does {CANARY} owe?",
            "documents": [{"name": f"{CANARY}.txt", "text": f"{CANARY} shall pay $100."}],
            "context": {
                "matter": matter,
                "jurisdiction": f"{CANARY} land",
                "role": CANARY,
                "on_behalf_of": CANARY,
                "later": CANARY,
            },
        },
        **{"Idempotency-Key": f"{CANARY}-1"},
    )["id"]  # fmt: skip
    client.put("/v1/retention/account", {"months": 24})
    client.put(f"/v1/retention/matters/{matter}", {"months": 24})
    review = (timezone.now().date() + dt.timedelta(days=9)).isoformat()
    hold = posted(
        client, "/v1/holds",
        {"reason": f"{CANARY} may sue", "scope": {"answer": asked}, "review_on": review},
    )["id"]  # fmt: skip
    posted(client, f"/v1/holds/{hold}/release", {"reason": f"{CANARY} settled"})
    job = posted(client, "/v1/export", {})["id"]
    key = parse_public_id("job", job)
    assert key is not None
    tasks.make_export(str(owner.account_id), str(key))
    _by_other_doors(owner)
    _a_task(owner)
    _in_a_browser(owner, matter)
    _in_the_admin(owner)
    _requests(owner)
    return matter


def _by_other_doors(owner):
    _, secret = factories.key_of(owner)
    assert not McpClient(secret).call("triage", {"question": f"{CANARY} by MCP?"}).get("isError")
    assert A2A(secret).send(f"My landlord {CANARY} kept my deposit in Texas.").task


def _requests(owner):
    """The words of a request that was refused and appealed, and of what operators proposed."""
    request = service.open_by_holder(
        factories.principal_of(owner), "description", description=f"all of {CANARY}'s"
    )
    one = new_operator("one")
    service.perform(request, "reject", one, refusal="unfounded", explanation=f"{CANARY}!")
    requester = by_principal(factories.principal_of(owner))
    service.perform(request, "appeal", requester, appeal=f"{CANARY}?")
    other = service.open_by_operator(
        owner.account, "on_behalf_of", by=one, name=CANARY, on_behalf_of=CANARY,
        contact=f"{CANARY.lower()}@example.org",
    )  # fmt: skip
    service.perform(other, "ask_identity", one, identity_asked=f"a card of {CANARY}")
    service.perform(other, "withdraw", one)
    service.perform(other, "reopen", one, reason=f"{CANARY} wrote again")
    LogEntry.objects.log_actions(
        one.id or "", User.objects.filter(pk=owner.user_id), CHANGE, f"renamed to {CANARY}"
    )


def _a_task(owner):
    with tenant_scope(owner.account_id):
        task = Task.objects.create(
            asker=owner.user, context_id=CANARY, skill="triage", skill_chosen=True,
            extensions=[f"https://{CANARY}.example"], terms={"value": CANARY}, state="failed",
            expires_at=timezone.now() + dt.timedelta(days=9),
        )  # fmt: skip
        TaskMessage.objects.create(
            task=task, number=0, body={"text": CANARY}, extensions=[f"https://{CANARY}.example"]
        )
        PushConfig.objects.create(
            task=task, name=CANARY, url=f"https://{CANARY}.example", scheme=CANARY, secrets=CANARY
        )


def _in_a_browser(owner, matter):
    """An ask with a paper, a search, a report, and what is entered in a matter and in a hold."""
    browser = browser_of(owner)
    at = f"/matters/{matter}/"
    review = (timezone.now().date() + dt.timedelta(days=9)).isoformat()
    hold = {"scope": "time", "made_from": review, "reason": CANARY, "review_on": review}
    asked = browser.post(
        "/ask/",
        {
            "ask": "1", "skill": "document_review", "question": f"What does {CANARY} owe me?",
            "pasted": f"{CANARY} shall pay $100.", "on_behalf_of": CANARY, "matter": matter,
        },
    )  # fmt: skip
    assert asked.status_code == 302
    for path, sent in {
        f"{asked['Location']}report/": {"kind": "law", "text": f"{CANARY} says it is wrong."},
        f"{at}add/parties/": {"name": CANARY, "role": CANARY, "side": "other"},
        f"{at}add/notes/": {"text": f"{CANARY} wrote."},
        "/account/holds/new/": hold,
    }.items():
        assert browser.post(path, sent).status_code == 302, path
    held = re.findall(r"hld_\w+/release", browser.get("/account/holds/").text)
    browser.post(f"/account/holds/{held[0]}/", {"reason": f"{CANARY} went"})
    found = browser.post("/history/", {"words": CANARY})
    assert CANARY in found.text


def _in_the_admin(owner):
    User.objects.create_superuser("op@service.example", "a long password")
    browser = Client()
    browser.login(username="op@service.example", password="a long password")
    with tenant_scope(owner.account_id):
        (matter,) = Matter.objects.all()
    opening = reverse("admin:matters_matter_step", args=[matter.pk, "open"])
    assert browser.post(opening, {"reason": f"{CANARY} wrote to support."}).status_code == 302
    page = reverse("admin:matters_matter_change", args=[matter.pk])
    data = {"title": f"{CANARY} v. Doe", "owner": owner.user_id, "jurisdiction": "US-CA",
            "forum": f"{CANARY} court", "litigation_anticipated": ""}  # fmt: skip
    assert browser.post(page, data).status_code == 302


def test_the_word_was_written_in_every_column_or_the_column_is_explained(planted, database, owner):
    """A column of text that nobody planted is one that nobody knows to be erased."""
    explained = {f"{table}.{column}" for table, columns in EXPLAINED.items() for column in columns}
    found = {f"{table}.{column}" for table, column, _ in database.columns()}
    held = database.holding(CANARY) | _in_archives(owner)
    assert found - held - explained == set(), "plant it, or explain it"
    assert explained - found == set(), "explained, and not there"
    assert explained & held == set(), "explained as empty of words, and is not"


def test_an_accounts_end_leaves_it_nowhere(
    planted, database, client, owner, caplog, ledger_of_the_test
):
    caplog.set_level(logging.INFO)
    assert client.post("/v1/asks/delete", {"all": "mine"}).json()["deleted"] == 5
    assert {c for c in database.holding(CANARY) if c.startswith(("answers_", "erasure_"))} == {
        f"erasure_{column}" for column in WORDS
    }
    assert _in_archives(owner) == set()
    results = close_account(owner.account, operator())
    assert all(result.left == 0 and result.kept == 0 for result in results.values())
    assert database.holding(CANARY) == set()
    assert database.holding(digest_of(CANARY)) == set()
    assert CANARY.lower() not in caplog.text.lower()
    assert _files_with(CANARY, ledger_of_the_test.parent) == []
    assert client.get("/v1/asks").status_code == 401


def test_an_accounts_closure_by_request_leaves_it_nowhere(
    planted, database, client, owner, caplog, ledger_of_the_test
):
    """The whole path: asked for, scoped, approved, executed, certified, told, and closed."""
    caplog.set_level(logging.INFO)
    request = service.open_by_holder(factories.principal_of(owner), "account")
    request = carried_out(request, new_operator("three"), new_operator("four"))
    assert request.state == "closed"
    assert database.holding(CANARY) == set()
    assert database.holding(digest_of(CANARY)) == set()
    assert CANARY.lower() not in caplog.text.lower()
    assert _files_with(CANARY, ledger_of_the_test.parent) == []
    (made,) = certificate.certificates_of(request)
    assert certificate.read(made)["complete"]
    assert all(check.ok for check in certificate.verify(made))
    assert mail.outbox[-1].to == [f"{CANARY.lower()}@firm.example"]
    assert client.get("/v1/asks").status_code == 401


def test_a_persons_end_leaves_what_is_others(planted, database, owner):
    """One member's erasure by the registry, and the repeat of the ask gives nothing back."""
    other = factories.colleague(owner.account)
    RestClient(factories.key_of(other)[1]).post(
        "/v1/asks", {"skill": "triage", "question": "Mine?"}
    )
    erase(Subject(owner.account_id, owner.user_id), operator())
    held = database.holding(CANARY)
    assert not [c for c in held if c.startswith(("answers_", "matters_"))]
    # Requests that are not ended keep their words until they are.
    assert {c for c in held if c.startswith("erasure_")} <= {f"erasure_{c}" for c in WORDS}
    with database.session.cursor() as cursor:
        cursor.execute("SELECT question FROM answers_answercontent")
        assert cursor.fetchall() == [("Mine?",)]


def _in_archives(owner):
    """Where the word stands in a stored archive, which is compressed."""
    with tenant_scope(owner.account_id):
        data = b"".join(bytes(c.data) for c in ExportChunk.objects.order_by("number"))
    if not data:
        return set()
    archive = zipfile.ZipFile(io.BytesIO(data))
    found = any(CANARY.encode() in archive.read(name) for name in archive.namelist())
    return {"erasure_exportchunk.data"} if found else set()


def _files_with(word, *more):
    """Files of the service's own making with the word in them, the database's own left out."""
    needle = word.lower().encode()
    folders = [settings.VAR_DIR, *more]
    return [
        path
        for folder in folders
        for top, inside, names in os.walk(folder)
        if "postgres" not in Path(top).parts
        for path in (Path(top, name) for name in names)
        if path.is_file() and needle in path.read_bytes().lower()
    ]
