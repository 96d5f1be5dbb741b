"""What if: any block and text, any kind of principal, resolved and shown, and not kept."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from .conftest import an_operator, browser_of, in_role

pytestmark = pytest.mark.django_db

SECRET = "Quillfeather"


@pytest.fixture
def admin() -> Client:
    return browser_of(an_operator(superuser=True))


def tried(admin, **fields):
    sent = {"principal": "individual", "matter": "none", "litigation": "unset"} | fields
    response = admin.post(reverse("admin:what-if"), sent)
    assert response.status_code == 200
    return response.text


def test_it_shows_the_steps_of_any_block_and_text(admin):
    page = tried(
        admin, question="My landlord in Ohio kept it.", privilege="work_product",
        principal="individual",
    )  # fmt: skip
    for shown in ("J7", "P3", "overridden", "privilege_overridden", "US-OH", "<mark"):
        assert shown in page, shown


@pytest.mark.parametrize(
    ("principal", "row"),
    [("individual", "P2"), ("verified", "P5"), ("none", "P12"), ("self_declared", "P12"),
     ("suspended", "P12"), ("program", "P12")],
)  # fmt: skip
def test_every_kind_of_principal(admin, principal, row):
    page = tried(
        admin, principal=principal, matter="own", litigation="yes", matter_jurisdiction="US-NY"
    )
    assert f'ov-rule">{row}<' in page
    assert "J6" in page


def test_a_whole_block_counts_before_the_fields(admin):
    page = tried(
        admin, jurisdiction="US-TX",
        block='{"jurisdiction": {"value": "GB-SCT", "basis": "inferred"}, "later": 1}',
    )  # fmt: skip
    assert "J10" in page
    assert "Scotland" in page


@pytest.mark.parametrize(
    "block",
    ["{", "[" * 100_000, '{"role": 7}', "[1]", '{"a": NaN}', '{"role": "' + "x" * 300 + '"}',
     '{"a": ' + "9" * 5000 + "}", '{"role": "\\ud800"}', '{"role": "a\\u0000b"}'],
)  # fmt: skip
def test_what_cannot_be_read_is_said_in_the_form(admin, block):
    page = tried(admin, block=block[:15_000])
    assert 'id="result"' not in page


def test_hostile_text_is_shown_as_text(admin):
    page = tried(
        admin, question="<script>alert(1)</script> in Ohio", role="<img src=x>",
        jurisdiction="<i>x</i>",
    )  # fmt: skip
    for tag in ("<script>alert", "<img src=x", "<i>x"):
        assert tag not in page


def test_what_turns_the_words_beside_it_is_named(admin):
    page = tried(admin, jurisdiction="US-OH\u202e")
    assert "US-OH‹U+202E›" in page


def test_nothing_is_kept_and_no_account_is_read(admin, django_assert_num_queries):
    tried(admin)
    with django_assert_num_queries(2):  # the session, and who is signed in
        tried(admin, question=f"{SECRET} in Ohio", document=f"{SECRET}, Texas law")
    assert SECRET not in str(list(LogEntry.objects.values()))


@pytest.mark.parametrize("role", ["support", "editor", "privacy officer", "operator"])
def test_every_role_may_try(role):
    assert browser_of(in_role(role)).get(reverse("admin:what-if")).status_code == 200


def test_nobody_else():
    assert browser_of(an_operator()).get(reverse("admin:what-if")).status_code == 403
    assert Client().get(reverse("admin:what-if")).status_code == 302
