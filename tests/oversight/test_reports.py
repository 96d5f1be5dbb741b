"""What readers reported: the editors' list of it, masked, opened for a reason, and settled."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer
from legalcontext.answers.report_models import AnswerReport
from legalcontext.oversight.models import ContentAccess
from legalcontext.retention.models import AuditEvent
from tests import factories
from tests.histories import answer_of

from .conftest import REASON, browser_of, in_role

# The operator's connection sees only what is committed.
pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "operator"])

WORDS, QUESTION = "The Zanzibar rule was repealed", "May the Quillfeather estate wait?"
LIST = "admin:answers_answerreport_changelist"


def report_of(owner: Any, **fields: Any) -> AnswerReport:
    answer = answer_of(owner, question=QUESTION, notes_cited=["us-ca/security-deposit@2"])
    with tenant_scope(owner.account_id):
        report: AnswerReport = AnswerReport.objects.create(
            answer=answer, reporter=owner.user, **{"kind": "outdated", "text": WORDS} | fields
        )
    return report


def settled(report: AnswerReport, status: str) -> None:
    with tenant_scope(report.account_id):
        AnswerReport.objects.filter(pk=report.pk).update(status=status, settled_at=timezone.now())


def page(report: AnswerReport) -> str:
    return reverse("admin:answers_answerreport_change", args=[report.pk])


def step(report: AnswerReport, name: str) -> str:
    return reverse("admin:answers_answerreport_step", args=[report.pk, name])


@pytest.fixture
def report(owner: Any) -> AnswerReport:
    return report_of(owner)


@pytest.fixture
def editor() -> Any:
    return browser_of(in_role("editor"))


class TestList:
    def test_it_has_kind_place_and_notes_and_no_tenant_for_an_editor(self, editor, report):
        listed = editor.get(reverse(LIST)).text
        for word in ("the law has changed", "California", "us-ca/security-deposit@2"):
            assert word in listed
        for word in (report.account.name, report.account.public_id, WORDS, QUESTION):
            assert word not in listed
        assert report.account.name in browser_of(in_role("support")).get(reverse(LIST)).text

    @pytest.mark.parametrize(
        ("query", "found"),
        [("", {"open"}), ("state=accepted", {"accepted"}), ("state=dismissed", {"dismissed"}),
         ("state=all", {"open", "accepted", "dismissed"}), ("kind__exact=law", set())],
    )  # fmt: skip
    def test_what_waits_stands_first(self, editor, owner, query, found):
        made = {status: report_of(owner) for status in ("open", "accepted", "dismissed")}
        for status in ("accepted", "dismissed"):
            settled(made[status], status)
        listed = editor.get(f"{reverse(LIST)}?{query}").text
        assert {status for status, one in made.items() if one.public_id in listed} == found

    @pytest.mark.parametrize(
        "gone", [{"expires_at": dt.timedelta(seconds=-1)}, {"deletion_asked_at": dt.timedelta(0)}]
    )
    def test_one_whose_answer_nobody_reads_is_not_there(self, editor, report, gone):
        ((column, ago),) = gone.items()
        with tenant_scope(report.account_id):
            Answer.objects.filter(pk=report.answer_id).update(**{column: timezone.now() + ago})
        assert report.public_id not in editor.get(f"{reverse(LIST)}?state=all").text
        assert editor.get(page(report)).status_code == 404

    def test_the_dashboard_counts_what_waits(self, editor, owner, report):
        settled(report_of(owner), "accepted")
        cards = {one["title"]: one["card"] for one in
                 editor.get(reverse("admin:index")).context["figures"]}  # fmt: skip
        assert cards["Reports of readers"].figure == 1


class TestPage:
    def test_the_words_are_masked_until_they_are_opened_with_a_reason(self, editor, report):
        masked = editor.get(page(report)).text
        for word in (WORDS, QUESTION, report.account.name, report.answer_id.hex):
            assert word not in masked
        refused = editor.post(step(report, "open"), {"reason": "short"})
        assert refused.status_code == 200
        assert editor.post(step(report, "open"), {"reason": REASON}).status_code == 302
        opened = editor.get(page(report)).text
        assert WORDS in opened
        assert QUESTION in opened
        with tenant_scope(report.account_id):
            access = ContentAccess.objects.get()
            assert (access.answer_id, access.reason, access.readings) == (
                report.answer_id, REASON, 1,
            )  # fmt: skip
        assert editor.post(step(report, "give-back")).status_code == 302
        assert WORDS not in editor.get(page(report)).text

    def test_another_editor_reads_by_an_access_of_their_own(self, editor, report):
        editor.post(step(report, "open"), {"reason": REASON})
        assert WORDS not in browser_of(in_role("editor")).get(page(report)).text

    def test_an_editor_reaches_the_answer_by_no_other_way(self, editor, report):
        editor.post(step(report, "open"), {"reason": REASON})
        answer = reverse("admin:answers_answer_change", args=[report.answer_id])
        assert editor.get(answer).status_code == 403

    @pytest.mark.parametrize(("name", "status"), [("accept", "accepted"), ("dismiss", "dismissed")])
    def test_it_is_settled_once_and_that_is_on_record(self, editor, report, name, status):
        assert editor.post(step(report, name)).status_code == 302
        with tenant_scope(report.account_id):
            report.refresh_from_db()
            assert report.status == status
            assert report.settled_by is not None
            event = AuditEvent.objects.get(object=report.public_id)
            assert (event.action, event.actor_id) == (f"report.{status}", report.settled_by)
        assert "settled by" in editor.get(page(report)).text.lower()
        other = "dismiss" if name == "accept" else "accept"
        editor.post(step(report, other))
        with tenant_scope(report.account_id):
            report.refresh_from_db()
            assert report.status == status

    def test_support_looks_and_settles_nothing(self, report):
        support = browser_of(in_role("support"))
        assert support.get(page(report)).status_code == 200
        assert support.post(step(report, "accept")).status_code == 403
        with tenant_scope(report.account_id):
            report.refresh_from_db()
            assert report.status == "open"


def test_reports_of_other_accounts_are_not_opened_by_one_access(editor, report):
    other = report_of(factories.individual())
    editor.post(step(report, "open"), {"reason": REASON})
    assert WORDS not in editor.get(page(other)).text
