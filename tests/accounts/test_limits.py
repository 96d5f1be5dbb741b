"""One allowance per credential, counted in the database however many processes ask at once."""

from __future__ import annotations

import threading
import uuid

import pytest
from django.db import connection, connections

from accounts.limits import RateLimited, consume
from accounts.models import RateLimit

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def five_a_minute(settings):
    settings.RATE_LIMIT_PER_MINUTE = 5


def test_the_allowance_counts_down_and_then_refuses():
    credential = uuid.uuid4()
    assert [consume(credential).remaining for _ in range(5)] == [4, 3, 2, 1, 0]
    with pytest.raises(RateLimited) as refused:
        consume(credential)
    assert 1 <= refused.value.retry_after <= 12  # a minute over five calls
    assert refused.value.allowance.remaining == 0


def test_a_refused_call_costs_nothing():
    credential = uuid.uuid4()
    for _ in range(5):
        consume(credential)
    before = RateLimit.objects.get(pk=credential).full_again_at
    with pytest.raises(RateLimited):
        consume(credential)
    assert RateLimit.objects.get(pk=credential).full_again_at == before


def test_credentials_do_not_share():
    first = uuid.uuid4()
    for _ in range(5):
        consume(first)
    assert consume(uuid.uuid4()).remaining == 4


def test_the_allowance_comes_back_with_time():
    credential = uuid.uuid4()
    for _ in range(5):
        consume(credential)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE accounts_ratelimit SET full_again_at = full_again_at - interval '13 s'"
        )
    assert consume(credential).remaining == 0
    with pytest.raises(RateLimited):
        consume(credential)


def test_a_call_within_the_allowance_is_one_statement(django_assert_num_queries):
    with django_assert_num_queries(1):
        consume(uuid.uuid4())


@pytest.mark.django_db(transaction=True)
def test_calls_at_once_never_pass_the_allowance():
    credential, outcomes = uuid.uuid4(), []

    def call():
        try:
            consume(credential)
            outcomes.append("accepted")
        except RateLimited:
            outcomes.append("refused")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=call) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (outcomes.count("accepted"), outcomes.count("refused")) == (5, 7)
