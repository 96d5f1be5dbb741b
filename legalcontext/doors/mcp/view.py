"""`/mcp`: from a POST to a JSON-RPC answer."""

from __future__ import annotations

import logging
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from accounts.limits import Allowance
from legalcontext.doors.credentials import admit_request
from legalcontext.doors.problems import INTERNAL, Code, Problem, problem_of
from legalcontext.doors.rest.allowance import allowance_headers
from legalcontext.doors.rest.rendering import UNSUPPORTED_MEDIA, too_large

from .eras import METHOD_HEADER, NAME_HEADER, VERSION_HEADER, check_version_header, version_of
from .messages import InvalidMessage, read_message
from .methods import answer
from .protocol import RpcError
from .responses import add_headers, error_response, problem_response, result_response

logger = logging.getLogger("codossier.mcp")

ALLOWED: Final = "POST, OPTIONS"
READ_BY_PAGES: Final = "Request-Id, WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy"
SENT_BY_PAGES: Final = ", ".join(
    ["Authorization", "X-Api-Key", "Content-Type", VERSION_HEADER, METHOD_HEADER, NAME_HEADER]
)

WRONG_ORIGIN: Final = Problem(
    Code.INVALID_REQUEST,
    "Pages of this origin may not call this server. Its operator can allow the origin.",
)
WRONG_METHOD: Final = Problem(
    Code.INVALID_REQUEST, "Send messages by POST; there is no stream to read and no session to end."
)


@csrf_exempt
def endpoint(request: HttpRequest) -> HttpResponse:
    """One message in, one answer out; the credential is asked for before the body is read."""
    origin = request.headers.get("Origin")
    if origin is not None and not _may_call(request, origin):
        return problem_response(request, WRONG_ORIGIN, http_status=403)
    if request.method == "POST":
        response = _answer(request)
    elif request.method == "OPTIONS":
        response = HttpResponse(status=204, headers={"Allow": ALLOWED})
    else:
        response = problem_response(request, WRONG_METHOD, http_status=405)
        response["Allow"] = ALLOWED
    if origin is not None:
        add_headers(response, _shared_with(origin))
    return response


def _answer(request: HttpRequest) -> HttpResponse:
    message_id, version = None, None
    allowance: Allowance | None = None
    try:
        principal, allowance = admit_request(request)
        if request.content_type != "application/json":
            return problem_response(request, UNSUPPORTED_MEDIA)
        if len(request.body) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return problem_response(request, too_large())
        message = read_message(request.body)
        message_id = message.id
        if message_id is None:
            # Nothing that a client may notify of has an effect here.
            check_version_header(request)
            response = HttpResponse(status=202)
        else:
            version = version_of(request, message)
            response = result_response(message_id, answer(message, version, principal))
    except InvalidMessage as error:
        response = error_response(error, error.id, version)
    except RpcError as error:
        response = error_response(error, message_id, version)
    except Exception as error:
        problem = problem_of(error)
        if problem is None:
            logger.exception("unhandled exception")
        response = problem_response(request, problem or INTERNAL, message_id=message_id)
    if allowance is not None:
        add_headers(response, allowance_headers(allowance))
    return response


def _may_call(request: HttpRequest, origin: str) -> bool:
    """A page of this host itself, or of an origin that the operator allowed."""
    own = f"{request.scheme}://{request.get_host()}"
    return origin == own or origin in settings.MCP_ALLOWED_ORIGINS


def _shared_with(origin: str) -> dict[str, str]:
    """What lets a page of an allowed origin send the request and read the response."""
    return {
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Allow-Methods": "POST",
        "Access-Control-Allow-Headers": SENT_BY_PAGES,
        "Access-Control-Expose-Headers": READ_BY_PAGES,
        "Access-Control-Max-Age": "3600",
        "Vary": "Origin",
    }
