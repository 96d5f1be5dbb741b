"""Matters in the admin: access is changed by nobody there, and records are looked at."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.tenancy import tenant_scope
from matters.models import ConflictCheck, Matter, MatterEvent
from matters.services import conflicts
from tests import factories

# The operator's connection sees only what is committed.
pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "operator"])

TITLE = "Doe against the Zanzibar Trust"


@pytest.fixture
def operator(client):
    client.force_login(User.objects.create_superuser("op@service.example", "a long password"))
    return client


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def matter(owner):
    return factories.matter_of(owner, TITLE)


def test_a_change_keeps_title_owner_and_status_and_shows_no_title(operator, owner, matter):
    heir = factories.colleague(owner.account)
    address = reverse("admin:matters_matter_change", args=[matter.pk])
    form = {
        "title": "Lund", "jurisdiction": "california", "forum": "", "litigation_anticipated": "no",
        "owner": heir.user_id, "status": "closed",
    }  # fmt: skip
    assert TITLE not in operator.get(address).text
    assert operator.post(address, form).status_code == 302
    with tenant_scope(owner.account_id):
        kept = Matter.objects.get()
    assert (kept.title, kept.jurisdiction) == (TITLE, "US-CA")
    assert (kept.owner_id, kept.status) == (owner.user_id, "open")


def test_records_are_listed_and_shown_and_changed_by_nobody(operator, owner, matter):
    conflicts.check_names(factories.principal_of(owner), ["Emerald Necklace"])
    with tenant_scope(owner.account_id):
        rows = {
            "matterevent": MatterEvent.objects.get(),
            "conflictcheck": ConflictCheck.objects.get(),
        }
    for name, row in rows.items():
        listed = operator.get(reverse(f"admin:matters_{name}_changelist"))
        assert owner.user.email in listed.text
        address = reverse(f"admin:matters_{name}_change", args=[row.pk])
        shown = operator.get(address)
        assert shown.status_code == 200
        for page in (listed, shown):
            assert "Zanzibar" not in page.text
            assert "Emerald" not in page.text
        assert operator.post(address, {}).status_code == 403
        delete = reverse(f"admin:matters_{name}_delete", args=[row.pk])
        assert operator.post(delete, {"post": "yes"}).status_code == 403
        assert operator.get(reverse(f"admin:matters_{name}_add")).status_code in (403, 404)


@pytest.mark.parametrize("name", ["party", "keydate", "note", "wall", "matteruserpermission"])
def test_what_stands_in_a_matter_and_who_has_access_is_not_in_the_admin(operator, name):
    assert operator.get(f"/admin/matters/{name}/").status_code == 404
