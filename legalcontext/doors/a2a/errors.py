"""Errors as the protocol has them (5.4, 9.5, 11.6), for both bindings, from our one vocabulary."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from legalcontext.block.types import Fault
from legalcontext.doors.problems import Code, Problem
from legalcontext.doors.rest.rendering import STATUS, problem_headers

A2A_DOMAIN: Final = "a2a-protocol.org"
OUR_DOMAIN: Final = "codossier.com"
RPC: Final = "type.googleapis.com/google.rpc."


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of error. code: JSON-RPC's; status: of google.rpc.Code; domain: whose reason."""

    reason: str
    code: int
    http: int
    status: str
    domain: str = A2A_DOMAIN


TASK_NOT_FOUND = Kind("TASK_NOT_FOUND", -32001, 404, "NOT_FOUND")
TASK_NOT_CANCELABLE = Kind("TASK_NOT_CANCELABLE", -32002, 400, "FAILED_PRECONDITION")
UNSUPPORTED_OPERATION = Kind("UNSUPPORTED_OPERATION", -32004, 400, "FAILED_PRECONDITION")
CONTENT_TYPE_NOT_SUPPORTED = Kind("CONTENT_TYPE_NOT_SUPPORTED", -32005, 400, "INVALID_ARGUMENT")
EXTENSION_SUPPORT_REQUIRED = Kind("EXTENSION_SUPPORT_REQUIRED", -32008, 400, "FAILED_PRECONDITION")
VERSION_NOT_SUPPORTED = Kind("VERSION_NOT_SUPPORTED", -32009, 400, "FAILED_PRECONDITION")

PARSE_ERROR = Kind("PARSE_ERROR", -32700, 400, "INVALID_ARGUMENT", OUR_DOMAIN)
INVALID_REQUEST = Kind("INVALID_REQUEST", -32600, 400, "INVALID_ARGUMENT", OUR_DOMAIN)
METHOD_NOT_FOUND = Kind("METHOD_NOT_FOUND", -32601, 404, "NOT_FOUND", OUR_DOMAIN)
INVALID_PARAMS = Kind("INVALID_PARAMS", -32602, 400, "INVALID_ARGUMENT", OUR_DOMAIN)
MATTER_NOT_FOUND = Kind("MATTER_NOT_FOUND", -32602, 400, "INVALID_ARGUMENT", OUR_DOMAIN)

SERVER_ERROR: Final = -32000
"""For what JSON-RPC has no code of its own and the protocol neither: see the reason."""

STATUS_NAMES: Final = {
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    409: "ABORTED",
    413: "INVALID_ARGUMENT",
    415: "INVALID_ARGUMENT",
    422: "INVALID_ARGUMENT",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}

BY_CODE: Final[dict[Code, Kind]] = {
    Code.NOT_FOUND: TASK_NOT_FOUND,
    Code.MATTER_NOT_FOUND: MATTER_NOT_FOUND,
    Code.INVALID_REQUEST: INVALID_PARAMS,
    Code.INVALID_CONTEXT: Kind("INVALID_CONTEXT", -32602, 400, "INVALID_ARGUMENT", OUR_DOMAIN),
    Code.DOCUMENT_UNREADABLE: Kind(
        "DOCUMENT_UNREADABLE", -32602, 400, "INVALID_ARGUMENT", OUR_DOMAIN
    ),
    Code.IDEMPOTENCY_CONFLICT: Kind(
        "IDEMPOTENCY_CONFLICT", -32602, 400, "INVALID_ARGUMENT", OUR_DOMAIN
    ),
    Code.UNSUPPORTED_MEDIA: CONTENT_TYPE_NOT_SUPPORTED,
    Code.INTERNAL: Kind("INTERNAL", -32603, 500, "INTERNAL", OUR_DOMAIN),
}


class A2AError(Exception):
    """What a request gets instead of its result. faults: parts of the input, by JSON pointer of
    the request; headers: of the response."""

    def __init__(
        self,
        kind: Kind,
        message: str,
        *,
        faults: Sequence[Fault] = (),
        metadata: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.faults = tuple(faults)
        self.metadata = dict(metadata or {})
        self.headers = dict(headers or {})
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Rendered:
    """An error in the binding's form."""

    body: dict[str, Any]
    http: int
    headers: dict[str, str] = field(default_factory=dict)


def of_problem(problem: Problem) -> A2AError:
    """A problem of the one vocabulary as an error of this door."""
    kind = BY_CODE.get(problem.code)
    if kind is TASK_NOT_FOUND and problem.errors:  # a document, not the task
        kind = Kind("NOT_FOUND", -32602, 400, "INVALID_ARGUMENT", OUR_DOMAIN)
    if kind is None:
        http = STATUS[problem.code]
        kind = Kind(problem.code.upper(), SERVER_ERROR, http, STATUS_NAMES[http], OUR_DOMAIN)
    return A2AError(
        kind,
        problem.detail,
        faults=problem.errors,
        headers=problem_headers(problem),
        retry_after=problem.retry_after,
    )


def task_not_found() -> A2AError:
    """One error, byte for byte, for a missing task and for one that is not the caller's."""
    return A2AError(TASK_NOT_FOUND, "There is no such task for this credential. Check the id.")


def invalid_params(*faults: Fault) -> A2AError:
    """-32602 with the path of each wrong part."""
    return A2AError(
        INVALID_PARAMS,
        "Mend the parts listed and send it again; nothing was kept.",
        faults=faults,
    )


def json_rpc(error: A2AError, request_id: Any) -> Rendered:
    """The error as JSON-RPC's; HTTP 200 but for who may call, how often, and what HTTP refuses."""
    of_http = error.kind.code == SERVER_ERROR or error.kind.http == HTTPStatus.METHOD_NOT_ALLOWED
    http = error.kind.http if of_http else HTTPStatus.OK
    body = {
        "jsonrpc": "2.0",
        "id": request_id,
        "error": {"code": error.kind.code, "message": error.message, "data": details(error)},
    }
    return Rendered(body, http, error.headers)


def http_json(error: A2AError) -> Rendered:
    """The error as a google.rpc.Status."""
    body = {
        "error": {
            "code": error.kind.http,
            "status": error.kind.status,
            "message": error.message,
            "details": details(error),
        }
    }
    return Rendered(body, error.kind.http, error.headers)


def details(error: A2AError) -> list[dict[str, Any]]:
    """ErrorInfo, and what belongs to it: the wrong fields, when to try again."""
    info: list[dict[str, Any]] = [
        {
            "@type": f"{RPC}ErrorInfo",
            "reason": error.kind.reason,
            "domain": error.kind.domain,
            **({"metadata": error.metadata} if error.metadata else {}),
        }
    ]
    if error.faults:
        info.append(
            {
                "@type": f"{RPC}BadRequest",
                "fieldViolations": [
                    {"field": field_path(fault.pointer), "description": fault.detail}
                    for fault in error.faults
                ],
            }
        )
    if error.retry_after is not None:
        info.append({"@type": f"{RPC}RetryInfo", "retryDelay": f"{error.retry_after}s"})
    return info


_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


def field_path(pointer: str) -> str:
    """A JSON pointer as a field path: `/message/parts/0/text` is `message.parts[0].text`, and a
    member whose name is no plain word stands quoted in brackets."""
    path = ""
    for raw in pointer.split("/")[1:]:
        member = raw.replace("~1", "/").replace("~0", "~")
        if member.isdigit():
            path += f"[{member}]"
        elif _PLAIN.fullmatch(member):
            path += f".{member}" if path else member
        else:
            path += f'["{member}"]'
    return path
