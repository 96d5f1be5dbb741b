"""What the admin refuses, in its own frame: why, and the way on. Nothing of the error itself."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
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
FAULTS: Final[Mapping[int, tuple[str, str]]] = {
    HTTPStatus.INTERNAL_SERVER_ERROR: (
        "Something went wrong here",
        "It is a fault of the service. Whether anything was changed is not known: look before you "
        "send it again.",
    ),
    HTTPStatus.SERVICE_UNAVAILABLE: (
        "The database does not answer",
        "Try again in a few seconds. Nothing was changed by this request.",
    ),
}
"""Said to whoever is there: who that is would be a question for the database."""
STALE: Final = (
    "This page was open too long",
    "Go back, load it again, and send it once more. Nothing was changed.",
)


def refuse(
    request: HttpRequest, status: int, *, stale: bool = False, request_id: str = ""
) -> HttpResponse | None:
    """The page for an operator who is signed in; None for others, and for what has no words. A
    fault is told to everybody, in a frame that asks the database nothing.

    stale: a form came without the token of its session. request_id: by which the log has a fault.
    """
    if status in FAULTS:
        title, what = FAULTS[HTTPStatus(status)]
        told = {"title": title, "what": what, "request_id": request_id}
        return HttpResponse(render_to_string("backoffice/fault.html", told), status=status)
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
