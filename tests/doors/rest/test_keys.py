"""Keys over REST: a secret is shown once, and a key makes none that may more than itself."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from accounts.ids import uuid7
from accounts.models import ApiKey
from accounts.tenancy import tenant_scope
from matters.models import KeyBinding
from matters.services.bindings import bind_key
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def client(rest, owner):
    return rest(factories.key_of(owner)[1])


def in_days(days: int) -> str:
    return (timezone.now() + dt.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")


def key_row(shown) -> ApiKey:
    return next(key for key in ApiKey.objects.all() if key.public_id == shown["id"])


class TestMaking:
    def test_the_secret_works_and_is_shown_once(self, rest, client, owner):
        made = client.post("/v1/keys", {"name": "laptop", "scopes": ["ask"]})
        assert made.status_code == 201
        assert made["Cache-Control"] == "no-store"
        body = made.json()
        secret = body.pop("secret")
        assert rest(secret).get("/v1/account").json()["member"] == owner.public_id
        assert body == {
            "id": body["id"],
            "name": "laptop",
            "service": None,
            "mode": "live",
            "last_four": secret[-4:],
            "scopes": ["ask"],
            "bound": False,
            "created_at": body["created_at"],
            "expires_at": None,
            "revoked_at": None,
            "last_used_at": None,
        }
        listed = client.get("/v1/keys")
        assert body["id"] in {key["id"] for key in listed.json()["data"]}
        shown = client.get(f"/v1/keys/{body['id']}")
        assert secret not in listed.text + shown.text
        assert shown.json()["last_used_at"] is not None

    def test_a_replay_makes_no_second_key_and_shows_no_secret(self, client):
        headers = {"idempotency-key": "k1"}
        first = client.post("/v1/keys", {"name": "laptop"}, headers=headers).json()
        again = client.post("/v1/keys", {"name": "laptop"}, headers=headers)
        assert (again.status_code, again["Idempotent-Replayed"]) == (201, "true")
        assert again.json() == first | {"secret": None}
        assert ApiKey.objects.filter(name="laptop").count() == 1

    def test_without_scopes_it_gets_those_of_everyday_work(self, client):
        scopes = client.post("/v1/keys", {"name": "laptop"}).json()["scopes"]
        assert scopes == ["ask", "history:delete", "history:read", "matters:read", "matters:write"]

    def test_a_program_of_the_account_gets_one_from_an_admin(self, rest, owner):
        admin = factories.colleague(owner.account, role="admin")
        client = rest(factories.key_of(admin)[1])
        service = client.post("/v1/services", {"name": "intake"}).json()["id"]
        body = client.post("/v1/keys", {"name": "batch", "service": service}).json()
        assert (body["service"], body["bound"]) == (service, True)
        assert rest(body["secret"]).get("/v1/account").json()["service"] == service
        listed = client.get(f"/v1/keys?service={service}").json()["data"]
        assert [key["id"] for key in listed] == [body["id"]]
        assert body["id"] not in {key["id"] for key in client.get("/v1/keys").json()["data"]}
        assert client.delete(f"/v1/keys/{body['id']}").status_code == 204
        assert rest(body["secret"]).get("/v1/account").status_code == 401

    @pytest.mark.parametrize(
        ("body", "pointer"),
        [
            ({}, "/name"),
            ({"name": 1}, "/name"),
            ({"name": "k", "scopes": []}, "/scopes"),
            ({"name": "k", "scopes": "ask"}, "/scopes"),
            ({"name": "k", "scopes": ["ask", "everything"]}, "/scopes/1"),
            ({"name": "k", "scopes": [["ask"]]}, "/scopes/0"),
            ({"name": "k", "mode": "fake"}, "/mode"),
            ({"name": "k", "mode": None}, "/mode"),
            ({"name": "k", "bound": "yes"}, "/bound"),
            ({"name": "k", "expires_at": 1}, "/expires_at"),
            ({"name": "k", "expires_at": "tomorrow"}, "/expires_at"),
            ({"name": "k", "expires_at": "2001-01-01T00:00:00Z"}, "/expires_at"),
            ({"name": "k", "expires_at": "9999-12-31T23:59:59-14:00"}, "/expires_at"),
            ({"name": "k", "secret": "cdx_live_mine"}, "/secret"),
            ({"name": "k", "membership": "mem_1"}, "/membership"),
        ],
    )
    def test_a_wrong_member_is_named(self, client, body, pointer):
        response = client.post("/v1/keys", body)
        assert response.status_code == 400
        assert pointer in {error["pointer"] for error in response.json()["errors"]}


class TestNoMoreThanItself:
    def test_no_scope_that_it_lacks(self, rest, owner):
        client = rest(factories.key_of(owner, scopes=["ask"])[1])
        assert client.post("/v1/keys", {"name": "k"}).json()["scopes"] == ["ask"]
        response = client.post("/v1/keys", {"name": "k", "scopes": ["ask", "matters:read"]})
        assert (response.status_code, response.json()["code"]) == (403, "insufficient_scope")

    def test_no_scope_that_its_role_does_not_have(self, rest, owner):
        admin = rest(factories.key_of(factories.colleague(owner.account, role="admin"))[1])
        body = {"name": "k", "scopes": ["account:manage"]}
        assert admin.post("/v1/keys", body).status_code == 403
        service = admin.post("/v1/services", {"name": "s"}).json()["id"]
        body = {"name": "k", "service": service, "scopes": ["people:manage"]}
        assert admin.post("/v1/keys", body).status_code == 400

    def test_a_test_key_makes_test_keys(self, rest, owner):
        client = rest(factories.key_of(owner, mode="test")[1])
        made = client.post("/v1/keys", {"name": "k"}).json()
        assert made["mode"] == "test"
        assert made["secret"].startswith("cdx_test_")
        assert client.post("/v1/keys", {"name": "k", "mode": "live"}).status_code == 400

    def test_a_bound_key_makes_bound_keys(self, rest, owner):
        client = rest(factories.key_of(owner, bound=True)[1])
        assert client.post("/v1/keys", {"name": "k"}).json()["bound"] is True
        assert client.post("/v1/keys", {"name": "k", "bound": False}).status_code == 400

    def test_none_that_outlives_it(self, rest, owner):
        ends = timezone.now() + dt.timedelta(days=2)
        client = rest(factories.key_of(owner, expires_at=ends)[1])
        for never in ({"expires_at": None}, {}):
            made = client.post("/v1/keys", {"name": "k"} | never)
            assert made.json()["expires_at"] == ends.strftime("%Y-%m-%dT%H:%M:%SZ")
        later = client.post("/v1/keys", {"name": "k", "expires_at": in_days(3)})
        assert "/expires_at" in {error["pointer"] for error in later.json()["errors"]}
        assert client.post("/v1/keys", {"name": "k", "expires_at": in_days(1)}).status_code == 201


class TestRotation:
    def test_two_are_live_until_the_old_one_is_revoked(self, rest, client, owner):
        old, old_secret = factories.key_of(owner, scopes=["ask"])
        made = client.post(f"/v1/keys/{old.public_id}/rotate")
        assert made.status_code == 201
        new = made.json()
        assert (new["name"], new["scopes"]) == (old.name, ["ask"])
        assert rest(old_secret).get("/v1/account").status_code == 200
        assert rest(new["secret"]).get("/v1/account").status_code == 200
        for key_id in (old.public_id, new["id"]):
            third = client.post(f"/v1/keys/{key_id}/rotate")
            assert third.status_code == 400
            assert "revoke the one no longer used" in third.json()["errors"][0]["detail"]
        assert client.delete(f"/v1/keys/{old.public_id}").status_code == 204
        assert rest(old_secret).get("/v1/account").status_code == 401
        assert client.post(f"/v1/keys/{new['id']}/rotate").status_code == 201

    def test_the_old_one_may_end_by_itself(self, client, owner):
        old, _ = factories.key_of(owner)
        ends = in_days(1)
        path = f"/v1/keys/{old.public_id}/rotate"
        assert client.post(path, {"old_expires_at": "2001-01-01T00:00:00Z"}).status_code == 400
        assert client.post(path, {"old_expires_at": ends}).status_code == 201
        assert client.get(f"/v1/keys/{old.public_id}").json()["expires_at"] == ends

    def test_rotating_does_not_prolong_the_old_one(self, client, owner):
        old, _ = factories.key_of(owner, expires_at=timezone.now() + dt.timedelta(days=1))
        ends = client.get(f"/v1/keys/{old.public_id}").json()["expires_at"]
        path = f"/v1/keys/{old.public_id}/rotate"
        assert client.post(path, {"old_expires_at": in_days(2)}).status_code == 400
        assert client.post(path).json()["expires_at"] == ends

    def test_a_key_that_has_ended_is_not_rotated(self, client, owner):
        old, _ = factories.key_of(owner)
        client.delete(f"/v1/keys/{old.public_id}")
        response = client.post(f"/v1/keys/{old.public_id}/rotate")
        assert "has ended" in response.json()["errors"][0]["detail"]

    def test_a_replay_rotates_once_and_shows_no_secret(self, client, owner):
        old, _ = factories.key_of(owner)
        path, headers = f"/v1/keys/{old.public_id}/rotate", {"idempotency-key": "k1"}
        first = client.post(path, headers=headers).json()
        again = client.post(path, headers=headers)
        assert again["Idempotent-Replayed"] == "true"
        assert again.json() == first | {"secret": None}

    def test_a_narrow_key_gets_no_wider_one_by_rotating_it(self, rest, owner):
        wide, _ = factories.key_of(owner)
        narrow = rest(factories.key_of(owner, scopes=["ask"])[1])
        assert narrow.post(f"/v1/keys/{wide.public_id}/rotate").status_code == 403

    def test_the_new_one_reads_the_matters_of_the_old_one(self, client, owner):
        matter = factories.matter_of(owner)
        old, _, _ = factories.service_key(owner.account)
        with tenant_scope(owner.account_id):
            bind_key(key=old, matter=matter)
        new = client.post(f"/v1/keys/{old.public_id}/rotate").json()
        with tenant_scope(owner.account_id):
            assert KeyBinding.objects.get(key=key_row(new)).matter_id == matter.pk

    def test_a_bound_key_rotates_itself_only(self, rest, owner):
        own, secret = factories.key_of(owner, bound=True)
        other, _ = factories.key_of(owner, bound=True)
        client = rest(secret)
        assert client.post(f"/v1/keys/{other.public_id}/rotate").status_code == 400
        own = next(
            k for k in client.get("/v1/keys").json()["data"] if k["last_four"] == secret[-4:]
        )
        assert client.post(f"/v1/keys/{own['id']}/rotate").status_code == 201


class TestWhose:
    def test_others_keys_do_not_exist(self, rest, client, owner, refusals):
        member = factories.colleague(owner.account)
        mine = factories.key_of(member)[0]
        service = factories.service_key(owner.account)[0]
        foreign = factories.key_of(factories.firm())[0]
        ids = [foreign.public_id, mine.public_id, f"key_{uuid7().hex}", "key_x", "x"]
        for method, suffix in (("GET", ""), ("DELETE", ""), ("POST", "/rotate")):
            refusals(client, method, [f"/v1/keys/{i}{suffix}" for i in ids])
        ids = [service.public_id, factories.key_of(owner)[0].public_id, "key_x"]
        refusals(rest(factories.key_of(member)[1]), "GET", [f"/v1/keys/{i}" for i in ids])
        for key in (mine, service, foreign):
            key.refresh_from_db()
            assert key.revoked_at is None

    def test_a_program_has_no_keys_of_its_own_to_look_after(self, rest, owner):
        key, secret, service = factories.service_key(owner.account)
        program = rest(secret)
        assert program.get("/v1/keys").status_code == 404
        assert program.get(f"/v1/keys?service={service.public_id}").status_code == 404
        assert program.post("/v1/keys", {"name": "k"}).status_code == 404
        assert program.post(f"/v1/keys/{key.public_id}/rotate").status_code == 404

    def test_only_the_scope_opens_the_programs_keys(self, rest, owner):
        key, _, service = factories.service_key(owner.account)
        narrow = rest(factories.key_of(owner, scopes=["ask"])[1])
        assert narrow.get(f"/v1/keys?service={service.public_id}").status_code == 403
        assert narrow.get(f"/v1/keys/{key.public_id}").status_code == 404

    def test_a_cursor_is_of_its_reader_and_filter(self, rest, client, owner):
        service = factories.service_key(owner.account)[2].public_id
        for name in ("a", "b"):
            client.post("/v1/keys", {"name": name})
        cursor = client.get("/v1/keys?limit=1").json()["next_cursor"]
        assert client.get(f"/v1/keys?after={cursor}").status_code == 200
        assert client.get(f"/v1/keys?after={cursor}&service={service}").status_code == 400
        colleague = rest(factories.key_of(factories.colleague(owner.account))[1])
        assert colleague.get(f"/v1/keys?after={cursor}").status_code == 400


def test_a_key_loses_with_its_holders_role_what_came_with_it(rest, client, owner):
    second = factories.colleague(owner.account, role="owner")
    theirs = rest(factories.key_of(second)[1])
    assert theirs.patch("/v1/account", {"name": "n"}).status_code == 200
    client.put(f"/v1/members/{second.public_id}/role", {"role": "member"})
    assert theirs.patch("/v1/account", {"name": "n"}).status_code == 404
    assert "account:manage" not in theirs.get("/v1/account").json()["scopes"]
