"""Every page for every kind of person; a page without its row fails.

The rows of the pages of questions and answers stand in `holder_rows.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.ids import public_id
from legalcontext.doors.pages.views.base import PublicPage, StepUp
from tests import factories

from . import holder_rows
from .conftest import browser_of

pytestmark = [
    pytest.mark.django_db(databases=["default", "operator"]),
    pytest.mark.usefixtures("notes"),
]

KINDS = ("owner", "admin", "member", "stranger", "nobody")
"""The columns. The member owns a matter, on which nobody else of the account has a grant; the
stranger owns another account and names what is of this one; nobody is not signed in and is sent
to the sign-in page, or (403) gets back what was typed. All have just confirmed that it is them."""

TABLE = {
    # who may:                            owner admin memb. str.  nobody
    "GET home":                           (302, 302, 302, 302, 302),
    "POST leave":                         (200, 200, 200, 200, 200),
    "GET go-on":                          (200, 200, 200, 200, 302),
    "GET language":                       (302, 302, 302, 302, 302),
    "GET choose-account":                 (200, 200, 200, 200, 302),
    "POST choose-account":                (302, 302, 302, 302, 302),
    "GET security":                       (200, 200, 200, 200, 302),
    "GET sessions":                       (200, 200, 200, 200, 302),
    "POST sessions":                      (404, 404, 404, 404, 302),  # there is no other session
    # the account
    "GET account":                        (200, 200, 200, 200, 302),
    "GET account-details":                (200, 404, 404, 200, 302),
    "POST account-details":               (302, 404, 404, 302, 403),
    "GET profession":                     (200, 200, 200, 200, 302),
    "POST profession":                    (400, 400, 302, 400, 302),  # verified: not theirs to say
    # people: an owner governs anyone, an admin members; colleagues see each other
    "GET people":                         (200, 200, 200, 200, 302),
    "GET invite":                         (200, 200, 404, 200, 302),
    "POST invite":                        (302, 302, 404, 302, 403),
    "POST invitation-revoke":             (302, 302, 404, 404, 302),
    "GET member":                         (200, 200, 200, 404, 302),
    "POST member-change":                 (302, 302, 404, 404, 302),
    "GET member-remove":                  (200, 200, 404, 404, 302),
    "POST member-remove":                 (302, 302, 404, 404, 302),
    # the token is the credential, whoever follows the link
    "GET join":                           (200, 200, 200, 200, 200),
    "POST join":                          (302, 302, 302, 302, 302),
    "GET join-link":                      (302, 302, 302, 302, 302),
    # keys for oneself; programs and their keys are the owners' and admins'
    "GET keys":                           (200, 200, 200, 200, 302),
    "GET key-new":                        (200, 200, 200, 200, 302),
    "POST key-new":                       (200, 200, 200, 200, 403),
    "GET key":                            (200, 200, 200, 404, 302),
    "GET key-rotate":                     (200, 200, 200, 404, 302),
    "POST key-rotate":                    (200, 200, 200, 404, 302),
    "POST key-revoke":                    (302, 302, 302, 404, 302),
    "GET program-new":                    (200, 200, 404, 200, 302),
    "POST program-new":                   (302, 302, 404, 302, 403),
    **holder_rows.TABLE,
}  # fmt: skip

OF_ANOTHER = {
    # what is a colleague's:               owner admin memb. str.  nobody
    "GET key":                            (404, 404, 404, 404, 302),
    "GET key-rotate":                     (404, 404, 404, 404, 302),
    "POST key-rotate":                    (404, 404, 404, 404, 302),
    "POST key-revoke":                    (404, 404, 404, 404, 302),
    # what is an owner's, an admin may not govern
    "POST member-change":                 (302, 404, 404, 404, 302),
    "GET member-remove":                  (200, 404, 404, 404, 302),
    "POST member-remove":                 (302, 404, 404, 404, 302),
    **holder_rows.OF_ANOTHER,
}  # fmt: skip

BODIES: dict[str, dict[str, Any]] = {
    "POST account-details": {"name": "Renamed", "time_zone": "America/Los_Angeles"},
    "POST profession": {"declared": "self_declared"},
    "POST invite": {"email": "new@person.example", "role": "member"},
    "POST member-change": {"do": "suspend"},
    "POST sessions": {"end": "others"},
    "POST key-new": {"name": "k", "scopes": ["ask"], "mode": "live", "lifetime": "30"},
    "POST key-rotate": {"old_lifetime": "7"},
    "POST program-new": {"name": "s"},
    **holder_rows.BODIES,
}

OPEN = {"join", "join-link", "language", "leave"}
"""Pages for who is not signed in."""


class World:
    """An account with something of everything, and a browser for each kind of person."""

    def __init__(self) -> None:
        self.owner = factories.firm()
        account = self.account = self.owner.account
        self.admin = factories.colleague(account, role="admin")
        self.member = factories.colleague(account, verified=False)
        self.other = factories.colleague(account, verified=False)
        self.second_owner = factories.colleague(account, role="owner")
        self.matter = factories.matter_of(self.member, "Dunne v. Lofts")
        self.stranger = factories.firm()
        self.people = {
            "owner": self.owner, "admin": self.admin, "member": self.member,
            "stranger": self.stranger,
        }  # fmt: skip
        self.keys = {kind: factories.key_of(person)[0] for kind, person in self.people.items()}
        self.browsers = {kind: browser_of(person) for kind, person in self.people.items()}
        self.browsers["nobody"] = browser_of()

    @cached_property
    def invitation(self) -> tuple[str, str]:
        """Its id, and the token that was mailed."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(transaction, "on_commit", lambda act, **_: act())
            body = {"email": "invited@person.example", "role": "member"}
            self.browsers["owner"].post("/account/people/invite/", body)
        token = re.findall(r"cdx_invite_\w+", str(mail.outbox[-1].body))[0]
        found = re.findall(r"inv_\w+", self.browsers["owner"].get("/account/people/").text)
        return found[0], token

    def forget(self) -> None:
        """What was made in a transaction that was rolled back."""
        vars(self).pop("invitation", None)

    def named(self, route: str, kind: str, *, own: bool) -> dict[str, str]:
        """What stands in the address: the caller's own, or what is somebody else's."""
        holder = kind if own and kind not in ("stranger", "nobody") else "member"
        match route:
            case "member" | "member-change" | "member-remove":
                return {"member_id": (self.other if own else self.second_owner).public_id}
            case "invitation-revoke":
                return {"invitation_id": self.invitation[0]}
            case "join-link":
                return {"token": self.invitation[1]}
            case "key" | "key-rotate" | "key-revoke":
                if own:
                    return {"key_id": self.keys[holder].public_id}
                return {"key_id": factories.key_of(self.other)[0].public_id}
        return holder_rows.named(self, route, kind, own=own) or {}

    def body(self, call: str, kind: str) -> dict[str, Any]:
        if (sent := holder_rows.body(self, call)) is not None:
            return sent
        if call == "POST choose-account":
            return {"membership": self.people.get(kind, self.owner).public_id}
        if call == "POST join":
            return {"token": self.invitation[1]}
        return BODIES.get(call, {})

    @property
    def words_of_the_account(self) -> set[str]:
        """What nobody of another account may ever read."""
        people = (self.owner, self.admin, self.member, self.other)
        return {
            self.account.public_id, self.matter.public_id, self.matter.title,
            *(person.public_id for person in people), *(person.user.email for person in people),
            public_id("usr", self.member.user_id),
        }  # fmt: skip


def pages() -> dict[str, tuple[str, Any]]:
    """Every call of the pages (`GET people`): its address, and the view class behind it."""
    found: dict[str, tuple[str, Any]] = {}
    for pattern, address in _patterns(get_resolver(), "", inside=False):
        view: Any = getattr(pattern.callback, "view_class", pattern.callback)
        assert pattern.name, f"{address} has no name"
        for method in _methods(view):
            call = f"{method.upper()} {pattern.name}"
            assert call not in found, f"two pages are called {pattern.name}"
            found[call] = (address, view)
    return found


def _methods(view: Any) -> list[str]:
    """What the view takes; one of Django's own functions may be read."""
    if not (isinstance(view, type) and issubclass(view, PublicPage)):
        return ["get"]
    taken = view.http_method_names
    return [name for name in ("get", "post") if hasattr(view, name) and name in taken]


def _patterns(
    resolver: URLResolver, before: str, *, inside: bool
) -> Iterator[tuple[URLPattern, str]]:
    """The patterns of the namespace `pages`."""
    for entry in resolver.url_patterns:
        address = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            within = inside or entry.namespace == "pages"
            yield from _patterns(entry, address, inside=within)
        elif inside:
            yield entry, address


def path_of(address: str, named: dict[str, str]) -> str:
    return "/" + re.sub(r"<\w+:(\w+)>", lambda found: named[found[1]], address)


def test_every_page_and_method_has_its_row():
    assert sorted(pages()) == sorted(TABLE)
    assert set(OF_ANOTHER) <= set(TABLE)


def statuses(world: World, call: str, *, own: bool) -> tuple[int, ...]:
    """The status of a call for each kind of person, each as if it were the first."""
    method, route = call.split()
    address, seen = pages()[call][0], []
    for kind in KINDS:
        with transaction.atomic():
            path = path_of(address, world.named(route, kind, own=own))
            browser, body = world.browsers[kind], world.body(call, kind)
            response = browser.post(path, body) if method == "POST" else browser.get(path)
            seen.append(response.status_code)
            # What one typed oneself tells nothing.
            text = b"".join(response).decode(errors="replace").replace(path, "")
            if kind in ("stranger", "nobody"):
                words = world.words_of_the_account - {
                    v for v in body.values() if isinstance(v, str)
                }
                assert not [word for word in words if word in text], call
            if kind == "nobody" and route not in OPEN:
                if response.status_code == 403:
                    assert "Sign in (in a new tab)" in text, call
                else:
                    assert response["Location"].startswith("/accounts/login/"), call
            assert response["Cache-Control"] == "no-store"
            is_page = response["Content-Type"].startswith("text/html")
            assert (
                "<title>Codossier</title>" in text
                or response.status_code in (204, 302)
                or not is_page
            )
            transaction.set_rollback(True)
        world.forget()
    return tuple(seen)


GROUPS = sorted({call.split()[1].partition("-")[0] for call in TABLE})


@pytest.mark.parametrize("group", GROUPS)
def test_who_may(group):
    world = World()
    expected = {
        call: row for call, row in TABLE.items() if call.split()[1].partition("-")[0] == group
    }
    assert {call: statuses(world, call, own=True) for call in expected} == expected


@pytest.mark.parametrize("call", sorted(OF_ANOTHER))
def test_what_is_somebody_elses(call):
    assert statuses(World(), call, own=False) == OF_ANOTHER[call]


STEPPED_UP = sorted(
    call
    for call, (_, view) in pages().items()
    if isinstance(view, type) and issubclass(view, StepUp)
)


@pytest.mark.parametrize("call", STEPPED_UP)
def test_a_confirmation_is_asked_for(call):
    world = World()
    method, route = call.split()
    path = path_of(pages()[call][0], world.named(route, "owner", own=True))
    browser = browser_of(world.owner, confirmed=False)
    response = getattr(browser, method.lower())(path, world.body(call, "owner"))
    if response.status_code == 403:  # what was typed comes back with it
        assert 'href="/accounts/reauthenticate/' in response.text
    else:
        assert response["Location"].startswith("/accounts/reauthenticate/")


def test_what_was_sent_is_not_kept_until_the_confirmation():
    world = World()
    browser = browser_of(world.owner, confirmed=False)
    refused = browser.post("/account/keys/new/", {"name": "Quillfeather"})
    assert refused.status_code == 403
    assert 'href="/accounts/reauthenticate/?next=%2Fgo-on%2F"' in refused.text
    assert "Quillfeather" not in str(dict(browser.session))


def test_keys_are_among_what_takes_a_confirmation():
    assert {"GET key-new", "POST key-new", "POST key-rotate"} <= set(STEPPED_UP)


def test_a_change_without_the_form_token_is_refused():
    world = World()
    browser = Client(enforce_csrf_checks=True, headers={"Accept": "text/html"})
    browser.force_login(world.owner.user)
    response = browser.post("/account/programs/new/", {"name": "s"})
    assert (response.status_code, "<title>Codossier</title>" in response.text) == (403, True)
