"""The page of an answer: what cannot wait first, the words it rests on, and no markup of others."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from accounts.principal import principal_of_membership
from accounts.tenancy import tenant_scope
from legalcontext.answers.ask import ask
from legalcontext.answers.models import Answer, AnswerContent
from legalcontext.answers.report_models import AnswerReport
from legalcontext.answers.reports import MOST_WAITING, settle_report
from legalcontext.contracts.quick_ask import parse_quick_ask
from legalcontext.doors.pages.evidence import Piece, marked
from legalcontext.knowledge.models import Note
from tests import factories, histories

from .conftest import browser_of
from .reading import words_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

NASTY = "<script>alert(1)</script> & “ñ” \U0001f600 in Sacramento my landlord kept the deposit?"

DEPOSIT = "My landlord in Sacramento kept my deposit. What are the rules?"


@pytest.fixture
def owner():
    return factories.individual(time_zone="America/Los_Angeles")


@pytest.fixture
def browser(owner):
    return browser_of(owner)


def asked(owner, question, skill="triage", **members):
    raw = {"skill": skill, "question": question, **members}
    return ask(principal_of_membership(owner), parse_quick_ask(raw), door="pages")


def evidence(start, end, text, source="question"):
    return {"source": source, "start": start, "end": end, "text": text}


class TestMarking:
    def test_offsets_are_code_points(self):
        text = "\U0001f600 in Reno"
        assert marked(text, [evidence(5, 9, "Reno")]) == [
            Piece("\U0001f600 in "), Piece("Reno", (1,), (1,)),
        ]  # fmt: skip

    def test_two_may_cover_the_same_words(self):
        pieces = marked("small claims court", [evidence(0, 18, "small claims court"),
                                               evidence(6, 12, "claims")])  # fmt: skip
        assert [(p.text, p.numbers, p.closes) for p in pieces] == [
            ("small ", (1,), ()), ("claims", (1, 2), (2,)), (" court", (1,), (1,)),
        ]  # fmt: skip

    @pytest.mark.parametrize("wrong", [(3, 9, "Reno"), (0, 4, "Rene"), (5, 99, "x"), (-1, 4, "x")])
    def test_what_does_not_fit_marks_nothing(self, wrong):
        assert marked("Reno, NV", [evidence(*wrong)]) == [Piece("Reno, NV")]

    def test_words_of_a_paper_are_not_looked_for_in_the_question(self):
        assert marked("Reno", [evidence(0, 4, "Reno", source="document:0")]) == [Piece("Reno")]

    def test_the_pieces_are_the_whole_text(self):
        pieces = marked(NASTY, [evidence(8, 20, NASTY[8:20]), evidence(10, 15, NASTY[10:15])])
        assert "".join(piece.text for piece in pieces) == NASTY


def test_what_was_typed_is_escaped_wherever_it_stands(browser, owner):
    insight = asked(owner, NASTY)
    page = browser.get(f"/answers/{insight['id']}/").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_the_words_that_the_place_rests_on_are_underlined(browser, owner):
    insight = asked(owner, NASTY)
    page = browser.get(f"/answers/{insight['id']}/").text
    assert re.search(r"<mark>[^<]*Sacramento[^<]*</mark>", page)
    start = NASTY.index("Sacramento")
    with tenant_scope(owner.account_id):
        found = AnswerContent.objects.get().evidence
    assert any(item["start"] <= start < item["end"] for item in found)


def test_an_emergency_comes_first_and_its_numbers_can_be_dialled(browser, owner):
    insight = asked(owner, "My husband hit me last night in Houston and I am scared.")
    page = browser.get(f"/answers/{insight['id']}/").text
    assert page.index("First of all") < page.index(insight["summary"][:20])
    assert '<a class="call" href="tel:911">911</a>' in page
    assert '<a class="call" href="tel:18007997233">1-800-799-7233</a>' in page


def test_block_sources_limits_and_time_stand_on_it(browser, owner):
    insight = asked(
        owner, "My landlord in Sacramento kept my deposit. What are the rules?", "consult"
    )
    page = words_of(browser.get(f"/answers/{insight['id']}/"))
    for citation in insight["citations"]:
        assert citation["authority"] in page
    for limit in insight["limits"]:
        assert " ".join(limit.split()) in page
    assert '"privilege": "none"' in page
    assert "This service keeps answers for 12 months." in page


def test_times_are_the_accounts_own(browser, owner):
    answer = histories.answer_of(owner)
    with tenant_scope(owner.account_id):
        Answer.objects.filter(pk=answer.pk).update(
            created_at=dt.datetime(2026, 1, 2, 1, 30, tzinfo=dt.UTC)
        )
    assert "1 January 2026, 17:30" in words_of(browser.get(f"/answers/{answer.public_id}/"))


def test_a_note_that_changed_since_is_told(browser, owner):
    insight = asked(
        owner, "My landlord in Sacramento kept my deposit. What are the rules?", "consult"
    )
    key = insight["citations"][0]["note"].partition("@")[0]
    Note.objects.filter(key=key).update(status=Note.Status.WITHDRAWN, in_use=False)
    page = words_of(browser.get(f"/answers/{insight['id']}/"))
    assert "The notes behind this answer have changed since." in page
    assert "was withdrawn" in page
    assert "its notes have changed" in words_of(browser.get("/history/"))


def test_a_hold_is_told(browser, owner):
    answer = histories.answer_of(owner)
    histories.hold_on(owner, answer_id=answer.pk)
    assert "under a legal hold" in words_of(browser.get(f"/answers/{answer.public_id}/"))


def test_it_is_taken_along_under_a_name_that_says_nothing(browser, owner):
    answer = histories.answer_of(owner, question="What *now*?")
    text = browser.get(f"/answers/{answer.public_id}/text/")
    assert text["Content-Disposition"] == 'attachment; filename="answer.md"'
    assert text.content.decode().startswith("> What \\*now\\*?")
    calendar = browser.get(f"/answers/{answer.public_id}/calendar/")
    assert calendar["Content-Disposition"] == 'attachment; filename="dates.ics"'
    assert calendar.content.startswith(b"BEGIN:VCALENDAR")


class TestReports:
    def report(self, browser, answer, **fields):
        return browser.post(
            f"/answers/{answer.public_id}/report/", {"kind": "law", "text": "It changed."} | fields
        )

    def test_it_is_kept_for_the_editors(self, browser, owner):
        answer = histories.answer_of(owner)
        assert self.report(browser, answer).status_code == 302
        with tenant_scope(owner.account_id):
            report = AnswerReport.objects.get()
        assert (report.answer_id, report.kind, report.text) == (answer.pk, "law", "It changed.")
        assert "The editors will look at it" in words_of(browser.get("/history/"))

    def test_a_wrong_kind_is_refused_and_the_text_stays(self, browser, owner):
        page = self.report(browser, histories.answer_of(owner), kind="nonsense")
        assert page.status_code == 400
        assert "It changed.</textarea>" in page.text

    def test_it_goes_with_its_answer(self, browser, owner):
        answer = histories.answer_of(owner)
        self.report(browser, answer)
        browser.post("/history/delete/", {"answers": answer.public_id, "confirm": "yes"})
        with tenant_scope(owner.account_id):
            assert not AnswerReport.objects.exists()

    def test_many_that_nobody_read_are_enough(self, browser, owner):
        answer = histories.answer_of(owner)
        for _ in range(MOST_WAITING):
            assert self.report(browser, answer).status_code == 302
        assert self.report(browser, answer).status_code == 400

    def test_an_editor_settles_it_once(self, browser, owner):
        self.report(browser, histories.answer_of(owner))
        with tenant_scope(owner.account_id):
            report = AnswerReport.objects.get()
            settle_report(report, outcome="accepted", by=None)
            assert report.settled_at is not None
            with pytest.raises(Exception, match="settled before"):
                settle_report(report, outcome="dismissed", by=None)
