"""Lists of the admin: how they count, how far they are leafed through, what finds a row."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.backoffice import cards, counting
from accounts.models import Account, User
from tests import factories

pytestmark = pytest.mark.django_db

LIST = "admin:accounts_account_changelist"


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("op@service.example", "a long password"))
    return client


@pytest.fixture
def accounts() -> list[Account]:
    return [factories.firm().account for _ in range(3)]


def test_a_small_list_is_counted_one_by_one(operator, accounts):
    page = operator.get(reverse(LIST))
    assert page.context["cl"].result_count == 3
    assert "about 3" not in page.text


@pytest.mark.parametrize(("bound", "value"), [("EXACT_UP_TO", -1), ("COSTLY", -1.0)])
def test_a_large_or_costly_one_is_estimated_and_says_so(
    operator, accounts, monkeypatch, bound, value
):
    monkeypatch.setattr(counting, bound, value)
    page = operator.get(reverse(LIST))
    assert page.context["cl"].paginator.estimated
    assert "about " in page.text


def test_a_list_is_leafed_through_so_far_and_no_further(accounts, monkeypatch):
    monkeypatch.setattr(counting, "PAGES", 2)
    paginator = counting.EstimatingPaginator(Account.objects.order_by("pk"), 1)
    assert (paginator.num_pages, paginator.cut) == (2, True)


def test_the_search_box_takes_a_public_id(operator, accounts):
    wanted, *others = accounts
    page = operator.get(reverse(LIST), {"q": wanted.public_id}).text
    assert wanted.public_id in page
    assert not any(other.public_id in page for other in others)


def test_signing_in_by_the_forms_own_address_leads_to_the_dashboard():
    User.objects.create_superuser("op@service.example", "a long password")
    body = {"username": "op@service.example", "password": "a long password"}
    answer = Client().post(reverse("admin:login"), body)
    assert answer["Location"] == reverse("admin:index")


@pytest.mark.parametrize(
    ("number", "columns"), [(0, 1), (1, 1), (4, 4), (5, 5), (6, 3), (7, 4), (8, 4), (9, 3)]
)
def test_the_figures_of_the_dashboard_stand_in_even_rows(number, columns):
    assert cards.columns_for(number) == columns


def test_the_way_to_a_row_names_it_as_it_is_called(operator, accounts):
    """Ids are told apart by case, and begin with none."""
    key, _ = factories.key_of(accounts[0].memberships.first())
    page = operator.get(reverse("admin:accounts_apikey_change", args=[key.pk])).text
    crumbs = re.findall(r'class="bo-crumb">([^<]+)<', page)
    assert crumbs == ["Tenants", "Keys", str(key)]


def test_what_is_left_empty_in_a_switch_says_what_that_means(operator):
    page = operator.get(reverse("admin:switches_switch_add")).text
    for words in ("every skill", "both registers", "says nothing of it"):
        assert words in page
    assert "Select value" not in page
