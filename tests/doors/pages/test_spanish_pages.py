"""No English is left on a page in Spanish, but where the page says that it is English.

The walk asks each page with content in it, and looks at every word that a reader is shown or told:
it is one of our Spanish texts, of Django's or allauth's, or a name. What people wrote themselves
stays what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from zoneinfo import available_timezones

import allauth
import django
import polib
import pytest
from django.contrib import humanize
from django.utils import translation

from codossier.settings.environment import ROOT
from legalcontext.block.places import SPANISH, is_canonical, name_of
from legalcontext.doors.pages.places import place_choices, place_name
from legalcontext.doors.pages.words import OUT_OF_REACH, REGIME_NAMES
from legalcontext.erasure.regimes import REGIMES
from legalcontext.erasure.requests import certificate
from tests import factories

from .conftest import browser_of
from .test_permissions import World
from .walking import walked

pytestmark = [
    pytest.mark.django_db(databases=["default", "operator"]),
    pytest.mark.usefixtures("notes"),
]

OF_PEOPLE = (
    r"Firm \d+", r"service \d+", "Dunne v. Lofts", "Roe", "What now\\?", "A claim is expected\\.",
    r"^test$", "acted",
)  # fmt: skip
"""What the people of the walk wrote and are called."""
OF_NO_LANGUAGE = re.compile(
    rf"\S+@\S+|https?://\S+|“[^”]*”|\[c\d+\]|\bUTC\b|\bCodossier\b|{'|'.join(OF_PEOPLE)}"
)
TIME_ZONES = {name.replace("_", " ") for name in available_timezones()}
"""Names of a list of their own, in English everywhere."""
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
TOLD = ("aria-label", "alt", "title", "placeholder", "data-done")
SILENT = ("script", "style", "code", "pre", "time", "textarea")
OF_IDS = {"mono", "asked"}
"""Classes of ids, and of what somebody asked."""
VOID = ("input", "br", "link", "meta", "img", "hr")


class _Words(HTMLParser):
    """Texts of a page that are Spanish by what the page says of itself."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[bool] = [True]
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        spanish = self.open[-1] if "lang" not in at else at["lang"] == "es"
        counts = spanish and tag not in SILENT and not OF_IDS & set(at.get("class", "").split())
        if counts:
            self.texts += [value for name, value in at.items() if name in TOLD]
        if tag not in VOID:
            self.open.append(counts)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open[-1] and data.strip():
            self.texts.append(" ".join(data.split()))


def texts_of(html: str) -> list[str]:
    reader = _Words()
    reader.feed(html)
    return reader.texts


def words_of(text: str) -> Iterator[str]:
    return (found[0].lower() for found in WORD.finditer(text))


@pytest.fixture(scope="module")
def known() -> set[str]:
    """Every word of the Spanish catalogues, and of the names of places."""
    catalogues = [ROOT / "locale/es/LC_MESSAGES/django.po"]
    for package in (django, humanize, allauth):
        folder = Path(package.__file__ or "").parent
        catalogues += folder.glob("conf/locale/es/LC_MESSAGES/django.po")
        catalogues += folder.glob("locale/es/LC_MESSAGES/django.po")
    with translation.override("es"):
        places = [name for _group, places in place_choices() for _code, name in places]
    said = [
        text
        for path in catalogues
        for entry in polib.pofile(str(path))
        for text in (entry.msgstr, *entry.msgstr_plural.values())
    ]
    return {word for text in [*said, *places] for word in words_of(text)}


def test_no_english_is_left(known):
    world = World()
    for browser in world.browsers.values():
        browser.defaults["HTTP_ACCEPT_LANGUAGE"] = "es"
    strange, routes = {}, set()
    for route, _path, response in walked(world, ("owner", "member", "nobody")):
        if not response["Content-Type"].startswith("text/html"):
            continue
        assert '<html lang="es">' in response.text, route
        routes.add(route)
        for text in texts_of(response.text):
            foreign = set(words_of(OF_NO_LANGUAGE.sub("", text))) - known
            if foreign and text not in TIME_ZONES:
                strange[text] = (route, sorted(foreign))
    assert strange == {}
    assert len(routes) > 40


QUESTIONS = (
    ("triage", "My husband hit me last night in our flat in Houston and I got an eviction notice."),
    ("consult", "My landlord in Sacramento kept my security deposit. What are the rules?"),
    ("consult", "My landlord kept my deposit."),
    ("triage", "My landlord in London wants me out. The county court wrote. I live in Leeds."),
    ("consult", "My deposit: is it England or Georgia or Ontario? The hearing is on 3 March 2031."),
    ("document_review", "What does it say?"),
)
"""Asked for real: emergencies, several places, none, a question back."""


@pytest.mark.parametrize(("skill", "question"), QUESTIONS)
def test_none_is_left_around_an_answer(known, skill, question):
    browser = browser_of(factories.firm())
    browser.defaults["HTTP_ACCEPT_LANGUAGE"] = "es"
    sent = {"skill": skill, "question": question, "court": "small claims court", "role": "party"}
    if skill == "document_review":
        sent["pasted"] = "Lease. The tenant pays a fee. This lease is governed by English law."
    strange = {}
    pages = [
        browser.post("/ask/", sent | {"check": "1"}),
        browser.post("/ask/", sent | {"ask": "1"}, follow=True),
        browser.post("/ask/", sent | {"ask": "1", "keep": "0"}),
        browser.get("/history/"),
    ]
    for page in pages:
        assert page.status_code == 200
        for text in texts_of(page.text):
            foreign = set(words_of(OF_NO_LANGUAGE.sub("", text))) - known
            if foreign and text.rstrip("…") not in question:
                strange[text] = sorted(foreign)
    assert strange == {}


def test_the_test_finds_english(known):
    for text in ("England and Wales", "The service's own promise", "Delete it for good"):
        assert set(words_of(text)) - known, text


def test_the_names_of_regimes_and_what_no_deletion_reaches_are_all_there():
    assert set(REGIME_NAMES) == {regime["name"] for regime in REGIMES}
    assert {why for _what, why in certificate.OUT_OF_REACH} < set(OUT_OF_REACH)
    assert len(OUT_OF_REACH) == len(certificate.OUT_OF_REACH) + 1
    source = Path(certificate.__file__).read_text()
    assert OUT_OF_REACH[-1][:40] in source


@pytest.mark.parametrize("code", sorted(SPANISH))
def test_places_that_iso_names_in_no_spanish_are_named_in_both_languages(code):
    assert is_canonical(code)
    with translation.override("es"):
        assert place_name(code) == SPANISH[code]
    with translation.override("en"):
        assert place_name(code) == name_of(code)
