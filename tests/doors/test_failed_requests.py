"""What an account's request failed with is found by its Request-Id, and holds no content."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.failures import KEPT_FOR
from accounts.models import FailedRequest, User
from accounts.tenancy import tenant_scope
from legalcontext.erasure.sweep import sweep_account
from tests import factories

# The operator's connection sees only what is committed.
pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "operator"])

SECRET_WORD = "Zanzibar"


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def client(owner):
    return Client(headers={"authorization": f"Bearer {factories.key_of(owner)[1]}"})


def kept(owner):
    with tenant_scope(owner.account_id):
        return list(FailedRequest.objects.order_by("at"))


def test_a_problem_is_kept_by_id_and_code_and_nothing_else(client, owner):
    missing = client.get(f"/v1/asks/ans_{SECRET_WORD}?q={SECRET_WORD}")
    wrong = client.post("/v1/asks", {"skill": SECRET_WORD}, content_type="application/json")
    assert (missing.status_code, wrong.status_code) == (404, 400)
    first, second = kept(owner)
    assert first.request_id == missing["Request-Id"]
    assert (first.method, first.status, first.code) == ("GET", 404, "not_found")
    assert (second.request_id, second.code) == (wrong["Request-Id"], "invalid_request")
    assert SECRET_WORD not in str([row.__dict__ for row in (first, second)])


def test_what_succeeds_and_what_is_nobodys_is_not_kept(client, owner):
    assert client.get("/v1/account").status_code == 200
    assert Client().get("/v1/account").status_code == 401
    assert kept(owner) == []


def test_an_operator_finds_it_by_its_request_id(client, owner):
    failed = client.get("/v1/asks/ans_0")["Request-Id"]
    other = client.get("/v1/asks/ans_1")["Request-Id"]
    browser = Client()
    browser.force_login(
        User.objects.create_superuser("op@service.example", "a long password"),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    listed = browser.get(reverse("admin:accounts_failedrequest_changelist"), {"q": failed}).text
    assert failed in listed
    assert other not in listed
    account = browser.get(reverse("admin:accounts_account_change", args=[owner.account_id])).text
    assert "not_found GET v1/asks" in account


def test_it_is_forgotten_by_the_sweep(client, owner):
    client.get("/v1/asks/ans_0")
    sweep_account(owner.account_id)
    assert len(kept(owner)) == 1
    with tenant_scope(owner.account_id):
        (row,) = FailedRequest.objects.all()
        row.delete()
        FailedRequest.objects.create(
            request_id="req_0", at=timezone.now() - KEPT_FOR - dt.timedelta(days=1), method="GET",
            route="v1/asks", status=404, code="not_found",
        )  # fmt: skip
    sweep_account(owner.account_id)
    assert kept(owner) == []
