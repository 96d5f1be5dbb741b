"""The browsers in which a person is signed in, named so that they recognise them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext

from accounts.models import User

BROWSERS: Final = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)  # fmt: skip
SYSTEMS: Final = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
    ("Windows", "Windows"), ("Mac OS X", "Mac"), ("Linux", "Linux"),
)  # fmt: skip
"""What stands in a browser's own description, the particular before the general."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """One browser. device: its name in words; ip: the network address at sign-in."""

    pk: int
    device: str
    ip: str
    created_at: datetime
    is_current: bool
    _row: UserSession

    def end(self) -> None:
        """Its next request is asked to sign in."""
        self._row.end()


def sign_in_sessions(request: HttpRequest) -> list[SignedIn]:
    """The person's live sessions in two queries: this one, then the others, newest first.

    The rows of ended ones are removed.
    """
    user = request.user
    if not isinstance(user, User):
        return []
    rows = list(UserSession.objects.filter(user=user).order_by("-created_at"))
    stored = Session.objects.filter(
        session_key__in=[row.session_key for row in rows], expire_date__gt=timezone.now()
    )
    good = {each.session_key for each in stored if _still_good(each, user)}
    ended = [row.pk for row in rows if row.session_key not in good]
    if ended:
        UserSession.objects.filter(pk__in=ended).delete()
    live = [
        SignedIn(
            pk=row.pk,
            device=named(row.user_agent),
            ip=row.ip,
            created_at=row.created_at,
            is_current=row.session_key == request.session.session_key,
            _row=row,
        )
        for row in rows
        if row.session_key in good
    ]
    return sorted(live, key=lambda session: not session.is_current)


def named(user_agent: str) -> str:
    """“Firefox, Linux” of a browser's description of itself."""
    found = [
        next((name for sign, name in table if sign in user_agent), "")
        for table in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(filter(None, found)) or gettext("An unknown browser")


def _still_good(session: Session, user: User) -> bool:
    """A session whose stamp was replaced is refused on its next request."""
    kept = session.get_decoded().get(HASH_SESSION_KEY, "")
    hashes = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(kept, each) for each in hashes)
