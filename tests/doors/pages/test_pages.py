"""What holds of every page: few queries, little weight, kept nowhere, in the reader's language."""

from __future__ import annotations

import re

import pytest
from django.conf import settings as django_settings
from django.contrib.staticfiles import finders
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.principal import Principal
from accounts.services.directory import suspend_account
from accounts.services.members import remove, suspend
from legalcontext.doors.pages.views.base import PageView
from tests import factories

from .conftest import browser_of

pytestmark = pytest.mark.django_db

MOST_QUERIES = 8
HEAVIEST = 100_000
"""Bytes of the first page with its style and scripts."""

UNCOUNTED = ("SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO", "BEGIN", "COMMIT",
             "SELECT set_config('app.account_id', '', true)")  # fmt: skip
"""Marks of transactions; and what closes a scope within a test's own transaction."""


@pytest.fixture
def owner():
    return factories.firm()


def queries(browser: Client, path: str, **follow: bool) -> list[str]:
    """The statements behind a page."""
    with CaptureQueriesContext(connection, **follow) as captured:
        assert browser.get(path).status_code == 200, path
    return [one["sql"] for one in captured if not one["sql"].startswith(UNCOUNTED)]


class TestCosts:
    @pytest.mark.parametrize(
        "path",
        [
            "/security/", "/security/sessions/", "/account/", "/account/details/",
            "/account/profession/", "/account/people/", "/account/people/invite/",
            "/account/keys/", "/account/keys/new/", "/account/programs/new/", "/account/choose/",
            "/accounts/email/", "/accounts/password/change/", "/accounts/2fa/totp/activate/",
            "/accounts/2fa/webauthn/",
        ],
    )  # fmt: skip
    def test_a_page_asks_the_database_little(self, owner, path):
        for _ in range(3):
            factories.colleague(owner.account)
            factories.key_of(owner)
            factories.service_key(owner.account)
            factories.matter_of(owner)
        browser = browser_of(owner)
        assert len(queries(browser, path)) <= MOST_QUERIES

    def test_more_rows_are_not_more_queries(self, owner):
        browser = browser_of(owner)

        def counts() -> dict[str, int]:
            paths = ("/account/people/", "/account/keys/", "/account/keys/new/")
            return {path: len(queries(browser, path)) for path in paths}

        factories.key_of(owner)
        factories.service_key(owner.account)
        factories.matter_of(owner)
        before = counts()
        for _ in range(5):
            factories.colleague(owner.account)
            factories.key_of(owner)
            factories.service_key(owner.account)
            factories.matter_of(owner)
        assert counts() == before

    @pytest.mark.parametrize("path", ["/accounts/login/", "/account/"])
    def test_the_first_page_is_light(self, owner, path):
        page = browser_of(owner if path == "/account/" else None).get(path).content
        files = re.findall(rb'(?:src|href)="/static/([^"]+)"', page)
        assert files
        size = len(page)
        for name in files:
            found = finders.find(name.decode())
            assert found, name
            with open(found, "rb") as file:
                size += len(file.read())
        assert size <= HEAVIEST


class TestHeaders:
    def test_a_page_is_kept_nowhere_and_loads_its_own_files_alone(self, owner):
        response = browser_of(owner).get("/account/")
        assert response["Cache-Control"] == "no-store"
        assert response["X-Robots-Tag"] == "noindex, nofollow"
        assert response["Referrer-Policy"] == "same-origin"
        policy = response["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy

    def test_the_admin_alone_has_another_policy(self):
        policy = Client().get("/admin/login/")["Content-Security-Policy"]
        assert "script-src 'self' 'unsafe-eval'" in policy
        assert "unsafe" not in Client().get("/v1/account")["Content-Security-Policy"]

    def test_no_page_has_a_script_or_style_of_its_own(self, owner):
        for path in ("/accounts/login/", "/account/", "/accounts/2fa/webauthn/add/"):
            text = browser_of(owner).get(path, follow=True).text
            scripts = re.findall(r"<script([^>]*)>", text)
            assert all("src=" in one or 'type="application/json"' in one for one in scripts)
            assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text)


class TestLanguage:
    def test_it_is_the_browsers(self, owner):
        browser = browser_of(owner)
        assert '<html lang="en">' in browser.get("/account/").text
        spanish = {"Accept-Language": "es-MX,es;q=0.9"}
        assert '<html lang="es">' in browser.get("/account/", headers=spanish).text

    def test_the_readers_choice_comes_first(self, owner):
        browser = browser_of(owner)
        browser.post("/language/", {"language": "es", "next": "/account/"})
        english = {"Accept-Language": "en"}
        assert '<html lang="es">' in browser.get("/account/", headers=english).text

    def test_programs_get_english_whatever_came_before(self, owner):
        spanish = {"Accept-Language": "es"}
        browser_of(owner).get("/account/", headers=spanish)
        _key, secret = factories.key_of(owner)
        headers = {"Authorization": f"Bearer {secret}", **spanish}
        refused = Client().post(
            "/v1/keys", {"name": ""}, content_type="application/json", headers=headers
        )
        assert "Content-Language" not in refused
        assert "may not be blank" in refused.text


class TestWhoActs:
    def test_a_session_may_what_its_role_may(self, owner):
        seen: list[Principal] = []

        class Look(PageView):
            def get(self, request):
                seen.append(self.principal)
                return self.page("pages/no_account.html")

        browser = browser_of(owner)
        request = browser.get("/account/").wsgi_request
        Look.as_view()(request)
        principal = seen[0]
        assert principal.membership_id == owner.pk
        assert principal.kind == "professional"
        assert principal.scopes == factories.principal_of(owner).scopes
        assert principal.key_id is None

    @pytest.mark.parametrize(
        "end",
        [
            lambda membership: suspend(membership=membership),
            lambda membership: remove(membership=membership),
            lambda membership: suspend_account(account=membership.account),
        ],
        ids=["suspended", "removed", "account suspended"],
    )
    def test_who_was_shut_out_is_out_on_the_next_request(self, owner, end):
        factories.colleague(owner.account, role="owner")
        browser = browser_of(owner)
        assert browser.get("/account/").status_code == 200
        end(owner)
        assert browser.get("/account/").status_code == 302

    def test_who_has_no_account_is_told_so(self, owner):
        colleague = factories.colleague(owner.account)
        remove(membership=colleague)
        browser = Client()
        browser.force_login(type(colleague.user).objects.get(pk=colleague.user_id))
        page = browser.get("/account/")
        assert (page.status_code, "You are in no account" in page.text) == (403, True)
        assert browser.get("/security/").status_code == 200

    def test_nobody_acts_under_anothers_membership(self, owner):
        stranger = factories.firm()
        browser = browser_of(owner)
        refused = browser.post("/account/choose/", {"membership": stranger.public_id})
        assert refused.status_code == 404
        session = browser.session
        session["acting_membership"] = stranger.public_id
        session.save()
        assert owner.account.name in browser.get("/account/").text

    @pytest.mark.parametrize("url", ["https://evil.example/", "//evil.example", "javascript:1"])
    def test_the_way_back_leads_to_this_service_only(self, owner, url):
        body = {"membership": owner.public_id, "next": url}
        assert browser_of(owner).post("/account/choose/", body)["Location"] == "/"


class TestRefusals:
    def test_changes_cost_of_the_shared_allowance(self, owner, settings):
        settings.RATE_LIMIT_PER_MINUTE = 1
        browser = browser_of(owner)
        assert browser.post("/account/details/", {}).status_code == 400
        refused = browser.post("/account/details/", {})
        assert (refused.status_code, "Retry-After" in refused) == (429, True)
        assert browser.get("/account/details/").status_code == 200

    def test_a_database_that_does_not_answer_is_told_without_asking_it(self, owner, monkeypatch):
        def down(*args):
            raise OperationalError("gone")

        monkeypatch.setattr("legalcontext.doors.pages.views.people.members.members_of", down)
        page = browser_of(owner).get("/account/people/")
        assert (page.status_code, page["Retry-After"]) == (503, "5")
        assert "gone" not in page.text

    def test_a_fault_of_ours_says_its_number_and_nothing_else(self, owner, monkeypatch):
        def broken(*args):
            raise RuntimeError("a secret of the inside")

        monkeypatch.setattr("legalcontext.doors.pages.views.people.members.members_of", broken)
        page = browser_of(owner).get("/account/people/")
        assert page.status_code == 500
        assert re.search(r"req_\w{32}", page.text)
        assert "secret" not in page.text

    @pytest.mark.parametrize("accept", ["text/html,*/*", "*/*"])
    def test_a_wrong_address_is_told_in_the_form_that_was_asked_for(self, accept):
        response = Client().get("/no/such/page", headers={"Accept": accept})
        kind = "text/html" if "html" in accept else "application/problem+json"
        assert (response.status_code, response["Content-Type"].partition(";")[0]) == (404, kind)

    def test_a_method_that_is_not_taken_is_a_page(self, owner):
        response = browser_of(owner).post("/account/")
        assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")

    def test_a_fragment_is_sent_on_as_the_whole_page(self):
        response = Client().get("/account/", headers={"HX-Request": "true"})
        assert response["HX-Redirect"].startswith("/accounts/login/")


def test_the_counters_are_shared_and_keep_no_address(owner):
    Client().post("/accounts/login/", {"login": owner.user.email, "password": "wrong"})
    assert str(django_settings.CACHES["default"]["BACKEND"]).endswith("DatabaseCache")
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key, value FROM doors_counter")
        rows = cursor.fetchall()
    assert rows
    for key, value in rows:
        assert re.fullmatch(r"[0-9a-f]{64}", key)
        assert owner.user.email not in value


class TestLeaving:
    def test_it_ends_the_session_without_the_form_token(self, owner):
        browser = Client(enforce_csrf_checks=True, headers={"Accept": "text/html"})
        browser.force_login(owner.user)
        left = browser.post("/leave/")
        assert f"url={django_settings.QUICK_EXIT_URL}" in left.text
        assert browser.get("/history/").status_code == 302

    def test_a_stale_form_for_signing_up_gives_back_what_is_no_secret(self):
        browser = Client(enforce_csrf_checks=True, headers={"Accept": "text/html"})
        sent = {"email": "new@person.example", "password1": "a long secret"}
        page = browser.post("/accounts/signup/", sent)
        assert page.status_code == 403
        assert "new@person.example" in page.text
        assert "a long secret" not in page.text
        # Words that another site sent are not shown as the person's own.
        foreign = {"Origin": "https://elsewhere.example"}
        page = browser.post("/accounts/signup/", sent, headers=foreign)
        assert page.status_code == 403
        assert "new@person.example" not in page.text

    def test_a_stale_form_says_what_to_do(self, owner):
        browser = Client(enforce_csrf_checks=True, headers={"Accept": "text/html"})
        browser.force_login(owner.user)
        mark = re.findall(r'name="writer" value="(\w+)"', browser.get("/ask/").text)[0]
        page = browser.post("/ask/", {"question": "q", "skill": "triage", "writer": mark})
        assert page.status_code == 403
        assert "What you wrote is still here" in page.text
