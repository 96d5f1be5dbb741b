"""A key does its work once: replayed, refused, freed, taken over; never another holder's."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from accounts.idempotency import (
    ABANDONED_AFTER,
    KEPT_FOR,
    IdempotencyConflict,
    InProgress,
    fingerprint,
    once,
)
from accounts.models import IdempotencyRecord
from accounts.services.keys import revoke_key
from accounts.tenancy import tenant_scope
from tests import factories

pytestmark = pytest.mark.django_db

REQUEST = fingerprint(b"POST", b"/v1/asks", b"{}")


@pytest.fixture
def principal():
    return factories.principal_of(factories.firm())


def do(principal, key="k", request=REQUEST, result="ans_1"):
    """Do the work; returns what an earlier attempt made, or None when this one did it."""
    with once(principal, key, request) as attempt:
        if attempt.replay_of is None:
            with tenant_scope(principal.account_id):
                attempt.finish(result)
        return attempt.replay_of


def age(principal, by: dt.timedelta) -> None:
    with tenant_scope(principal.account_id):
        IdempotencyRecord.objects.update(started_at=timezone.now() - by)


def test_the_second_time_gives_what_the_first_one_made(principal):
    assert do(principal) is None
    assert do(principal) == "ans_1"


def test_without_a_key_the_work_is_done_each_time(principal):
    assert do(principal, key=None) is None
    assert do(principal, key=None) is None


def test_another_request_under_the_same_key_is_a_conflict(principal):
    do(principal)
    with pytest.raises(IdempotencyConflict):
        do(principal, request=fingerprint(b"POST", b"/v1/asks", b"{ }"))


def test_while_the_first_is_running_the_second_waits(principal):
    with once(principal, "k", REQUEST), pytest.raises(InProgress):
        do(principal)


def test_a_failed_attempt_frees_the_key(principal):
    with pytest.raises(ZeroDivisionError), once(principal, "k", REQUEST):
        raise ZeroDivisionError
    assert do(principal) is None


def test_an_attempt_whose_process_died_is_taken_over(principal):
    with once(principal, "k", REQUEST) as dead:
        age(principal, by=ABANDONED_AFTER + dt.timedelta(seconds=1))
        assert do(principal, result="ans_2") is None
        with tenant_scope(principal.account_id):
            dead.finish("ans_1")  # too late: the turn is another's
    assert do(principal) == "ans_2"


def test_a_key_is_forgotten_in_the_end(principal):
    do(principal)
    age(principal, by=KEPT_FOR + dt.timedelta(seconds=1))
    assert do(principal, request=fingerprint(b"other")) is None


def test_it_survives_the_rotation_of_the_credential():
    owner = factories.firm()
    key, _ = factories.key_of(owner)
    do(factories.principal_of(owner))
    revoke_key(key=key)
    assert do(factories.principal_of(owner)) == "ans_1"


def test_holders_and_accounts_do_not_share_keys(principal):
    do(principal)
    owner = factories.firm()
    do(factories.principal_of(owner), result="ans_2")
    assert do(factories.principal_of(factories.colleague(owner.account))) is None
    assert do(factories.service_principal(owner.account)) is None


def test_parts_of_a_fingerprint_do_not_run_together():
    assert fingerprint(b"ab", b"c") != fingerprint(b"a", b"bc")
