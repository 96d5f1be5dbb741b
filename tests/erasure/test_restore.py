"""A dump older than a deletion, restored and replayed, brings nobody back."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from psycopg import conninfo, sql

from accounts.models import User
from accounts.tenancy import tenant_scope
from codossier.settings.environment import ROOT
from legalcontext.erasure import backups, deletion, ledger
from legalcontext.erasure.models import LedgerEntry
from legalcontext.erasure.requests import service
from matters.services.matters import delete_matter
from tests import factories
from tests.erasure.carrying import approve, carried_out, in_days, new_operator, run_jobs
from tests.histories import answer_of, hold_on

pytestmark = pytest.mark.django_db(transaction=True)

RESTORED = "test_codossier_restored_" + str(os.getpid())


class Restored:
    """The commands as an operator runs them, and the restored database past row security."""

    def __init__(self, folder: Path, ledger_folder: Path) -> None:
        if not settings.DATABASE_BACKUP_URL:
            pytest.skip("set DATABASE_BACKUP_URL: dumping reads past row security")
        self.dump = folder / "codossier.dump"
        self.ledger = ledger_folder

    def run(self, *command: str, database: str | None = None, program: str = "manage.py") -> str:
        name = database or connection.settings_dict["NAME"]
        done = subprocess.run(
            [sys.executable, program, *command],
            env=os.environ | urls(name) | {
                "DJANGO_SETTINGS_MODULE": "codossier.settings.test",
                "LEDGER_STORAGE": str(self.ledger),
                "PYTHONPATH": str(ROOT),
            },
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )  # fmt: skip
        return done.stdout + (f"\nrefused: {done.stderr}" if done.returncode else "")

    def make(self) -> None:
        """Dump the database of the test."""
        backups.dump(self.dump)

    def restore(self) -> None:
        backups.restore(self.dump, RESTORED)
        assert backups.is_closed(RESTORED)

    def query(self, text: str) -> list[tuple]:
        url = conninfo.make_conninfo(settings.DATABASE_BACKUP_URL, dbname=RESTORED)
        with psycopg.connect(url) as session:
            return session.execute(text).fetchall()

    def doors(self) -> list[str]:
        """The status of a call at every door, made by a process of its own."""
        return self.run(
            "tests.erasure.knock", database=RESTORED, program="-m"
        ).strip().splitlines()  # fmt: skip


def urls(name: str) -> dict[str, str]:
    """The environment of a process that works on this database."""
    parts = {"DATABASE_URL": "default", "DATABASE_OPERATOR_URL": "operator",
             "DATABASE_OWNER_URL": "owner"}  # fmt: skip
    made = {}
    base = settings.DATABASE_BACKUP_URL
    for variable, alias in parts.items():
        user = settings.DATABASES[alias]["USER"]
        made[variable] = as_url(base, user, name)
    return made | {"DATABASE_BACKUP_URL": as_url(base, None, name)}


def as_url(url: str, user: str | None, name: str) -> str:
    """The same server as another role, on another database."""
    said = conninfo.conninfo_to_dict(url)
    options = "&".join(
        f"{key}={value}" for key, value in said.items() if key not in ("user", "dbname", "password")
    )
    return f"postgresql://{user or said['user']}@/{name}?{options}"


@pytest.fixture
def restored(tmp_path, ledger_of_the_test):
    restored = Restored(tmp_path, ledger_of_the_test.parent)
    yield restored
    with psycopg.connect(settings.DATABASE_BACKUP_URL, autocommit=True) as session:
        session.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(RESTORED)))


@pytest.fixture
def owner():
    return factories.firm()


def test_nobody_comes_back(restored, owner):
    """Single answers, a matter, a person, an account; and what a hold kept stays held."""
    principal = factories.principal_of(owner)
    kept_one, single, held_one = (answer_of(owner, question=f"q{n}") for n in range(3))
    matter = factories.matter_of(owner, "Quillfeather v. Roe")
    of_matter = answer_of(owner, matter=matter)
    leaver = factories.colleague(owner.account)
    answer_of(leaver, question="Quillfeather's own")
    User.objects.filter(pk=leaver.user_id).update(name="Quillfeather")
    closing = factories.firm()
    answer_of(closing)
    one, other = new_operator("one"), new_operator("other")
    going = service.open_by_holder(factories.principal_of(factories.colleague(owner.account)))
    going = service.perform(service.perform(going, "scope", one), "schedule", one)
    approve(going, other)
    restored.make()

    deletion.delete_answer(principal, single.public_id)
    hold_on(owner, answer_id=held_one.pk)
    with pytest.raises(Exception, match="held"):
        deletion.delete_answer(principal, held_one.public_id)
    delete_matter(principal, matter.public_id)
    carried_out(service.open_by_holder(factories.principal_of(leaver)), one, other)
    carried_out(service.open_by_holder(factories.principal_of(closing), "account"), one, other)

    restored.restore()
    assert restored.doors() == ["503"] * 5
    assert restored.query("SELECT count(*) FROM answers_answer") == [(6,)]
    said = restored.run("replay", "--database", RESTORED)
    assert said.strip().endswith("open"), said

    answers = restored.query("SELECT id, deletion_asked_at IS NOT NULL FROM answers_answer")
    assert sorted(answers) == sorted([(kept_one.pk, False), (held_one.pk, True)])
    assert of_matter.pk not in {key for key, _ in answers}
    assert restored.query("SELECT count(*) FROM matters_matter") == [(0,)]
    held = restored.query("SELECT answer_id, silent FROM retention_hold WHERE released_at IS NULL")
    assert held == [(held_one.pk, True)]
    names = restored.query("SELECT count(*) FROM accounts_user WHERE name = 'Quillfeather'")
    assert names == [(0,)]
    account = restored.query(
        f"SELECT name, status FROM accounts_account WHERE id = '{closing.account_id}'"
    )
    assert account == [(closing.account.public_id, "suspended")]
    states = restored.query("SELECT state FROM erasure_deletionrequest")
    assert states == [("scoped",)]  # a withdrawal may have been lost
    assert restored.doors() == ["401", "401", "401", "200", "200"]
    again = restored.run("replay", "--database", RESTORED)
    assert "deleted again 0" in again
    assert "held anew 0" in again
    assert sorted(restored.query("SELECT id FROM answers_answer")) == sorted(
        [(kept_one.pk,), (held_one.pk,)]
    )


def test_row_security_is_as_it_was_and_without_the_ledger_it_stays_closed(restored, owner):
    answer_of(owner)
    restored.make()
    restored.restore()
    forced = restored.query(
        "SELECT count(*) FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity"
    )
    assert forced == [(0,)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_policy")
        policies = cursor.fetchone()
    assert restored.query("SELECT count(*) FROM pg_policy") == [policies]
    said = restored.run("replay", "--database", RESTORED)
    assert "The ledger of deletions is not there" in said
    assert backups.is_closed(RESTORED)


def test_what_cannot_be_restored_is_said_and_leaves_nothing(restored, owner):
    call_command("backup", str(restored.dump))
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", str(restored.dump))
    assert restored.dump.stat().st_mode & 0o077 == 0
    with restored.dump.open("ab") as file:
        file.write(b"more")
    restore = ("restore", str(restored.dump), "--database", RESTORED)
    with pytest.raises(CommandError, match="not the one that its manifest was written for"):
        call_command(*restore)
    manifest = restored.dump.with_name(restored.dump.name + ".json")
    said = json.loads(manifest.read_text())
    restored.dump.write_bytes(b"no dump at all")
    digest = hashlib.sha256(restored.dump.read_bytes()).hexdigest()
    manifest.write_text(json.dumps(said | {"sha256": digest}))
    with pytest.raises(CommandError, match="pg_restore failed"):
        call_command(*restore)
    assert backups.made_at(RESTORED) is None
    manifest.unlink()
    with pytest.raises(CommandError, match="There is no manifest"):
        call_command(*restore)


def test_a_database_that_was_not_restored_is_not_replayed(restored):
    with pytest.raises(CommandError, match="nothing to replay"):
        call_command("replay")


def test_what_was_erased_before_the_dump_is_not_erased_again(restored, owner):
    """A person who came back after an erasure keeps what they asked since."""
    leaver = factories.colleague(owner.account)
    one, other = new_operator("one"), new_operator("other")
    request = service.open_by_holder(factories.principal_of(leaver))
    request = service.perform(request, "scope", one, categories=["answers"])
    request = service.perform(request, "schedule", one)
    approve(request, other)
    with in_days(4):
        service.tend(request)
        run_jobs()
    since = answer_of(leaver)
    path = ledger._path()
    moved = path.read_text().replace(
        (dt.datetime.now(dt.UTC) + dt.timedelta(days=4)).strftime("%Y-%m-%d"),
        dt.datetime.now(dt.UTC).strftime("%Y-%m-%d"),
    )
    path.write_text(moved)  # the job was run as if days had passed
    with tenant_scope(owner.account_id):
        assert LedgerEntry.objects.filter(operation="erase").exists()
    restored.make()
    restored.restore()
    said = restored.run("replay", "--database", RESTORED)
    assert said.strip().endswith("open"), said
    assert restored.query("SELECT id FROM answers_answer") == [(since.pk,)]
