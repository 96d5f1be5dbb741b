"""What is spoken here: protocol versions, and JSON-RPC errors with the statuses they travel under.

Sections named in comments are those of the Model Context Protocol's revision 2026-07-28.
"""

from __future__ import annotations

from typing import Any, Final

from mcp_types import jsonrpc
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

FIRST_SERVED: Final = "2025-03-26"
"""The first revision with this transport; also what a request without a version header is taken
for, since that header came later (Streamable HTTP, "Protocol Version Header")."""

LEGACY: Final = tuple(v for v in reversed(HANDSHAKE_PROTOCOL_VERSIONS) if v >= FIRST_SERVED)
"""The revisions that begin with `initialize`, newest first."""

MODERN: Final = tuple(reversed(MODERN_PROTOCOL_VERSIONS))
"""The revisions in which every request stands for itself, newest first."""

SERVED: Final = (*MODERN, *LEGACY)

STATUSES: Final = {
    jsonrpc.PARSE_ERROR: 400,
    jsonrpc.INVALID_REQUEST: 400,
    jsonrpc.INVALID_PARAMS: 400,
    jsonrpc.HEADER_MISMATCH: 400,
    jsonrpc.MISSING_REQUIRED_CLIENT_CAPABILITY: 400,
    jsonrpc.UNSUPPORTED_PROTOCOL_VERSION: 400,
    jsonrpc.METHOD_NOT_FOUND: 404,
}
"""The HTTP status of each error, in the modern era and before an era is known."""

ANSWERED: Final = frozenset({jsonrpc.INVALID_PARAMS, jsonrpc.METHOD_NOT_FOUND})
"""Errors sent with 200 in earlier revisions, whose clients take a 404 for the end of a session."""


class RpcError(Exception):
    """A JSON-RPC error: the request cannot be carried out as it stands.

    message: one sentence that repeats nothing of the request. status: the HTTP status.
    """

    def __init__(self, code: int, message: str, data: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    def status(self, version: str | None) -> int:
        """The HTTP status; version: the protocol's, None while it is not known."""
        if version in LEGACY and self.code in ANSWERED:
            return 200
        return STATUSES.get(self.code, 200)


def unsupported_version(requested: str) -> RpcError:
    """-32022, with the versions that are served."""
    return RpcError(
        jsonrpc.UNSUPPORTED_PROTOCOL_VERSION,
        f"This protocol version is not served; use one of {', '.join(SERVED)}.",
        {"supported": list(SERVED), "requested": requested},
    )


def missing_capability(name: str) -> RpcError:
    """-32021: the request needs a capability that the client did not declare."""
    return RpcError(
        jsonrpc.MISSING_REQUIRED_CLIENT_CAPABILITY,
        f"This needs a client that declares the capability {name}.",
        {"requiredCapabilities": {name: {}}},
    )
