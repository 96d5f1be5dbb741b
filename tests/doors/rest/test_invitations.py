"""Invitations over REST: mailed, taken up once without a key, and silent about who is known."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from accounts import secrets
from accounts.models import Account, Invitation, Membership, User
from accounts.services import invitations
from accounts.services.addresses import mark_proven
from tests import factories

pytestmark = pytest.mark.django_db

ACCEPT = "/v1/invitations/accept"
PASSWORD = "correct horse battery"


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def client(rest, owner):
    return rest(factories.key_of(owner)[1])


@pytest.fixture
def invite(client, django_capture_on_commit_callbacks):
    """Invite, and read the token from the mail."""

    def invite(email="new@person.example", by=client, **fields):
        with django_capture_on_commit_callbacks(execute=True):
            response = by.post("/v1/invitations", {"email": email} | fields)
        assert response.status_code == 201
        message = mail.outbox[-1]
        assert message.to == [response.json()["email"]]
        return response.json(), re.findall(r"cdx_invite_\w+", str(message.body))[0]

    return invite


class TestInviting:
    def test_the_token_goes_to_the_mailbox_alone(self, client, invite, owner):
        shown, token = invite("New@Person.example", role="admin")
        assert shown == {
            "id": shown["id"],
            "email": "new@person.example",
            "role": "admin",
            "status": "pending",
            "created_at": shown["created_at"],
            "expires_at": shown["expires_at"],
        }
        assert token not in str(shown)
        assert token not in client.get("/v1/invitations").text
        body = mail.outbox[-1].body
        assert owner.account.name in body
        assert f"http://testserver/join/{token}/" in body
        assert token not in str(list(Invitation.objects.values()))

    def test_known_and_unknown_addresses_are_answered_alike(self, client):
        known = factories.firm().user.email
        answers = [
            client.post("/v1/invitations", {"email": email}).json()
            for email in (known, "nobody@knows.example")
        ]
        for answer in answers:
            for name in ("id", "email", "created_at", "expires_at"):
                answer.pop(name)
        assert answers[0] == answers[1]

    def test_a_repeat_mails_once(self, client, django_capture_on_commit_callbacks):
        headers = {"idempotency-key": "k1"}
        with django_capture_on_commit_callbacks(execute=True):
            first = client.post("/v1/invitations", {"email": "a@b.example"}, headers=headers)
            again = client.post("/v1/invitations", {"email": "a@b.example"}, headers=headers)
        assert first.json() == again.json()
        assert again["Idempotent-Replayed"] == "true"
        assert len(mail.outbox) == 1

    def test_a_second_one_ends_the_first(self, rest, client, invite):
        first, old = invite()
        second, new = invite()
        statuses = {i["id"]: i["status"] for i in client.get("/v1/invitations").json()["data"]}
        assert statuses == {first["id"]: "revoked", second["id"]: "pending"}
        assert rest().post(ACCEPT, {"token": old}).status_code == 404
        assert rest().post(ACCEPT, {"token": new}).status_code == 201

    def test_an_admin_invites_members_only(self, rest, client, owner, invite, refusals):
        admin = rest(factories.key_of(factories.colleague(owner.account, role="admin"))[1])
        for role in ("owner", "admin"):
            body = {"email": "a@b.example", "role": role}
            assert admin.post("/v1/invitations", body).status_code == 404
        raised, _ = invite("c@d.example", role="owner")
        ordinary, _ = invite("e@f.example", by=admin)
        listed = admin.get("/v1/invitations").json()["data"]
        assert [entry["id"] for entry in listed] == [ordinary["id"]]
        paths = [f"/v1/invitations/{i}" for i in (raised["id"], "inv_x", "x")]
        refusals(admin, "GET", paths)
        refusals(admin, "DELETE", paths)
        assert len(client.get("/v1/invitations").json()["data"]) == 2

    def test_members_and_programs_invite_nobody(self, rest, owner):
        member = rest(factories.key_of(factories.colleague(owner.account))[1])
        program = rest(factories.service_key(owner.account)[1])
        for client in (member, program):
            assert client.post("/v1/invitations", {"email": "a@b.example"}).status_code == 404
            assert client.get("/v1/invitations").status_code == 404

    def test_it_needs_the_scope(self, rest, owner):
        narrow = rest(factories.key_of(owner, scopes=["ask"])[1])
        response = narrow.post("/v1/invitations", {"email": "a@b.example"})
        assert (response.status_code, response.json()["code"]) == (403, "insufficient_scope")

    @pytest.mark.parametrize(
        "body",
        [
            {},
            {"email": "nonsense"},
            {"email": 7},
            {"email": None},
            {"email": "a\ud800@b.example"},
            {"email": "a@b.example\nbcc: c@d.example"},
            {"email": "a@b.example", "role": "king"},
            {"email": "a@b.example", "token": "x"},
        ],
    )
    def test_a_wrong_body_is_refused_and_mails_nobody(self, client, body):
        assert client.post("/v1/invitations", body).status_code == 400
        assert not Invitation.objects.exists()

    def test_a_colleague_is_not_invited_again(self, client, owner):
        response = client.post("/v1/invitations", {"email": owner.user.email.upper()})
        assert "member of the account already" in response.json()["errors"][0]["detail"]

    def test_an_individuals_account_has_one_person(self, rest):
        client = rest(factories.key_of(factories.individual())[1])
        response = client.post("/v1/invitations", {"email": "a@b.example"})
        assert "one person" in response.json()["errors"][0]["detail"]

    def test_an_account_mails_only_so_many_a_day(self, client, monkeypatch):
        monkeypatch.setattr(invitations, "INVITATIONS_A_DAY", 2)
        for number in range(2):
            client.post("/v1/invitations", {"email": f"p{number}@b.example"})
        response = client.post("/v1/invitations", {"email": "p3@b.example"})
        assert "in a day" in response.json()["errors"][0]["detail"]


class TestAccepting:
    def test_a_new_person_joins_with_a_proven_address(self, rest, invite, owner):
        _, token = invite(role="admin")
        body = {"token": token, "name": "N. Ew", "password": PASSWORD}
        response = rest().post(ACCEPT, body)
        assert response.status_code == 201
        membership = Membership.objects.get(account=owner.account, role="admin")
        assert response.json() == {
            "member": membership.public_id,
            "account": {"id": owner.account.public_id, "name": owner.account.name},
            "role": "admin",
        }
        person = membership.user
        assert (person.email, person.name) == ("new@person.example", "N. Ew")
        assert person.check_password(PASSWORD)
        assert EmailAddress.objects.get(user=person).verified

    def test_a_known_person_joins_and_stays_who_they_are(self, rest, invite, owner):
        known = factories.firm().user
        known.set_password("their own password")
        known.save()
        _, token = invite(known.email)
        body = {"token": token, "name": "Other", "password": PASSWORD}
        assert rest().post(ACCEPT, body).status_code == 201
        known.refresh_from_db()
        assert known.check_password("their own password")
        assert known.name != "Other"
        assert known.memberships.count() == 2

    def test_a_password_set_before_the_address_was_proven_ends(self, rest, invite):
        squatter = User.objects.create_user("new@person.example", "the squatter's own")
        stamp = squatter.session_stamp
        _, token = invite()
        rest().post(ACCEPT, {"token": token, "password": PASSWORD})
        squatter.refresh_from_db()
        assert squatter.check_password(PASSWORD)
        assert squatter.session_stamp != stamp

    def test_a_repeat_with_its_key_is_answered_again(self, rest, invite):
        _, token = invite()
        headers = {"idempotency-key": "k1"}
        first = rest().post(ACCEPT, {"token": token}, headers=headers)
        again = rest().post(ACCEPT, {"token": token}, headers=headers)
        assert (again.status_code, again["Idempotent-Replayed"]) == (201, "true")
        assert again.json() == first.json()
        assert rest().post(ACCEPT, {"token": token}).status_code == 404

    def test_a_weak_password_leaves_the_invitation_open(self, rest, invite):
        _, token = invite()
        refused = rest().post(ACCEPT, {"token": token, "password": "12345"})
        assert {error["pointer"] for error in refused.json()["errors"]} == {"/password"}
        assert not User.objects.filter(email="new@person.example").exists()
        assert rest().post(ACCEPT, {"token": token, "password": PASSWORD}).status_code == 201

    @pytest.mark.parametrize("token", [None, 7, [], {}, "x" * 201, "\ud800"])
    def test_a_token_of_the_wrong_kind_is_named(self, rest, token):
        response = rest().post(ACCEPT, {"token": token})
        assert response.json()["errors"][0]["pointer"] == "/token"

    def test_whatever_has_ended_is_answered_as_if_it_never_was(self, rest, invite, owner, client):
        def used():
            _, token = invite("used@p.example")
            rest().post(ACCEPT, {"token": token})
            return token

        def revoked():
            shown, token = invite("revoked@p.example")
            assert client.delete(f"/v1/invitations/{shown['id']}").status_code == 204
            return token

        def expired():
            _, token = invite("expired@p.example")
            Invitation.objects.filter(email="expired@p.example").update(
                expires_at=timezone.now() - dt.timedelta(seconds=1)
            )
            return token

        def shut_out():
            User.objects.create_user("shut@p.example", is_active=False)
            return invite("shut@p.example")[1]

        def joined_meanwhile():
            _, token = invite("joined@p.example")
            person = User.objects.create_user("joined@p.example")
            mark_proven(person)
            factories.membership_of(person, owner.account)
            return token

        def inviter_demoted():
            admin = factories.colleague(owner.account, role="admin")
            _, token = invite("late@p.example", by=rest(factories.key_of(admin)[1]))
            client.put(f"/v1/members/{admin.public_id}/role", {"role": "member"})
            return token

        def account_suspended():
            _, token = invite("late2@p.example")
            Account.objects.filter(pk=owner.account_id).update(status="suspended")
            return token

        tokens = [
            "x", "cdx_invite_", factories.key_of(owner)[1], secrets.new_secret("invite"),
            *(make() for make in (used, revoked, expired, shut_out, joined_meanwhile,
                                  inviter_demoted, account_suspended)),
        ]  # fmt: skip
        people = User.objects.count()
        seen = []
        for token in tokens:
            response = rest().post(ACCEPT, {"token": token, "password": PASSWORD})
            headers = {k: v for k, v in response.headers.items() if k != "Request-Id"}
            seen.append((response.status_code, response.json() | {"request_id": "-"}, headers))
        assert seen[0][0] == 404
        assert all(answer == seen[0] for answer in seen)
        assert User.objects.count() == people
