"""The server that the conformance suite is run against.

The suite sends no credential, so one is added to what comes without; and it calls tools of its
own to see how a server answers. Those that concern what is served here are added to the product's:
text, errors, schemas, and a tool that needs of its client what the client did not declare.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any

from codossier.asgi import application as product
from legalcontext.doors.mcp import methods
from legalcontext.doors.mcp.calls import Call, Outcome, Refused
from legalcontext.doors.mcp.tools import READS, TOOLS, Tool
from legalcontext.doors.problems import Code, Problem

KEY = os.environ["CONFORMANCE_KEY"].encode()


def _says(text: str) -> Callable[[Call], Outcome]:
    return lambda call: Outcome(None, text)


def _refuses(call: Call) -> Outcome:
    raise Refused(Problem(Code.INVALID_REQUEST, "This tool intentionally returns an error."))


def _tool(name: str, run: Callable[[Call], Outcome], **fields: Any) -> Tool:
    return Tool(
        name=name,
        title=name,
        description="A tool of the conformance suite.",
        input_schema=fields.pop("input_schema", {"type": "object"}),
        output_schema=None,
        annotations=READS,
        scopes=lambda call: (),
        run=run,
        **fields,
    )


ADDRESS = {
    "$anchor": "addressDef",
    "type": "object",
    "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
}
SCHEMA_2020_12 = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": ADDRESS},
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}

FIXTURES = (
    _tool("test_simple_text", _says("This is a simple text response for testing.")),
    _tool("test_error_handling", _refuses),
    _tool("test_streaming_elicitation", _says("Nothing to ask.")),
    _tool("test_logging_tool", _says("Nothing was logged.")),
    _tool("test_missing_capability", _says("Never."), client_capabilities=("sampling",)),
    _tool("json_schema_2020_12_tool", _says("Fits."), input_schema=SCHEMA_2020_12),
)
with_fixtures = MappingProxyType({**TOOLS, **{tool.name: tool for tool in FIXTURES}})
setattr(methods, "TOOLS", with_fixtures)  # noqa: B010 - it is a constant everywhere else


async def application(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[Mapping[str, Any]]],
    send: Callable[[Mapping[str, Any]], Awaitable[None]],
) -> None:
    """The product, with the key added to requests that carry none."""
    if not {b"authorization", b"x-api-key"} & {name for name, _ in scope["headers"]}:
        scope = scope | {"headers": [*scope["headers"], (b"x-api-key", KEY)]}
    await product(scope, receive, send)
