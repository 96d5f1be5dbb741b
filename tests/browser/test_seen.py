"""Pages that a person reaches seldom, looked at: on a desk, on a phone, in Spanish, in the dark."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.tenancy import tenant_scope
from legalcontext.erasure.exporting import request_export
from legalcontext.oversight.access import open_answer
from matters.models import KeyDate, Note, Party
from matters.services import file
from tests import factories, histories

from .visitor import SCREENSHOTS

pytestmark = pytest.mark.usefixtures("notes")

LONG = "Asociación de Inquilinos y Propietarios del Valle de Sacramento y Alrededores, S. C."
QUESTION = "My landlord in Sacramento kept my security deposit. What are the rules?"


@pytest.fixture
def owner():
    owner = factories.firm()
    owner.user.set_password("a password to confirm with")
    owner.user.save()
    return owner


@pytest.fixture
def world(owner):
    """An account with a long name and something of everything."""
    account = owner.account
    account.name = LONG
    account.save()
    factories.colleague(account)
    matter = factories.matter_of(
        owner, "Dunne v. Harbor Lofts " + "and others " * 12, jurisdiction="US-NY"
    )
    principal = factories.principal_of(owner)
    file.add_entry(principal, Note, matter.public_id, {"text": "He called.\n" + "x" * 90})
    file.add_entry(principal, Party, matter.public_id, {"name": "Harbor", "side": "opposing"})
    file.add_entry(
        principal, KeyDate, matter.public_id, {"title": "Hearing", "date": dt.date(2090, 1, 1)}
    )
    answer = histories.answer_of(owner, question=QUESTION)
    hold = histories.hold_on(owner, answer_id=answer.pk)
    histories.hold_on(owner, made_from=timezone.now())
    request_export(principal, "mine")
    operator = factories.individual().user
    operator.is_staff = operator.is_superuser = True
    operator.name = "Op Erator"
    operator.save()
    with tenant_scope(owner.account_id):
        open_answer(operator=operator, answer=answer, reason="The owner asked us to look at it.")
    return {"matter": matter, "answer": answer, "hold": hold}


@pytest.mark.parametrize(("language", "dark"), [("en-US", False), ("es-MX", True)])
def test_the_pages_that_are_reached_seldom(visit, owner, world, language, dark):
    visitor = visit(language=language, dark=dark).sign_in(owner, confirmed=True)
    matter = f"/matters/{world['matter'].public_id}/"
    for name, path in {
        "notice": "/history/notice/",
        "matters": "/matters/?status=all",
        "matter": matter,
        "matter-new": "/matters/new/",
        "matter-edit": f"{matter}edit/",
        "entry-party": f"{matter}add/parties/",
        "holds": "/account/holds/",
        "hold-new": f"/account/holds/new/?answer={world['answer'].public_id}",
        "hold-release": f"/account/holds/{world['hold'].public_id}/release/",
        "export": "/history/export/",
        "accesses": "/account/accesses/",
        "choose": "/account/choose/",
        "ask": "/ask/",
        "answer-held": f"/answers/{world['answer'].public_id}/",
        "account": "/account/",
        "keys": "/account/keys/",
    }.items():
        visitor.goto(path).check(f"seen-{name}-{language[:2]}")


def test_a_rule_is_looked_at_before_it_is_made(visit, owner):
    histories.answer_of(owner)
    visitor = visit().sign_in(owner).goto("/account/retention/").fill(months="1")
    visitor.press("See what it would do").check("seen-retention-preview")
    assert "All answers of this account" in visitor.text


def test_a_matter_that_is_held_says_so(visit, owner):
    matter = factories.matter_of(owner, "Dunne v. Lofts")
    histories.hold_on(owner, matter_id=matter.pk)
    visitor = visit(phone=True).sign_in(owner).goto(f"/matters/{matter.public_id}/delete/")
    visitor.check("seen-matter-held")
    assert "This matter cannot be deleted now" in visitor.text
    assert "at once and for good" not in visitor.text


def test_words_outlive_the_session(visit, owner):
    """Without scripts: sign in in another tab, come back, go on."""
    visitor = visit(scripts=False, phone=True).sign_in(owner).goto("/ask/")
    visitor.page.locator("[name=question]").fill(QUESTION)
    visitor.context.clear_cookies()
    visitor.press("Ask")
    assert visitor.status == 403
    visitor.fits().picture(SCREENSHOTS / "seen-not-signed-in-390.png")  # axe needs scripts
    assert QUESTION in visitor.page.locator("textarea").input_value()
    with visitor.context.expect_page() as opened:
        visitor.press("Sign in (in a new tab)", stays=True)
    assert "/accounts/login/" in opened.value.url
    assert "Sacramento" not in opened.value.url
    visitor.sign_in(owner)
    visitor.press("Then come back to this tab and go on with what you wrote")
    assert visitor.page.locator("[name=question]").input_value() == QUESTION
    visitor.press("Ask")
    assert "What this answer does not know" in visitor.text


def test_a_part_of_the_page_outlives_the_session_too(visit, owner):
    visitor = visit().sign_in(owner).goto("/ask/")
    visitor.page.locator("[name=question]").fill(QUESTION)
    visitor.context.clear_cookies()
    visitor.press("What will be assumed?", stays=True)
    expect(visitor.page.locator("#assumed")).to_contain_text("what you wrote is still in the form")
    visitor.sign_in(owner)
    visitor.press(
        "What will be assumed?", stays=True
    )  # with the token of before, which is made a new one
    expect(visitor.page.locator("#assumed")).to_contain_text("What you wrote is still here")
    visitor.press("What will be assumed?", stays=True)
    expect(visitor.page.locator("#assumed")).to_contain_text("this is assumed", timeout=30_000)
    visitor.wrong = [each for each in visitor.wrong if "403" not in each]  # both refusals
    assert visitor.page.locator("[name=question]").input_value() == QUESTION


def test_the_next_person_at_the_computer_gets_none_of_the_words(visit, owner):
    visitor = visit().sign_in(owner).goto("/ask/").fill(question=QUESTION)
    form_left_open = visitor.context.new_page()
    form_left_open.goto("/matters/new/")
    form_left_open.locator("[name=title]").fill("Dunne v. Harbor")
    visitor.context.clear_cookies()
    visitor.press("Ask").check("seen-words-back", status=403)
    other = factories.firm()
    visitor.sign_in(other)
    visitor.press("Then come back to this tab and go on with what you wrote")
    visitor.check("seen-another-person", status=403)
    assert "Somebody else was signed in here" in visitor.text
    assert "Sacramento" not in visitor.page.content()
    with form_left_open.expect_navigation():
        form_left_open.get_by_role("button", name="Open it").click()
    assert "Dunne" not in form_left_open.content()


def test_words_outlive_the_confirmation(visit, owner):
    """Asked for again while a form stood open: confirmed in another tab, gone on with in this."""
    visitor = visit(scripts=False, phone=True).sign_in(owner, confirmed=True)
    visitor.goto("/account/keys/new/").fill(name="For the intake form")
    visitor.sign_in(owner)
    visitor.press("Make the key")
    assert visitor.status == 403
    visitor.fits().picture(SCREENSHOTS / "seen-confirm-again-390.png")
    with visitor.context.expect_page() as opened:
        visitor.press("Confirm that it is you (in a new tab)", stays=True)
    tab = opened.value
    tab.locator("[name=password]").fill("a password to confirm with")
    with tab.expect_navigation():
        tab.get_by_role("button", name="Confirm").click()
    expect(tab.locator("main")).to_contain_text("What you wrote waits in the other tab.")
    visitor.press("Then come back to this tab and go on with what you wrote")
    assert visitor.page.locator("[name=name]").input_value() == "For the intake form"
    visitor.press("Make the key")
    assert "cdx_live" in visitor.text


def test_the_same_deletion_is_asked_for_once(visit, owner):
    visitor = visit().sign_in(owner, confirmed=True)
    visitor.goto("/account/requests/new/").press("Ask for deletion")
    first = visitor.path
    visitor.goto("/account/requests/new/").press("Ask for deletion")
    assert visitor.path == first
    visitor.check("seen-asked-before")
    assert "the request is still open: here it is" in visitor.text


@pytest.mark.parametrize(("language", "words"), [("en-US", "1800"), ("es-MX", "1800")])
def test_a_day_far_away_is_told_beside_its_field(visit, owner, language, words):
    """The browser's calendar keeps from it; a program, or a browser without one, does not."""
    visitor = visit(language=language).sign_in(owner).goto("/account/holds/new/")
    visitor.page.evaluate(
        """() => document.querySelectorAll('[type=date], [required]').forEach((field) => {
          field.removeAttribute('min'); field.removeAttribute('max')
          field.removeAttribute('required')
          if (field.type === 'date') field.type = 'text'
        })"""
    )
    visitor.page.locator("[name=scope]").last.check()
    visitor.fill(made_from="0201-01-01", made_until="2200-01-01", reason="r", review_on="soon")
    visitor.click(visitor.page.locator("main form button").last)
    visitor.check(f"seen-day-out-of-range-{language[:2]}", status=400)
    assert visitor.text.count(words) >= 2


def test_files_that_fit_stay_chosen(visit, owner, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 300_000
    visitor = visit().sign_in(owner).goto("/ask/").fill(question=QUESTION)
    visitor.page.locator("summary", has_text="Add a paper").click()
    chosen = [
        {"name": name, "mimeType": "text/plain", "buffer": b"word " * size}
        for name, size in (("lease.txt", 10), ("scan.txt", 80_000), ("notice.txt", 10))
    ]
    visitor.page.locator("[name=papers]").set_input_files(chosen)
    said = visitor.page.locator("#papers-too-large")
    expect(said).to_contain_text("Left out: “scan.txt”. The other files are still chosen.")
    expect(said).to_be_focused()
    names = "() => [...document.querySelector('[name=papers]').files].map((file) => file.name)"
    assert visitor.page.evaluate(names) == ["lease.txt", "notice.txt"]
    visitor.check("seen-one-too-large")
    visitor.press("Ask")
    assert visitor.status == 200
    assert "lease.txt" in visitor.text
    assert "scan.txt" not in visitor.text


@pytest.mark.parametrize("scripts", [True, False])
def test_a_file_that_is_too_large_takes_no_words_with_it(visit, owner, settings, scripts):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 300_000
    visitor = visit(scripts=scripts).sign_in(owner).goto("/ask/")
    visitor.page.locator("[name=question]").fill(QUESTION)
    visitor.page.locator("summary", has_text="Add a paper").click()
    large = {"name": "scan.txt", "mimeType": "text/plain", "buffer": b"x" * 400_000}
    visitor.page.locator("[name=papers]").set_input_files([large])
    if scripts:
        expect(visitor.page.locator("#papers-too-large")).to_contain_text("scan.txt")
        expect(visitor.page.locator("#papers-too-large")).to_be_focused()
        assert visitor.page.locator("[name=papers]").input_value() == ""
        visitor.check("seen-too-large")
        return
    visitor.press("Ask")
    assert visitor.status == 413
    visitor.fits().picture(SCREENSHOTS / "seen-too-large-sent-1280.png")
    assert "no file came through" in visitor.text
    assert visitor.page.locator("[name=question]").input_value() == QUESTION
