"""Deleting while others delete, hold or die: real commits, on connections of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer
from legalcontext.erasure import deletion, ledger
from legalcontext.erasure.models import Deletion
from legalcontext.erasure.sweep import sweep
from legalcontext.retention.errors import LegalHold
from legalcontext.retention.models import Hold
from tests import factories
from tests.histories import answer_of, hold_on, kept, many_answers

pytestmark = pytest.mark.django_db(transaction=True)

NUMBER = 20_000


@pytest.fixture
def owner():
    return factories.firm()


def in_thread(work):
    """Run `work` on a connection of its own; returns what it raised or gave."""

    def run():
        try:
            return work()
        except Exception as error:
            return error
        finally:
            connection.close()

    pool = ThreadPoolExecutor(1)
    future = pool.submit(run)
    pool.shutdown(wait=False)
    return future


def test_a_hold_that_is_placed_and_not_yet_committed_wins(owner):
    answer = answer_of(owner)
    principal = factories.principal_of(owner)
    placed, go_on = threading.Event(), threading.Event()

    def place():
        with tenant_scope(owner.account_id):
            hold_on(owner, answer_id=answer.pk)
            placed.set()
            go_on.wait(30)

    placing = in_thread(place)
    assert placed.wait(30)
    deleting = in_thread(lambda: deletion.delete_answer(principal, answer.public_id))
    with pytest.raises(TimeoutError):
        deleting.result(0.5)  # it waits for the hold to be decided
    go_on.set()
    assert placing.result(30) is None
    assert isinstance(deleting.result(30), LegalHold)
    assert kept(owner.account_id) == (1, 1)


def test_a_hold_between_two_batches_of_a_running_delete_wins(owner, monkeypatch):
    monkeypatch.setattr(deletion, "BATCH", 500)
    many_answers(owner, 2_000)
    principal = factories.principal_of(owner)
    batch, after_first, go_on = deletion.delete_batch, threading.Event(), threading.Event()

    def stop_after_the_first(chosen):
        if after_first.is_set():
            go_on.wait(30)
        gone = batch(chosen)
        after_first.set()
        return gone

    monkeypatch.setattr(deletion, "delete_batch", stop_after_the_first)
    selection = deletion.Selection()
    deleting = in_thread(lambda: deletion.delete_answers(principal, selection))
    assert after_first.wait(30)
    time.sleep(0.2)  # the first batch commits
    hold_on(owner, person_id=owner.user_id)
    go_on.set()
    outcome = deleting.result(60)
    assert (outcome.deleted, outcome.held) == (500, 1_500)
    assert kept(owner.account_id) == (1_500, 1_500)


def test_two_deletes_of_the_same_things_at_once_end_in_one_state(owner, monkeypatch):
    monkeypatch.setattr(deletion, "BATCH", 200)
    many_answers(owner, 3_000)
    held = answer_of(owner)
    hold_on(owner, answer_id=held.pk)
    principal = factories.principal_of(owner)
    both = [
        in_thread(lambda: deletion.delete_answers(principal, deletion.Selection()))
        for _ in range(2)
    ]
    outcomes = [future.result(120) for future in both]
    assert sum(getattr(outcome, "deleted", 0) for outcome in outcomes) == 3_000
    assert sum(outcome.held for outcome in outcomes) == 1
    with tenant_scope(owner.account_id):
        assert Answer.objects.get() == held
        assert not Deletion.objects.filter(finished_at=None).exists()
    _, lines = ledger.read()
    deleted = [digest for line in lines if line.operation == "delete" for digest in line.digests]
    assert len(deleted) == len(set(deleted)) == 3_000


def test_a_delete_that_is_killed_goes_on_to_the_same_end(owner):
    """kill -9 among 20,000 answers, then the next sweep."""
    many_answers(owner, NUMBER)
    held = answer_of(owner)
    hold_on(owner, answer_id=held.pk)
    _, secret = factories.key_of(owner)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.erasure.delete_everything", secret],
        env=os.environ
        | {
            "DJANGO_SETTINGS_MODULE": "codossier.settings.test",
            "DATABASE_OF_THE_TEST": connection.settings_dict["NAME"],
            "LEDGER_STORAGE": str(ledger._path().parent),
        },
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "a batch is done\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    left, _ = kept(owner.account_id)
    assert 1 < left < NUMBER + 1
    with tenant_scope(owner.account_id):
        run = Deletion.objects.get()
        assert run.finished_at is None
        assert run.deleted == NUMBER + 1 - left
    sweep()
    with tenant_scope(owner.account_id):
        ended = Deletion.objects.get()
        assert ended.finished_at is not None
        assert (ended.deleted, ended.held) == (NUMBER, 1)
        assert Answer.objects.get().deletion_asked_at is not None
        assert Hold.objects.active().count() == 1
    assert kept(owner.account_id) == (1, 1)


def test_a_sweep_and_a_delete_at_once_delete_each_row_once(owner, monkeypatch):
    monkeypatch.setattr(deletion, "BATCH", 100)
    many_answers(owner, 1_000)
    principal = factories.principal_of(owner)
    with tenant_scope(owner.account_id):
        Answer.objects.update(expires_at="2001-01-01T00:00:00Z")
    deleting = in_thread(lambda: deletion.delete_answers(principal, deletion.Selection()))
    sweeping = in_thread(sweep)
    assert deleting.result(60).deleted + sweeping.result(60).expired == 1_000
    assert kept(owner.account_id) == (0, 0)
