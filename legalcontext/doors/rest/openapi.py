"""The OpenAPI 3.1 document: made from the views, the serializers and the contracts.

`documented()` on a view's method says what it takes and gives; the problems that every address
may answer with are added here, once. The contracts become components, so that the document and
`/contracts/` never differ.
"""

from __future__ import annotations

import copy
import functools
import json
import re
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from legalcontext.block.constants import (
    INSIGHT_CONTRACT,
    LEGAL_CONTEXT_CONTRACT,
    QUICK_ASK_CONTRACT,
)
from legalcontext.contracts import get
from legalcontext.contracts.registry import ADDRESS
from legalcontext.doors.problems import Code

from .rendering import MEDIA_TYPE, STATUS

ROOTS: Final = {
    QUICK_ASK_CONTRACT: "QuickAsk",
    INSIGHT_CONTRACT: "Insight",
    LEGAL_CONTEXT_CONTRACT: "LegalContext",
}
"""What a contract's own schema is called among the components; its parts are named after it."""

ANYWHERE: Final = (
    Code.INVALID_REQUEST,
    Code.UNAUTHENTICATED,
    Code.INSUFFICIENT_SCOPE,
    Code.RATE_LIMITED,
    Code.INTERNAL,
    Code.UNAVAILABLE,
)
WITH_BODY: Final = (Code.TOO_LARGE, Code.UNSUPPORTED_MEDIA)
ON_POST: Final = (Code.IDEMPOTENCY_CONFLICT, Code.IN_PROGRESS)

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description="The same request under the same key is done once; a repeat gives its result.",
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="the `ETag` of what is known"
)
LIMIT = OpenApiParameter(
    "limit",
    {"type": "integer", "minimum": 1, "maximum": 100, "default": 20},
    description="how many lines a page has",
)
AFTER = OpenApiParameter("after", str, description="`next_cursor` of the page before")


def ref(component: str) -> dict[str, str]:
    """A reference to a component of the document."""
    return {"$ref": f"#/components/schemas/{component}"}


def page_of(line: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a page of such lines."""
    return {
        "type": "object",
        "required": ["data", "has_more", "next_cursor"],
        "properties": {
            "data": {"type": "array", "items": dict(line)},
            "has_more": {"type": "boolean"},
            "next_cursor": {"type": ["string", "null"]},
        },
    }


def documented(
    summary: str,
    *,
    gives: Any = None,
    takes: Any = None,
    status: int = HTTPStatus.OK,
    media_type: str = "application/json",
    problems: Iterable[Code] = (),
    parameters: Iterable[OpenApiParameter] = (),
    examples: Iterable[OpenApiExample] = (),
    public: bool = False,
    conditional: bool = False,
    tag: str,
) -> Callable[[Any], Any]:
    """Describe one method of a view.

    gives, takes: a serializer, or a schema (`ref("Insight")`); no `gives` means no body.
    media_type: what `gives` comes as. conditional: it has an ETag.
    problems: codes beside those that any address may answer with.
    """
    codes = {*ANYWHERE, *problems}
    if public:
        codes -= {Code.UNAUTHENTICATED, Code.INSUFFICIENT_SCOPE, Code.RATE_LIMITED}

    def describe(method: Any) -> Any:
        verb = method.__name__
        described = list(parameters)
        with_body = verb in ("post", "put", "patch")
        if with_body:
            codes.update(WITH_BODY)
        if verb == "post":
            codes.update(ON_POST)
            described.append(IDEMPOTENCY_KEY)
        good = OpenApiResponse(gives, description=HTTPStatus(status).phrase)
        content = {"application/json": takes} if isinstance(takes, dict) else takes
        responses: dict[Any, OpenApiResponse] = {(status, media_type): good}
        if conditional:
            not_modified = HTTPStatus.NOT_MODIFIED
            responses[not_modified.value] = OpenApiResponse(description=not_modified.phrase)
            described.append(IF_NONE_MATCH)
        return extend_schema(
            operation_id=operation_id(summary),
            summary=summary,
            description=method.__doc__ or summary,
            request=content if with_body else None,
            responses=responses | _problem_responses(codes),
            parameters=described,
            examples=list(examples),
            auth=[] if public else None,
            tags=[tag],
        )(method)

    return describe


def operation_id(summary: str) -> str:
    """The name of an operation, as generated clients call it."""
    return re.sub(r"[^a-z]+", "_", summary.lower()).strip("_")


def _problem_responses(codes: Iterable[Code]) -> dict[tuple[int, str], OpenApiResponse]:
    by_status: dict[int, list[str]] = {}
    for code in sorted(codes):
        by_status.setdefault(STATUS[code], []).append(code.value)
    return {
        (status, MEDIA_TYPE): OpenApiResponse(
            ref("Problem"), description=", ".join(f"`{code}`" for code in names)
        )
        for status, names in sorted(by_status.items())
    }


# Components


def components() -> dict[str, Any]:
    """The contracts as components, their references pointing at one another, and `Problem`."""
    found: dict[str, Any] = {"Problem": PROBLEM}
    for contract in ROOTS:
        schema = get(*contract.split("/", 1))
        parts = schema.pop("$defs", {})
        for meta in ("$schema", "$id"):
            schema.pop(meta, None)
        for part, inner in {"": schema, **parts}.items():
            found[_name(contract, part)] = _pointed(copy.deepcopy(inner), contract)
    return found


def _name(contract: str, part: str) -> str:
    return ROOTS[contract] + "".join(word.title() for word in part.split("_"))


def _pointed(schema: Any, contract: str) -> Any:
    """The schema with every `$ref` turned into one to a component."""
    if isinstance(schema, list):
        return [_pointed(item, contract) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(target := schema.get("$ref"), str):
        address, _, part = target.partition("#/$defs/")
        schema = schema | ref(_name(address.removeprefix(ADDRESS) or contract, part))
    return {name: _pointed(member, contract) for name, member in schema.items()}


PROBLEM: Final[dict[str, Any]] = {
    "type": "object",
    "description": "RFC 9457 problem details. `detail` says what to do.",
    "required": ["type", "title", "status", "detail", "code", "request_id"],
    "properties": {
        "type": {"type": "string", "format": "uri"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string", "enum": [code.value for code in Code]},
        "request_id": {"type": "string", "pattern": "^req_[0-9a-f]{32}$"},
        "held": {"type": "integer", "description": "how many a legal hold keeps"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["pointer", "detail"],
                "properties": {
                    "pointer": {"type": "string", "description": "JSON pointer (RFC 6901)"},
                    "detail": {"type": "string"},
                },
            },
        },
    },
}


TAGS: Final = (
    "asks", "retention", "deletion requests", "export", "account", "people", "keys", "matters",
    "what stands in a matter", "access to matters", "conflict checks", "contracts",
    "the service itself",
)  # fmt: skip
"""In the order in which the page shows them."""

HEADERS: Final[dict[str, dict[str, Any]]] = {
    "Request-Id": {
        "description": "names this request in the service's log",
        "schema": {"type": "string", "pattern": "^req_[0-9a-f]{32}$"},
    },
    "RateLimit-Policy": {
        "description": "the credential's allowance: q calls in w seconds",
        "schema": {"type": "string"},
    },
    "RateLimit": {
        "description": "r calls are left; in t seconds all are back",
        "schema": {"type": "string"},
    },
    "Retry-After": {
        "description": "seconds after which to send it again",
        "schema": {"type": "integer"},
    },
    "WWW-Authenticate": {
        "description": "the challenge; it names the scope that is missing",
        "schema": {"type": "string"},
    },
    "Idempotent-Replayed": {
        "description": "`true` where an earlier request with this `Idempotency-Key` did the work",
        "schema": {"type": "string", "const": "true"},
    },
    "ETag": {
        "description": "send it back as `If-None-Match` to get 304 where nothing changed",
        "schema": {"type": "string"},
    },
    "Location": {"description": "where the job is", "schema": {"type": "string"}},
}


def complete(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Spectacular's hook at the end: the components, the headers, the examples."""
    result["tags"] = [{"name": name} for name in TAGS]
    parts = result.setdefault("components", {})
    parts.setdefault("schemas", {}).update(components())
    parts["headers"] = HEADERS
    for path in result["paths"].values():
        for verb, operation in path.items():
            _add_headers(verb, operation)
            _add_examples(operation)
    return result


def _add_headers(verb: str, operation: dict[str, Any]) -> None:
    public = not operation.setdefault("security", [])
    for status, response in operation["responses"].items():
        names = ["Request-Id"]
        if not public and status != str(HTTPStatus.UNAUTHORIZED.value):
            names += ["RateLimit-Policy", "RateLimit"]
        if verb == "post" and status.startswith("2"):
            names.append("Idempotent-Replayed")
        names += HEADERS_OF_STATUS.get(int(status), ())
        if str(HTTPStatus.NOT_MODIFIED.value) in operation["responses"] and status[0] in "23":
            names.append("ETag")
        response.setdefault("headers", {}).update(
            {name: {"$ref": f"#/components/headers/{name}"} for name in names}
        )


def _add_examples(operation: dict[str, Any]) -> None:
    """What was recorded of the operation: what it was sent, and what it answered."""
    example = _examples().get(operation["operationId"], {})
    if "request" in example:
        operation["requestBody"]["content"]["application/json"]["example"] = example["request"]
    if "response" in example:
        good = next(r for status, r in operation["responses"].items() if status.startswith("2"))
        good["content"]["application/json"]["example"] = example["response"]


@functools.cache
def _examples() -> dict[str, Any]:
    """By operation. Tests record them from a run of the service, and hold them against it."""
    text = Path(__file__).with_name("examples.json").read_text(encoding="utf-8")
    examples: dict[str, Any] = json.loads(text)
    return examples


HEADERS_OF_STATUS: Final[dict[int, tuple[str, ...]]] = {
    HTTPStatus.ACCEPTED: ("Location",),
    HTTPStatus.UNAUTHORIZED: ("WWW-Authenticate",),
    HTTPStatus.FORBIDDEN: ("WWW-Authenticate",),
    HTTPStatus.CONFLICT: ("Retry-After",),
    HTTPStatus.TOO_MANY_REQUESTS: ("Retry-After",),
    HTTPStatus.SERVICE_UNAVAILABLE: ("Retry-After",),
}


class KeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """A key, in either of the two headers."""

    target_class = "legalcontext.doors.rest.framework.KeyAuthentication"
    name = ["bearer", "apiKey"]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, str]]:
        return [
            {"type": "http", "scheme": "bearer", "bearerFormat": "cdx_live_…"},
            {"type": "apiKey", "in": "header", "name": "X-Api-Key"},
        ]

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[str]]]:
        return [{"bearer": []}, {"apiKey": []}]
