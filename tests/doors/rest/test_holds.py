"""Holds by an account's owners over REST, and what a hold does to reading and deleting."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer
from legalcontext.erasure import tasks
from legalcontext.retention.models import AuditEvent
from tests import factories
from tests.histories import answer_of, hold_on, kept

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def client(rest, owner):
    return rest(factories.key_of(owner)[1])


@pytest.fixture
def answer(owner):
    return answer_of(owner)


def body(**scope):
    review = timezone.now().date() + dt.timedelta(days=30)
    return {"reason": "A claim.", "scope": scope, "review_on": review.isoformat()}


class TestPlacing:
    def test_each_scope_is_placed_and_shown_as_it_was_named(self, client, owner, answer):
        matter = factories.matter_of(owner)
        _, _, service = factories.service_key(owner.account)
        for scope in (
            {"matter": matter.public_id},
            {"person": owner.public_id},
            {"person": service.public_id},
            {"answer": answer.public_id},
            {"made_from": "2030-01-01T00:00:00Z"},
            {"made_from": "2030-01-01T00:00:00Z", "made_until": "2030-02-01T00:00:00Z"},
        ):
            response = client.post("/v1/holds", body(**scope))
            assert response.status_code == 201, response.content
            hold = response.json()
            assert hold["scope"] == scope
            assert (hold["authority"], hold["released_at"]) == ("owner", None)
            assert client.get(f"/v1/holds/{hold['id']}").json() == hold
        assert len(client.get("/v1/holds").json()["data"]) == 6

    @pytest.mark.parametrize(
        ("scope", "held"),
        [
            (
                {"made_from": "2030-01-01", "made_until": "2030-01-31"},
                {"made_from": "2030-01-01T08:00:00Z", "made_until": "2030-02-01T08:00:00Z"},
            ),
            ({"made_until": "2030-07-04"}, {"made_until": "2030-07-05T07:00:00Z"}),
            ({"made_from": "2030-07-04T00:00:00+02:00"}, {"made_from": "2030-07-03T22:00:00Z"}),
        ],
    )
    def test_a_day_is_a_whole_one_of_the_accounts_time_zone(self, client, owner, scope, held):
        owner.account.time_zone = "America/Los_Angeles"
        owner.account.save()
        made = client.post("/v1/holds", body(**scope))
        assert made.status_code == 201, made.content
        assert made.json()["scope"] == held

    @pytest.mark.parametrize(
        "time", ["2030-01-01T00:00:00", "2030-1-1", "20300101", "soon", "9999-12-31", 20300101]
    )
    def test_a_time_without_its_zone_is_none(self, client, time):
        refused = client.post("/v1/holds", body(made_until=time))
        assert refused.status_code == 400
        assert "made_until" in refused.json()["errors"][0]["pointer"]

    @pytest.mark.parametrize(
        ("change", "pointer"),
        [
            ({"scope": {}}, "/scope"),
            ({"scope": {"person": "mem_0", "matter": "mat_0"}}, "/scope"),
            ({"scope": {"everything": True}}, "/scope/everything"),
            ({"reason": ""}, "/reason"),
            ({"review_on": "2001-01-01"}, "/review_on"),
            ({"review_on": "soon"}, "/review_on"),
            ({"silent": True}, "/silent"),
        ],
    )
    def test_what_does_not_fit_is_named(self, client, answer, change, pointer):
        response = client.post("/v1/holds", body(answer=answer.public_id) | change)
        assert response.status_code == 400
        assert pointer in {error["pointer"] for error in response.json()["errors"]}

    def test_what_is_not_the_accounts_is_not_there(self, client):
        stranger = factories.firm()
        foreign = answer_of(stranger)
        assert client.post("/v1/holds", body(answer=foreign.public_id)).status_code == 404
        assert client.post("/v1/holds", body(person=stranger.public_id)).status_code == 404
        matter = factories.matter_of(stranger)
        response = client.post("/v1/holds", body(matter=matter.public_id))
        assert response.json()["code"] == "matter_not_found"

    def test_only_an_owner_with_the_scope_may(self, rest, owner, answer):
        asked = body(answer=answer.public_id)
        narrow = rest(factories.key_of(owner, scopes=["history:read"])[1])
        assert narrow.post("/v1/holds", asked).status_code == 403
        for stranger in (
            factories.key_of(factories.colleague(owner.account, role="admin"))[1],
            factories.key_of(factories.colleague(owner.account))[1],
            factories.service_key(owner.account)[1],
        ):
            assert rest(stranger).post("/v1/holds", asked).status_code == 404
            assert rest(stranger).get("/v1/holds").status_code == 404

    def test_the_same_request_twice_places_one(self, client, answer):
        header = {"Idempotency-Key": "h-1"}
        first = client.post("/v1/holds", body(answer=answer.public_id), headers=header)
        again = client.post("/v1/holds", body(answer=answer.public_id), headers=header)
        assert first.json() == again.json()
        assert len(client.get("/v1/holds").json()["data"]) == 1

    def test_pages_follow_one_another(self, client, answer):
        made = [
            client.post("/v1/holds", body(answer=answer.public_id)).json()["id"] for _ in range(3)
        ]
        first = client.get("/v1/holds?limit=2").json()
        second = client.get(f"/v1/holds?limit=2&after={first['next_cursor']}").json()
        assert [hold["id"] for hold in first["data"] + second["data"]] == made[::-1]

    def test_operators_holds_are_seen_unless_silent_and_never_released(self, client, owner, answer):
        silent = hold_on(owner, answer_id=answer.pk, silent=True)
        assert client.get("/v1/holds").json()["data"] == []
        assert client.get(f"/v1/holds/{silent.public_id}").status_code == 404
        with tenant_scope(owner.account_id):
            type(silent).objects.update(silent=False)
        assert client.get(f"/v1/holds/{silent.public_id}").json()["authority"] == "operator"
        response = client.post(f"/v1/holds/{silent.public_id}/release", {"reason": "r"})
        assert response.status_code == 404

    def test_a_released_hold_says_why_and_is_released_once(self, client, answer):
        hold = client.post("/v1/holds", body(answer=answer.public_id)).json()
        path = f"/v1/holds/{hold['id']}/release"
        assert client.post(path, {"reason": " "}).status_code == 400
        released = client.post(path, {"reason": "settled"}).json()
        assert released["release_reason"] == "settled"
        assert released["released_at"] is not None
        assert client.post(path, {"reason": "settled"}).status_code == 400


class TestReadingAndDeleting:
    def test_what_is_held_stays_readable_past_its_time_and_says_so(self, client, owner, answer):
        hold_on(owner, answer_id=answer.pk)
        with tenant_scope(owner.account_id):
            Answer.objects.update(expires_at=timezone.now())
        read = client.get(f"/v1/asks/{answer.public_id}").json()
        assert read["legal_context"]["retention"].startswith("held under a legal hold")
        assert len(client.get("/v1/asks").json()["data"]) == 1

    def test_a_refused_delete_says_so_in_numbers_and_leaves_the_reading(
        self, client, owner, answer
    ):
        hold = hold_on(owner, answer_id=answer.pk)
        response = client.delete(f"/v1/asks/{answer.public_id}")
        problem = response.json()
        assert (response.status_code, problem["code"], problem["held"]) == (409, "legal_hold", 1)
        assert client.get(f"/v1/asks/{answer.public_id}").status_code == 404
        assert client.get("/v1/asks").json()["data"] == []
        assert client.get("/v1/asks?of=account").json()["data"] == []
        assert client.delete(f"/v1/asks/{answer.public_id}").status_code == 404
        assert kept(owner.account_id) == (1, 1)
        with tenant_scope(owner.account_id):
            event = AuditEvent.objects.get(action="answer.delete_refused")
        assert (event.object, event.numbers) == (answer.public_id, {"held": 1})
        client.post(f"/v1/holds/{hold.public_id}/release", {"reason": "settled"})
        tasks.sweep_account(str(owner.account_id))
        assert kept(owner.account_id) == (0, 0)

    def test_a_silent_hold_lets_the_account_believe_that_it_went(self, client, owner, answer):
        hold_on(owner, answer_id=answer.pk, silent=True)
        read = client.get(f"/v1/asks/{answer.public_id}").json()
        assert read["legal_context"]["retention"].startswith("kept 12 months")
        assert client.delete(f"/v1/asks/{answer.public_id}").status_code == 204
        assert client.get(f"/v1/asks/{answer.public_id}").status_code == 404
        assert kept(owner.account_id) == (1, 1)

    def test_past_its_time_a_silently_held_answer_is_not_read(self, client, owner, answer):
        hold_on(owner, answer_id=answer.pk, silent=True)
        with tenant_scope(owner.account_id):
            Answer.objects.update(expires_at=timezone.now())
        tasks.sweep_account(str(owner.account_id))
        assert client.get(f"/v1/asks/{answer.public_id}").status_code == 404
        assert kept(owner.account_id) == (1, 1)

    def test_who_may_not_read_it_learns_nothing_of_a_hold(self, rest, owner, answer):
        hold_on(owner, answer_id=answer.pk)
        stranger = rest(factories.key_of(factories.colleague(owner.account))[1])
        assert stranger.delete(f"/v1/asks/{answer.public_id}").status_code == 404
        with tenant_scope(owner.account_id):
            assert not Answer.objects.exclude(deletion_asked_at=None).exists()
