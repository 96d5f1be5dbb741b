"""HTTP responses of this door: JSON-RPC in UTF-8 as it is, and problems as JSON-RPC errors."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from mcp_types import jsonrpc

from accounts.models import Scope
from legalcontext.doors.problems import Code, Problem
from legalcontext.doors.request_id import current_request_id
from legalcontext.doors.rest.allowance import allowance_headers

from .messages import MessageId
from .protocol import RpcError

NO_STORE: Final = {"Cache-Control": "no-store"}

SCOPES: Final = (Scope.ASK, Scope.HISTORY_READ, Scope.MATTERS_READ)
"""What the tools need between them; a challenge without a call names all of them."""

STATUSES: Final = {
    Code.INVALID_REQUEST: 400,
    Code.UNAUTHENTICATED: 401,
    Code.INSUFFICIENT_SCOPE: 403,
    Code.NOT_FOUND: 404,
    Code.TOO_LARGE: 413,
    Code.UNSUPPORTED_MEDIA: 415,
    Code.RATE_LIMITED: 429,
    Code.INTERNAL: 500,
    Code.UNAVAILABLE: 503,
}
"""The statuses of problems of the request as a whole."""


def result_response(message_id: MessageId, result: Mapping[str, Any]) -> HttpResponse:
    """200 with the result of a request."""
    return _response({"jsonrpc": "2.0", "id": message_id, "result": result}, 200)


def error_response(
    error: RpcError, message_id: MessageId | None, version: str | None
) -> HttpResponse:
    """A JSON-RPC error. version: the protocol's, None while it is not known."""
    body: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.data is not None:
        body["data"] = error.data
    return _error(body, message_id, error.status(version))


def problem_response(
    request: HttpRequest,
    problem: Problem,
    *,
    http_status: int | None = None,
    message_id: MessageId | None = None,
) -> HttpResponse:
    """A problem of the request as a whole: its own HTTP status, and its code in `error.data`.

    The JSON-RPC code is that status, which is outside the range that JSON-RPC keeps for itself;
    a fault on this side has the code that JSON-RPC has for it.
    """
    status = http_status or STATUSES.get(problem.code, 400)
    data: dict[str, Any] = {"code": problem.code.value, "request_id": current_request_id()}
    code = jsonrpc.INTERNAL_ERROR if problem.code is Code.INTERNAL else status
    response = _error({"code": code, "message": problem.detail, "data": data}, message_id, status)
    if problem.code in (Code.UNAUTHENTICATED, Code.INSUFFICIENT_SCOPE):
        response["WWW-Authenticate"] = _challenge(request, problem)
    if problem.retry_after is not None:
        response["Retry-After"] = str(problem.retry_after)
    if problem.allowance is not None:
        add_headers(response, allowance_headers(problem.allowance))
    return response


def add_headers(response: HttpResponse, headers: Mapping[str, str]) -> None:
    for name, value in headers.items():
        response[name] = value


def metadata_url(request: HttpRequest) -> str:
    """Where the protected resource's metadata stands (RFC 9728), by the host that was asked."""
    return request.build_absolute_uri(reverse("mcp-resource-metadata"))


def _challenge(request: HttpRequest, problem: Problem) -> str:
    """RFC 6750, section 3, with the pointer of RFC 9728, section 5.1."""
    parts = ['realm="codossier"', f'resource_metadata="{metadata_url(request)}"']
    if problem.code is Code.INSUFFICIENT_SCOPE:
        parts += ['error="insufficient_scope"', f'scope="{problem.scope}"']
    else:
        if {"Authorization", "X-Api-Key"} & set(request.headers):
            parts.append('error="invalid_token"')
        parts.append(f'scope="{_spaced(SCOPES)}"')
    return f"Bearer {', '.join(parts)}"


def _spaced(scopes: Iterable[str]) -> str:
    return " ".join(str(scope) for scope in scopes)


def _error(body: Mapping[str, Any], message_id: MessageId | None, status: int) -> HttpResponse:
    return _response({"jsonrpc": "2.0", "id": message_id, "error": body}, status)


def _response(body: Mapping[str, Any], status: int) -> HttpResponse:
    return HttpResponse(
        json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode(),
        status=status,
        content_type="application/json",
        headers=NO_STORE,
    )
