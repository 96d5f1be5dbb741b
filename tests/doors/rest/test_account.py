"""The account: what a credential sees of it, and what its owner may change."""

from __future__ import annotations

import json

import pytest

from accounts.models import Account
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return factories.firm(time_zone="Europe/Vienna")


@pytest.fixture
def client(rest, owner):
    return rest(factories.key_of(owner)[1])


def test_a_credential_learns_where_and_as_whom_it_acts(client, owner):
    account = owner.account
    body = client.get("/v1/account").json()
    assert body == {
        "id": account.public_id,
        "name": account.name,
        "kind": "professional",
        "time_zone": "Europe/Vienna",
        "status": "active",
        "created_at": body["created_at"],
        "member": owner.public_id,
        "role": "owner",
        "service": None,
        "scopes": ["account:manage", "ask", "history:delete", "history:read", "matters:read",
                   "matters:write", "people:manage"],
    }  # fmt: skip


def test_a_program_learns_that_it_acts_for_nobody(rest, owner):
    _, secret, service = factories.service_key(owner.account)
    body = rest(secret).get("/v1/account").json()
    assert (body["member"], body["role"]) == (None, None)
    assert body["service"] == service.public_id


def test_an_owner_changes_name_and_time_zone(client, owner):
    change = {"name": "Rivera & Stone", "time_zone": "America/New_York"}
    body = client.patch("/v1/account", change).json()
    assert {name: body[name] for name in change} == change
    owner.account.refresh_from_db()
    assert owner.account.time_zone == "America/New_York"
    assert client.patch("/v1/account", {}).status_code == 200


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"kind": "individual"}, "/kind"),
        ({"status": "suspended"}, "/status"),
        ({"id": "acc_1"}, "/id"),
        ({"time_zone": "Mars/Olympus"}, "/time_zone"),
        ({"time_zone": None}, "/time_zone"),
        ({"name": ""}, "/name"),
        ({"name": 7}, "/name"),
        ({"name": "x" * 201}, "/name"),
        ({"name": "two\nlines"}, "/name"),
        ({"name": "nul\x00"}, "/name"),
        ({"name": "\ud800"}, "/name"),
        ({"a/b~": 1}, "/a~1b~0"),
        ({"\ud800": 1}, ""),
        ([], ""),
        ("text", ""),
        (None, ""),
        (7, ""),
    ],
)
def test_what_may_not_be_written_is_named_and_nothing_changes(client, owner, change, pointer):
    response = client.patch("/v1/account", json.dumps(change).encode())
    assert response.status_code == 400
    assert pointer in {error["pointer"] for error in response.json()["errors"]}
    assert Account.objects.get(pk=owner.account_id).name == owner.account.name


def test_only_an_owner_with_the_scope_changes_it(rest, client, owner):
    change = {"name": "Taken over"}
    admin = factories.colleague(owner.account, role="admin")
    assert rest(factories.key_of(admin)[1]).patch("/v1/account", change).status_code == 404
    _, narrow = factories.key_of(owner, scopes=["ask", "people:manage"])
    response = rest(narrow).patch("/v1/account", change)
    assert (response.status_code, response.json()["code"]) == (403, "insufficient_scope")
    assert 'scope="account:manage"' in response["WWW-Authenticate"]
