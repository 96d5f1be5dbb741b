"""The ledger outside the database: on the disk first, whole after a crash, no content in it."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from accounts.tenancy import tenant_scope
from legalcontext.answers.erasure import delete_rows
from legalcontext.answers.models import Answer
from legalcontext.erasure import deletion, ledger
from legalcontext.erasure.models import LedgerEntry
from matters.models import Matter
from matters.services.matters import delete_matter
from tests import factories
from tests.histories import answer_of, hold_on, kept

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return factories.firm()


def digests():
    salt, lines = ledger.read()
    return salt, [(line.operation, set(line.digests)) for line in lines]


def test_it_is_synced_before_the_first_row_goes(owner, monkeypatch):
    answer = answer_of(owner)
    events: list[str] = []
    fsync = os.fsync

    def sync(descriptor):
        events.append("sync")
        fsync(descriptor)

    def delete(ids):
        events.append("delete")
        delete_rows(ids)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(deletion, "delete_rows", delete)
    deletion.delete_answer(factories.principal_of(owner), answer.public_id)
    assert events[-1] == "delete"
    assert events.count("sync") == 3  # the new file, its folder, and the line


def test_where_the_disk_refuses_nothing_goes(owner, settings, tmp_path):
    answer = answer_of(owner)
    (tmp_path / "file").touch()
    settings.LEDGER_STORAGE = tmp_path / "file"
    with pytest.raises(FileExistsError):
        deletion.delete_answer(factories.principal_of(owner), answer.public_id)
    assert kept(owner.account_id) == (1, 1)


def test_a_file_that_is_no_ledger_stops_deleting(owner, ledger_of_the_test):
    ledger_of_the_test.parent.mkdir()
    ledger_of_the_test.write_text("something else\n")
    answer = answer_of(owner)
    with pytest.raises(ledger.BrokenLedger):
        deletion.delete_answer(factories.principal_of(owner), answer.public_id)
    assert kept(owner.account_id) == (1, 1)
    assert ledger_of_the_test.read_text() == "something else\n"


def test_only_its_owner_may_read_the_file(owner, ledger_of_the_test):
    deletion.delete_answer(factories.principal_of(owner), answer_of(owner).public_id)
    assert ledger_of_the_test.stat().st_mode & 0o077 == 0
    assert ledger_of_the_test.parent.stat().st_mode & 0o077 == 0


def test_a_line_that_a_crash_broke_off_spoils_no_other(owner, ledger_of_the_test):
    first, second = answer_of(owner), answer_of(owner)
    principal = factories.principal_of(owner)
    deletion.delete_answer(principal, first.public_id)
    with ledger_of_the_test.open("ab") as file:
        file.write(b'{"at": "2030-01-01", "operation": "del')
    deletion.delete_answer(principal, second.public_id)
    salt, found = digests()
    assert [digest for _, digest in found] == [
        {ledger.digest(answer.public_id, salt)} for answer in (first, second)
    ]


def test_what_a_hold_kept_is_written_as_asked_and_then_as_deleted(owner):
    answer = answer_of(owner)
    hold_on(owner, answer_id=answer.pk, silent=True)
    deletion.delete_answer(factories.principal_of(owner), answer.public_id)
    _, found = digests()
    assert [operation for operation, _ in found] == ["ask"]


def test_a_matters_answers_are_written_with_it(owner):
    matter = factories.matter_of(owner)
    answer = answer_of(owner, matter=matter)
    delete_matter(factories.principal_of(owner), matter.public_id)
    salt, found = digests()
    expected = {ledger.digest(text, salt) for text in (matter.public_id, answer.public_id)}
    assert found == [("delete", expected)]
    with tenant_scope(owner.account_id):
        assert {entry.digest for entry in LedgerEntry.objects.all()} == expected


def test_a_held_matter_is_refused_before_anything_is_written(owner, ledger_of_the_test):
    matter = factories.matter_of(owner)
    hold_on(owner, matter_id=matter.pk)
    with pytest.raises(Exception, match="held"):
        delete_matter(factories.principal_of(owner), matter.public_id)
    assert not ledger_of_the_test.exists()
    with tenant_scope(owner.account_id):
        assert Matter.objects.exists()
        assert not LedgerEntry.objects.exists()
        assert not Answer.objects.exists()


def test_many_writers_lose_no_line_and_agree_on_the_salt(ledger_of_the_test):
    def write(writer):
        for number in range(20):
            ledger._append("delete", [f"ans_{writer}_{number}"])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))
    salt, found = digests()
    assert set().union(*(digest for _, digest in found)) == {
        ledger.digest(f"ans_{writer}_{number}", salt) for writer in range(8) for number in range(20)
    }
    head, *lines = ledger_of_the_test.read_text().splitlines()
    assert "salt" in json.loads(head)
    assert len(lines) == 160
    assert list(ledger_of_the_test.parent.iterdir()) == [ledger_of_the_test]
