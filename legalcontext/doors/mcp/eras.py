"""Which revision of the protocol a request is in, and whether its headers agree with its body."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any, Final

from django.http import HttpRequest
from mcp_types import CLIENT_CAPABILITIES_META_KEY, PROTOCOL_VERSION_META_KEY, jsonrpc

from .messages import Message
from .protocol import FIRST_SERVED, LEGACY, MODERN, SERVED, RpcError, unsupported_version

VERSION_HEADER: Final = "MCP-Protocol-Version"
METHOD_HEADER: Final = "Mcp-Method"
NAME_HEADER: Final = "Mcp-Name"

NAMED: Final = {"tools/call": "name"}
"""The methods whose `Mcp-Name` repeats a member of `params`."""

ENCODED: Final = re.compile(r"=\?base64\?(.*)\?=")


def version_of(request: HttpRequest, message: Message) -> str:
    """The revision to serve a request by, one of `SERVED`.

    Modern per-request `_meta`, or a header that names a modern revision, makes a request modern;
    `initialize`, and everything else that says no more than an earlier revision asks for, is
    served by that one. RpcError: an unknown version, or headers that do not equal the body.
    """
    header = _header(request, VERSION_HEADER)
    stated = message.meta.get(PROTOCOL_VERSION_META_KEY)
    if stated is None and header is not None and header not in SERVED:
        if message.method != "initialize":  # which says its version in the body
            raise unsupported_version(header)
        header = None
    is_modern = stated is not None or header in MODERN or message.method == "server/discover"
    if not is_modern:
        return header or FIRST_SERVED
    return _modern(request, message, header, stated)


def check_version_header(request: HttpRequest) -> None:
    """For a notification, whose other headers are left open. RpcError: an unknown version."""
    header = _header(request, VERSION_HEADER)
    if header is not None and header not in SERVED:
        raise unsupported_version(header)


def _modern(request: HttpRequest, message: Message, header: str | None, stated: Any) -> str:
    """Streamable HTTP, "Server Validation": the body's own shape first, then its headers."""
    missing = [
        key
        for key in (PROTOCOL_VERSION_META_KEY, CLIENT_CAPABILITIES_META_KEY)
        if message.meta.get(key) is None
    ]
    if missing and stated not in LEGACY:
        raise RpcError(
            jsonrpc.INVALID_PARAMS, f"“params._meta” must carry {' and '.join(missing)}."
        )
    if not isinstance(stated, str):
        raise RpcError(
            jsonrpc.INVALID_PARAMS, f"{PROTOCOL_VERSION_META_KEY} in “params._meta” is a string."
        )
    _same(VERSION_HEADER, header, stated)
    if stated in LEGACY:
        return stated
    _same(METHOD_HEADER, _header(request, METHOD_HEADER), message.method)
    name = message.params.get(NAMED.get(message.method, ""))
    if isinstance(name, str):
        _same(NAME_HEADER, decoded(_header(request, NAME_HEADER)), name)
    if stated not in MODERN:
        raise unsupported_version(stated)
    return stated


def decoded(value: str | None) -> str | None:
    """A header's value out of the form `=?base64?…?=`; None when it is not in canonical form."""
    match = ENCODED.fullmatch(value or "")
    if match is None:
        return value
    try:
        octets = base64.b64decode(match[1], validate=True)
        text = octets.decode()
    except (binascii.Error, ValueError):
        return None
    return text if base64.b64encode(octets).decode() == match[1] else None


def _header(request: HttpRequest, name: str) -> str | None:
    value = request.headers.get(name)
    return None if value is None else value.strip()


def _same(name: str, header: str | None, body: str) -> None:
    if header != body:
        raise RpcError(
            jsonrpc.HEADER_MISMATCH,
            f"The header {name} must be sent, and equal what the body says.",
        )
