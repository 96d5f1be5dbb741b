"""What the admin refuses, in its own frame: why, and the way on. Nothing of the error itself."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

WORDS: Final[Mapping[int, tuple[str, str]]] = {
    HTTPStatus.BAD_REQUEST: (
        "This address cannot be read",
        "Something in it is not as the admin writes it. Nothing was changed.",
    ),
    HTTPStatus.FORBIDDEN: (
        "None of your roles opens this",
        "Nothing was changed. A superuser gives roles; “For operators” in the documentation says "
        "what each is for.",
    ),
    HTTPStatus.NOT_FOUND: (
        "There is nothing here",
        "It is gone, it never was, or it is not for your roles to see.",
    ),
}
STALE: Final = (
    "This page was open too long",
    "Go back, load it again, and send it once more. Nothing was changed.",
)


def refuse(request: HttpRequest, status: int, *, stale: bool = False) -> HttpResponse | None:
    """The page for an operator who is signed in; None for others, and for what has no words.

    stale: a form came without the token of its session.
    """
    user = getattr(request, "user", None)
    words = STALE if stale else WORDS.get(status)
    if words is None or user is None or not (user.is_active and user.is_staff):
        return None
    title, what = words
    page = TemplateResponse(
        request,
        "backoffice/refused.html",
        {**admin.site.each_context(request), "title": title, "what": what},
        status=status,
    )
    return page.render()
