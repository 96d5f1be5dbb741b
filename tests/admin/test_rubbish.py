"""Addresses that nobody's page has: refused, not found or sent back, by every list and page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from accounts.backoffice import pages
from accounts.ids import uuid7
from accounts.models import User

from .test_roles import registered

pytestmark = pytest.mark.django_db(databases=["default", "operator"])

FINE = (200, 302, 400, 403, 404)
RUBBISH = ("%00", "-1", "9" * 25, quote("ǅ'\"\\;--"))
IDS = ("%00", "9" * 40, "_00", "a" * 3000, "..%2Fx", str(uuid7()))
LOOKUPS = ("exact", "isnull", "gte", "year")


@pytest.fixture
def browser() -> Client:
    """A superuser, who is refused least."""
    client = Client(raise_request_exception=False)
    user = User.objects.create_superuser("root@service.example", "a long password")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize(
    ("error", "status", "says"),
    [
        (RuntimeError("a secret of the inside"), 500, "a fault of the service"),
        (OperationalError("a secret of the inside"), 503, "The database does not answer"),
    ],
)
def test_a_fault_is_told_in_the_admin_s_own_frame_without_the_database(
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: Any,
    error: Exception,
    status: int,
    says: str,
) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise error

    monkeypatch.setattr(
        "django.contrib.auth.middleware.AuthenticationMiddleware.process_request", broken
    )
    client = Client(raise_request_exception=False)
    with django_assert_num_queries(0):
        page = client.get(reverse("admin:index"), headers={"Accept": "text/html"})
    assert page.status_code == status
    assert says in page.text
    assert "To the dashboard" in page.text
    assert "secret" not in page.text
    assert re.search(r"req_\w{32}", page.text)


def filters_of(model: Any) -> Iterator[tuple[str, bool]]:
    """The parameters of a list's filters; whether they are columns, with lookups."""
    for offered in model.list_filter:
        column = offered[0] if isinstance(offered, tuple) else offered
        if isinstance(column, str):
            yield column, True
        else:
            yield column.parameter_name, False


def queries_of(model: Any) -> Iterator[str]:
    yield from ("e=1", "_popup=1", "all=", "unknown=1", "_to_field=nothing", "_facets=True&p=7")
    for name in ("p", "o", "q", "account"):
        yield from (f"{name}={value}" for value in RUBBISH)
    yield from ("pk__in=%00", "account__name__regex=(", "unknown__gte=1", f"q={'x' * 3000}")
    for name, is_column in filters_of(model):
        for lookup in LOOKUPS if is_column else ("",):
            for value in RUBBISH:
                yield f"{name}__{lookup}={value}" if lookup else f"{name}={value}"
        yield f"{name}=abc&{name}=%00"


LABELS = sorted(registered())


@pytest.mark.parametrize("label", LABELS)
def test_a_list_takes_any_address(browser, label):
    listed = reverse(f"admin:{label.replace('.', '_')}_changelist")
    wrong = []
    for query in queries_of(registered()[label]):
        status = browser.get(f"{listed}?{query}").status_code
        if status not in FINE:
            wrong.append((query[:80], status))
    assert wrong == []


@pytest.mark.parametrize("label", LABELS)
def test_the_pages_of_a_row_take_any_id(browser, label):
    name = f"admin:{label.replace('.', '_')}"
    listed = reverse(f"{name}_changelist")
    steps = [f"step/{step}/" for step in (*registered()[label].all_steps()[:1], "nothing")]
    wrong = []
    for key in IDS:
        for page in ("", "change/", "history/", "delete/", *steps):
            for ask in (browser.get, browser.post) if page == "change/" else (browser.get,):
                status = ask(f"{listed}{key}/{page}").status_code
                if status not in FINE:
                    wrong.append((key[:20], page, ask.__name__, status))
    for query in ("account=%00", "account=abc", "q=%00", "account=", "_popup=1&_to_field=x"):
        status = browser.get(f"{listed}add/?{query}").status_code
        if status not in FINE:
            wrong.append(("add", query, "get", status))
    assert wrong == []


@pytest.mark.parametrize("page", pages.PAGES, ids=lambda one: one.name)
def test_the_pages_of_no_model_take_any_address(browser, page):
    address = reverse(f"admin:{page.name}")
    wrong = []
    for name in ("note", "page", "answer", "account", "account=x&months", "matter"):
        for value in RUBBISH:
            status = browser.get(f"{address}?{name}={value}").status_code
            if status not in FINE:
                wrong.append((name, value[:20], status))
    for query in ("note=%00", "note=" + "9" * 25, ""):
        answer = browser.post(f"{address}?{query}", {"question": "\x00", "block": "\x00"})
        if answer.status_code not in (*FINE, 405):
            wrong.append(("post", query[:20], answer.status_code))
    assert wrong == []


def test_completion_takes_any_field(browser):
    address = reverse("admin:autocomplete")
    wrong = []
    for app, model in (label.split(".") for label in LABELS):
        for field in ("account", "%00"):
            for rest in ("term=%00", "term=x&page=" + "9" * 25, "term=x&page=0"):
                query = f"{rest}&app_label={app}&model_name={model}&field_name={field}"
                status = browser.get(f"{address}?{query}").status_code
                if status not in FINE:
                    wrong.append((query[:60], status))
    for query in ("", "term=%00", "app_label=%00&model_name=x&field_name=y&term=z"):
        status = browser.get(f"{address}?{query}").status_code
        if status not in FINE:
            wrong.append((query, status))
    assert wrong == []


def test_a_note_is_previewed_and_compared_at_any_address(browser):
    preview = reverse("admin:knowledge_note_preview")
    for value in RUBBISH:
        assert browser.get(f"{preview}?note={value}").status_code in FINE
        body = {"text": value.replace("%00", "\x00")}
        assert browser.post(f"{preview}?note={value}", body).status_code in FINE
    listed = reverse("admin:knowledge_note_changelist")
    for key in IDS:
        for value in ("%00", "9" * 25):
            status = browser.get(f"{listed}{key}/difference/?with={value}").status_code
            assert status in FINE, (key, value)


def test_the_sign_in_and_an_apps_list_take_any_address(browser):
    login = reverse("admin:login")
    for value in RUBBISH:
        assert browser.get(f"{login}?next={value}").status_code in FINE
        assert Client().get(f"{login}?next={value}").status_code in FINE
        assert browser.get(f"/admin/{value}/").status_code in FINE
    said = {"username": "\x00@x.example", "password": "\x00"}
    assert Client(raise_request_exception=False).post(login, said).status_code in FINE
