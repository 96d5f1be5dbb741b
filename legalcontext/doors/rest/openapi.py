"""The OpenAPI 3.1 document: made from the views, the serializers and the contracts.

`documented()` on a view's method says what it takes and gives; the problems that every address
may answer with are added here, once. The contracts become components, so that the document and
`/contracts/` never differ.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerView
from rest_framework.negotiation import DefaultContentNegotiation

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
)
WITH_BODY: Final = (Code.TOO_LARGE, Code.UNSUPPORTED_MEDIA)
ON_POST: Final = (Code.IDEMPOTENCY_CONFLICT, Code.IN_PROGRESS)

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description="The same request under the same key is done once; a repeat gives its result.",
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
    problems: Iterable[Code] = (),
    parameters: Iterable[OpenApiParameter] = (),
    examples: Iterable[OpenApiExample] = (),
    public: bool = False,
    media_type: str | None = None,
    tag: str,
) -> Callable[[Any], Any]:
    """Describe one method of a view.

    gives, takes: a serializer, or a schema (`ref("Insight")`); no `gives` means no body.
    media_type: of what it gives, where that is not JSON.
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
        return extend_schema(
            operation_id=summary.lower().replace(" ", "_"),
            summary=summary,
            description=method.__doc__ or summary,
            request=content if with_body else None,
            responses={
                (status, media_type) if media_type else status: good,
                **_problem_responses(codes),
            },
            parameters=described,
            examples=list(examples),
            auth=[] if public else None,
            tags=[tag],
        )(method)

    return describe


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


def complete(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Spectacular's hook at the end: the components, what no serializer describes, and headers."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(components())
    for path in result["paths"].values():
        for operation in path.values():
            for response in operation["responses"].values():
                response.setdefault("headers", {})["Request-Id"] = {
                    "schema": {"type": "string"},
                    "description": "names this request in the service's log",
                }
    return result


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


class OpenApiDocument(SpectacularJSONAPIView):
    """`/openapi.json`: public."""

    authentication_classes = ()
    permission_classes = ()
    content_negotiation_class = DefaultContentNegotiation


class Documentation(SpectacularSwaggerView):
    """The document to read and to try in a browser; its scripts come from this service."""

    authentication_classes = ()
    permission_classes = ()
    content_negotiation_class = DefaultContentNegotiation
    url_name = "openapi"
