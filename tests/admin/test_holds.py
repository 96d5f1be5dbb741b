"""Legal holds in the admin: placed, looked at and released by operators; never deleted."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.tenancy import tenant_scope
from legalcontext.retention.models import AuditEvent, Hold
from tests import factories
from tests.histories import answer_of, hold_on

# The operator's connection sees only what is committed.
pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "operator"])

REASON = "Subpoena of the Zanzibar Trust"


@pytest.fixture
def user():
    return User.objects.create_superuser("op@service.example", "a long password")


@pytest.fixture
def browser(user):
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def owner():
    return factories.firm()


def form(**fields):
    review = timezone.now().date() + dt.timedelta(days=30)
    return {"reason": REASON, "review_on": review.isoformat()} | fields


def add_page(owner):
    return reverse("admin:retention_hold_add") + f"?account={owner.account.public_id}"


def test_an_operator_places_a_silent_one_and_releases_it(browser, owner, user):
    answer = answer_of(owner)
    placed = browser.post(add_page(owner), form(answer=answer.public_id, silent="on"))
    assert placed.status_code == 302, placed.content.decode()
    with tenant_scope(owner.account_id):
        hold = Hold.objects.get()
    assert (hold.answer_id, hold.silent, hold.authority) == (answer.pk, True, "operator")
    assert hold.placed_by == user.pk
    page = reverse("admin:retention_hold_change", args=[hold.pk])
    assert REASON in browser.get(page).content.decode()
    assert browser.post(page, {"release_reason": "quashed"}).status_code == 302
    with tenant_scope(owner.account_id):
        hold.refresh_from_db()
        actions = list(AuditEvent.objects.order_by("at").values_list("action", "actor_id"))
    assert (hold.released_by, hold.release_reason) == (user.pk, "quashed")
    assert actions == [("hold.place", user.pk), ("hold.release", user.pk)]
    assert browser.get(page).status_code == 200


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"matter": "mat_0"},
        {"answer": "mat_0"},
        {"person": "usr_" + 32 * "0", "matter": "mat_" + 32 * "0"},
        {"person": "usr_" + 32 * "0", "review_on": "2001-01-01"},
        {"person": "usr_" + 32 * "0", "reason": ""},
    ],
)
def test_what_does_not_fit_is_said_in_the_form(browser, owner, fields):
    response = browser.post(add_page(owner), form(**fields))
    assert response.status_code == 200
    assert response.context["adminform"].form.errors
    with tenant_scope(owner.account_id):
        assert not Hold.objects.exists()


def test_the_list_and_the_log_say_nothing_of_the_reason(browser, owner):
    browser.post(add_page(owner), form(person=owner.user.public_id))
    listed = browser.get(reverse("admin:retention_hold_changelist")).content.decode()
    with tenant_scope(owner.account_id):
        assert Hold.objects.get().public_id in listed
    assert REASON not in listed
    assert REASON not in str(list(LogEntry.objects.values()))


def test_it_is_not_deleted_and_records_are_only_looked_at(browser, owner):
    hold = hold_on(owner, person_id=owner.user_id)
    page = reverse("admin:retention_hold_delete", args=[hold.pk])
    assert browser.post(page, {"post": "yes"}).status_code == 403
    for name in ("policy", "auditevent"):
        assert browser.get(reverse(f"admin:retention_{name}_changelist")).status_code == 200
        add = reverse(f"admin:retention_{name}_add") + f"?account={owner.account.public_id}"
        assert browser.get(add).status_code == 403
