"""A call made again after its client gave up starts no second job."""

from __future__ import annotations

import datetime as dt
import threading

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import IdempotencyRecord
from accounts.tenancy import tenant_scope
from legalcontext.answers import ask as asking
from legalcontext.answers.models import Answer
from legalcontext.doors.mcp import retries
from legalcontext.skills import SKILLS
from tests import factories

from .conftest import BLOCK, PROBLEM

CALL = {"question": "My landlord in Sacramento will not return my deposit."}


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def client(mcp, owner):
    return mcp(factories.key_of(owner)[1])


def kept(owner):
    with tenant_scope(owner.account_id):
        return Answer.objects.count()


def id_of(result):
    return result["structuredContent"]["id"]


@pytest.mark.django_db
@pytest.mark.usefixtures("notes")
class TestTheSameCall:
    def test_gives_the_same_answer(self, client, owner):
        first, again = client.call("triage", CALL), client.call("triage", CALL)
        assert again == first
        assert kept(owner) == 1

    def test_with_another_key_of_the_same_person_too(self, mcp, client, owner):
        other = mcp(factories.key_of(owner, scopes=["ask"])[1])  # which may not read the history
        assert id_of(other.call("triage", CALL)) == id_of(client.call("triage", CALL))

    def test_in_another_order_of_members_too(self, client):
        first = client.call("triage", CALL | {"language": "en", "keep_days": 5})
        again = client.call("triage", {"keep_days": 5, "language": "en"} | CALL)
        assert id_of(again) == id_of(first)

    def test_of_somebody_else_is_another(self, mcp, owner, client):
        other = mcp(factories.key_of(factories.colleague(owner.account))[1])
        assert id_of(other.call("triage", CALL)) != id_of(client.call("triage", CALL))

    def test_with_a_test_key_is_another(self, mcp, owner, client):
        other = mcp(factories.key_of(owner, mode="test")[1])
        assert id_of(other.call("triage", CALL)) != id_of(client.call("triage", CALL))

    def test_much_later_is_another(self, client, owner):
        first = client.call("triage", CALL)
        with tenant_scope(owner.account_id):
            long_ago = timezone.now() - retries.REMEMBERED - dt.timedelta(seconds=1)
            IdempotencyRecord.objects.update(started_at=long_ago)
        assert id_of(client.call("triage", CALL)) != id_of(first)

    def test_after_its_answer_was_deleted_is_answered_anew(self, client, owner):
        first = client.call("triage", CALL)
        with tenant_scope(owner.account_id):
            Answer.objects.all().delete()
        assert id_of(client.call("triage", CALL)) != id_of(first)

    def test_of_what_is_not_kept_is_answered_anew(self, client, owner):
        call = CALL | {"keep_days": 0}
        assert id_of(client.call("triage", call)) != id_of(client.call("triage", call))
        assert kept(owner) == 0

    def test_of_a_refused_one_is_free(self, client, owner, monkeypatch):
        with monkeypatch.context() as patch:
            patch.setattr(asking, "SKILLS", {})
            params = {"name": "triage", "arguments": CALL}
            assert client.request("tools/call", params).status_code == 500
        assert client.call("triage", CALL)["structuredContent"]


@pytest.mark.django_db
@pytest.mark.usefixtures("notes")
@pytest.mark.parametrize(
    ("tool", "arguments", "meta"),
    [
        ("consult", CALL, None),
        ("triage", CALL | {"question": "Another."}, None),
        ("triage", CALL | {"keep_days": 5}, None),
        ("triage", CALL, {BLOCK: {"role": "party"}}),
        ("triage", CALL | {"documents": [{"name": "a", "text": "b"}]}, None),
    ],
)
def test_another_call_is_another(client, tool, arguments, meta):
    first = client.call("triage", CALL)
    assert id_of(client.call(tool, arguments, meta)) != id_of(first)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("notes")
class TestWhileItIsWorkedOn:
    @pytest.fixture
    def slow(self, monkeypatch):
        """Makes triage wait: (it has begun, it may go on)."""
        begun, go_on = threading.Event(), threading.Event()
        work = SKILLS["triage"]

        def wait(*args):
            begun.set()
            assert go_on.wait(30)
            return work(*args)

        monkeypatch.setattr(asking, "SKILLS", {"triage": wait})
        yield begun, go_on
        go_on.set()

    @pytest.fixture
    def in_thread(self, client):
        """Makes the call in a thread; gives a function that waits for its result."""

        def start():
            results = []

            def call():
                try:
                    results.append(client.call("triage", CALL))
                finally:
                    connection.close()

            thread = threading.Thread(target=call)
            thread.start()

            def result():
                thread.join(60)
                return results[0]

            return result

        return start

    def test_a_retry_waits_for_the_first_and_gets_its_answer(self, owner, slow, in_thread):
        begun, go_on = slow
        first = in_thread()
        assert begun.wait(30)
        retry = in_thread()
        go_on.set()
        assert id_of(retry()) == id_of(first())
        assert kept(owner) == 1

    def test_a_retry_that_waits_too_long_is_told_to_come_back(
        self, client, owner, slow, in_thread, monkeypatch
    ):
        monkeypatch.setattr(retries, "WAITING_SECONDS", 0.0)
        begun, go_on = slow
        first = in_thread()
        assert begun.wait(30)
        told = client.call("triage", CALL)
        assert told["isError"] is True
        assert told["_meta"][PROBLEM]["code"] == "in_progress"
        assert told["_meta"][BLOCK]["jurisdiction"]["value"] == "US-CA"
        go_on.set()
        assert id_of(first())
        assert id_of(client.call("triage", CALL)) == id_of(first())
        assert kept(owner) == 1
