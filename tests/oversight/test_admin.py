"""The inspector, access to content and the what-if page, as operators meet them in the admin."""

from __future__ import annotations

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer
from legalcontext.oversight.models import ContentAccess
from matters.models import Matter
from tests import factories

from .conftest import REASON, an_answer, an_operator, browser_of, in_role

# The operator's connection sees only what is committed.
pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "operator"]),
    pytest.mark.usefixtures("notes"),
]

SECRET = "Quillfeather"
CONTENT = {
    "question": f"My landlord in Sacramento kept my deposit, says {SECRET}. What are the rules?",
    "documents": [{"name": f"{SECRET}.txt", "text": f"A lease with {SECRET} in Fresno."}],
    "skill": "document_review",
    "context": {"role": "party", "on_behalf_of": SECRET, "later": SECRET},
}


@pytest.fixture
def admin() -> Client:
    return browser_of(an_operator(superuser=True))


@pytest.fixture
def secret_answer(owner, notes):
    return an_answer(owner, **CONTENT)


def page_of(answer: Answer) -> str:
    return reverse("admin:answers_answer_change", args=[answer.pk])


def step(row: Answer | Matter, name: str) -> str:
    kind = row._meta.label_lower.replace(".", "_")
    return reverse(f"admin:{kind}_step", args=[row.pk, name])


class TestInspector:
    def test_without_an_access_it_shows_codes_and_no_word(self, admin, secret_answer):
        page = admin.get(page_of(secret_answer)).text
        assert SECRET not in page
        assert "Sacramento" not in page
        assert "Fresno" not in page
        for shown in ("J7", "P6", "jurisdiction_inferred", "masked", "fits its contract",
                      "text: decided"):  # fmt: skip
            assert shown in page, shown

    def test_opening_it_takes_a_reason_and_shows_everything(self, admin, owner, secret_answer):
        opened = admin.post(step(secret_answer, "open"), {"reason": REASON})
        assert opened.status_code == 302
        page = admin.get(page_of(secret_answer)).text
        assert page.count(SECRET) >= 5
        assert re.search(r"<mark[^>]*>[^<]*Sacramento", page)
        with tenant_scope(owner.account_id):
            access = ContentAccess.objects.get()
        assert (access.readings, access.reason) == (1, REASON)

    def test_without_a_reason_it_stays_masked(self, admin, owner, secret_answer):
        page = admin.post(step(secret_answer, "open"), {"reason": "why not"})
        assert page.status_code == 200
        assert SECRET not in page.text
        with tenant_scope(owner.account_id):
            assert not ContentAccess.objects.exists()

    def test_it_is_masked_again_once_given_back(self, admin, secret_answer):
        admin.post(step(secret_answer, "open"), {"reason": REASON})
        assert admin.post(step(secret_answer, "give-back")).status_code == 302
        assert SECRET not in admin.get(page_of(secret_answer)).text

    def test_it_is_open_to_the_one_who_asked_and_to_no_other(self, admin, secret_answer):
        admin.post(step(secret_answer, "open"), {"reason": REASON})
        other = browser_of(an_operator(superuser=True))
        assert SECRET not in other.get(page_of(secret_answer)).text

    def test_hostile_text_is_shown_as_text(self, admin, owner):
        evil = "<script>alert(1)</script> in Sacramento & \"more\" 'x' {{ 7|add:7 }}"
        answer = an_answer(owner, question=evil, context={"role": "<b>king</b>"})
        admin.post(step(answer, "open"), {"reason": REASON})
        page = admin.get(page_of(answer)).text
        assert "<script>alert" not in page
        assert "<b>king" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
        assert "{{ 7|add:7 }}" in page

    def test_what_nobody_reads_any_more_is_not_opened(self, admin, owner, secret_answer):
        with tenant_scope(owner.account_id):
            Answer.objects.update(expires_at="2020-01-01T00:00:00Z")
        page = admin.post(step(secret_answer, "open"), {"reason": REASON}).text
        assert "Nobody reads this answer any more" in page

    def test_the_admins_log_says_that_and_not_why(self, admin, secret_answer):
        admin.post(step(secret_answer, "open"), {"reason": f"{REASON} {SECRET}"})
        entries = str(list(LogEntry.objects.values()))
        assert "Open the content" in entries
        assert SECRET not in entries

    def test_who_may(self, secret_answer):
        expected = {"support": (200, 302), "privacy officer": (200, 302), "operator": (200, 403),
                    "editor": (403, 403)}  # fmt: skip
        for role, (sees, opens) in expected.items():
            browser = browser_of(in_role(role))
            assert browser.get(page_of(secret_answer)).status_code == sees, role
            opened = browser.post(step(secret_answer, "open"), {"reason": REASON}).status_code
            assert opened == opens or (sees == 403 and opened == 404), role
            assert (SECRET in browser.get(page_of(secret_answer)).text) is (opens == 302), role

    def test_the_list_is_narrowed_by_how_answers_were_framed(self, admin, secret_answer):
        for query, found in {
            "note=jurisdiction_inferred": True,
            "note=privilege_overridden": False,
            "basis=inferred": True,
            "basis=stated": False,
            "privilege=unknown": True,
            "door=rest": True,
            "door=mcp": False,
            "skill=document_review": True,
            "place=US-CA": True,
            "place=US-TX": False,
        }.items():
            page = admin.get(reverse("admin:answers_answer_changelist") + f"?{query}")
            assert page.status_code == 200, query
            assert (secret_answer.public_id in page.text) is found, query

    def test_a_page_takes_as_many_queries_whatever_was_asked(self, admin, owner, secret_answer):
        """Masked and open, with a matter and without: a handful, and none for each word."""
        matter = factories.matter_of(owner)
        other = an_answer(owner, **(CONTENT | {"context": {"matter": matter.public_id}}))
        for answer in (secret_answer, other):
            for _ in range(2):
                with (
                    CaptureQueriesContext(connections["default"]) as app,
                    CaptureQueriesContext(connections["operator"]) as reading,
                ):
                    assert admin.get(page_of(answer)).status_code == 200
                framing = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "SELECT set_config")
                asked = [q["sql"] for q in (*app, *reading) if not q["sql"].startswith(framing)]
                assert len(asked) <= 20, "\n".join(asked)
                admin.post(step(answer, "open"), {"reason": REASON})

    def test_an_answer_that_was_deleted_is_a_plain_404(self, admin, owner, secret_answer):
        address = page_of(secret_answer)
        with tenant_scope(owner.account_id):
            Answer.objects.all().delete()
        assert admin.get(address).status_code in (302, 404)


class TestMatters:
    @pytest.fixture
    def matter(self, owner):
        return factories.matter_of(owner, f"{SECRET} v. Roe", forum=f"{SECRET} court")

    def page(self, matter):
        return reverse("admin:matters_matter_change", args=[matter.pk])

    def test_title_and_forum_are_masked_and_a_change_leaves_them(self, admin, owner, matter):
        assert SECRET not in admin.get(self.page(matter)).text
        sent = {"title": "Overwritten", "forum": "Overwritten", "jurisdiction": "US-NY",
                "litigation_anticipated": "yes"}  # fmt: skip
        assert admin.post(self.page(matter), sent).status_code == 302
        with tenant_scope(owner.account_id):
            matter.refresh_from_db()
        assert (matter.title, matter.forum) == (f"{SECRET} v. Roe", f"{SECRET} court")
        assert (matter.jurisdiction, matter.litigation_anticipated) == ("US-NY", "yes")

    def test_behind_an_access_they_are_read_and_corrected(self, admin, owner, matter):
        assert admin.post(step(matter, "open"), {"reason": REASON}).status_code == 302
        assert SECRET in admin.get(self.page(matter)).text
        sent = {"title": "Corrected v. Roe", "forum": "", "jurisdiction": "US-NY",
                "litigation_anticipated": ""}  # fmt: skip
        assert admin.post(self.page(matter), sent).status_code == 302
        with tenant_scope(owner.account_id):
            matter.refresh_from_db()
            assert ContentAccess.objects.get().readings == 1
        assert matter.title == "Corrected v. Roe"


class TestRecord:
    def test_it_is_listed_without_reasons_and_shown_with(self, admin, owner, secret_answer):
        admin.post(step(secret_answer, "open"), {"reason": f"{REASON} {SECRET}"})
        listed = admin.get(reverse("admin:oversight_contentaccess_changelist")).text
        assert secret_answer.public_id in listed
        assert SECRET not in listed
        with tenant_scope(owner.account_id):
            access = ContentAccess.objects.get()
        shown = admin.get(reverse("admin:oversight_contentaccess_change", args=[access.pk])).text
        assert f"{REASON} {SECRET}" in shown

    def test_nobody_edits_it(self, admin, owner, secret_answer):
        admin.post(step(secret_answer, "open"), {"reason": REASON})
        with tenant_scope(owner.account_id):
            access = ContentAccess.objects.get()
        address = reverse("admin:oversight_contentaccess_change", args=[access.pk])
        assert admin.post(address, {"reason": "another reason"}).status_code == 403
        delete = reverse("admin:oversight_contentaccess_delete", args=[access.pk])
        assert admin.post(delete, {"post": "yes"}).status_code == 403
