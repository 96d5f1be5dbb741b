"""Asking in a browser without scripts: what is typed stays, what is asked is kept once."""

from __future__ import annotations

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler

from accounts.tenancy import tenant_scope
from legalcontext.answers import ask as asking
from legalcontext.answers.errors import MatterNotFound
from legalcontext.answers.models import AnswerContent
from legalcontext.switches.errors import SwitchedOff
from tests import factories, histories

from .conftest import browser_of
from .reading import words_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

QUESTION = "My landlord in Sacramento kept my security deposit. What are the rules?"
LEASE = "Lease of 12 Elm St.\nThe rent is $900.\n"


@pytest.fixture
def owner():
    return factories.individual()


@pytest.fixture
def browser(owner):
    return browser_of(owner)


def ask(browser, button="ask", **fields):
    sent = {button: "1", "skill": "consult", "question": QUESTION} | fields
    return browser.post("/ask/", {name: value for name, value in sent.items() if value is not None})


def contents(owner):
    with tenant_scope(owner.account_id):
        return list(AnswerContent.objects.select_related("answer"))


def test_an_ask_is_answered_and_kept(browser, owner):
    response = ask(browser, place="US-CA", role="party", keep="7")
    (content,) = contents(owner)
    assert response.status_code == 302
    assert response["Location"] == f"/answers/{content.answer.public_id}/"
    assert (content.question, content.answer.door) == (QUESTION, "pages")
    assert content.inbound == {"jurisdiction": "US-CA", "role": "party"}
    assert content.answer.keep_days == 7
    page = words_of(browser.get(response["Location"]))
    assert QUESTION in page
    assert "Whoever asked wanted it kept for 7 days only." in page


def test_the_question_is_in_no_address_and_no_title(browser):
    response = ask(browser)
    page = browser.get(response["Location"])
    assert "Sacramento" not in response["Location"]
    assert "<title>Codossier</title>" in page.text
    assert page["Cache-Control"] == "no-store"


def test_what_will_be_assumed_is_said_and_nothing_stored(browser, owner):
    page = ask(browser, button="check")
    assert page.status_code == 200
    assert "If you ask now, this is assumed" in words_of(page)
    assert "California (worked out)" in words_of(page).replace("( ", "(").replace(" )", ")")
    assert f"{QUESTION}</textarea>" in page.text
    assert contents(owner) == []


def test_a_part_of_the_page_is_given_to_the_script_that_asks(browser):
    page = browser.post(
        "/ask/",
        {"check": "1", "skill": "consult", "question": QUESTION},
        headers={"HX-Request": "true"},
    )
    assert page.status_code == 200
    assert "<html" not in page.text
    assert "this is assumed" in page.text


def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_stays(browser, owner):
    page = ask(browser, skill="document_review", place="US-CA", pasted=None)
    assert page.status_code == 400
    assert "Add the paper to read" in words_of(page)
    assert f"{QUESTION}</textarea>" in page.text
    assert '<option value="US-CA" selected>' in page.text
    assert contents(owner) == []


def test_an_empty_question_is_told(browser, owner):
    page = ask(browser, question="  \n ")
    assert page.status_code == 400
    assert contents(owner) == []


def test_a_text_file_is_read(browser, owner):
    file = SimpleUploadedFile("lease.txt", LEASE.replace("\n", "\r\n").encode())
    assert ask(browser, skill="document_review", papers=file).status_code == 302
    (content,) = contents(owner)
    assert content.documents == [{"name": "lease.txt", "media_type": "text/plain", "text": LEASE}]


def test_a_large_file_is_read_from_memory(browser, owner, monkeypatch):
    """Nothing that is uploaded lies in a folder, even for a while."""

    def to_disk(*_):
        raise AssertionError("written to a disk")

    monkeypatch.setattr(TemporaryFileUploadHandler, "new_file", to_disk)
    words = b"The tenant shall pay. " * 150_000
    file = SimpleUploadedFile("long.txt", words[:1_990_000] + b"\n" * (3 << 20))
    page = ask(browser, question="", skill="document_review", papers=file)
    assert page.status_code == 400
    assert "long.txt" in words_of(page)


@pytest.mark.parametrize("data", [b"%PDF-1.7\x00\x01", b"\xff\xfe\xfa", b"caf\xe9"])
def test_a_file_that_is_no_text_is_refused_and_the_rest_stays(browser, owner, data):
    file = SimpleUploadedFile("scan.pdf", data)
    page = ask(browser, skill="document_review", papers=file)
    assert page.status_code == 400
    assert "“scan.pdf” is not a text file" in words_of(page)
    assert f"{QUESTION}</textarea>" in page.text
    assert contents(owner) == []


def test_a_file_stays_attached_when_the_page_comes_back(browser, owner):
    """A browser forgets the file that was chosen; the form keeps its words."""
    page = ask(
        browser, question="", skill="document_review", papers=SimpleUploadedFile("a.txt", b"A <b>")
    )
    assert page.status_code == 400
    assert '<input type="hidden" name="kept_text" value="A &lt;b&gt;">' in page.text
    again = ask(browser, skill="document_review", kept_name="a.txt", kept_text="A <b>")
    assert again.status_code == 302
    (content,) = contents(owner)
    assert [d["text"] for d in content.documents] == ["A <b>"]


def test_a_paper_is_taken_out_again(browser, owner):
    page = ask(browser, skill="document_review", kept_name="a.txt", kept_text="A", drop="0")
    assert page.status_code == 400
    assert "a.txt" not in words_of(page)


def test_what_is_not_to_be_kept_is_shown_once(browser, owner):
    page = ask(browser, keep="0")
    assert page.status_code == 200
    assert "It is shown once" in words_of(page)
    assert QUESTION in words_of(page)
    assert contents(owner) == []


def test_a_button_pressed_twice_asks_once(browser, owner):
    turn = str(uuid.uuid4())
    first, second = ask(browser, turn=turn), ask(browser, turn=turn)
    assert first["Location"] == second["Location"]
    assert len(contents(owner)) == 1


def test_an_individual_is_not_asked_for_a_label(browser):
    page = browser.get("/ask/").text
    assert 'name="label"' not in page
    assert 'name="audience"' not in page


def test_a_professional_states_audience_label_and_matter():
    owner = factories.firm()
    matter = factories.matter_of(owner, "Dunne v. Lofts")
    response = ask(
        browser_of(owner), audience="professional", label="work_product",
        matter=matter.public_id, on_behalf_of="client 7",
    )  # fmt: skip
    assert response.status_code == 302
    (content,) = contents(owner)
    assert content.answer.matter_id == matter.pk
    assert (content.answer.privilege, content.on_behalf_of) == ("work_product", "client 7")


def test_a_matter_that_went_meanwhile_is_told_beside_its_field(monkeypatch):
    owner = factories.firm()
    matter = factories.matter_of(owner)
    browser = browser_of(owner)

    def gone(*_):
        raise MatterNotFound

    monkeypatch.setattr(asking, "_matter_facts", gone)
    page = ask(browser, matter=matter.public_id)
    assert page.status_code == 400
    assert "This matter is not there any more" in words_of(page)
    assert f"{QUESTION}</textarea>" in page.text


def test_an_earlier_ask_is_asked_again_with_what_settles_it(browser, owner):
    answer = histories.answer_of(owner, question=QUESTION)
    page = browser.get(f"/ask/?again={answer.public_id}&jurisdiction=US-NV&skill=consult").text
    assert f"{QUESTION}</textarea>" in page
    assert '<option value="US-NV" selected>' in page


def test_an_ask_of_somebody_else_is_not_asked_again(browser):
    answer = histories.answer_of(factories.individual(), question="Secret?")
    page = browser.get(f"/ask/?again={answer.public_id}")
    assert (page.status_code, "Secret?" in page.text) == (404, False)


@pytest.mark.parametrize(
    "fields",
    [
        {"place": "Narnia"},
        {"keep": "x"},
        {"skill": "magic"},
        {"question": "x" * 20_001},
        {"question": "a\x00b"},
        {"court": "a" * 300},
    ],
)
def test_a_wrong_value_is_a_page_and_keeps_nothing(browser, owner, fields):
    assert ask(browser, **fields).status_code == 400
    assert contents(owner) == []


def test_too_fast_is_told_and_what_was_typed_stays(browser, owner, settings):
    settings.RATE_LIMIT_PER_MINUTE = 1
    assert ask(browser).status_code == 302
    page = ask(browser, place="US-NV")
    assert (page.status_code, "Retry-After" in page) == (429, True)
    assert f"{QUESTION}</textarea>" in page.text
    assert '<option value="US-NV" selected>' in page.text
    assert len(contents(owner)) == 1


def test_a_skill_that_is_switched_off_is_told_and_what_was_typed_stays(browser, owner, monkeypatch):
    def off(*_, **__):
        raise SwitchedOff(skill="consult", audience="individual", place="US-CA")

    monkeypatch.setattr(asking, "ask", off)
    page = ask(browser)
    assert page.status_code == 503
    assert f"{QUESTION}</textarea>" in page.text
