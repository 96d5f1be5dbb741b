"""People and accounts in the admin: suspended and resumed there, by the same services."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from accounts.models import Account, Invitation, Membership, User
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("op@service.example", "a long password"))
    return client


@pytest.fixture
def owner() -> Membership:
    return factories.firm()


def run(operator, action, row):
    name = f"admin:{row._meta.app_label}_{row._meta.model_name}_changelist"
    body = {"action": action, "_selected_action": [row.pk]}
    return operator.post(reverse(name), body, follow=True).text


@pytest.mark.parametrize("level", ["account", "user", "membership"])
def test_suspending_and_resuming_bite_at_once(operator, owner, level):
    factories.colleague(owner.account, role="owner")
    row = {"account": owner.account, "user": owner.user, "membership": owner}[level]
    secret = factories.key_of(owner)[1]
    api = Client(headers={"authorization": f"Bearer {secret}"})
    assert "Suspended: 1." in run(operator, "suspend", row)
    assert api.get("/v1/account").status_code == 401
    assert "Resumed: 1." in run(operator, "resume", row)
    assert api.get("/v1/account").status_code == 200
    assert LogEntry.objects.filter(object_id=str(row.pk)).count() == 2


def test_the_last_owner_is_not_suspended_and_it_says_why(operator, owner):
    assert "last owner" in run(operator, "suspend", owner)
    step = reverse("admin:accounts_membership_step", args=[owner.pk, "role"])
    assert "last owner" in operator.post(step, {"role": "member"}).text
    owner.refresh_from_db()
    assert (owner.status, owner.role) == ("active", "owner")


def test_an_operator_does_not_shut_themselves_out(operator):
    run(operator, "suspend", User.objects.get())
    assert User.objects.get().is_active


def test_forms_leave_status_alone(operator, owner):
    account = owner.account
    address = reverse("admin:accounts_account_change", args=[account.pk])
    body = {"name": "Renamed", "time_zone": "UTC", "status": "suspended"}
    assert operator.post(address, body).status_code == 302
    account = Account.objects.get()
    assert (account.name, account.status) == ("Renamed", "active")


def test_a_changed_address_counts_as_proven(operator, owner):
    address = reverse("admin:accounts_user_change", args=[owner.user_id])
    operator.post(address, {"email": "New@firm.example", "name": ""})
    proven = EmailAddress.objects.get(user=owner.user)
    assert (proven.email, proven.verified, proven.primary) == ("new@firm.example", True, True)


def test_an_invitation_is_revoked_and_not_made_here(operator, owner):
    secret = factories.key_of(owner)[1]
    Client().post(
        "/v1/invitations",
        {"email": "a@b.example"},
        content_type="application/json",
        headers={"authorization": f"Bearer {secret}"},
    )
    assert operator.get(reverse("admin:accounts_invitation_add")).status_code == 403
    assert "Revoked: 1." in run(operator, "revoke", Invitation.objects.get())
    assert Invitation.objects.get().status == "revoked"
