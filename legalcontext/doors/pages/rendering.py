"""Problems and refusals as pages."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from legalcontext.doors.problems import Code, Problem
from legalcontext.doors.request_id import current_request_id
from legalcontext.doors.rest.rendering import STATUS

from .wording import wording_of

WITH_NAVIGATION = "pages/base.html"
BARE = "pages/bare.html"
"""The page without anything that asks the database, for when that is what does not answer."""


def problem_page(
    request: HttpRequest,
    problem: Problem,
    *,
    error: Exception | None = None,
    http_status: int | None = None,
    layout: str = BARE,
    own_words: Sequence[str] = (),
) -> HttpResponse:
    """The problem as a page with the status that every door gives it.

    own_words: what the reader had typed, which stands below to be copied.
    """
    template = "pages/parts/problem.html" if is_fragment(request) else "pages/problem.html"
    context = {
        "layout": layout,
        "problem": wording_of(problem, error),
        "own_words": own_words,
        "request_id": current_request_id() if problem.code is Code.INTERNAL else "",
    }
    response = render(request, template, context, status=http_status or STATUS[problem.code])
    if problem.retry_after is not None:
        response["Retry-After"] = str(problem.retry_after)
    return response


def refuse(
    request: HttpRequest, problem: Problem, *, http_status: int | None = None
) -> HttpResponse:
    """The renderer of `legalcontext.doors.refusals`: what no view was asked for."""
    return problem_page(request, problem, http_status=http_status)


def is_fragment(request: HttpRequest) -> bool:
    """htmx asks for a part of a page."""
    return request.headers.get("HX-Request") == "true"
