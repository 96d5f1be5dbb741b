"""Browsers without a window: Django's client, signed in as a person, acting in one account."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.account.internal.flows.login import record_authentication
from django.test import Client, RequestFactory

from accounts.models import Membership
from legalcontext.doors.pages.session import CHOSEN


def browser_of(who: Membership | None = None, *, confirmed: bool = True) -> Client:
    """A browser; signed in as `who`, acting under that membership, having just confirmed it."""
    browser = Client(headers={"Accept": "text/html"})
    if who is None:
        return browser
    if not who.user.has_usable_password():
        who.user.set_password("a password to confirm with")
        who.user.save()
    browser.force_login(who.user)
    session = browser.session
    session[CHOSEN] = who.public_id
    if confirmed:
        request = RequestFactory().get("/")
        request.session, request.user = session, who.user
        record_authentication(request, who.user, method="password", reauthenticated=True)
    session.save()
    return browser


@pytest.fixture
def browser() -> Callable[..., Client]:
    return browser_of


@pytest.fixture
def nobody() -> Client:
    return browser_of(None)
