"""Asking, finding, deleting, exporting and asking for erasure, as a person with a browser does."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.principal import principal_of_membership
from accounts.tenancy import tenant_scope
from legalcontext.answers.ask import ask
from legalcontext.contracts.quick_ask import parse_quick_ask
from legalcontext.erasure.exporting import make_export
from legalcontext.erasure.models import Export
from legalcontext.erasure.requests import certificate as certificates
from legalcontext.erasure.requests import service
from tests import factories, histories

pytestmark = pytest.mark.usefixtures("notes")

QUESTION = "My landlord in Sacramento kept my security deposit. What are the rules?"
DANGER = "My husband hit me last night in our flat in Houston and I got an eviction notice."
PASSWORD = "a password to confirm with"
PATIENCE = 30_000
"""Milliseconds: the first ask of a process reads its tables and starts the search."""


@pytest.fixture
def owner():
    owner = factories.firm()
    owner.user.set_password(PASSWORD)
    owner.user.save()
    return owner


def asked(owner, question, skill="triage", **members):
    raw = {"skill": skill, "question": question, **members}
    return ask(principal_of_membership(owner), parse_quick_ask(raw), door="pages")["id"]


def confirm(visitor: Any) -> None:
    """Show once more who one is."""
    visitor.page.set_default_timeout(PATIENCE)  # a password takes its time to be checked
    visitor.page.wait_for_url(re.compile("/accounts/reauthenticate/"))
    visitor.page.locator("[name=password]").fill(PASSWORD)
    visitor.press("Confirm")


def test_a_question_is_checked_asked_and_read_on_a_phone(visit):
    visitor = visit(phone=True).sign_in(factories.individual()).goto("/").check("ask")
    visitor.fill(question=QUESTION)
    visitor.page.get_by_label("What are the rules?").check()
    visitor.press("What will be assumed?", stays=True)
    expect(visitor.page.locator("#assumed")).to_contain_text("California", timeout=PATIENCE)
    visitor.check("ask-assumed")
    assert visitor.page.locator("[name=question]").input_value() == QUESTION
    visitor.press("Ask")
    visitor.page.wait_for_url(re.compile("/answers/ans_"))
    visitor.check("answer")
    assert "Sacramento" not in visitor.path
    expect(visitor.page).to_have_title("Codossier")
    assert visitor.page.locator(".asked mark", has_text="Sacramento").count() == 1


def test_an_emergency_is_the_first_thing_to_read(visit):
    person = factories.individual()
    visitor = visit(phone=True).sign_in(person).goto(f"/answers/{asked(person, DANGER)}/")
    visitor.check("emergency")
    expect(visitor.page.locator("main section").first).to_contain_text("911")
    box = visitor.page.get_by_role("link", name="911").first.bounding_box()
    assert box is not None
    assert box["y"] < 844, "on the first screen of a phone"


def test_without_scripts_one_asks_reads_and_deletes(visit):
    person = factories.individual()
    visitor = visit(phone=True, scripts=False).sign_in(person).goto("/ask/")
    visitor.fill(question=QUESTION).press("What will be assumed?")
    assert "this is assumed" in visitor.text
    visitor.press("Ask")
    assert "What this answer does not know" in visitor.text
    visitor.press("Delete")
    assert "1 answer goes at once and for good." in visitor.text
    visitor.press("Delete 1 answer for good")
    assert "Gone for good" in visitor.text
    visitor.goto("/history/")
    assert "Nothing here yet" in visitor.text


def test_an_answer_is_found_by_its_words_and_deleted(visit, owner):
    for question in ("My deposit in Reno", "A ticket in Austin", "My deposit in Ohio"):
        histories.answer_of(owner, question=question)
    visitor = visit().sign_in(owner).goto("/history/").check("history")
    visitor.fill(words="deposit").press("Find")
    assert "My deposit in Reno" in visitor.text
    assert "Austin" not in visitor.text
    assert visitor.path == "/history/"
    visitor.page.get_by_role("checkbox").first.check()
    visitor.press("Delete the chosen ones").check("delete")
    visitor.press("Delete 1 answer for good").check("deleted")
    assert histories.kept(owner.account_id) == (2, 2)


def test_a_hold_refuses_and_says_why(visit, owner):
    answer = histories.answer_of(owner)
    histories.hold_on(owner, answer_id=answer.pk)
    visitor = visit().sign_in(owner).goto(f"/answers/{answer.public_id}/")
    assert "under a legal hold" in visitor.text
    visitor.press("Delete").press("Ask for their deletion")
    assert "1 answer is held, and nothing was deleted." in visitor.text
    visitor.check("held", status=409).press("Holds of this account").check("holds")


def test_everything_is_taken_along(visit, owner):
    histories.answer_of(owner)
    visitor = visit().sign_in(owner).goto("/history/export/")
    confirm(visitor)
    visitor.check("export").press("Make the file")
    expect(visitor.page.locator("#job")).to_contain_text("It waits its turn.")
    with tenant_scope(owner.account_id):
        export = Export.objects.get()
    make_export(owner.account_id, export.pk)
    # It looks again by itself.
    expect(visitor.page.locator("#job")).to_contain_text("It is ready.", timeout=PATIENCE)
    visitor.check("export-ready")
    with visitor.page.expect_download() as download:
        visitor.press("Fetch the file", stays=True)
    assert download.value.suggested_filename == "history.zip"


def test_a_request_leads_to_a_certificate(visit, owner):
    visitor = visit().sign_in(owner).goto("/account/requests/new/")
    confirm(visitor)
    visitor.check("request-new").press("Ask for deletion")
    assert "who asks is known" in visitor.text
    visitor.check("request")
    (request,) = service.list_own(principal_of_membership(owner), limit=5)
    with tenant_scope(owner.account_id):
        certificates.write(request)
    visitor.page.reload()
    visitor.click(visitor.page.get_by_role("link", name="Certificate 1"))
    assert "Certificate of deletion 1" in visitor.text
    visitor.check("certificate")


def test_what_is_not_kept_is_shown_once(visit):
    visitor = visit().sign_in(factories.individual()).goto("/ask/").fill(question=QUESTION)
    visitor.page.locator("summary", has_text="Say more").click()
    visitor.page.locator("[name=keep]").select_option("0")
    visitor.press("Ask")
    expect(visitor.page.locator("main")).to_contain_text("It is shown once")
    visitor.check("answer-once")


def test_an_answer_is_reported(visit, owner):
    answer = histories.answer_of(owner)
    visitor = visit().sign_in(owner).goto(f"/answers/{answer.public_id}/")
    visitor.press("This answer is wrong").check("report")
    visitor.page.get_by_label("the law has changed").check()
    visitor.fill(text="It was amended.").press("Send")
    assert "The editors will look at it." in visitor.text


def test_an_answer_in_the_dark(visit):
    person = factories.individual()
    visit(dark=True).sign_in(person).goto(f"/answers/{asked(person, DANGER)}/").check("answer-dark")


def test_the_pages_of_a_matter_and_of_keeping(visit, owner):
    factories.colleague(owner.account)
    matter = factories.matter_of(owner, "Dunne v. Harbor Lofts", jurisdiction="US-NY")
    histories.answer_of(owner, matter=matter)
    at = f"/matters/{matter.public_id}/"
    visitor = visit().sign_in(owner)
    for name, path in {
        "matters": "/matters/",
        "matter": at,
        "matter-form": f"{at}edit/",
        "matter-sharing": f"{at}sharing/",
        "matter-delete": f"{at}delete/",
        "entry-form": f"{at}add/dates/",
        "retention": "/account/retention/",
        "hold-new": "/account/holds/new/",
        "requests": "/account/requests/",
        "accesses": "/account/accesses/",
        "account-history": "/history/account/",
    }.items():
        visitor.goto(path).check(name)
