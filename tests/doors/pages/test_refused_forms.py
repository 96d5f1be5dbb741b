"""What was typed outlives a refusal: an old form, an ended session, files that are too large.

And what a form makes is made once, however often it is sent.
"""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import ApiKey, Invitation, ServiceIdentity
from accounts.tenancy import tenant_scope
from legalcontext.answers.models import AnswerContent
from legalcontext.answers.report_models import AnswerReport
from legalcontext.doors.pages.session import CHOSEN
from legalcontext.erasure.models import Export
from legalcontext.erasure.request_models import DeletionRequest
from legalcontext.retention.models import Hold
from matters.models import KeyDate, Matter, Note, Party
from tests import factories, histories

from .conftest import browser_of
from .reading import words_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

QUESTION = "My landlord in Sacramento kept <my> security deposit.\nWhat now?"
LIMIT = 300_000


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def browser(owner):
    return browser_of(owner)


@pytest.fixture
def strict(owner):
    """A browser whose form tokens are checked."""
    return checked(browser_of(owner))


def checked(browser: Client) -> Client:
    browser.handler.enforce_csrf_checks = True
    return browser


def fields_of(page, marker='name="again"') -> dict[str, str]:
    """The hidden fields of the form that has `marker`, as a browser would send them."""
    forms = re.findall(r"<form.*?</form>", page.text, re.S)
    form = next(form for form in forms if marker in form)
    pairs = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form, re.S)
    return {name: unescape(value) for name, value in pairs}


def opened(browser, path="/ask/") -> dict[str, str]:
    """Whose form it is, as the page says it that was opened."""
    mark = re.findall(r'name="writer" value="([^"]+)"', browser.get(path).text)[0]
    return {"writer": mark}


def turn_of(page) -> str:
    return str(re.findall(r'name="turn" value="([^"]+)"', page.text)[0])


def kept(owner, model) -> int:
    with tenant_scope(owner.account_id):
        return int(model.objects.count())


def file(name="lease.txt", data=b"Lease of 12 Elm St.\n"):
    return SimpleUploadedFile(name, data)


class TestFiles:
    def test_one_that_is_refused_is_named_and_takes_no_other_with_it(self, browser, owner):
        sent = {
            "skill": "document_review",
            "question": QUESTION,
            "papers": [
                file("a.txt"),
                file("scan.pdf", b"%PDF\x00"),
                file("b.txt", b"B"),
                file("c.txt", b" "),
            ],
        }
        page = browser.post("/ask/", sent | {"ask": "1"})
        assert page.status_code == 400
        assert "“scan.pdf” is not a text file" in words_of(page)
        assert "“c.txt” has no words in it." in words_of(page)
        again = fields_of(page, "kept_text")
        assert (again["kept_name"], again["kept_text"]) == ("b.txt", "B")
        assert page.text.count('name="kept_name"') == 2
        assert kept(owner, AnswerContent) == 0

    def test_one_that_is_too_long_is_named_and_not_carried_along(self, browser):
        sent = {"skill": "document_review", "question": QUESTION, "ask": "1"}
        page = browser.post(
            "/ask/", sent | {"papers": [file(), file("long.txt", b"x" * 2_000_001)]}
        )
        assert page.status_code == 400
        assert "“long.txt” is too long" in words_of(page)
        assert page.text.count('name="kept_name"') == 1


class TestTooLarge:
    @pytest.fixture(autouse=True)
    def limit(self, settings, monkeypatch):
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = LIMIT
        monkeypatch.setattr("legalcontext.doors.body_limit.CHUNK", 4096)

    def test_the_form_comes_back_with_what_was_typed(self, browser, owner):
        sent = {
            "question": QUESTION,
            "skill": "document_review",
            "place": "US-CA",
            "papers": file("scan.txt", b"x" * (LIMIT + 1)),
            "pasted": "the words of a letter",
            "role": "party",
            "ask": "1",
        }
        page = browser.post("/ask/", sent)
        assert page.status_code == 413
        assert "may have 0.3 MB, and this was more: no file came through" in words_of(page)
        assert QUESTION in unescape(page.text)
        assert "the words of a letter" in page.text
        assert '<option value="US-CA" selected>' in page.text
        assert '<option value="party" selected>' in page.text
        assert "scan.txt" not in page.text
        assert kept(owner, AnswerContent) == 0

    def test_a_text_that_did_not_come_whole_is_left_out(self, browser):
        """Half a paper would pass for all of it."""
        sent = {"question": QUESTION, "kept_name": "a", "kept_text": "word " * 20_000}
        page = browser.post("/ask/", sent | {"papers": file("b.txt", b"x" * LIMIT)})
        assert page.status_code == 413
        assert QUESTION in unescape(page.text)
        assert "word word" not in page.text

    def test_the_page_is_in_the_readers_language(self, owner):
        browser = Client(headers={"Accept": "text/html", "Accept-Language": "es"})
        browser.force_login(owner.user)
        page = browser.post("/ask/", {"question": QUESTION, "papers": file(data=b"x" * LIMIT)})
        assert page.status_code == 413
        assert '<html lang="es">' in page.text
        assert "no llegó ningún archivo" in page.text

    def test_an_old_form_is_said_after_the_size(self, strict, owner):
        sent = opened(strict) | {"question": QUESTION, "papers": file(data=b"x" * LIMIT)}
        page = strict.post("/ask/", sent)
        assert page.status_code == 413
        assert QUESTION in unescape(page.text)
        assert kept(owner, AnswerContent) == 0

    def test_who_is_not_signed_in_gets_the_words_back(self, nobody):
        page = nobody.post("/ask/", {"question": QUESTION, "papers": file(data=b"x" * LIMIT)})
        assert page.status_code == 403
        assert fields_of(page)["question"] == QUESTION

    @pytest.mark.parametrize("broken", ["multipart/form-data", "multipart/form-data; boundary=x"])
    def test_what_cannot_be_read_is_still_refused_for_its_size(self, browser, broken):
        page = browser.generic("POST", "/ask/", b"y" * (LIMIT + 1), content_type=broken)
        assert page.status_code == 413

    def test_a_form_without_files_says_the_limit(self, browser, owner):
        page = browser.post("/matters/new/", {"title": "x" * LIMIT})
        assert page.status_code == 413
        assert "may have 0.3 MB" in words_of(page)
        assert kept(owner, Matter) == 0


class TestOldForms:
    def test_the_form_comes_back_with_what_was_typed(self, strict, owner):
        sent = {"question": QUESTION, "skill": "consult", "papers": file(), "ask": "1"}
        sent |= opened(strict)
        page = strict.post("/ask/", sent)
        assert page.status_code == 403
        assert "What you wrote is still here" in words_of(page)
        assert QUESTION in unescape(page.text)
        assert kept(owner, AnswerContent) == 0
        again = strict.post("/ask/", {**sent, **fields_of(page, "kept_text"), "papers": ""})
        assert again.status_code == 302
        with tenant_scope(owner.account_id):
            assert AnswerContent.objects.get().documents[0]["name"] == "lease.txt"

    def test_a_part_of_the_page_gets_a_new_token(self, strict):
        mark = opened(strict)
        page = strict.post(
            "/ask/", {"question": QUESTION, "check": "1", **mark}, headers={"HX-Request": "true"}
        )
        assert page.status_code == 403
        assert "<html" not in page.text
        (token,) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)" hx-swap-oob', page.text)
        sent = {
            "question": QUESTION,
            "skill": "consult",
            "check": "1",
            "csrfmiddlewaretoken": token,
        }
        page = strict.post("/ask/", sent, headers={"HX-Request": "true"})
        assert page.status_code == 200
        assert "this is assumed" in page.text

    def test_what_the_script_asks_for_is_a_part_of_a_page_whatever_it_accepts(self, strict):
        """htmx accepts anything, as programs do."""
        headers = {"HX-Request": "true", "Accept": "*/*"}
        sent = opened(strict) | {"question": QUESTION, "check": "1"}
        page = strict.post("/ask/", sent, headers=headers)
        assert page["Content-Type"].startswith("text/html")
        assert "What you wrote is still here" in page.text

    def test_another_sites_words_are_not_shown_as_ones_own(self, strict):
        sent = {"question": QUESTION, "skill": "consult"}
        page = strict.post("/ask/", sent, headers={"Origin": "https://elsewhere.example"})
        assert page.status_code == 403
        assert "Sacramento" not in page.text

    def test_every_form_page_says_it_itself_and_does_nothing(self, strict, owner):
        sent = {"title": "Dunne v. Harbor", "jurisdiction": "US-CA"}
        sent |= opened(strict, "/matters/new/")
        page = strict.post("/matters/new/", sent)
        assert page.status_code == 403
        assert 'value="Dunne v. Harbor"' in page.text
        assert kept(owner, Matter) == 0
        again = strict.post("/matters/new/", sent | fields_of(page, 'name="title"'))
        assert again.status_code == 302
        assert kept(owner, Matter) == 1


class TestEndedSessions:
    def test_the_words_are_given_back_and_kept_nowhere(self, nobody):
        sent = {
            "question": QUESTION,
            "skill": "consult",
            "place": "US-CA",
            "papers": file(),
            "ask": "1",
        }
        page = nobody.post("/ask/", sent)
        assert page.status_code == 403
        assert "Location" not in page
        assert page["Cache-Control"] == "no-store"
        assert f"{QUESTION}</textarea>" in unescape(page.text)
        assert not Session.objects.exists()
        fields = fields_of(page)
        assert fields["question"] == QUESTION
        assert (fields["kept_name"], fields["kept_text"]) == ("lease.txt", "Lease of 12 Elm St.\n")
        assert "ask" not in fields

    @pytest.mark.parametrize(("old", "status"), [(True, 403), (False, 200)])
    def test_after_signing_in_one_goes_on_with_them(self, owner, old, status):
        """In a new tab of the same browser, which makes the token of this page an old one."""
        mark = opened(browser_of(owner))
        browser = checked(Client(headers={"Accept": "text/html"}))
        typed = {"question": QUESTION, "skill": "consult", "place": "US-CA"}
        sent = fields_of(browser.post("/ask/", typed | mark))
        if old:
            del browser.cookies["csrftoken"]
        browser.force_login(owner.user)
        page = browser.post("/ask/", sent)
        assert page.status_code == status
        assert QUESTION in unescape(page.text)
        assert '<option value="US-CA" selected>' in page.text
        assert kept(owner, AnswerContent) == 0
        sent = {"question": QUESTION, "skill": "consult", **fields_of(page, 'name="question"')}
        assert browser.post("/ask/", sent).status_code == 302
        assert kept(owner, AnswerContent) == 1

    def test_going_on_asks_nothing_yet(self, browser, owner):
        sent = {"question": QUESTION, "skill": "consult", "again": "1"} | opened(browser)
        page = browser.post("/ask/", sent)
        assert page.status_code == 200
        assert kept(owner, AnswerContent) == 0

    def test_a_part_of_the_page_leaves_the_form_alone(self, nobody):
        page = nobody.post(
            "/ask/", {"question": QUESTION, "check": "1"}, headers={"HX-Request": "true"}
        )
        assert page.status_code == 403
        assert "HX-Redirect" not in page
        assert "Sign in (in a new tab)" in page.text
        assert "Sacramento" not in page.text

    def test_who_has_not_chosen_an_account_gets_them_back_too(self, browser, owner):
        mark = opened(browser)
        factories.membership_of(owner.user, factories.firm().account)
        session = browser.session
        del session[CHOSEN]
        session.save()
        page = browser.post("/ask/", {"question": QUESTION} | mark)
        assert page.status_code == 403
        assert "You have not chosen an account" in words_of(page)

    def test_a_note_is_given_back_as_well(self, nobody, owner):
        matter = factories.matter_of(owner)
        page = nobody.post(f"/matters/{matter.public_id}/add/notes/", {"text": "He called."})
        assert page.status_code == 403
        assert fields_of(page)["text"] == "He called."

    def test_what_has_no_words_is_sent_to_the_sign_in(self, nobody):
        page = nobody.post("/ask/", {"question": " ", "skill": "consult"})
        assert page.status_code == 302


def key_fields():
    return {"name": "k", "scopes": ["ask"], "mode": "live", "lifetime": "30"}


ONCE = {
    "/matters/new/": (Matter, {"title": "Dunne v. Harbor"}),
    "/account/keys/new/": (ApiKey, key_fields()),
    "/account/programs/new/": (ServiceIdentity, {"name": "intake"}),
    "/account/people/invite/": (Invitation, {"email": "new@firm.example", "role": "member"}),
    "/account/holds/new/": (
        Hold,
        {"scope": "time", "made_from": "2020-01-01", "reason": "r", "review_on": "2090-01-01"},
    ),
    "/account/requests/new/": (DeletionRequest, {"about": "person", "regime": "general"}),
    "/history/export/": (Export, {"of": "mine"}),
    "{matter}add/notes/": (Note, {"text": "He called."}),
    "{matter}add/parties/": (Party, {"name": "Harbor", "side": "other"}),
    "{matter}add/dates/": (KeyDate, {"title": "Hearing", "date": "2090-01-01"}),
    "{answer}report/": (AnswerReport, {"kind": "outdated", "text": "It changed."}),
}
"""What makes something, by its address."""


class TestOnce:
    @pytest.mark.parametrize("address", ONCE)
    def test_a_form_that_is_sent_twice_makes_one(self, browser, owner, address):
        matter, answer = factories.matter_of(owner), histories.answer_of(owner)
        model, fields = ONCE[address]
        path = address.format(
            matter=f"/matters/{matter.public_id}/", answer=f"/answers/{answer.public_id}/"
        )
        page = browser.get(path)
        before, sent = kept(owner, model), fields | {"turn": turn_of(page)}
        answers = [browser.post(path, sent) for _ in range(2)]
        assert all(each.status_code in (200, 302) for each in answers), words_of(answers[0])
        assert kept(owner, model) == before + 1
        assert turn_of(browser.get(path)) != turn_of(page), "the next form makes another"

    def test_another_text_under_the_same_number_is_told_in_the_form(self, browser, owner):
        turn = turn_of(browser.get("/matters/new/"))
        browser.post("/matters/new/", {"title": "One", "turn": turn})
        page = browser.post("/matters/new/", {"title": "Two", "turn": turn})
        assert page.status_code == 422
        assert "This form was sent before" in words_of(page)
        assert 'value="Two"' in page.text
        assert kept(owner, Matter) == 1
        browser.post("/matters/new/", {"title": "Two", "turn": turn_of(page)})
        assert kept(owner, Matter) == 2

    def test_a_form_that_was_refused_may_be_mended_and_sent(self, browser, owner):
        turn = turn_of(browser.get("/matters/new/"))
        page = browser.post("/matters/new/", {"title": "", "turn": turn})
        assert page.status_code == 400
        browser.post("/matters/new/", {"title": "Now", "turn": turn_of(page)})
        assert kept(owner, Matter) == 1

    def test_a_rotation_is_done_once(self, browser, owner):
        browser.post("/account/keys/new/", key_fields())
        with tenant_scope(owner.account_id):
            key = ApiKey.objects.filter(name="k").get()
        path = f"/account/keys/{key.public_id}/rotate/"
        sent = {"old_lifetime": "7", "turn": turn_of(browser.get(path))}
        first, second = browser.post(path, sent), browser.post(path, sent)
        assert "cdx_live" in first.text
        assert second.status_code == 302
        with tenant_scope(owner.account_id):
            assert ApiKey.objects.filter(name="k").count() == 2
