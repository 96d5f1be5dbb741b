"""Problems as RFC 9457 `application/problem+json`."""

from __future__ import annotations

import json
import logging
from typing import Any

from django.conf import settings
from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.http import Http404, HttpResponse
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import set_rollback

from legalcontext.doors.problems import INTERNAL, UNAUTHENTICATED, Code, Problem, problem_of
from legalcontext.doors.request_id import current_request_id

from .allowance import allowance_headers

logger = logging.getLogger("codossier.rest")

MEDIA_TYPE = "application/problem+json"
TYPE_BASE = "https://codossier.com/problems/"

STATUS: dict[Code, int] = {
    Code.INVALID_REQUEST: status.HTTP_400_BAD_REQUEST,
    Code.INVALID_CONTEXT: status.HTTP_400_BAD_REQUEST,
    Code.UNAUTHENTICATED: status.HTTP_401_UNAUTHORIZED,
    Code.INSUFFICIENT_SCOPE: status.HTTP_403_FORBIDDEN,
    Code.NOT_FOUND: status.HTTP_404_NOT_FOUND,
    Code.MATTER_NOT_FOUND: status.HTTP_404_NOT_FOUND,
    Code.DOCUMENT_UNREADABLE: status.HTTP_422_UNPROCESSABLE_ENTITY,
    Code.TOO_LARGE: status.HTTP_413_REQUEST_ENTITY_TOO_LARGE,
    Code.UNSUPPORTED_MEDIA: status.HTTP_415_UNSUPPORTED_MEDIA_TYPE,
    Code.RATE_LIMITED: status.HTTP_429_TOO_MANY_REQUESTS,
    Code.IDEMPOTENCY_CONFLICT: status.HTTP_422_UNPROCESSABLE_ENTITY,
    Code.IN_PROGRESS: status.HTTP_409_CONFLICT,
    Code.LEGAL_HOLD: status.HTTP_409_CONFLICT,
    Code.STEP_UP_REQUIRED: status.HTTP_403_FORBIDDEN,
    Code.UNAVAILABLE: status.HTTP_503_SERVICE_UNAVAILABLE,
    Code.INTERNAL: status.HTTP_500_INTERNAL_SERVER_ERROR,
}


def problem_json(problem: Problem, *, http_status: int | None = None) -> dict[str, Any]:
    """The members of the problem document; `errors` only where parts of the input are at fault."""
    return {
        "type": TYPE_BASE + problem.code.value.replace("_", "-"),
        "title": problem.title,
        "status": http_status or STATUS[problem.code],
        "detail": problem.detail,
        "code": problem.code.value,
        "request_id": current_request_id(),
        **({"held": problem.held} if problem.held is not None else {}),
        **(
            {"errors": [{"pointer": f.pointer, "detail": f.detail} for f in problem.errors]}
            if problem.errors
            else {}
        ),
    }


def problem_headers(problem: Problem) -> dict[str, str]:
    headers = {"Cache-Control": "no-store"}
    if problem.code is Code.UNAUTHENTICATED:
        headers["WWW-Authenticate"] = 'Bearer realm="codossier"'
    if problem.code is Code.INSUFFICIENT_SCOPE and problem.scope:
        headers["WWW-Authenticate"] = (
            f'Bearer realm="codossier", error="insufficient_scope", scope="{problem.scope}"'
        )
    if problem.retry_after is not None:
        headers["Retry-After"] = str(problem.retry_after)
    if problem.allowance is not None:
        headers |= allowance_headers(problem.allowance)
    return headers


def problem_response(problem: Problem, *, http_status: int | None = None) -> HttpResponse:
    """A plain Django response, for middleware and error handlers."""
    body = problem_json(problem, http_status=http_status)
    return HttpResponse(
        json.dumps(body, ensure_ascii=False),
        status=body["status"],
        content_type=MEDIA_TYPE,
        headers=problem_headers(problem),
    )


def exception_handler(error: Exception, context: dict[str, Any]) -> Response:
    """DRF's hook: every exception of a view becomes a problem, unknown ones are logged."""
    set_rollback()
    problem, http_status = _problem_of(error)
    if problem is INTERNAL:
        logger.error("unhandled exception in %s", type(context["view"]).__name__, exc_info=error)
    response = Response(
        problem_json(problem, http_status=http_status),
        status=http_status or STATUS[problem.code],
        content_type=MEDIA_TYPE,
        headers=problem_headers(problem),
    )
    if isinstance(error, exceptions.MethodNotAllowed):
        response["Allow"] = ", ".join(context["view"].allowed_methods)
    return response


def _problem_of(error: Exception) -> tuple[Problem, int | None]:
    """The problem, and the status where it is not the code's own."""
    if (known := problem_of(error)) is not None:
        return known, None
    match error:
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            return UNAUTHENTICATED, None
        case exceptions.UnsupportedMediaType():
            return UNSUPPORTED_MEDIA, None
        case RequestDataTooBig():
            return too_large(), None
        case exceptions.MethodNotAllowed():
            detail = "This address does not take this method; the Allow header lists those it does."
            return Problem(Code.INVALID_REQUEST, detail), error.status_code
        case exceptions.ParseError():
            return Problem(Code.INVALID_REQUEST, str(error.detail)), None
        case Http404() | exceptions.NotFound():
            return NOT_FOUND, None
        case PermissionDenied() | exceptions.PermissionDenied():
            return NOT_FOUND, None
        case SuspiciousOperation() | BadRequest():
            return BAD_REQUEST, None
    return INTERNAL, None


UNSUPPORTED_MEDIA = Problem(
    Code.UNSUPPORTED_MEDIA, "Send the body as JSON, with Content-Type: application/json."
)
NOT_FOUND = Problem(
    Code.NOT_FOUND,
    "There is nothing under this address. The list of addresses is in /openapi.json.",
)
BAD_REQUEST = Problem(
    Code.INVALID_REQUEST,
    "The request cannot be read: check the Host header, the address and the form of the body.",
)
FORBIDDEN = Problem(
    Code.INVALID_REQUEST,
    "The request was refused because its form token is missing or wrong. Load the page again.",
)


def too_large() -> Problem:
    """Names the limit that was passed."""
    megabytes = settings.DATA_UPLOAD_MAX_MEMORY_SIZE / 1_000_000
    return Problem(Code.TOO_LARGE, f"The body is over the limit of {megabytes:g} MB; send less.")
