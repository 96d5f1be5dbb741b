"""Programs of the account: made, listed, renamed by owners and admins."""

from __future__ import annotations

import pytest

from accounts.ids import uuid7
from accounts.models import ServiceIdentity
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def client(rest, owner):
    admin = factories.colleague(owner.account, role="admin")
    return rest(factories.key_of(admin)[1])


def test_a_program_is_made_once_for_an_idempotency_key(client):
    headers = {"idempotency-key": "k1"}
    made = client.post("/v1/services", {"name": "intake"}, headers=headers)
    again = client.post("/v1/services", {"name": "intake"}, headers=headers)
    assert (made.status_code, again.status_code) == (201, 201)
    assert made.json() == again.json()
    assert again["Idempotent-Replayed"] == "true"
    other = client.post("/v1/services", {"name": "outtake"}, headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_conflict")
    assert client.get(f"/v1/services/{made.json()['id']}").json() == made.json()


def test_a_name_is_given_once_in_an_account(client, rest):
    client.post("/v1/services", {"name": "intake"})
    taken = client.post("/v1/services", {"name": "intake"})
    assert taken.status_code == 400
    assert "already exists" in taken.json()["errors"][0]["detail"]
    stranger = rest(factories.key_of(factories.firm())[1])
    assert stranger.post("/v1/services", {"name": "intake"}).status_code == 201


def test_renaming_keeps_its_keys(rest, client, owner):
    _, secret, service = factories.service_key(owner.account)
    renamed = client.patch(f"/v1/services/{service.public_id}", {"name": "new name"})
    assert renamed.json()["name"] == "new name"
    assert rest(secret).get("/v1/account").json()["service"] == service.public_id


def test_the_list_goes_page_by_page(client, owner):
    made = [factories.service_key(owner.account)[2].public_id for _ in range(5)]
    factories.service_key(factories.firm().account)
    seen, after = [], ""
    while True:
        page = client.get(f"/v1/services?limit=2&after={after}").json()
        seen += [service["id"] for service in page["data"]]
        if not page["has_more"]:
            break
        after = page["next_cursor"]
    assert seen == made[::-1]


def test_missing_foreign_and_malformed_are_the_same(client, refusals):
    foreign = factories.service_key(factories.firm().account)[2].public_id
    ids = [foreign, f"svc_{uuid7().hex}", "svc_x", "x", "acc_1"]
    refusals(client, "GET", [f"/v1/services/{i}" for i in ids])
    refusals(client, "PATCH", [f"/v1/services/{i}" for i in ids], {"name": "mine now"})
    assert not ServiceIdentity.objects.filter(name="mine now").exists()
