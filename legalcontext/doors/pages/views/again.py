"""A form that was refused before its view was asked, shown again with what was typed.

A form token that has grown old is noticed by Django's middleware, which knows no form. What was
typed is nowhere but in the request, so the page of that form answers, and does nothing else.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.middleware import csrf

from legalcontext.doors.refusals import refuse_in_view

from .base import PublicPage

FOREIGN: Final = tuple(
    reason.partition(" - ")[0] for reason in (csrf.REASON_BAD_ORIGIN, csrf.REASON_NO_REFERER)
)
"""How Django's reasons begin that speak of another site."""


def show_again(request: HttpRequest, error: Exception) -> HttpResponse | None:
    """The page of the form that was sent, with `error` told above it and what was typed in it.

    None: the address is of no form that is shown again. No handler of the view runs.
    """
    match = request.resolver_match
    view_class = getattr(match.func, "view_class", None) if match else None
    if match is None or view_class is None or not issubclass(view_class, PublicPage):
        return None
    if view_class.show_again is PublicPage.show_again:
        return None
    refuse_in_view(request, error)
    response: HttpResponse = match.func(request, *match.args, **match.kwargs)
    return response


def is_own(reason: str) -> bool:
    """Why Django refused the form: it came from one of our pages, with a token that is old or gone.

    Words that another site sent are not shown as the person's own.
    """
    return not reason.startswith(FOREIGN)
