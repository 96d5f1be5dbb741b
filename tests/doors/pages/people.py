"""Somebody signed in, for tests that need no browser."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from accounts.models import Membership
from legalcontext.doors.pages.session import CHOSEN

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def signed_in(membership: Membership, *, confirmed: bool = True) -> Client:
    """A client that acts under this membership. confirmed: they have just shown who they are."""
    client = Client(headers={"accept": "text/html"})
    client.force_login(membership.user, backend=BACKEND)
    session = client.session
    session[CHOSEN] = membership.public_id
    if confirmed:
        import time

        session["account_authentication_methods"] = [
            {"method": "password", "at": time.time(), "email": membership.user.email}
        ]
    session.save()
    return client


def words_of(response: Any) -> str:
    """The main part of a page without its tags, on one line."""
    body = response.content.decode()
    main = body[body.index("<main") : body.index("</main>")] if "<main" in body else body
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())
