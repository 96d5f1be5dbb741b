"""The record: written once, by code and number only."""

from __future__ import annotations

import pytest
from django.db import ProgrammingError, models, transaction

from accounts.tenancy import tenant_scope
from legalcontext.erasure.models import LedgerEntry
from legalcontext.retention.audit import actor_of, record
from legalcontext.retention.models import AuditEvent
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return factories.firm()


@pytest.mark.parametrize("model", [AuditEvent, LedgerEntry])
def test_the_application_neither_changes_nor_removes_a_line(owner, model):
    with tenant_scope(owner.account_id):
        for act in (
            lambda: model.objects.all()._raw_delete("default"),
            lambda: model.objects.update(account=owner.account),
        ):
            with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
                act()


def test_it_has_no_place_for_words(owner):
    """Text is a choice, a short code or a public id; the rest are ids, times and numbers."""
    texts = [f for f in AuditEvent._meta.local_fields if isinstance(f, models.CharField)]
    assert max(field.max_length or 0 for field in texts) <= 60
    assert not any(isinstance(f, models.TextField) for f in AuditEvent._meta.local_fields)


def test_it_says_who_with_which_key_and_on_whose_word(owner):
    principal = factories.principal_of(owner)
    with tenant_scope(owner.account_id):
        record(actor_of(principal, "owner"), "policy.set", on="account", numbers={"months": 3})
        event = AuditEvent.objects.get()
    assert (event.actor, event.actor_id, event.key_id, event.authority) == (
        "person", owner.user_id, principal.key_id, "owner",
    )  # fmt: skip
    assert (event.action, event.object, event.numbers) == ("policy.set", "account", {"months": 3})
