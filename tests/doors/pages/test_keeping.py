"""Retention, holds, matters, export and deletion requests: what their pages do."""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile

import pytest
from django.utils import timezone

from accounts.models import Membership
from accounts.principal import principal_of_membership
from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer
from legalcontext.erasure.exporting import make_export
from legalcontext.erasure.models import Export
from legalcontext.erasure.requests import certificate as certificates
from legalcontext.erasure.requests import service
from legalcontext.oversight.access import open_answer
from legalcontext.retention.expiry_notices import notice_of
from legalcontext.retention.models import Hold, Policy
from matters.models import Matter, Note, Party
from tests import factories, histories

from .conftest import browser_of
from .reading import words_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def browser(owner):
    return browser_of(owner)


def later(days=9):
    return (timezone.now().date() + dt.timedelta(days=days)).isoformat()


class TestRetention:
    def test_a_rule_is_looked_at_before_it_is_made(self, browser, owner):
        histories.answer_of(owner, expires_in=dt.timedelta(days=360))
        page = browser.post("/account/retention/", {"what": "account", "months": "1"})
        assert "Go sooner 1" in words_of(page)
        with tenant_scope(owner.account_id):
            assert not Policy.objects.exists()

    def test_a_rule_is_made_and_taken_away(self, browser, owner):
        sent = {"what": "account", "months": "24", "confirm": "yes"}
        page = browser.post("/account/retention/", sent, follow=True)
        assert "All answers of this account" in words_of(page)
        assert "24 months" in words_of(page)
        browser.post("/account/retention/", {"what": "account", "months": "", "confirm": "yes"})
        with tenant_scope(owner.account_id):
            assert not Policy.objects.exists()

    def test_a_matter_may_have_its_own(self, browser, owner):
        matter = factories.matter_of(owner, "Dunne v. Lofts")
        sent = {"what": matter.public_id, "months": "6", "confirm": "yes"}
        page = browser.post("/account/retention/", sent, follow=True)
        assert "Dunne v. Lofts" in words_of(page)

    @pytest.mark.parametrize("months", ["0", "1200", "x", "99999"])
    def test_a_wrong_number_is_told_beside_its_field(self, browser, months):
        page = browser.post("/account/retention/", {"what": "account", "months": months})
        assert page.status_code == 400
        assert 'class="errorlist"' in page.text


class TestHolds:
    def test_one_is_placed_and_released(self, browser, owner):
        matter = factories.matter_of(owner, "Dunne v. Lofts")
        sent = {"scope": "matter", "matter": matter.public_id, "reason": "A claim is expected.",
                "review_on": later()}  # fmt: skip
        page = words_of(browser.post("/account/holds/new/", sent, follow=True))
        assert "Dunne v. Lofts holds A claim is expected." in page
        with tenant_scope(owner.account_id):
            hold = Hold.objects.get()
        path = f"/account/holds/{hold.public_id}/release/"
        page = words_of(browser.post(path, {"reason": "It is settled."}, follow=True))
        assert "released" in page
        assert "It is settled." in page

    def test_a_time_is_of_whole_days_of_the_account(self):
        owner = factories.firm(time_zone="America/Los_Angeles")
        sent = {"scope": "time", "made_from": "2026-01-01", "made_until": "2026-01-31",
                "reason": "Audit.", "review_on": later()}  # fmt: skip
        page = browser_of(owner).post("/account/holds/new/", sent, follow=True)
        assert "What was made from 1 January 2026 to 31 January 2026" in words_of(page)
        with tenant_scope(owner.account_id):
            hold = Hold.objects.get()
        assert hold.made_until == dt.datetime(2026, 2, 1, 8, tzinfo=dt.UTC)

    @pytest.mark.parametrize(
        "wrong",
        [
            {"scope": "matter"},
            {"scope": "person"},
            {"scope": "time"},
            {"scope": "time", "made_from": "2026-02-01", "made_until": "2026-01-01"},
            {"scope": "time", "made_until": "9999-12-31"},
            {"scope": "time", "made_from": "2026-02-01", "review_on": "2020-01-01"},
            {"scope": "nonsense"},
            {"scope": "time", "made_from": "2026-02-01", "reason": ""},
        ],
    )
    def test_what_is_wrong_is_told_and_nothing_held(self, browser, owner, wrong):
        sent = {"reason": "r", "review_on": later()} | wrong
        assert browser.post("/account/holds/new/", sent).status_code == 400
        with tenant_scope(owner.account_id):
            assert not Hold.objects.exists()

    def test_an_answer_is_told_by_its_day_and_kind_and_opened_where_it_may_be_read(
        self, browser, owner
    ):
        own = histories.answer_of(owner, question="My deposit")
        colleague = factories.colleague(owner.account)
        theirs = histories.answer_of(colleague, question="Their secret")
        histories.hold_on(owner, answer_id=own.pk)
        histories.hold_on(owner, answer_id=theirs.pk)
        page = browser.get("/account/holds/")
        words = words_of(page)
        assert words.count("The answer of ") == 2
        assert own.public_id[-6:] in words
        assert theirs.public_id[-6:] in words
        assert f"/answers/{own.public_id}/" in page.text
        assert f"/answers/{theirs.public_id}/" not in page.text
        assert "secret" not in page.text

    def test_an_answer_that_nobody_reads_any_more_is_told_as_that(self, browser, owner):
        answer = histories.answer_of(owner)
        histories.hold_on(owner, answer_id=answer.pk)
        with tenant_scope(owner.account_id):
            Answer.objects.update(deletion_asked_at=timezone.now())
        page = browser.get("/account/holds/")
        assert "An answer that nobody reads any more" in words_of(page)
        assert answer.public_id[-6:] not in page.text

    def test_the_page_of_a_release_says_what_is_released(self, browser, owner):
        answer = histories.answer_of(owner)
        hold = histories.hold_on(owner, answer_id=answer.pk)
        path = f"/account/holds/{hold.public_id}/release/"
        assert f"…{answer.public_id[-6:]}" in words_of(browser.get(path))
        browser.post(path, {"reason": "It is settled."})
        for again in (browser.get(path), browser.post(path, {"reason": "x"})):
            assert again.status_code == 400
            assert "This hold was released before." in words_of(again)

    def test_the_operators_hold_is_not_released_here(self, browser, owner):
        hold = histories.hold_on(owner, person_id=owner.user_id)
        with tenant_scope(owner.account_id):
            Hold.objects.update(authority=Hold.Authority.OPERATOR)
        assert browser.get(f"/account/holds/{hold.public_id}/release/").status_code == 404

    def test_a_silent_one_is_not_shown(self, browser, owner):
        histories.hold_on(owner, silent=True, person_id=owner.user_id)
        assert "Nothing is held." in words_of(browser.get("/account/holds/"))


class TestMatters:
    def test_one_is_opened_changed_closed_and_reopened(self, browser, owner):
        browser.post("/matters/new/", {"title": "Dunne v. Lofts", "jurisdiction": "US-NY"})
        with tenant_scope(owner.account_id):
            matter = Matter.objects.get()
        at = f"/matters/{matter.public_id}/"
        assert "New York" in words_of(browser.get(at))
        sent = {
            "title": "Dunne v. Harbor",
            "jurisdiction": "US-CA",
            "litigation_anticipated": "yes",
        }
        page = words_of(browser.post(f"{at}edit/", sent, follow=True))
        assert "Dunne v. Harbor" in page
        assert "California" in page
        assert "closed" in words_of(browser.post(f"{at}close/", follow=True))
        assert "open again" in words_of(browser.post(f"{at}reopen/", follow=True))

    def test_what_stands_in_it(self, browser, owner):
        matter = factories.matter_of(owner)
        at = f"/matters/{matter.public_id}/"
        browser.post(f"{at}add/parties/", {"name": "Mary Lund", "role": "tenant", "side": "client"})
        browser.post(f"{at}add/dates/", {"title": "Hearing", "date": "2030-01-31"})
        browser.post(f"{at}add/notes/", {"text": "She <b>called</b>."})
        page = browser.get(at)
        assert "Mary Lund tenant · our side" in words_of(page)
        assert "31 January 2030 : Hearing" in words_of(page)
        assert "She &lt;b&gt;called&lt;/b&gt;." in page.text
        with tenant_scope(owner.account_id):
            party, note = Party.objects.get(), Note.objects.get()
        browser.post(f"{at}notes/{note.public_id}/", {"text": "She wrote."})
        browser.post(f"{at}parties/{party.public_id}/remove/")
        page = words_of(browser.get(at))
        assert "She wrote." in page
        assert "Mary Lund" not in page

    def test_a_closed_one_takes_nothing(self, browser, owner):
        matter = factories.matter_of(owner)
        at = f"/matters/{matter.public_id}/"
        browser.post(f"{at}close/")
        page = browser.get(f"{at}add/notes/")
        assert page.status_code == 400
        assert "The matter is closed" in words_of(page)

    def test_sharing_walls_and_handing_over(self, browser, owner):
        other = factories.colleague(owner.account)
        matter = factories.matter_of(owner)
        at = f"/matters/{matter.public_id}/sharing/"
        theirs = browser_of(other)
        mine = f"/matters/{matter.public_id}/"
        browser.post(f"{at}share/", {"share-member": other.public_id, "share-level": "read"})
        assert theirs.get(mine).status_code == 200
        browser.post(f"{at}wall/", {"wall-member": other.public_id, "wall-reason": "acted"})
        assert theirs.get(mine).status_code == 404
        assert "acted" in words_of(browser.get(at))
        browser.post(f"{at}{other.public_id}/lift/")
        assert theirs.get(mine).status_code == 404
        sent = {"transfer-member": other.public_id, "transfer-keep": ""}
        assert browser.post(f"{at}transfer/", sent)["Location"] == "/matters/"
        assert theirs.get(mine).status_code == 200
        assert browser.get(mine).status_code == 404

    def test_a_wrong_person_is_told_beside_the_field(self, browser, owner):
        factories.colleague(owner.account)
        matter = factories.matter_of(owner)
        at = f"/matters/{matter.public_id}/sharing/share/"
        page = browser.post(at, {"share-member": "mem_nobody", "share-level": "read"})
        assert page.status_code == 400
        assert 'class="errorlist"' in page.text


class TestNotice:
    at = "/history/notice/"

    def test_one_asks_for_a_mail_and_ends_it(self, browser, owner):
        browser.post(self.at, {"days_before": "14"})
        assert notice_of(principal_of_membership(owner)) == 14
        assert 'value="14"' in browser.get(self.at).text
        browser.post(self.at, {"days_before": ""})
        assert notice_of(principal_of_membership(owner)) is None

    @pytest.mark.parametrize("days", ["0", "91", "soon"])
    def test_what_is_no_number_of_days_is_told_beside_the_field(self, browser, owner, days):
        page = browser.post(self.at, {"days_before": days})
        assert page.status_code == 400
        assert 'class="errorlist"' in page.text
        assert notice_of(principal_of_membership(owner)) is None


class TestExport:
    def test_it_is_asked_for_made_and_fetched(self, browser, owner):
        histories.answer_of(owner, question="What *now*?")
        at = browser.post("/history/export/", {"of": "mine"})["Location"]
        assert "It waits its turn." in words_of(browser.get(at))
        with tenant_scope(owner.account_id):
            export = Export.objects.get()
        make_export(owner.account_id, export.pk)
        assert "It is ready." in words_of(browser.get(at))
        file = b"".join(browser.get(f"{at}file/"))
        names = zipfile.ZipFile(io.BytesIO(file)).namelist()
        assert any(name.endswith(".md") for name in names)

    def test_it_is_not_made_for_who_left_meanwhile(self, browser, owner):
        other = factories.colleague(owner.account)
        browser_of(other).post("/history/export/", {"of": "mine"})
        Membership.objects.filter(pk=other.pk).update(status=Membership.Status.SUSPENDED)
        with tenant_scope(owner.account_id):
            export = Export.objects.get()
        make_export(owner.account_id, export.pk)
        with tenant_scope(owner.account_id):
            assert Export.objects.get().status == Export.Status.FAILED

    def test_a_part_of_the_page_is_given_to_the_script_that_looks_again(self, browser):
        at = browser.post("/history/export/", {"of": "mine"})["Location"]
        part = browser.get(at, headers={"HX-Request": "true"})
        assert "<html" not in part.text
        assert 'hx-trigger="every 2s"' in part.text


class TestRequests:
    def test_one_is_opened_followed_and_withdrawn(self, browser, owner):
        sent = {"about": "person", "regime": "general"}
        at = browser.post("/account/requests/new/", sent)["Location"]
        page = words_of(browser.get(at))
        assert "who asks is known" in page
        assert "Withdraw the request" in page
        page = words_of(browser.post(f"{at}step/withdraw/", follow=True))
        assert "withdrawn" in page
        again = words_of(browser.post(f"{at}step/withdraw/", follow=True))
        assert "the request has moved on" in again

    def test_a_member_asks_for_themselves_alone(self, owner):
        browser = browser_of(factories.colleague(owner.account))
        assert "The whole account" not in browser.get("/account/requests/new/").text
        sent = {"about": "account", "regime": "general"}
        assert browser.post("/account/requests/new/", sent).status_code == 400

    def test_words_are_asked_for_where_they_are_needed(self, browser):
        sent = {"about": "on_behalf_of", "regime": "general", "on_behalf_of": ""}
        page = browser.post("/account/requests/new/", sent)
        assert page.status_code == 400
        assert 'class="errorlist"' in page.text

    def test_the_certificate_is_shown(self, browser, owner):
        request = service.open_by_holder(principal_of_membership(owner))
        with tenant_scope(owner.account_id):
            written = certificates.write(request)
        at = f"/account/requests/{request.public_id}/"
        assert "Certificate 1" in words_of(browser.get(at))
        page = words_of(browser.get(f"{at}certificate/1/"))
        assert written.digest in page
        assert browser.get(f"{at}certificate/2/").status_code == 404


def test_an_access_of_the_service_is_listed_with_its_reason(browser, owner):
    answer = histories.answer_of(owner)
    operator = factories.individual().user
    operator.is_staff = operator.is_superuser = True
    operator.name = "Op Erator"
    operator.save()
    with tenant_scope(owner.account_id):
        open_answer(
            operator=operator,
            answer=Answer.objects.get(pk=answer.pk),
            reason="The owner wrote that the answer does not open.",
        )
    page = words_of(browser.get("/account/accesses/"))
    assert "Op Erator" in page
    assert "does not open" in page
    assert "never read" in page
    assert re.search(r"/answers/ans_\w+/", browser.get("/account/accesses/").text)
