"""What is refused before a door's own view is reached, in the form of the door it was meant for.

An unknown host, a body over the limit, an address that is not there: Django's handlers and the
middleware answer here, and never with a page of Django's.
"""

from __future__ import annotations

import sys
from typing import Final, Protocol

from django.core.exceptions import RequestDataTooBig
from django.db import DataError
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

from legalcontext.doors.problems import INTERNAL, Code, Problem, problem_of
from legalcontext.doors.request_id import current_request_id
from legalcontext.doors.rest.rendering import (
    BAD_REQUEST,
    FORBIDDEN,
    NOT_FOUND,
    STATUS,
    problem_response,
    too_large,
)

TOO_MANY: Final = Problem(
    Code.RATE_LIMITED, "Too many attempts from here. Wait a few minutes, then try again."
)


class Renderer(Protocol):
    def __call__(
        self, request: HttpRequest, problem: Problem, *, http_status: int | None = None
    ) -> HttpResponse: ...


DOORS: Final = {
    "a2a": "legalcontext.doors.a2a.views.refuse",
    "mcp": "legalcontext.doors.mcp.responses.problem_response",
}
"""The renderer of each door that has an address of its own, by the first part of the path."""

REST: Final = frozenset({"v1", "contracts", "docs", "health", "openapi.json"})
OPERATORS: Final = "admin"
OPERATORS_PAGE: Final = "accounts.backoffice.refusals.refuse"
WELL_KNOWN: Final = ".well-known"
PAGES: Final = "legalcontext.doors.pages.rendering.refuse"
PROBLEM_PAGE: Final = "legalcontext.doors.pages.rendering.problem_page"
SHOW_AGAIN: Final = "legalcontext.doors.pages.views.again.show_again"
IS_OWN: Final = "legalcontext.doors.pages.views.again.is_own"
"""All else is the pages', where a browser asks; a program that strays gets REST's answer."""


def is_for_programs(request: HttpRequest) -> bool:
    """The request is for a door of programs, or the operators': not for the pages."""
    first = _first_part(request)
    return first in DOORS or first in REST or first in (OPERATORS, WELL_KNOWN)


def _first_part(request: HttpRequest) -> str:
    return request.path_info.lstrip("/").partition("/")[0]


def _wants_a_page(request: HttpRequest) -> bool:
    """Browsers name `text/html`, and the script of the pages itself; programs that accept anything
    do neither."""
    if _first_part(request) in REST:
        return False
    of_script = request.headers.get("HX-Request") == "true"
    return of_script or "text/html" in request.headers.get("Accept", "")


def refuse(
    request: HttpRequest, problem: Problem, *, http_status: int | None = None, stale: bool = False
) -> HttpResponse:
    """The problem as a response of the door that the request was meant for.

    stale: a form came without the token of its session, which the operators' admin says.
    """
    if _first_part(request) == OPERATORS and _wants_a_page(request):
        status = http_status or STATUS[problem.code]
        page: HttpResponse | None = import_string(OPERATORS_PAGE)(
            request, status, stale=stale, request_id=current_request_id()
        )
        if page is not None:
            if problem.retry_after is not None:
                page["Retry-After"] = str(problem.retry_after)
            return page
    door = DOORS.get(_first_part(request))
    if door is None and _wants_a_page(request):
        door = PAGES
    if door is None:
        return problem_response(problem, http_status=http_status)
    render: Renderer = import_string(door)
    return render(request, problem, http_status=http_status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler400: an unknown Host, a body that is too big, a suspicious operation."""
    if isinstance(exception, RequestDataTooBig):
        return refuse(request, too_large())
    return refuse(request, BAD_REQUEST)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler403."""
    return refuse(request, FORBIDDEN, http_status=403)


REFUSAL: Final = "_codossier_refusal"
"""On a request: why its view is to refuse it, in place of what it does."""


def refuse_in_view(request: HttpRequest, error: Exception) -> None:
    """Let the page say it, which knows its form. The first word stands."""
    if not hasattr(request, REFUSAL):
        setattr(request, REFUSAL, error)


GIVEN_BACK: Final = ("email", "login")
"""What is typed into the forms for signing in that is no secret, and is shown to be copied. These
forms carry no mark of their writer, so it is only shown while nobody is signed in."""


class StaleForm(Exception):
    """A form came without the token of this session: the page was open too long, most often."""


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """CSRF_FAILURE_VIEW."""
    if not is_for_programs(request) and _wants_a_page(request):
        own_words: list[str] = []
        if import_string(IS_OWN)(reason):
            if not request.user.is_authenticated:
                own_words = [request.POST[name] for name in GIVEN_BACK if request.POST.get(name)]
            again: HttpResponse | None = import_string(SHOW_AGAIN)(request, StaleForm())
            if again is not None:
                return again
        show = import_string(PROBLEM_PAGE)
        page: HttpResponse = show(
            request, FORBIDDEN, error=StaleForm(), http_status=403, own_words=own_words
        )
        return page
    return refuse(request, FORBIDDEN, http_status=403, stale=True)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler404."""
    return refuse(request, NOT_FOUND)


def server_error(request: HttpRequest) -> HttpResponse:
    """handler500: a database that does not answer, or is closed after a restore, is no fault."""
    error = sys.exc_info()[1]
    if isinstance(error, DataError):  # a value that no column takes, in an address most often
        return refuse(request, BAD_REQUEST)
    known = problem_of(error) if isinstance(error, Exception) else None
    return refuse(request, known or INTERNAL)


def too_many(request: HttpRequest) -> HttpResponse:
    """handler429: allauth's limits on signing in, resetting and confirming."""
    return refuse(request, TOO_MANY)
