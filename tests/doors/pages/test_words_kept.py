"""No form of the pages loses what was typed, and none gives it to somebody else.

The forms are those that stand in the pages: a new one is held to this without being named here.
"""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import get_resolver

from accounts.limits import Allowance, RateLimited
from accounts.models import Membership
from legalcontext.doors.pages.session import CHOSEN
from legalcontext.doors.pages.views.base import PageView, PublicPage, StepUp
from legalcontext.doors.pages.writers import GONE_ON, WRITER
from legalcontext.erasure.errors import AlreadyOpen
from legalcontext.erasure.requests import service
from tests import factories
from tests.erasure.carrying import new_operator

from .conftest import browser_of
from .test_permissions import World
from .walking import Form, checked, forms_of, walked

pytestmark = [
    pytest.mark.django_db(databases=["default", "operator"]),
    pytest.mark.usefixtures("notes"),
]

WORD = "Quillfeather"


def refused_request(person: Membership) -> str:
    """A deletion request that was refused, which can be appealed with words."""
    principal = factories.principal_of(person)
    try:
        request = service.open_by_holder(principal)
    except AlreadyOpen as error:
        request = service.find_own(principal, error.request_id)
    operator = new_operator("one")
    service.perform(request, "reject", operator, refusal="unfounded", explanation="No.")
    return request.public_id


class Walk:
    """The forms with words, each with the person in whose pages it stands."""

    def __init__(self) -> None:
        self.world = World()
        self.forms: dict[str, tuple[Membership | None, Form]] = {}
        for kind in ("owner", "member", "nobody"):
            person = self.world.people.get(kind)
            for _route, path, response in walked(self.world, (kind,)):
                if response["Content-Type"].startswith("text/html"):
                    self._note(person, forms_of(path, response.text))
        owner, request = self.world.owner, refused_request(self.world.owner)
        path = f"/account/requests/{request}/"
        self._note(owner, forms_of(path, self.world.browsers["owner"].get(path).text))
        invited = self.world.browsers["nobody"]
        invited.get(f"/join/{self.world.invitation[1]}/")
        self._note(None, forms_of("/join/", invited.get("/join/").text))

    def _note(self, person: Membership | None, found: list[Form]) -> None:
        for form in found:
            if form.words and form.view is not None and form.method == "post":
                signed_in = person if issubclass(form.view, PageView) else None
                self.forms.setdefault(form.name, (signed_in, form))

    def __iter__(self) -> Any:
        return iter(self.forms.values())

    def of_the_signed_in(self) -> list[tuple[Membership, Form]]:
        return [(person, form) for person, form in self if person is not None]


@pytest.fixture
def walk():
    return Walk()


def keeps(page: Any, form: Form) -> bool:
    """Every word that was typed stands in the page."""
    text = unescape(page.text)
    return all(typed in text for name, typed in form.filled(WORD).items() if name in form.words)


def test_every_form_says_which_words_it_takes_and_is_walked(walk):
    """And what a view says that it takes stands in a form of a page."""
    wrong = [
        (form.name, sorted(set(form.words) - set(form.view.takes())))
        for _person, form in walk
        if not set(form.words) <= set(form.view.takes())
    ]
    assert wrong == []
    seen = {form.view for _person, form in walk}
    views = {
        getattr(pattern.callback, "view_class", None)
        for pattern in get_resolver("legalcontext.doors.pages.urls").url_patterns
    }
    taking = {view for view in views if view and issubclass(view, PublicPage) and view.takes()}
    assert taking - seen == set()
    assert len(taking) > 15


def test_every_form_with_words_says_whose_it_is(walk):
    assert [f.name for _person, f in walk.of_the_signed_in() if not f.fields.get(WRITER)] == []


def test_when_the_session_has_ended(walk):
    lost = []
    for person, form in walk.of_the_signed_in():
        page = browser_of().post(form.action, form.filled(WORD))
        (again,) = [each for each in forms_of(form.action, page.text) if GONE_ON in each.fields]
        opened = browser_of(person).post(form.action, again.fields)
        fit = page.status_code == 403 and keeps(page, form)
        if not (fit and opened.status_code in (200, 400) and keeps(opened, form)):
            lost.append((form.name, page.status_code, opened.status_code))
    assert lost == []


def test_when_the_token_is_old(walk):
    lost = []
    for person, form in walk:
        invited = walk.world.browsers["nobody"]
        sent = form.filled(WORD) | {"csrfmiddlewaretoken": ""}
        page = checked(browser_of(person) if person else invited).post(form.action, sent)
        if page.status_code != 403 or not keeps(page, form):
            lost.append((form.name, page.status_code))
    assert lost == []


def test_when_the_confirmation_has_run_out(walk):
    stepped_up = [
        (person, form) for person, form in walk.of_the_signed_in() if issubclass(form.view, StepUp)
    ]
    assert stepped_up
    for person, form in stepped_up:
        page = browser_of(person, confirmed=False).post(form.action, form.filled(WORD))
        assert page.status_code == 403
        assert "Confirm once more that it is you" in page.text
        assert keeps(page, form), form.name
        (again,) = [each for each in forms_of(form.action, page.text) if GONE_ON in each.fields]
        opened = browser_of(person).post(form.action, again.fields)
        assert keeps(opened, form), form.name


@pytest.mark.parametrize("error", [RateLimited(Allowance(1, 0, 3), 3), RuntimeError("down")])
def test_when_it_is_refused_for_whatever_reason(walk, monkeypatch, error):
    def refuse(*_args: object) -> None:
        raise error

    monkeypatch.setattr("legalcontext.doors.pages.views.base.consume", refuse)
    lost = []
    for person, form in walk.of_the_signed_in():
        page = browser_of(person).post(form.action, form.filled(WORD))
        if page.status_code < 400 or not keeps(page, form):
            lost.append((form.name, page.status_code))
    assert lost == []


def test_when_the_database_is_away(walk, monkeypatch):
    def refuse(*_args: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr("legalcontext.doors.pages.views.base.check_writer", refuse)
    person, form = walk.forms["pages:matter-new ['title']"]
    page = browser_of(person).post(form.action, form.filled(WORD))
    assert page.status_code == 503
    assert keeps(page, form)


def test_when_its_matter_is_closed_meanwhile(walk):
    member = walk.world.member
    path = f"/matters/{walk.world.matter.public_id}/"
    browser = browser_of(member)
    browser.post(f"{path}close/")
    page = browser.post(f"{path}add/notes/", {"text": WORD})
    assert page.status_code == 400
    assert f"{WORD}</textarea>" in page.text


def others_of(world: World) -> list[Client]:
    """Browsers of other people: a colleague, a stranger, one of two accounts who chose neither."""
    undecided = factories.firm()
    factories.membership_of(undecided.user, factories.firm().account)
    unchosen = browser_of(undecided)
    session = unchosen.session
    del session[CHOSEN]
    session.save()
    colleague = world.second_owner
    return [
        browser_of(colleague),
        browser_of(colleague, confirmed=False),
        checked(browser_of(colleague)),
        browser_of(world.stranger),
        unchosen,
    ]


class TestSomebodyElse:
    """At the same computer, after the first one's session has ended."""

    def test_gets_none_of_the_words(self, walk):
        others, told = others_of(walk.world), []
        for _person, form in walk.of_the_signed_in():
            for sent in (form.filled(WORD), form.filled(WORD) | {GONE_ON: "1"}):
                for number, other in enumerate(others):
                    page = other.post(form.action, sent)
                    if WORD in page.text or page.status_code < 300:
                        told.append((form.name, number, page.status_code))
        assert told == []

    def test_is_told_why(self, walk):
        _person, form = walk.forms["pages:ask ['on_behalf_of', 'pasted', 'question']"]
        page = checked(browser_of(walk.world.second_owner)).post(form.action, form.filled(WORD))
        assert page.status_code == 403
        assert "Somebody else was signed in here" in page.text

    def test_gets_none_of_them_with_the_mark_left_out(self, walk):
        for _person, form in walk.of_the_signed_in():
            sent = form.filled(WORD) | {WRITER: ""}
            for more in ({GONE_ON: "1"}, {}):
                browser = checked(browser_of(walk.world.second_owner))
                assert WORD not in browser.post(form.action, sent | more).text, form.name


def test_who_acts_for_another_account_now_looks_at_it_first(walk):
    """The same person: nothing is done in an account that it was not written for."""
    person, other = walk.world.owner, factories.firm()
    there = factories.membership_of(person.user, other.account, role="owner")
    lost = []
    for whose, form in walk.of_the_signed_in():
        if whose != person:
            continue
        page = browser_of(there).post(form.action, form.filled(WORD))
        if page.status_code < 400 or not keeps(page, form):
            lost.append((form.name, page.status_code))
    assert lost == []
    _person, form = walk.forms["pages:matter-new ['title']"]
    page = browser_of(there).post(form.action, form.filled(WORD))
    assert "You act for another account now" in unescape(page.text)
    again = next(each for each in forms_of(form.action, page.text) if each.name == form.name)
    assert browser_of(there).post(form.action, again.filled(WORD)).status_code == 302


def test_a_mark_outlives_a_change_of_the_key(walk, settings):
    person, form = walk.forms["pages:matter-new ['title']"]
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "n" * 60, [settings.SECRET_KEY]
    assert browser_of(person).post(form.action, form.filled(WORD)).status_code == 302
