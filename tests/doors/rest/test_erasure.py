"""Deleting many over REST: a selection, a matter's, all of one's own, an owner's all."""

from __future__ import annotations

import json

import pytest

from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer
from legalcontext.erasure import ledger
from legalcontext.erasure.models import LedgerEntry
from legalcontext.retention.models import AuditEvent
from matters.models import READ
from matters.services.matters import grant
from tests import factories
from tests.histories import answer_of, hold_on, kept, many_answers

pytestmark = pytest.mark.django_db

DELETE = "/v1/asks/delete"


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def client(rest, owner):
    return rest(factories.key_of(owner)[1])


def numbers(response):
    body = response.json()
    return body["deleted"], body["held"], body["not_found"]


class TestChoosing:
    def test_a_selection_goes_and_the_missing_are_counted(self, client, owner):
        first, second, third = (answer_of(owner) for _ in range(3))
        foreign = answer_of(factories.firm())
        ids = [first.public_id, second.public_id, foreign.public_id, "ans_0", "x"]
        response = client.post(DELETE, {"answers": ids})
        assert numbers(response) == (2, 0, 3)
        assert response.json()["finished"] is True
        with tenant_scope(owner.account_id):
            assert Answer.objects.get() == third
        assert kept(foreign.account_id) == (1, 1)

    def test_a_matters_answers_go_and_others_stay(self, client, owner):
        matter = factories.matter_of(owner)
        answer_of(owner, matter=matter)
        other = answer_of(owner)
        assert numbers(client.post(DELETE, {"matter": matter.public_id})) == (1, 0, 0)
        with tenant_scope(owner.account_id):
            assert Answer.objects.get() == other

    def test_a_members_are_their_own_even_in_a_shared_matter(self, rest, owner):
        matter = factories.matter_of(owner)
        member = factories.colleague(owner.account)
        with tenant_scope(owner.account_id):
            grant(matter=matter, user=member.user, level=READ)
        answer_of(owner, matter=matter)
        answer_of(member, matter=matter)
        answer_of(member)
        client = rest(factories.key_of(member)[1])
        assert numbers(client.post(DELETE, {"matter": matter.public_id})) == (1, 0, 0)
        assert numbers(client.post(DELETE, {"all": "mine"})) == (1, 0, 0)
        assert client.post(DELETE, {"all": "account"}).status_code == 404
        assert kept(owner.account_id) == (1, 1)

    def test_all_of_mine_is_not_all_of_the_account(self, client, owner):
        answer_of(owner)
        answer_of(factories.colleague(owner.account))
        assert numbers(client.post(DELETE, {"all": "mine"})) == (1, 0, 0)
        assert kept(owner.account_id) == (1, 1)
        assert numbers(client.post(DELETE, {"all": "account"})) == (1, 0, 0)
        assert kept(owner.account_id) == (0, 0)

    def test_a_matter_that_may_not_be_read_is_a_missing_one(self, client):
        foreign = factories.matter_of(factories.firm())
        for matter_id in (foreign.public_id, "mat_0"):
            response = client.post(DELETE, {"matter": matter_id})
            assert (response.status_code, response.json()["code"]) == (404, "matter_not_found")

    @pytest.mark.parametrize(
        "body",
        [{}, {"all": "ours"}, {"all": "mine", "matter": "mat_0"}, {"answers": []},
         {"answers": "ans_0"}, {"answers": [1]}, {"answers": ["x"] * 1001}, {"every": True}],
    )  # fmt: skip
    def test_what_does_not_fit_deletes_nothing(self, client, owner, body):
        answer_of(owner)
        assert client.post(DELETE, body).status_code == 400
        assert kept(owner.account_id) == (1, 1)

    def test_a_key_without_the_scope_may_not(self, rest, owner):
        answer_of(owner)
        client = rest(factories.key_of(owner, scopes=["history:read"])[1])
        assert client.post(DELETE, {"all": "mine"}).status_code == 403
        assert client.post(DELETE, {"all": "mine", "preview": True}).status_code == 403
        assert kept(owner.account_id) == (1, 1)


class TestHeld:
    def test_what_a_hold_kept_is_reported_in_numbers(self, client, owner):
        held, silent, free = (answer_of(owner) for _ in range(3))
        hold_on(owner, answer_id=held.pk)
        hold_on(owner, answer_id=silent.pk, silent=True)
        preview = client.post(DELETE, {"all": "mine", "preview": True})
        assert numbers(preview) == (2, 1, 0)
        assert kept(owner.account_id) == (3, 3)
        assert numbers(client.post(DELETE, {"all": "mine"})) == (2, 1, 0)
        assert kept(owner.account_id) == (2, 2)
        assert client.get("/v1/asks").json()["data"] == []
        with tenant_scope(owner.account_id):
            assert not Answer.objects.filter(pk=free.pk).exists()

    def test_where_everything_is_held_it_is_refused(self, client, owner):
        answer_of(owner)
        hold_on(owner, person_id=owner.user_id)
        response = client.post(DELETE, {"all": "mine"})
        assert (response.status_code, response.json()["held"]) == (409, 1)


class TestRecords:
    def test_the_ledger_has_every_answer_that_went_and_nothing_else(
        self, client, owner, ledger_of_the_test
    ):
        went = [answer_of(owner, question="who is Zebulon").public_id for _ in range(3)]
        client.delete(f"/v1/asks/{went[0]}")
        client.post(DELETE, {"all": "mine"})
        salt, lines = ledger.read()
        outside = {digest for line in lines for digest in line.digests}
        assert outside == {ledger.digest(answer_id, salt) for answer_id in went}
        with tenant_scope(owner.account_id):
            assert {entry.digest for entry in LedgerEntry.objects.all()} == outside
        text = ledger_of_the_test.read_text()
        assert "Zebulon" not in text
        assert not any(answer_id[4:] in text for answer_id in went)
        assert [json.loads(line)["operation"] for line in text.splitlines()[1:]] == ["delete"] * 2

    def test_the_record_says_who_and_how_many(self, client, owner):
        many_answers(owner, 3)
        client.post(DELETE, {"all": "mine"})
        with tenant_scope(owner.account_id):
            event = AuditEvent.objects.get(action="answers.delete")
        assert (event.actor, event.actor_id, event.authority) == ("person", owner.user_id, "self")
        assert event.numbers == {"deleted": 3}

    def test_a_repeat_deletes_nothing_more_and_says_the_same(self, client, owner):
        many_answers(owner, 3)
        header = {"Idempotency-Key": "d-1"}
        first = client.post(DELETE, {"all": "mine"}, headers=header)
        answer_of(owner)
        again = client.post(DELETE, {"all": "mine"}, headers=header)
        assert again["Idempotent-Replayed"] == "true"
        assert numbers(first) == numbers(again) == (3, 0, 0)
        assert kept(owner.account_id) == (1, 1)
