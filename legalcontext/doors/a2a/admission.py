"""What every request passes before its operation: who calls, how often, which version, which
extensions. In this order, so that nobody learns anything without a credential."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, UnreadablePostError

from accounts.limits import Allowance
from accounts.principal import Principal
from legalcontext.doors.credentials import admit_request
from legalcontext.doors.json_body import EMPTY, UnreadableBody, read_json
from legalcontext.doors.problems import INTERNAL, Code, Problem, problem_of
from legalcontext.doors.rest.allowance import allowance_headers
from legalcontext.doors.rest.rendering import too_large

from .errors import (
    CONTENT_TYPE_NOT_SUPPORTED,
    PARSE_ERROR,
    A2AError,
    Rendered,
    of_problem,
)
from .extensions import negotiate
from .operations import Call, declared
from .protocol import A2A_JSON, EXTENSIONS_HEADER, JSON, VERSION_HEADER
from .versions import check_version

logger = logging.getLogger("codossier.a2a")

UNAVAILABLE = Problem(
    Code.UNAVAILABLE, "The database does not answer; try again shortly.", retry_after=5
)
NO_STORE = {"Cache-Control": "no-store"}


@dataclass(slots=True)
class Admitted:
    """A request on its way. active: what it activated, once that is known."""

    request: HttpRequest
    principal: Principal | None = None
    allowance: Allowance | None = None
    active: tuple[str, ...] = ()
    headers: dict[str, str] = field(default_factory=dict)

    def admit(self) -> None:
        """Who calls, and whether once more. Raises what refuses it."""
        self.principal, self.allowance = admit_request(self.request)

    def negotiate(self, *tenants: str) -> Call:
        """The version, then the extensions. A2AError: the version is not spoken here."""
        if self.principal is None:
            raise ValueError("admit comes first")
        headers = self.request.headers
        check_version(headers.get(VERSION_HEADER), self.request.GET.get(VERSION_HEADER))
        self.active = negotiate(headers.get(EXTENSIONS_HEADER), declared())
        return Call(self.principal, self.active, tenants)

    def response_headers(self) -> dict[str, str]:
        """Of every response, errors and streams too: what was activated, what calls are left."""
        headers = dict(NO_STORE)
        if self.active:
            headers[EXTENSIONS_HEADER] = ", ".join(self.active)
        if self.allowance is not None:
            headers |= allowance_headers(self.allowance)
        return headers


def body_of(request: HttpRequest, *, required: bool = True) -> Any:
    """The JSON of the body; None for an empty one that may be empty. Raises A2AError."""
    try:
        sent = request.body
    except RequestDataTooBig:
        raise of_problem(too_large()) from None
    except UnreadablePostError:
        raise A2AError(PARSE_ERROR, "The body ended too early; send it again.") from None
    if not sent:
        if not required:
            return None
        raise A2AError(PARSE_ERROR, EMPTY)
    media_type = (request.content_type or "").strip().lower()
    if media_type not in (JSON, A2A_JSON):
        raise A2AError(
            CONTENT_TYPE_NOT_SUPPORTED, f"Send the body as {JSON}, and say so in Content-Type."
        )
    try:
        return read_json(sent)
    except UnreadableBody as error:
        raise A2AError(PARSE_ERROR, str(error)) from None


def error_of(error: Exception) -> A2AError:
    """Whatever was raised, as an error of this door; what nobody expected is logged."""
    if isinstance(error, A2AError):
        return error
    problem = problem_of(error)
    if problem is None and isinstance(error, (OperationalError, InterfaceError)):
        logger.error("the database does not answer", exc_info=error)
        problem = UNAVAILABLE
    if problem is None:
        logger.error("unhandled exception", exc_info=error)
        problem = INTERNAL
    return of_problem(problem)


def to_response(
    body: Mapping[str, Any], *, http: int, media_type: str, headers: Mapping[str, str]
) -> HttpResponse:
    """JSON in UTF-8, members in order."""
    return HttpResponse(
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8"),
        status=http,
        content_type=media_type,
        headers=dict(headers),
    )


def error_response(
    error: Exception,
    render: Callable[[A2AError], Rendered],
    *,
    media_type: str,
    headers: Mapping[str, str],
) -> HttpResponse:
    """An error in its binding's form, with the headers of the request's other answers."""
    rendered = render(error_of(error))
    return to_response(
        rendered.body,
        http=rendered.http,
        media_type=media_type,
        headers={**headers, **rendered.headers},
    )
