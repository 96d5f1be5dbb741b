"""The block in the language of the page; programs get it as it is."""

from __future__ import annotations

import datetime as dt
import itertools
import json
import re
from html import unescape

import pytest
from django.utils import translation

from codossier.settings.environment import ROOT
from legalcontext import block
from legalcontext.doors.pages.block_words import WHY, note_words, retention_words, why_words
from legalcontext.doors.templatetags.dates import day, moment, weekday
from legalcontext.inference import cues
from tests import factories, histories

from .conftest import browser_of
from .reading import words_of

QUESTION = "My landlord in Sacramento kept my security deposit, and I may move to Texas."


@pytest.mark.parametrize(
    ("days", "under"), list(itertools.product((None, 1, 7), ("account", "matter")))
)
def test_every_term_is_told_in_spanish(days, under):
    for months in (1, 12):
        sentence = block.retention_sentence(months=months, keep_days=days, under=under)
        with translation.override("es"):
            told = retention_words(sentence)
        number = days or months
        assert str(number) in told
        assert "kept" not in told
        assert told.startswith("se guarda")
        assert retention_words(sentence) == sentence


@pytest.mark.parametrize("said", [{"keep_days": 0}, {"held": True}])
def test_what_is_not_kept_or_held_is_told_in_spanish(said):
    sentence = block.retention_sentence(months=12, **said)
    assert retention_words(sentence) == sentence
    with translation.override("es"):
        assert retention_words(sentence) != sentence


def test_a_sentence_of_another_service_stays_as_it_came():
    with translation.override("es"):
        assert retention_words("kept for ever") == "kept for ever"


def test_every_reason_of_inference_has_its_words():
    assert set(cues.WHY.values()) <= set(WHY)
    with translation.override("es"):
        assert all(why_words({"why": why, "kind": "x"}) != why for why in WHY)


def test_the_reasons_that_stand_in_the_sources_have_their_words():
    """Those that no table has: found in the modules that write them."""
    rooms = ROOT / "legalcontext"
    sources = ("block/frame.py", "block/jurisdiction.py", "inference/infer.py")
    text = "".join((rooms / source).read_text() for source in sources)
    found = re.findall(r'(?<!")"([A-Z][^"%{}]+[a-z]\.)"(?!")', text)
    assert found
    assert set(found) <= set(WHY)


def test_a_note_keeps_its_words_and_places_in_spanish():
    evidence = [{"value": "US-TX"}, {"value": "US-TX"}, {"value": "GB"}]
    note = {
        "code": "jurisdiction_candidates", "field": "jurisdiction", "evidence": evidence,
        "message": "“Tx” also names Texas (US-TX).",
    }  # fmt: skip
    assert note_words(note) == note["message"]
    with translation.override("es"):
        assert note_words(note) == "“Tx”, Texas, Reino Unido"


ENGLISH = re.compile(r"\b(the|kept|delete|there|names|place|and)\b", re.I)


@pytest.mark.django_db
@pytest.mark.usefixtures("notes")
def test_what_is_assumed_is_spanish_and_the_json_as_it_is():
    owner = factories.firm()
    browser = browser_of(owner)
    sent = {"question": QUESTION, "skill": "consult", "check": "1", "role": "party"}
    with translation.override("es"):
        page = browser.post("/ask/", sent, headers={"Accept-Language": "es"})
    part = page.text[page.text.index('id="assumed"') :]
    part = re.sub(r"<blockquote.*?</blockquote>|“[^”]*”", "", part, flags=re.S)
    part = unescape(re.sub(r"<[^>]+>", " ", part[: part.index("</form>")]))
    assert "se guarda 12 meses" in part
    assert ENGLISH.findall(part) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("notes")
def test_the_json_of_an_answer_stays_english():
    owner = factories.firm()
    answer = histories.answer_of(owner)
    page = browser_of(owner).get(f"/answers/{answer.public_id}/", headers={"Accept-Language": "es"})
    found = re.search(r'<pre id="block-json"[^>]*>(.*?)</pre>', page.text, re.S)
    assert found is not None
    assert json.loads(unescape(found[1]))["retention"].startswith("kept ")


class TestDays:
    WHEN = dt.datetime(2026, 11, 3, 17, 5, tzinfo=dt.UTC)

    def test_they_are_written_in_one_way_in_each_language(self):
        assert (day(self.WHEN), moment(self.WHEN)) == (
            "3 November 2026",
            "3 November 2026, 17:05",
        )
        assert weekday(self.WHEN.date()) == "Tuesday, 3 November 2026"
        with translation.override("es"):
            assert day(self.WHEN) == "3 de noviembre de 2026"
            assert moment(self.WHEN) == "3 de noviembre de 2026, 17:05"
            assert weekday(self.WHEN.date()) == "martes, 3 de noviembre de 2026"
        assert day(None) == ""

    @pytest.mark.django_db
    def test_no_template_writes_them_in_another(self):
        own = re.compile(r"\|date:(?!.c.|.Y-m-d.)")
        folders = ("pages", "account", "allauth", "mfa")
        wrong = [
            path.name
            for folder in folders
            for path in (ROOT / "templates" / folder).rglob("*.html")
            if own.search(path.read_text())
        ]
        assert wrong == []


@pytest.mark.django_db
def test_the_choice_of_an_account_is_told_for_one_account_too():
    browser = browser_of(factories.firm())
    page = words_of(browser.get("/account/choose/"))
    assert "You belong to one account, and act for it." in page
    assert "more than one account" not in page


@pytest.mark.django_db
def test_after_a_wall_there_is_somebody_and_nobody_left_to_share_with():
    owner = factories.firm()
    matter = factories.matter_of(owner)
    path = f"/matters/{matter.public_id}/sharing/"
    browser = browser_of(owner)
    assert "There is nobody else in this account yet." in words_of(browser.get(path))
    colleague = factories.colleague(owner.account)
    browser.post(f"{path}wall/", {"wall-member": colleague.public_id, "wall-reason": "a conflict"})
    page = words_of(browser.get(path))
    assert "nobody else in this account" not in page
    assert "everybody else is shut out or suspended" in page
