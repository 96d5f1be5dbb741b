"""The methods of both eras. What is declared here is what is served."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from mcp_types import CLIENT_CAPABILITIES_META_KEY, SERVER_INFO_META_KEY, jsonrpc
from mcp_types.methods import serialize_server_result, validate_client_request
from pydantic import ValidationError

from accounts.principal import InsufficientScope, Principal
from legalcontext.block.constants import EXTENSION_URI, LEGAL_CONTEXT_CONTRACT, MCP_META_KEY
from legalcontext.block.storable import pointer_to, text_fault
from legalcontext.doors.problems import problem_of

from .calls import OF_THE_REQUEST, Call, Refused
from .messages import Message
from .protocol import LEGACY, MODERN, SERVED, RpcError, missing_capability
from .tools import TOOLS

SERVER: Final = {
    "name": "codossier",
    "title": "Codossier",
    "version": "1",
    "websiteUrl": "https://codossier.com",
}
INSTRUCTIONS: Final = (
    "Codossier answers legal questions from practitioner notes: triage sorts out a situation, "
    "consult answers a question, document_review reads a paper. Every answer says in "
    "legal_context what it assumed about the place, the audience and the role, and how it may be "
    "handled; keep handling and notice with the answer when you pass it on. State in context only "
    "what the user said. An answer is legal information and no advice."
)
EXTENSION: Final = {
    MCP_META_KEY: {
        "version": LEGAL_CONTEXT_CONTRACT.partition("/")[2],
        "contract": LEGAL_CONTEXT_CONTRACT,
        "specification": EXTENSION_URI,
    }
}

A_DAY_MS: Final = 86_400_000
CACHING: Final = {"ttlMs": A_DAY_MS, "cacheScope": "public"}
"""What is said of the server and its tools is the same for every credential."""

Handler = Callable[[Message, str, Principal], Mapping[str, Any]]


def answer(message: Message, version: str, principal: Principal) -> dict[str, Any]:
    """The result of a request, as the revision `version` has it.

    RpcError: no such method, or wrong parameters. Problems of the request as a whole are raised
    as the core raises them.
    """
    handler = (MODERN_METHODS if version in MODERN else LEGACY_METHODS).get(message.method)
    if handler is None:
        raise RpcError(jsonrpc.METHOD_NOT_FOUND, "This server has no such method.")
    try:
        validate_client_request(message.method, version, message.params)
    except ValidationError as error:
        raise _wrong_parameters(error) from None
    result = dict(handler(message, version, principal))
    if version in MODERN:
        result["resultType"] = "complete"
        result["_meta"] = {**result.get("_meta", {}), SERVER_INFO_META_KEY: SERVER}
    return serialize_server_result(message.method, version, result)


def _initialize(message: Message, version: str, principal: Principal) -> Mapping[str, Any]:
    wanted = message.params["protocolVersion"]
    return {
        "protocolVersion": wanted if wanted in LEGACY else LEGACY[0],
        # Extensions came later than this era; an unknown experimental capability harms nobody.
        "capabilities": {"tools": {}, "experimental": EXTENSION},
        "serverInfo": SERVER,
        "instructions": INSTRUCTIONS,
    }


def _discover(message: Message, version: str, principal: Principal) -> Mapping[str, Any]:
    return {
        "supportedVersions": list(SERVED),
        "capabilities": {"tools": {}, "extensions": EXTENSION},
        "instructions": INSTRUCTIONS,
        **CACHING,
    }


def _ping(message: Message, version: str, principal: Principal) -> Mapping[str, Any]:
    return {}


def _list_tools(message: Message, version: str, principal: Principal) -> Mapping[str, Any]:
    if message.params.get("cursor"):
        raise RpcError(jsonrpc.INVALID_PARAMS, "The list of tools is one page; send no cursor.")
    return {"tools": _listed(), **CACHING}


@cache
def _listed() -> list[dict[str, Any]]:
    return [tool.listed() for tool in TOOLS.values()]


def _call_tool(message: Message, version: str, principal: Principal) -> Mapping[str, Any]:
    """Run a tool. What it refuses is a result with `isError`: the model is to read it and mend
    its call; the credential's and the client's shortcomings are not the model's to mend."""
    tool = TOOLS.get(message.params["name"])
    if tool is None:
        raise RpcError(
            jsonrpc.INVALID_PARAMS, f"There is no such tool; the tools are {', '.join(TOOLS)}."
        )
    declared = message.meta.get(CLIENT_CAPABILITIES_META_KEY) or {}
    for name in tool.client_capabilities:
        if name not in declared:
            raise missing_capability(name)
    call = Call(principal, message.params.get("arguments") or {}, message.meta.get(MCP_META_KEY))
    needed = tool.scopes(call)
    if not principal.scopes.issuperset(needed):
        raise InsufficientScope(" ".join(needed))
    try:
        return tool.run(call).result()
    except Refused as refused:
        return refused.result()
    except Exception as error:
        problem = problem_of(error)
        if problem is None or problem.code in OF_THE_REQUEST:
            raise
        return Refused(problem).result()


LEGACY_METHODS: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        "initialize": _initialize,
        "ping": _ping,
        "tools/list": _list_tools,
        "tools/call": _call_tool,
    }
)
MODERN_METHODS: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        "server/discover": _discover,
        "tools/list": _list_tools,
        "tools/call": _call_tool,
    }
)


def _wrong_parameters(error: ValidationError) -> RpcError:
    faults = []
    for fault in error.errors(include_url=False, include_context=False, include_input=False):
        pointer = ""
        for part in fault["loc"]:
            if isinstance(part, str) and text_fault(part) is not None:
                break
            pointer = pointer_to(pointer, part)
        faults.append({"pointer": pointer, "detail": fault["msg"]})
    return RpcError(
        jsonrpc.INVALID_PARAMS, "Mend the parameters listed in “errors”.", {"errors": faults[:20]}
    )
