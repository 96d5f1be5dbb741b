"""One JSON-RPC message from the body of one POST."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mcp_types import jsonrpc

from legalcontext.block.storable import text_fault
from legalcontext.doors.json_body import UnreadableBody, read_json

from .protocol import RpcError

MessageId = str | int


@dataclass(frozen=True, slots=True)
class Message:
    """A request, or a notification when id is None. params: `{}` when there were none."""

    method: str
    id: MessageId | None = None
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def meta(self) -> Mapping[str, Any]:
        """`params._meta`, `{}` when it was left out."""
        meta: Mapping[str, Any] = self.params.get("_meta") or {}
        return meta


class InvalidMessage(RpcError):
    """A body that is no request and no notification. id: of the request, where it could be read."""

    def __init__(self, code: int, message: str, message_id: MessageId | None = None) -> None:
        super().__init__(code, message)
        self.id = message_id


def read_message(body: bytes) -> Message:
    """The message of a body. InvalidMessage: not JSON, a batch, an answer, or malformed."""
    try:
        value = read_json(body)
    except UnreadableBody as error:
        raise InvalidMessage(jsonrpc.PARSE_ERROR, str(error)) from None
    if not isinstance(value, dict):
        raise InvalidMessage(
            jsonrpc.INVALID_REQUEST, "Send one JSON-RPC object in each POST; batches are not taken."
        )
    message_id = _id(value)
    if value.get("jsonrpc") != jsonrpc.JSONRPC_VERSION:
        raise InvalidMessage(jsonrpc.INVALID_REQUEST, 'Set "jsonrpc" to "2.0".', message_id)
    method = value.get("method")
    if not isinstance(method, str):
        raise InvalidMessage(
            jsonrpc.INVALID_REQUEST,
            "Name a “method”. This server asks clients nothing, so it takes no answers.",
            message_id,
        )
    return Message(method, message_id, _params(value, message_id))


def _id(value: Mapping[str, Any]) -> MessageId | None:
    if "id" not in value:
        return None
    match value["id"]:
        case bool() | None:
            pass
        case int() as number:
            return number
        case str() as text if text_fault(text) is None:
            return text
    raise InvalidMessage(jsonrpc.INVALID_REQUEST, "The “id” must be a string or a whole number.")


def _params(value: Mapping[str, Any], message_id: MessageId | None) -> Mapping[str, Any]:
    params = value.get("params")
    if params is None:
        return {}
    if not isinstance(params, dict) or not isinstance(params.get("_meta", {}), dict | None):
        raise InvalidMessage(
            jsonrpc.INVALID_PARAMS, "“params” and “params._meta” must be objects.", message_id
        )
    return params
