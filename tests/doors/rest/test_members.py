"""The people of an account over REST: roles, suspension, leaving, and who may do what to whom."""

from __future__ import annotations

import pytest

from accounts.ids import uuid7
from accounts.models import Membership
from accounts.tenancy import tenant_scope
from matters.models import MANAGE, READ, Matter
from matters.services.grants import grant
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def admin(owner):
    return factories.colleague(owner.account, role="admin")


@pytest.fixture
def member(owner):
    return factories.colleague(owner.account, verified=False)


@pytest.fixture
def client(rest, owner):
    return rest(factories.key_of(owner)[1])


def path_of(membership, action=""):
    return f"/v1/members/{membership.public_id}" + (f"/{action}" if action else "")


def reasons(response):
    assert response.status_code == 400
    return " ".join(error["detail"] for error in response.json()["errors"])


class TestReading:
    def test_colleagues_see_each_other(self, rest, owner, member):
        client = rest(factories.key_of(member)[1])
        listed = client.get("/v1/members").json()["data"]
        assert [entry["id"] for entry in listed] == [member.public_id, owner.public_id]
        shown = client.get(path_of(owner)).json()
        assert shown == {
            "id": owner.public_id,
            "user": owner.user.public_id,
            "name": owner.user.name,
            "email": owner.user.email,
            "role": "owner",
            "status": "active",
            "professional_status": "verified",
            "created_at": shown["created_at"],
        }

    def test_nobody_of_another_account_exists(self, client, member, refusals):
        foreign = factories.firm()
        ids = [foreign.public_id, f"mem_{uuid7().hex}", "mem_x", "x", member.user.public_id]
        refusals(client, "GET", [f"/v1/members/{i}" for i in ids])
        refusals(client, "PUT", [f"/v1/members/{i}/role" for i in ids], {"role": "member"})
        said = {"professional_status": "none"}
        refusals(client, "PUT", [f"/v1/members/{i}/professional-status" for i in ids], said)
        for action in ("suspend", "resume", "remove"):
            refusals(client, "POST", [f"/v1/members/{i}/{action}" for i in ids])
        foreign.refresh_from_db()
        assert (foreign.role, foreign.status) == ("owner", "active")

    def test_a_person_in_two_accounts_acts_in_one_at_a_time(self, rest, owner):
        elsewhere = factories.firm()
        again = factories.membership_of(owner.user, elsewhere.account)
        here = rest(factories.key_of(owner)[1]).get("/v1/members").json()["data"]
        there = rest(factories.key_of(again)[1]).get("/v1/members").json()["data"]
        assert {entry["id"] for entry in here} == {owner.public_id}
        assert {entry["id"] for entry in there} == {elsewhere.public_id, again.public_id}


class TestRoles:
    def test_an_owner_gives_any_role(self, client, member):
        for role in ("admin", "owner", "member"):
            assert client.put(path_of(member, "role"), {"role": role}).json()["role"] == role

    def test_an_admin_raises_nobody_and_touches_no_equal(
        self, rest, owner, admin, member, refusals
    ):
        other_admin = factories.colleague(owner.account, role="admin")
        client = rest(factories.key_of(admin)[1])
        for person in (admin, other_admin, owner):
            refusals(client, "PUT", [path_of(person, "role"), "/v1/members/x/role"],
                     {"role": "member"})  # fmt: skip
            for action in ("suspend", "resume", "remove"):
                refusals(client, "POST", [path_of(person, action), f"/v1/members/x/{action}"])
        for role in ("owner", "admin"):
            assert client.put(path_of(member, "role"), {"role": role}).status_code == 404
        assert client.put(path_of(member, "role"), {"role": "member"}).status_code == 200

    def test_the_last_owner_stays_owner(self, client, owner, member):
        response = client.put(path_of(owner, "role"), {"role": "member"})
        assert "last owner" in reasons(response)
        client.put(path_of(member, "role"), {"role": "owner"})
        assert client.put(path_of(owner, "role"), {"role": "member"}).status_code == 200

    def test_an_owner_who_is_suspended_does_not_count_as_one(self, client, owner, member):
        client.put(path_of(member, "role"), {"role": "owner"})
        client.post(path_of(member, "suspend"))
        assert "last owner" in reasons(client.post(path_of(owner, "suspend")))
        assert "last owner" in reasons(client.post(path_of(owner, "remove")))

    @pytest.mark.parametrize("body", [{}, {"role": "king"}, {"role": None}, {"role": 1}, []])
    def test_an_unknown_role_is_refused(self, client, member, body):
        assert client.put(path_of(member, "role"), body).status_code == 400


class TestSuspension:
    def test_it_bites_on_the_next_call_and_loses_nothing(self, rest, client, member):
        theirs = rest(factories.key_of(member)[1])
        assert theirs.get("/v1/account").status_code == 200
        assert client.post(path_of(member, "suspend")).json()["status"] == "suspended"
        assert theirs.get("/v1/account").status_code == 401
        assert client.post(path_of(member, "resume")).json()["status"] == "active"
        assert theirs.get("/v1/account").status_code == 200

    def test_it_is_of_this_account_only(self, rest, client, member):
        elsewhere = factories.membership_of(member.user, factories.firm().account)
        theirs = rest(factories.key_of(elsewhere)[1])
        client.post(path_of(member, "suspend"))
        assert theirs.get("/v1/account").status_code == 200

    def test_a_repeat_is_answered_without_being_done(self, client, member):
        headers = {"idempotency-key": "k1"}
        client.post(path_of(member, "suspend"), headers=headers)
        client.post(path_of(member, "resume"))
        again = client.post(path_of(member, "suspend"), headers=headers)
        assert again["Idempotent-Replayed"] == "true"
        assert again.json()["status"] == "active"


class TestLeaving:
    def test_keys_end_and_the_person_is_gone(self, rest, client, member):
        theirs = rest(factories.key_of(member)[1])
        headers = {"idempotency-key": "k1"}
        assert client.post(path_of(member, "remove"), headers=headers).status_code == 204
        assert theirs.get("/v1/account").status_code == 401
        assert client.get(path_of(member)).status_code == 404
        assert client.post(path_of(member, "remove")).status_code == 404
        again = client.post(path_of(member, "remove"), headers=headers)
        assert (again.status_code, again["Idempotent-Replayed"]) == (204, "true")

    def test_it_is_refused_while_matters_are_theirs_and_names_them(self, rest, client, member):
        matters = [factories.matter_of(member, title) for title in ("Zanzibar", "Emerald")]
        theirs = rest(factories.key_of(member)[1])
        response = client.post(path_of(member, "remove"))
        said = reasons(response)
        assert all(matter.public_id in said for matter in matters)
        assert "Zanzibar" not in response.text  # a title may name a client
        assert theirs.get("/v1/account").status_code == 200

    def test_a_named_member_takes_the_matters_over(self, client, owner, member):
        matter = factories.matter_of(member, "Zanzibar")
        body = {"transfer_to": owner.public_id}
        assert client.post(path_of(member, "remove"), body).status_code == 204
        with tenant_scope(owner.account_id):
            matter = Matter.objects.get(pk=matter.pk)
            assert matter.owner_id == owner.user_id
            visible = Matter.objects.visible_to(factories.principal_of(owner), MANAGE)
            assert list(visible) == [matter]

    @pytest.mark.parametrize("whom", ["self", "suspended", "foreign", "unknown"])
    def test_a_successor_is_another_active_member(self, client, owner, member, whom):
        factories.matter_of(member)
        suspended = factories.colleague(owner.account)
        client.post(path_of(suspended, "suspend"))
        successor = {
            "self": member.public_id,
            "suspended": suspended.public_id,
            "foreign": factories.firm().public_id,
            "unknown": "mem_x",
        }[whom]
        response = client.post(path_of(member, "remove"), {"transfer_to": successor})
        assert response.json()["errors"][0]["pointer"] == "/transfer_to"
        member.refresh_from_db()
        assert member.status == "active"

    def test_whoever_comes_back_finds_no_grant_and_no_key_revived(
        self, rest, client, owner, member
    ):
        matter = factories.matter_of(owner)
        with tenant_scope(owner.account_id):
            grant(matter=matter, user=member.user, level=READ)
        _, secret = factories.key_of(member)
        client.post(path_of(member, "remove"))
        back = factories.membership_of(member.user, owner.account)
        assert back.pk != member.pk
        assert back.professional_status == "none"
        assert rest(secret).get("/v1/account").status_code == 401
        with tenant_scope(owner.account_id):
            assert not Matter.objects.visible_to(factories.principal_of(back)).exists()


class TestProfession:
    def test_one_declares_ones_own(self, rest, member):
        client = rest(factories.key_of(member)[1])
        for said in ("self_declared", "none"):
            body = {"professional_status": said}
            response = client.put(path_of(member, "professional-status"), body)
            assert response.json()["professional_status"] == said

    @pytest.mark.parametrize("said", ["verified", "suspended", "", None, 1])
    def test_nobody_verifies_themselves(self, rest, member, said):
        client = rest(factories.key_of(member)[1])
        body = {"professional_status": said}
        assert client.put(path_of(member, "professional-status"), body).status_code == 400

    def test_nobody_says_it_of_another(self, client, member):
        body = {"professional_status": "self_declared"}
        assert client.put(path_of(member, "professional-status"), body).status_code == 404

    @pytest.mark.parametrize("status", ["verified", "suspended"])
    def test_what_an_operator_set_stays(self, rest, owner, status):
        Membership.objects.filter(pk=owner.pk).update(professional_status=status)
        client = rest(factories.key_of(owner)[1])
        body = {"professional_status": "self_declared"}
        response = client.put(path_of(owner, "professional-status"), body)
        assert "operators" in reasons(response)
