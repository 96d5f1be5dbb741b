"""Requests that are carried out while others are, or die: real commits, on connections of their
own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest
from django.db import connection

from accounts.tenancy import tenant_scope
from legalcontext.erasure import ledger
from legalcontext.erasure.errors import AlreadyOpen
from legalcontext.erasure.request_models import DeletionRequest, State
from legalcontext.erasure.requests import certificate, execution, service
from legalcontext.erasure.sweep import sweep
from tests import factories
from tests.erasure.carrying import approve, in_days, new_operator, read, run_jobs
from tests.erasure.test_concurrency import in_thread
from tests.histories import answer_of, hold_on, kept, many_answers

pytestmark = pytest.mark.django_db(transaction=True)

NUMBER = int(os.environ.get("ANSWERS_TO_KILL_AMONG", "2000"))


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def one():
    return new_operator("one")


@pytest.fixture
def other():
    return new_operator("other")


def executing(owner, one, other, *, by_letter=False):
    """A request of the owner's that waits for its job."""
    if by_letter:
        request = service.open_by_operator(owner.account, "person", by=one, person=owner)
        request = service.perform(request, "verify", one, identity="mail")
    else:
        request = service.open_by_holder(factories.principal_of(owner))
    request = service.perform(request, "scope", one, categories=["answers"])
    request = service.perform(request, "schedule", one)
    approve(request, other)
    with in_days(4):
        service.tend(request)
    assert read(request).state == State.EXECUTING
    return request


def digests(operation="delete"):
    _, lines = ledger.read()
    return [digest for line in lines if line.operation == operation for digest in line.digests]


def test_a_run_that_is_killed_goes_on_to_the_same_end(owner, one, other):
    """kill -9 among the answers; the next sweep starts the job anew."""
    many_answers(owner, NUMBER)
    held = answer_of(owner)
    hold_on(owner, answer_id=held.pk)
    request = executing(owner, one, other)
    process = subprocess.Popen(
        [
            sys.executable, "-m", "tests.erasure.execute_request",
            str(request.account_id), str(request.pk), str(NUMBER // 10),
        ],
        env=os.environ
        | {
            "DJANGO_SETTINGS_MODULE": "codossier.settings.test",
            "DATABASE_OF_THE_TEST": connection.settings_dict["NAME"],
            "LEDGER_STORAGE": str(ledger._path().parent),
        },
        stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "a batch is done\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    left, _ = kept(owner.account_id)
    partial = read(request)
    assert partial.state == State.EXECUTING
    assert partial.deleted["answers"] == NUMBER + 1 - left == NUMBER // 10
    assert certificate.certificates_of(request) == []
    with connection.cursor() as cursor:  # the job went with the process that had it
        cursor.execute("DELETE FROM procrastinate_jobs")
    with in_days(4.5):
        sweep()
        run_jobs()
    ended = read(request)
    assert ended.state == State.CERTIFIED
    assert ended.deleted == {"answers": NUMBER}
    assert ended.kept == {"answers": {"held": 1, "left": 0}}
    assert kept(owner.account_id) == (1, 1)
    assert len(digests()) == len(set(digests())) == NUMBER
    (made,) = certificate.certificates_of(request)
    (row,) = certificate.read(made)["categories"]
    assert (row["deleted"], row["kept"], row["not_deleted"]) == (NUMBER, 1, 0)
    assert all(check.ok for check in certificate.verify(made))


def test_two_requests_at_once_for_one_person_end_consistently(owner, one, other, monkeypatch):
    monkeypatch.setattr(execution, "BATCH", 50)
    many_answers(owner, 600)
    requests = [executing(owner, one, other, by_letter=letter) for letter in (False, True)]
    running = [
        in_thread(lambda r=request: execution.execute(r.account_id, r.pk)) for request in requests
    ]
    assert [future.result(240) for future in running] == [None, None]
    ended = [read(request) for request in requests]
    assert {request.state for request in ended} == {State.CERTIFIED}
    assert sum(request.deleted.get("answers", 0) for request in ended) == 600
    assert kept(owner.account_id) == (0, 0)
    assert len(digests()) == len(set(digests())) == 600


def test_two_jobs_of_one_request_count_each_thing_once(owner, one, other, monkeypatch):
    monkeypatch.setattr(execution, "BATCH", 50)
    many_answers(owner, 300)
    request = executing(owner, one, other)
    running = [
        in_thread(lambda: execution.execute(request.account_id, request.pk)) for _ in range(2)
    ]
    assert [future.result(240) for future in running] == [None, None]
    assert read(request).deleted == {"answers": 300}
    assert len(certificate.certificates_of(request)) == 1


def test_a_hold_between_two_batches_wins(owner, one, other, monkeypatch):
    monkeypatch.setattr(execution, "BATCH", 50)
    many_answers(owner, 200)
    request = executing(owner, one, other)
    batch, first, go_on = execution._batch, threading.Event(), threading.Event()

    def stop_after_the_first(*arguments):
        if first.is_set():
            go_on.wait(60)
        done = batch(*arguments)
        first.set()
        return done

    monkeypatch.setattr(execution, "_batch", stop_after_the_first)
    running = in_thread(lambda: execution.execute(request.account_id, request.pk))
    assert first.wait(60)
    hold_on(owner, person_id=owner.user_id)
    go_on.set()
    assert running.result(240) is None
    ended = read(request)
    assert ended.deleted["answers"] + ended.kept["answers"]["held"] == 200
    assert ended.kept["answers"]["held"] >= 150 - 50
    assert ended.state == State.CERTIFIED
    with tenant_scope(owner.account_id):
        assert DeletionRequest.objects.get().held == ended.kept["answers"]["held"]


def test_what_runs_elsewhere_is_not_started_again(owner, one, other):
    request = executing(owner, one, other)
    with in_days(4):
        service.tend(request)
        assert not execution.is_stale(read(request))
    with in_days(4.5):
        assert execution.is_stale(read(request))


def test_two_windows_that_ask_for_the_same_at_once_make_one_request(owner):
    principal = factories.principal_of(owner)
    start, refused = threading.Barrier(2), []

    def ask():
        start.wait()
        try:
            service.open_by_holder(principal)
        except AlreadyOpen as error:
            refused.append(error.request_id)

    for asking in [in_thread(ask) for _ in range(2)]:
        assert asking.result(60) is None
    with tenant_scope(owner.account_id):
        (request,) = DeletionRequest.objects.all()
    assert refused == [request.public_id]
