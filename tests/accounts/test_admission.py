"""A program's call is let in by one statement: who calls, and what its allowance has left."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from accounts import secrets
from accounts.admission import admit
from accounts.limits import RateLimited, consume
from accounts.models import ApiKey, Membership, RateLimit
from accounts.principal import Unauthenticated, authenticate
from accounts.services.keys import create_key
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def three_a_minute(settings):
    settings.RATE_LIMIT_PER_MINUTE = 3


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def secret(owner):
    return factories.key_of(owner)[1]


def test_the_principal_is_the_one_of_the_key(owner, secret):
    assert admit(secret)[0] == authenticate(secret)
    program = factories.service_key(owner.account)[1]
    assert admit(program)[0] == authenticate(program)


def test_the_allowance_is_the_credentials_own(secret):
    principal, allowance = admit(secret)
    assert (allowance.limit, allowance.remaining) == (3, 2)
    assert consume(principal.credential).remaining == 1
    assert admit(secret)[1].remaining == 0
    with pytest.raises(RateLimited) as refused:
        admit(secret)
    assert 1 <= refused.value.retry_after <= 20  # a minute over three calls
    assert refused.value.allowance.remaining == 0


def test_a_refused_call_costs_nothing_and_leaves_no_trace(secret):
    for _ in range(3):
        principal, _ = admit(secret)
    key = ApiKey.objects.get(membership=principal.membership_id)
    ApiKey.objects.update(last_used_at=None)
    before = RateLimit.objects.get().full_again_at
    with pytest.raises(RateLimited):
        admit(secret)
    assert RateLimit.objects.get().full_again_at == before
    key.refresh_from_db()
    assert key.last_used_at is None


def test_a_bad_secret_is_refused_and_nothing_is_counted():
    for bad in (None, "", "cdx_live_x", "\x00", secrets.new_secret("live")):
        with pytest.raises(Unauthenticated):
            admit(bad)
    assert not RateLimit.objects.exists()


def test_a_key_that_is_good_no_more_is_refused_and_nothing_is_counted(owner, secret):
    keys = ApiKey.objects.filter(membership=owner)
    revoked, expired = timezone.now(), timezone.now() - dt.timedelta(seconds=1)
    for change in ({"revoked_at": revoked}, {"revoked_at": None, "expires_at": expired}):
        keys.update(**change)
        with pytest.raises(Unauthenticated):
            admit(secret)
    keys.update(expires_at=None)
    Membership.objects.filter(pk=owner.pk).update(status=Membership.Status.SUSPENDED)
    with pytest.raises(Unauthenticated):
        admit(secret)
    assert not RateLimit.objects.exists()


def test_two_keys_do_not_share(owner, secret):
    _, other = create_key(account=owner.account, name="other", membership=owner)
    for _ in range(3):
        admit(secret)
    assert admit(other)[1].remaining == 2


def test_it_is_one_statement(secret, django_assert_num_queries):
    admit(secret)  # writes down that the key was used
    with django_assert_num_queries(1):
        admit(secret)
