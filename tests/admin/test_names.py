"""One name for one thing; and what an address asks for in vain is said, and left out."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts.backoffice import pages
from accounts.models import ServiceIdentity, User
from codossier.settings.unfold import NAVIGATION
from tests import factories

from .rows import make_rows
from .test_roles import OPERATOR, SUPPORT, allowed, registered
from .test_rubbish import filters_of

pytestmark = pytest.mark.django_db(databases=["default", "operator"])

BROWSER = {"accept": "text/html"}
MENU = {str(item["link"]): str(item["title"]) for group in NAVIGATION for item in group["items"]}
SECTIONS = {
    str(item["link"]): group.get("title") for group in NAVIGATION for item in group["items"]
}


def signed_in(user: User) -> Client:
    client = Client(headers=BROWSER)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def root() -> Client:
    return signed_in(User.objects.create_superuser("root@service.example", "a long password"))


def in_role(name: str) -> Client:
    user = User.objects.create_user("one@service.example", "a long password", is_staff=True)
    user.groups.add(Group.objects.get(name=name))
    return signed_in(user)


def listed(label: str) -> str:
    return reverse(f"admin:{label.replace('.', '_')}_changelist")


def title_of(text: str) -> str:
    (title,) = re.findall(r"<title>(.*?)</title>", text, re.DOTALL)
    return " ".join(title.split()).removesuffix(" | Codossier")


def crumbs_of(text: str) -> list[str]:
    return re.findall(r'class="bo-crumb">([^<]+)<', text)


LABELS = sorted(registered())


@pytest.mark.parametrize("label", LABELS)
def test_a_list_is_called_by_one_name(root, label):
    """In the menu, in the way to the page, in the page's title and below its rows."""
    address = listed(label)
    text = root.get(address).text
    name = MENU[address]
    assert title_of(text) == name
    assert crumbs_of(text) == [SECTIONS[address], name]
    one = str(registered()[label].opts.verbose_name)
    assert re.search(rf"\d ({re.escape(name)}|{re.escape(one)})\s*<", text, re.IGNORECASE)


@pytest.mark.django_db(transaction=True, databases=["default", "operator"])
def test_the_page_of_a_row_is_called_as_the_list_is(root):
    rows = make_rows()
    for label, model in registered().items():
        address = reverse(f"admin:{label.replace('.', '_')}_change", args=[rows[label].pk])
        text = root.get(address).text
        assert crumbs_of(text)[:2] == [SECTIONS[listed(label)], MENU[listed(label)]], label
        one = str(model.opts.verbose_name)
        assert title_of(text).lower().endswith(f"| {one.lower()}"), label


@pytest.mark.parametrize("page", [one for one in pages.PAGES if one.listed], ids=lambda p: p.name)
def test_a_page_of_no_model_is_called_by_one_name(root, page):
    address = reverse(f"admin:{page.name}")
    assert title_of(root.get(address).text) == MENU[address]


def test_a_list_of_an_app_leads_to_the_dashboard(root):
    answer = root.get(reverse("admin:app_list", args=["accounts"]))
    assert (answer.status_code, answer["Location"]) == (302, reverse("admin:index"))
    assert root.get("/admin/nothing/").status_code == 404


@pytest.mark.parametrize("label", LABELS)
def test_a_filter_that_is_not_there_is_said_and_left_out(root, label):
    answer = root.get(listed(label), {"of_old": "x", "p": "1"}, follow=True)
    assert answer.redirect_chain == [(f"{listed(label)}?p=1", 302)]
    assert "The address named a filter that this list does not have" in answer.text


def finite(label: str) -> list[str]:
    """The filters of the list with choices, by the parameter of one choice."""
    return [
        f"{name}__exact" if is_column else name
        for name, is_column in filters_of(registered()[label])
        if name not in FREE
    ]


FREE = {
    "place", "code", "action", "name",  # typed, or a link's
    "at", "created_at", "granted_at", "checked_at", "finished_at", "released_at", "revoked_at",
    "regime", "jurisdiction", "topic", "standing",
}  # fmt: skip


@pytest.mark.parametrize(
    ("label", "name"), [(label, name) for label in LABELS for name in finite(label)]
)
def test_a_choice_that_is_not_there_is_said_and_left_out(root, label, name):
    """It is neither an empty list, nor all of it without a word."""
    answer = root.get(listed(label), {name: "zzz"}, follow=True)
    assert answer.redirect_chain == [(f"{listed(label)}?", 302)]
    assert re.search(r"“[^”]+” has no such choice|a filter that this list does not", answer.text)


def test_a_page_past_the_end_is_said(root, monkeypatch):
    monkeypatch.setattr(registered()["accounts.account"], "list_per_page", 1)
    for _ in range(3):
        factories.individual()
    answer = root.get(listed("accounts.account"), {"p": "99999", "kind__exact": "individual"},
                      follow=True)  # fmt: skip
    assert answer.redirect_chain == [(f"{listed('accounts.account')}?kind__exact=individual", 302)]
    assert "has no such page" in answer.text


def test_an_empty_list_says_what_that_means(root):
    jobs = root.get(listed("procrastinate.procrastinatejob")).text
    assert "Every job has ended well" in jobs
    assert "Add" not in jobs[jobs.index("bo-none") :]
    narrowed = root.get(listed("procrastinate.procrastinatejob"), {"state": "failed"}).text
    assert "None of the jobs fits" in narrowed
    assert "Add account" in root.get(listed("accounts.account")).text


class TestTheBoxAboveTheMenu:
    def test_finds_lists_and_pages_by_the_names_of_the_menu(self):
        browser = in_role(SUPPORT)
        address = reverse("admin:search")
        for term, found in (("what", "What if"), ("peop", "People"), ("hold", None)):
            text = browser.get(address, {"s": term}, headers={"hx-request": "true"}).text
            assert (found in text) if found else "<li>" not in text, term
        answer = browser.get(address, {"s": "what if"})
        assert answer["Location"] == reverse("admin:what-if")

    def test_opens_a_row_by_its_id_for_whom_its_list_opens(self):
        rows = make_rows()
        browser = in_role(SUPPORT)
        for label, row in rows.items():
            if not getattr(type(row), "PREFIX", ""):
                continue
            page = reverse(f"admin:{label.replace('.', '_')}_change", args=[row.pk])
            answer = browser.get(reverse("admin:search"), {"s": row.public_id})
            sees = SUPPORT in allowed(label, "view")
            assert answer["Location"] == (page if sees else reverse("admin:index")), label

    def test_takes_anything(self, root):
        for term in ("", "\x00", "x" * 3000, "ans_" + "f" * 32):
            assert root.get(reverse("admin:search"), {"s": term}).status_code == 302


class TestRefusals:
    def test_an_operator_is_refused_in_the_frame_of_the_admin(self):
        browser = in_role(SUPPORT)
        answer = browser.get(listed("retention.hold"))
        assert answer.status_code == 403
        assert "None of your roles opens this" in answer.text
        assert reverse("admin:accounts_account_changelist") in answer.text
        nowhere = browser.get("/admin/nowhere/at/all/")
        assert nowhere.status_code == 404
        assert "There is nothing here" in nowhere.text

    def test_a_form_that_was_open_too_long_is_told_so(self):
        user = User.objects.create_superuser("root@service.example", "a long password")
        strict = Client(enforce_csrf_checks=True, headers=BROWSER)
        strict.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        answer = strict.post(reverse("admin:accounts_account_add"), {})
        assert answer.status_code == 403
        assert "This page was open too long" in answer.text

    def test_whoever_does_not_work_here_sees_no_frame(self):
        person = User.objects.create_user("p@firm.example", "a long password")
        answer = signed_in(person).get("/admin/nowhere/at/all/")
        assert answer.status_code in (302, 404)
        assert "sidebar" not in answer.text


class Inputs(HTMLParser):
    """The inputs of a form that somebody fills in, without a look of the theme's."""

    def __init__(self) -> None:
        super().__init__()
        self.bare: list[Any] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        typed = given.get("type", "text") in ("text", "email", "number", "date", "time", "url")
        shown = tag in ("select", "textarea") or (tag == "input" and typed)
        looks = (given.get("class") or "").split()
        if shown and given.get("name") and not {"border", "admin-autocomplete"} & set(looks):
            self.bare.append(given["name"])


def test_every_input_of_a_form_can_be_seen(root):
    """The theme takes the border off plain inputs."""
    account = factories.firm().account
    for label in LABELS:
        address = reverse(f"admin:{label.replace('.', '_')}_add")
        answer = root.get(f"{address}?account={account.public_id}")
        if answer.status_code == 403:
            continue
        found = Inputs()
        found.feed(answer.text[answer.text.index('id="content') :])
        assert found.bare == [], label


def test_an_operator_chooses_nobodys_password():
    browser = in_role(OPERATOR)
    add = reverse("admin:accounts_user_add")
    assert "password" not in browser.get(add).text.split('id="content')[1]
    body = {"email": "new@firm.example", "name": "N", "password1": "a long password",
            "password2": "a long password", "usable_password": "true"}  # fmt: skip
    assert browser.post(add, body).status_code == 302
    assert not User.objects.get(email="new@firm.example").has_usable_password()


def test_a_program_stays_in_its_account(root):
    _, _, program = factories.service_key(factories.firm().account)
    other = factories.firm().account
    page = reverse("admin:accounts_serviceidentity_change", args=[program.pk])
    assert root.post(page, {"name": "Renamed", "account": str(other.pk)}).status_code == 302
    kept = ServiceIdentity.objects.get(pk=program.pk)
    assert (kept.name, kept.account_id) == ("Renamed", program.account_id)
