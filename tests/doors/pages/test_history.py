"""Finding answers again: by words, filters and pages; no word in an address."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.utils import timezone

from accounts.principal import principal_of_membership
from accounts.tenancy import tenant_scope
from legalcontext.answers import finding
from legalcontext.answers.finding import Wanted, find_answers
from legalcontext.answers.history import Position
from legalcontext.answers.models import Answer
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


def found(owner, *, limit=20, after=None, **wanted):
    rows = find_answers(principal_of_membership(owner), Wanted(**wanted), limit=limit, after=after)
    return [row.excerpt for row in rows]


def changed(owner, answer, **fields):
    with tenant_scope(owner.account_id):
        Answer.objects.filter(pk=answer.pk).update(**fields)


def in_it(pattern, text):
    """What the pattern's first group finds in a page."""
    found = re.search(pattern, text)
    assert found is not None, pattern
    return found[1]


class TestWords:
    @pytest.mark.parametrize(
        "words",
        [
            "deposito",
            "DEPÓSITO",
            "depósito",
            "sito",
            "casero deposito",
            "Ñandú",
            "nandu",
            "100%",
            "a_b",
        ],
    )
    def test_case_accents_and_parts_of_words_do_not_matter(self, owner, words):
        histories.answer_of(owner, question="El casero no devuelve el Depósito; ñandú 100% a_b")
        assert len(found(owner, words=words)) == 1

    @pytest.mark.parametrize(
        "words", ["dapasato", "casero inquilino", "100_", "a%b", ".*", "(", "\\"]
    )
    def test_what_is_not_there_is_not_found(self, owner, words):
        histories.answer_of(owner, question="El casero no devuelve el depósito; 100% a_b")
        assert found(owner, words=words) == []

    def test_only_what_may_be_read_is_found(self, owner):
        other = factories.colleague(owner.account)
        histories.answer_of(other, question="eviction of somebody else")
        histories.answer_of(factories.firm(), question="eviction elsewhere")
        histories.answer_of(owner, question="eviction mine")
        assert found(owner, words="eviction") == ["eviction mine"]

    def test_the_rest_is_read_when_the_newest_do_not_fill_the_page(self, owner, monkeypatch):
        monkeypatch.setattr(finding, "RECENT", 3)
        for number in range(12):
            word = "needle" if number % 4 == 0 else "hay"
            histories.answer_of(owner, question=f"{word} {number}")
        assert found(owner, words="needle") == ["needle 8", "needle 4", "needle 0"]
        assert found(owner, words="needle", limit=1) == ["needle 8", "needle 4"]

    def test_pages_follow_each_other(self, owner, monkeypatch):
        monkeypatch.setattr(finding, "RECENT", 2)
        answers = [histories.answer_of(owner, question=f"rent {n}") for n in range(7)]
        first = found(owner, words="rent", limit=3)
        assert first == ["rent 6", "rent 5", "rent 4", "rent 3"]
        after = Position(answers[4].created_at, answers[4].pk)
        assert found(owner, words="rent", limit=3, after=after) == [
            "rent 3", "rent 2", "rent 1", "rent 0",
        ]  # fmt: skip


class TestFilters:
    def test_skill_place_label_and_matter(self, owner):
        matter = factories.matter_of(owner)
        plain = histories.answer_of(owner, question="plain")
        histories.answer_of(owner, question="in the matter", matter=matter)
        changed(owner, plain, skill="consult", jurisdiction="US-TX", privilege="unknown")
        assert found(owner, skill="consult") == ["plain"]
        assert found(owner, place="US-TX") == ["plain"]
        assert found(owner, label="unknown") == ["plain"]
        assert found(owner, matter=matter.public_id) == ["in the matter"]
        assert found(owner, matter="mat_nonsense") == []

    def test_days_are_the_accounts_own_and_both_count(self):
        owner = factories.firm(time_zone="America/Los_Angeles")
        for hour, name in ((7, "the evening before"), (8, "the first hour"), (31, "the last hour")):
            made = dt.datetime(2026, 3, 2, tzinfo=dt.UTC) + dt.timedelta(hours=hour)
            changed(owner, histories.answer_of(owner, question=name), created_at=made)
        day = dt.date(2026, 3, 2)
        assert found(owner, made_from=day, made_until=day) == ["the last hour", "the first hour"]


class TestThePage:
    def test_words_are_posted_and_stand_in_no_address(self, browser, owner):
        histories.answer_of(owner, question="My quillfeather was taken")
        page = browser.post("/history/", {"words": "quillfeather"})
        assert page.status_code == 200
        assert "My quillfeather was taken" in words_of(page)
        addresses = re.findall(r'(?:href|action)="([^"]*)"', page.text)
        assert not [address for address in addresses if "quill" in address]
        assert browser.get("/history/?words=quillfeather")["Location"] == "/history/"

    def test_filters_alone_become_an_address(self, browser):
        response = browser.post("/history/", {"skill": "consult", "place": "US-CA", "words": ""})
        assert response["Location"] == "/history/?skill=consult&place=US-CA"

    def test_wrong_filters_are_told(self, browser):
        page = browser.get("/history/?made_from=2026-02-01&made_until=2026-01-01")
        assert page.status_code == 400
        assert "Give a day that is not before the first one." in words_of(page)
        assert browser.get("/history/?place=nowhere").status_code == 400

    @pytest.mark.parametrize("words", ["", "rent"])
    def test_older_ones_are_on_the_next_page(self, browser, owner, words):
        for number in range(25):
            histories.answer_of(owner, question=f"rent {number:02}", age=dt.timedelta(0))
        first = browser.post("/history/", {"words": words}, follow=True).text
        if words:
            cursor = in_it(r'name="after" value="([^"]+)"', first)
            second = browser.post("/history/", {"words": words, "after": cursor}).text
        else:
            second = browser.get(in_it(r'href="([^"]+)" rel="next"', first)).text
        shown = [re.findall(r"rent \d\d", page) for page in (first, second)]
        assert [len(each) for each in shown] == [20, 5]
        assert sorted({*shown[0], *shown[1]}) == [f"rent {n:02}" for n in range(25)]

    def test_a_cursor_of_another_person_shows_the_beginning(self, browser, owner):
        for number in range(25):
            histories.answer_of(owner, question=f"rent {number:02}")
        first = browser.get("/history/").text
        other = browser_of(factories.firm())
        page = other.get(in_it(r'href="([^"]+)" rel="next"', first))
        assert (page.status_code, "rent" in words_of(page)) == (200, False)

    def test_a_row_shows_the_beginning_alone(self, browser, owner):
        histories.answer_of(owner, question="x" * 100 + "the end")
        assert "the end" not in browser.get("/history/").text

    def test_owners_see_of_others_when_and_how_large(self, browser, owner):
        other = factories.colleague(owner.account)
        histories.answer_of(other, question="Secret of a colleague?")
        page = words_of(browser.get("/history/account/"))
        assert "Secret" not in page
        assert "22 characters asked" in page


def test_past_its_time_it_is_not_found(owner):
    answer = histories.answer_of(owner, question="old one")
    changed(owner, answer, expires_at=timezone.now() - dt.timedelta(seconds=1))
    assert found(owner) == found(owner, words="old") == []


@pytest.mark.parametrize("day", ["9999-12-31", "2200-01-01", "1799-12-31", "0001-01-01"])
def test_a_day_beyond_the_calendar_in_use_is_refused_in_words(browser, day):
    response = browser.get("/history/", {"made_until": day})
    assert response.status_code == 400
    assert "Give a day from the year 1800 to the year 2199." in words_of(response)
