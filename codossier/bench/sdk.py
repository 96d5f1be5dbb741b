"""The official SDK's MCP server with the same `ask()` as its tool.

The SDK's server does no more than it must: no credential per call, no allowance, no retries.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import cache
from typing import Any

import django
from asgiref.sync import sync_to_async
from django.db import close_old_connections
from mcp.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, TextContent, Tool

django.setup()

# isort: split
from accounts.principal import Principal, authenticate  # noqa: E402
from legalcontext.answers import ask as asking  # noqa: E402
from legalcontext.block.constants import MCP_META_KEY  # noqa: E402
from legalcontext.contracts import parse_quick_ask  # noqa: E402

secret: ContextVar[str] = ContextVar("secret")
"""The key of the request that is being answered."""


@cache
def _principal(key: str) -> Principal:
    return authenticate(key)


def _ask(arguments: dict[str, Any]) -> dict[str, Any]:
    close_old_connections()
    try:
        quick_ask = parse_quick_ask({**arguments, "skill": "consult"})
        return asking.ask(_principal(secret.get()), quick_ask, door="mcp")
    finally:
        close_old_connections()


async def _list(context: Any, params: Any) -> ListToolsResult:
    schema = {"type": "object"}
    return ListToolsResult(
        tools=[Tool(name=name, input_schema=schema) for name in ("consult", "constant")]
    )


async def _call(context: Any, params: CallToolRequestParams) -> CallToolResult:
    if params.name == "constant":
        return CallToolResult(content=[TextContent(text="constant")])
    insight = await sync_to_async(_ask, thread_sensitive=False)(params.arguments or {})
    return CallToolResult(
        content=[TextContent(text=insight["summary"])],
        structured_content=insight,
        _meta={MCP_META_KEY: insight["legal_context"]},
    )


server: Server[Any] = Server("bench", on_list_tools=_list, on_call_tool=_call)
manager = StreamableHTTPSessionManager(server, json_response=True, stateless=True)


async def application(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[Any]],
    send: Callable[[Any], Awaitable[None]],
) -> None:
    """The server, with the key of the request at hand."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    secret.set(dict(scope["headers"]).get(b"x-api-key", b"").decode())
    await manager.handle_request(scope, receive, send)


async def _lifespan(
    receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
) -> None:
    await receive()
    async with manager.run():
        await send({"type": "lifespan.startup.complete"})
        await receive()
    await send({"type": "lifespan.shutdown.complete"})
