"""Deleting: said first, done once, told in numbers; a hold is explained."""

from __future__ import annotations

import pytest

from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer
from matters.models import Matter
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


def delete(browser, *answers, confirm=True, path="/history/delete/"):
    sent = {"answers": [answer.public_id for answer in answers]}
    return browser.post(path, sent | ({"confirm": "yes"} if confirm else {}), follow=True)


def test_what_goes_is_said_before_anything_goes(browser, owner):
    answers = [histories.answer_of(owner) for _ in range(3)]
    histories.hold_on(owner, answer_id=answers[0].pk)
    page = words_of(delete(browser, *answers, confirm=False))
    assert "2 answers go at once and for good." in page
    assert "1 answer is under a legal hold and stays." in page
    assert "There is no undo" in page
    assert histories.kept(owner.account_id) == (3, 3)


def test_what_was_chosen_goes_and_the_numbers_are_told(browser, owner):
    answers = [histories.answer_of(owner) for _ in range(3)]
    histories.hold_on(owner, answer_id=answers[0].pk)
    response = delete(browser, *answers)
    assert "Gone for good 2 Kept by a legal hold 1" in words_of(response)
    assert response.redirect_chain[-1][0].startswith("/history/deleted/del_")
    assert histories.kept(owner.account_id) == (1, 1)


def test_where_everything_is_held_it_is_refused_and_explained(browser, owner):
    answer = histories.answer_of(owner)
    histories.hold_on(owner, answer_id=answer.pk)
    response = delete(browser, answer)
    assert response.status_code == 409
    assert "1 answer is held, and nothing was deleted." in words_of(response)
    assert "it goes by itself when the hold is released" in words_of(response)
    assert browser.get(f"/answers/{answer.public_id}/").status_code == 404


def test_a_silent_hold_shows_in_no_number(browser, owner):
    answer = histories.answer_of(owner)
    histories.hold_on(owner, silent=True, answer_id=answer.pk)
    assert "1 answer goes at once" in words_of(delete(browser, answer, confirm=False))
    assert "Gone for good 1" in words_of(delete(browser, answer))


def test_a_colleagues_is_not_deleted_by_a_member(owner):
    answer = histories.answer_of(owner)
    browser = browser_of(factories.colleague(owner.account))
    assert "There is nothing to delete." in words_of(delete(browser, answer, confirm=False))
    delete(browser, answer)
    assert histories.kept(owner.account_id) == (1, 1)


def test_an_owner_deletes_a_colleagues_without_reading_it(browser, owner):
    answer = histories.answer_of(factories.colleague(owner.account), question="Secret?")
    page = delete(browser, answer)
    assert "Secret" not in page.text
    assert histories.kept(owner.account_id) == (0, 0)


def test_nothing_chosen_leads_back(browser):
    response = browser.post("/history/delete/", {"confirm": "yes"})
    assert response["Location"] == "/history/"


@pytest.mark.parametrize(("of", "left"), [("mine", 1), ("account", 0)])
def test_everything_goes(browser, owner, of, left):
    histories.many_answers(owner, 30)
    histories.answer_of(factories.colleague(owner.account))
    path = f"/history/delete/all/{of}/"
    assert f"{31 - left} answers go at once" in words_of(browser.get(path))
    assert f"Gone for good {31 - left}" in words_of(delete(browser, path=path))
    assert histories.kept(owner.account_id) == (left, left)


def test_the_answers_of_a_matter_go_and_it_stays(browser, owner):
    matter = factories.matter_of(owner)
    histories.answer_of(owner, matter=matter)
    histories.answer_of(owner)
    path = f"/matters/{matter.public_id}/delete-answers/"
    assert "1 answer goes" in words_of(browser.get(path))
    delete(browser, path=path)
    with tenant_scope(owner.account_id):
        assert Answer.objects.count() == Matter.objects.count() == 1


def test_a_matter_goes_whole(browser, owner):
    matter = factories.matter_of(owner)
    histories.answer_of(owner, matter=matter)
    path = f"/matters/{matter.public_id}/delete/"
    assert "Answers 1" in words_of(browser.get(path))
    assert "The matter is gone" in words_of(browser.post(path, {"confirm": "yes"}, follow=True))
    with tenant_scope(owner.account_id):
        assert not Answer.objects.exists()
        assert not Matter.objects.exists()


def test_a_matter_with_something_held_stays_whole(browser, owner):
    matter = factories.matter_of(owner)
    answer = histories.answer_of(owner, matter=matter)
    histories.hold_on(owner, answer_id=answer.pk)
    path = f"/matters/{matter.public_id}/delete/"
    assert "Under a legal hold 1" in words_of(browser.get(path))
    response = browser.post(path, {"confirm": "yes"})
    assert (response.status_code, "Nothing was deleted." in words_of(response)) == (409, True)
    with tenant_scope(owner.account_id):
        assert Matter.objects.count() == 1


def test_one_who_has_not_just_confirmed_deletes_not_everything(owner):
    histories.answer_of(owner)
    browser = browser_of(owner, confirmed=False)
    response = browser.post("/history/delete/all/mine/", {"confirm": "yes"})
    assert response["Location"].startswith("/accounts/reauthenticate/")
    assert histories.kept(owner.account_id) == (1, 1)
