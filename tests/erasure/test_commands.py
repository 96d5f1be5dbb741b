"""The work of operators at the command line, from the letter to the certificate."""

from __future__ import annotations

import re

import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.tenancy import tenant_scope
from legalcontext.erasure.request_models import DeletionRequest
from legalcontext.erasure.requests import certificate, service
from tests import factories
from tests.erasure.carrying import in_days, run_jobs
from tests.histories import answer_of, hold_on, kept

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "operator"])

ONE, OTHER = "one@service.example", "other@service.example"


@pytest.fixture
def owner():
    for address in (ONE, OTHER):
        User.objects.create_superuser(address, "a password")
    return factories.firm()


@pytest.fixture
def run(capsys):
    def run(*command):
        call_command(*command)
        return capsys.readouterr().out

    return run


def test_from_the_letter_to_the_certificate(run, owner):
    answer = answer_of(owner, question="May Jo Roe be evicted?")
    said = run(
        "deletion_requests", "open", "description", "--account", owner.account.public_id,
        "--description", "all about Jo Roe", "--contact", "jo@roe.example", "--regime", "gdpr",
        "--received", "2026-11-02T10:00", "--by", ONE,
    )  # fmt: skip
    (request,) = re.findall(r"drq_\w+", said)
    assert "state acknowledged" in said
    assert request in run("deletion_requests", "list")
    at = ("deletion_requests", "perform", request)
    by = ("--by", ONE)
    run(*at, "verify", "identity=document", *by)
    found = run("deletion_requests", "find", request, "jo roe")
    assert answer.public_id in found
    run(*at, "scope", f"answers={answer.public_id}", *by)
    assert "answers: 1, held 0" in run("deletion_requests", "show", request)
    assert "another operator has to approve it" in run(*at, "schedule", *by)
    with pytest.raises(CommandError, match="not this operator's"):
        run("deletion_requests", "approve", request, *by)
    assert "execute approved" in run("deletion_requests", "approve", request, "--by", OTHER)
    with in_days(40):
        run("sweep")
        run_jobs()
    assert kept(owner.account_id) == (0, 0)
    with tenant_scope(owner.account_id):
        (made,) = certificate.certificates_of(DeletionRequest.objects.get())
    assert "FAILED" not in run("verify_certificate", made.public_id)
    assert run("deletion_requests", "list") == ""


def test_what_is_wrong_is_said(run, owner):
    request = service.open_by_holder(factories.principal_of(owner)).public_id
    at = ("deletion_requests", "perform", request)
    for command, words in (
        ((*at, "scope", "--by", "nobody@service.example"), "Nobody has this address"),
        ((*at, "scope", "--by", owner.user.email), "no operator"),
        ((*at, "scope", "what", "--by", ONE), "Write what=…"),
        ((*at, "execute", "--by", ONE), "not this operator's"),
        ((*at, "extend", "--by", ONE), "explanation: Fill this in."),
        ((*at, "uphold", "explanation=x", "--by", ONE), "cannot take this step"),
        (("deletion_requests", "approve", request, "--by", ONE), "Nothing is proposed"),
        (("deletion_requests", "show", "drq_x"), "No such request"),
        (("verify_certificate", "crt_x"), "No such certificate"),
    ):
        with pytest.raises(CommandError, match=words):
            run(*command)


def test_a_certificate_that_does_not_hold_ends_with_an_error(run, owner):
    request = service.open_by_holder(factories.principal_of(owner))
    with tenant_scope(owner.account_id):
        request = service.locked(request)
        made = certificate.write(request)
    answer_of(owner)
    with pytest.raises(CommandError, match="does not hold"):
        run("verify_certificate", made.public_id)


def test_a_hold_is_released_by_two(run, owner):
    hold = hold_on(owner, person_id=owner.user_id, silent=True)
    account = ("--account", owner.account.public_id)
    said = run("release_hold", hold.public_id, *account, "--reason", "quashed", "--by", ONE)
    assert "another operator has to approve it" in said
    with pytest.raises(CommandError):
        run("deletion_requests", "approve", hold.public_id, *account, "--by", ONE)
    run("deletion_requests", "approve", hold.public_id, *account, "--by", OTHER)
    with tenant_scope(owner.account_id):
        hold.refresh_from_db()
    assert not hold.is_active


def test_the_forecast_reads_all_accounts_in_one_query(owner):
    from legalcontext.erasure.requests import forecast

    for person in (owner, factories.firm(), factories.individual()):
        service.open_by_holder(factories.principal_of(person))
    with CaptureQueriesContext(connections["operator"]) as queries:
        assert len(forecast.forecast()) == 3
    assert len(queries) == 1
    assert len(forecast.requests_due()) == 0
