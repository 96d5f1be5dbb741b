"""The sweep: what has run out goes, and nothing else, whatever happens meanwhile."""

from __future__ import annotations

import datetime as dt
import uuid

import pytest
from django.core.management import call_command
from django.db import DatabaseError
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from accounts.models import IdempotencyRecord
from accounts.tenancy import tenant_scope
from legalcontext.answers.erasure import delete_rows
from legalcontext.answers.models import Answer
from legalcontext.erasure import deletion, ledger
from legalcontext.erasure import sweep as sweeping
from legalcontext.erasure.sweep import Swept, sweep, sweep_account
from legalcontext.retention.audit import operator
from legalcontext.retention.holds import release_hold
from legalcontext.retention.models import AuditEvent, Hold, Policy
from tests import factories
from tests.histories import answer_of, hold_on, kept, many_answers

pytestmark = pytest.mark.django_db

GONE_BY = dt.timedelta(seconds=-1)


@pytest.fixture
def owner():
    return factories.firm()


def test_only_finished_answers_that_have_run_out_go(owner):
    answer_of(owner, expires_in=GONE_BY)
    answer_of(owner, expires_in=GONE_BY, status=Answer.Status.FAILED)
    running = answer_of(owner, expires_in=GONE_BY, status=Answer.Status.RUNNING)
    current = answer_of(owner)
    assert sweep() == Swept(expired=2)
    with tenant_scope(owner.account_id):
        assert set(Answer.objects.all()) == {running, current}
        event = AuditEvent.objects.get()
    assert (event.actor, event.action, event.numbers) == (
        "system", "answers.expire", {"deleted": 2},
    )  # fmt: skip
    assert kept(owner.account_id) == (2, 2)


def test_it_goes_account_by_account_and_one_that_fails_stops_no_other(owner, monkeypatch):
    owners = [owner, factories.firm(), factories.firm()]
    for each in owners:
        answer_of(each, expires_in=GONE_BY)

    def fail_for_the_second(ids):
        if kept_ids[ids[0]] == owners[1].account_id:
            raise DatabaseError("planted")
        delete_rows(ids)

    kept_ids: dict[uuid.UUID, uuid.UUID] = {}
    for each in owners:
        with tenant_scope(each.account_id):
            kept_ids |= dict(Answer.objects.values_list("pk", "account_id"))
    monkeypatch.setattr(sweeping, "delete_rows", fail_for_the_second)
    assert sweep() == Swept(expired=2)
    assert [kept(each.account_id)[0] for each in owners] == [0, 1, 0]


def test_it_takes_as_many_batches_as_there_are(owner, monkeypatch):
    monkeypatch.setattr(sweeping, "BATCH", 10)
    many_answers(owner, 35, expires_in=GONE_BY)
    many_answers(owner, 5)
    assert sweep_account(owner.account_id) == Swept(expired=35)
    with tenant_scope(owner.account_id):
        assert AuditEvent.objects.count() == 4
    assert kept(owner.account_id) == (5, 5)


def test_what_has_run_out_needs_no_line_in_the_ledger(owner, ledger_of_the_test):
    answer_of(owner, expires_in=GONE_BY)
    sweep()
    assert not ledger_of_the_test.exists()


def test_a_hold_that_comes_between_two_batches_wins(owner, monkeypatch):
    monkeypatch.setattr(sweeping, "BATCH", 10)
    many_answers(owner, 30, expires_in=GONE_BY)
    batch, done = sweeping.delete_expired, []

    def hold_after_the_first():
        deleted = batch()
        done.append(deleted)
        if len(done) == 1:
            hold_on(owner, person_id=owner.user_id)
        return deleted

    monkeypatch.setattr(sweeping, "delete_expired", hold_after_the_first)
    assert sweep_account(owner.account_id) == Swept(expired=10)
    assert kept(owner.account_id) == (20, 20)


def test_a_hold_that_comes_between_look_and_delete_wins(owner, monkeypatch):
    first, second = (answer_of(owner, expires_in=GONE_BY) for _ in range(2))
    tries: list[int] = []

    def hold_first(ids):
        tries.append(len(ids))
        if len(tries) == 1:
            with tenant_scope(owner.account_id):
                Hold.objects.create(
                    answer_id=first.pk, reason="r", review_on=timezone.now().date(),
                    authority="operator",
                )  # fmt: skip
        delete_rows(ids)

    monkeypatch.setattr(sweeping, "delete_rows", hold_first)
    # The hold is placed in the refused transaction here, and goes with it: the second try deletes.
    assert sweep_account(owner.account_id) == Swept(expired=2)
    assert tries == [2, 2]
    assert second.pk


def test_what_waited_goes_after_the_release_with_its_line(owner):
    answer = answer_of(owner)
    hold = hold_on(owner, answer_id=answer.pk, silent=True)
    deletion.delete_answer(factories.principal_of(owner), answer.public_id)
    assert sweep() == Swept()
    with tenant_scope(owner.account_id):
        Hold.objects.filter(pk=hold.pk).update(released_at=timezone.now())
    assert sweep() == Swept(waited=1)
    _, lines = ledger.read()
    assert [line.operation for line in lines] == ["ask", "delete"]
    assert kept(owner.account_id) == (0, 0)


def test_what_is_released_in_silence_queues_nothing_and_the_sweep_dates_it_anew(owner):
    """A job would name the account to whoever works on jobs."""
    answer = answer_of(owner, age=dt.timedelta(days=60))
    hold = hold_on(owner, answer_id=answer.pk, silent=True)
    with tenant_scope(owner.account_id):
        Policy.objects.create(level="account", months=1)
    sweep()
    assert kept(owner.account_id) == (1, 1)  # dated by the policy of before
    with tenant_scope(owner.account_id):
        release_hold(hold, reason="quashed", by=operator())
    assert not ProcrastinateJob.objects.exists()
    assert sweep() == Swept(expired=1)
    assert kept(owner.account_id) == (0, 0)


def test_idempotency_keys_past_their_use_are_forgotten(owner):
    with tenant_scope(owner.account_id):
        for days in (1, 3):
            IdempotencyRecord.objects.create(
                holder=owner.pk, key=f"k{days}", fingerprint="f",
                started_at=timezone.now() - dt.timedelta(days=days),
            )  # fmt: skip
    sweep()
    with tenant_scope(owner.account_id):
        assert IdempotencyRecord.objects.get().key == "k1"


def test_the_command_says_what_went(owner, capsys):
    answer_of(owner, expires_in=GONE_BY)
    call_command("sweep", "--account", owner.account.public_id)
    assert capsys.readouterr().out.splitlines() == ["expired 1", "waited 0"]
