"""What every page's template may ask for, under the name `page`. Nothing is read unasked."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.models import Membership

from . import navigation
from .session import acting_membership, memberships_of
from .writers import writer_of


class Page:
    """Of one request: in which account one acts, where one may go, and how to leave."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @property
    def quick_exit_url(self) -> str:
        return str(settings.QUICK_EXIT_URL)

    @property
    def sign_up_open(self) -> bool:
        return bool(settings.SIGN_UP)

    @property
    def languages(self) -> list[tuple[str, str]]:
        return list(settings.LANGUAGES)

    @cached_property
    def memberships(self) -> list[Membership]:
        return memberships_of(self._request)

    @cached_property
    def acting(self) -> Membership | None:
        return acting_membership(self._request)

    @cached_property
    def writer(self) -> str:
        """The mark of a form that takes words: who opened it (`writers.py`)."""
        return writer_of(self._request)

    @cached_property
    def navigation(self) -> list[dict[str, Any]]:
        return navigation.entries()


def pages(request: HttpRequest) -> dict[str, Any]:
    """Context processor."""
    return {"page": Page(request)}
