"""Speaks A2A in both bindings, and checks of every reply what every reply must be."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from a2a.types import a2a_pb2
from asgiref.sync import async_to_sync
from django.test import Client
from google.protobuf import empty_pb2, json_format

from legalcontext.block.constants import EXTENSION_URI as BLOCK

BINDINGS = ("rpc", "rest")

OPERATIONS = {
    "SendMessage": ("POST", "/message:send", a2a_pb2.SendMessageResponse),
    "SendStreamingMessage": ("POST", "/message:stream", a2a_pb2.StreamResponse),
    "GetTask": ("GET", "/tasks/{id}", a2a_pb2.Task),
    "ListTasks": ("GET", "/tasks", a2a_pb2.ListTasksResponse),
    "CancelTask": ("POST", "/tasks/{id}:cancel", a2a_pb2.Task),
    "SubscribeToTask": ("GET", "/tasks/{id}:subscribe", a2a_pb2.StreamResponse),
    "CreateTaskPushNotificationConfig": (
        "POST",
        "/tasks/{taskId}/pushNotificationConfigs",
        a2a_pb2.TaskPushNotificationConfig,
    ),
    "GetTaskPushNotificationConfig": (
        "GET",
        "/tasks/{taskId}/pushNotificationConfigs/{id}",
        a2a_pb2.TaskPushNotificationConfig,
    ),
    "ListTaskPushNotificationConfigs": (
        "GET",
        "/tasks/{taskId}/pushNotificationConfigs",
        a2a_pb2.ListTaskPushNotificationConfigsResponse,
    ),
    "DeleteTaskPushNotificationConfig": (
        "DELETE",
        "/tasks/{taskId}/pushNotificationConfigs/{id}",
        empty_pb2.Empty,
    ),
    "GetExtendedAgentCard": ("GET", "/extendedAgentCard", a2a_pb2.AgentCard),
}
"""HTTP method, path and the official type of the result, of all eleven operations."""

STREAMED = ("SendStreamingMessage", "SubscribeToTask")


@dataclass(frozen=True)
class Reply:
    """What came back. error: {code, message, details} in either binding, or None."""

    response: Any
    result: Any = None
    error: dict[str, Any] | None = None
    events: tuple[dict[str, Any], ...] = ()

    @property
    def status(self) -> int:
        return int(self.response.status_code)

    @property
    def active(self) -> str | None:
        """The response header that names what was activated."""
        header: str | None = self.response.headers.get("A2A-Extensions")
        return header

    @property
    def code(self) -> int | None:
        """Of the error: JSON-RPC's, or HTTP's."""
        return self.error["code"] if self.error else None

    @property
    def reason(self) -> str | None:
        """Of the error, as in google.rpc.ErrorInfo."""
        return self.error["details"][0]["reason"] if self.error else None

    @property
    def fields(self) -> list[str]:
        """The paths of what was wrong."""
        bad = (self.error or {}).get("details", [])[1:2]
        return [violation["field"] for violation in bad[0]["fieldViolations"]] if bad else []

    @property
    def task(self) -> dict[str, Any]:
        """Of a sent message."""
        assert self.error is None, self.error
        task: dict[str, Any] = self.result["task"]
        return task


class A2A:
    """One credential's client."""

    def __init__(self, secret: str | None, binding: str = "rpc") -> None:
        self.binding = binding
        self.http = Client(raise_request_exception=False)
        self.headers = {"A2A-Version": "1.0"}
        if secret:
            self.headers["Authorization"] = f"Bearer {secret}"

    def call(
        self, operation: str, params: Mapping[str, Any] | None = None, **headers: str
    ) -> Reply:
        """One operation. headers: A2A_Extensions=… and the like."""
        sent = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in sent.items() if value is not None}
        call = self._rpc if self.binding == "rpc" else self._rest
        return call(operation, dict(params or {}), sent)

    def send(self, text: str = "", block: Any = None, **message: Any) -> Reply:
        """SendMessage with a text; block: activated and put into the metadata."""
        headers = {}
        configuration = message.pop("configuration", None)
        message = message_of(text, **message)
        if block is not None:
            headers["A2A_Extensions"] = BLOCK
            message.setdefault("metadata", {})[BLOCK] = block
        params: dict[str, Any] = {"message": message}
        if configuration is not None:
            params["configuration"] = configuration
        return self.call("SendMessage", params, **headers)

    def post(self, body: bytes, path: str = "/a2a", **headers: str) -> Any:
        """A raw body."""
        sent = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        kind = sent.pop("Content-Type", "application/json")
        return self.http.generic("POST", path, body, content_type=kind, headers=sent)

    def _rpc(self, operation: str, params: dict[str, Any], headers: dict[str, str]) -> Reply:
        envelope = {"jsonrpc": "2.0", "id": "r-1", "method": operation, "params": params}
        response = self.http.post(
            "/a2a", json.dumps(envelope), content_type="application/json", headers=headers
        )
        _check(response)
        if response["Content-Type"] == "text/event-stream":
            events = [event["result"] for event in lines_of(response)]
            return Reply(response, events=_typed_events(events))
        body = response.json()
        assert body["jsonrpc"] == "2.0"
        if "error" in body:
            error = dict(body["error"])
            error["details"] = error.pop("data")
            return Reply(response, error=_checked(error))
        assert (response.status_code, body["id"]) == (200, "r-1")
        return Reply(response, result=_typed(operation, body["result"]))

    def _rest(self, operation: str, params: dict[str, Any], headers: dict[str, str]) -> Reply:
        method, path, _ = OPERATIONS[operation]
        for name in ("taskId", "id"):
            if f"{{{name}}}" in path:
                path = path.replace(f"{{{name}}}", quote(str(params.pop(name, "x")), safe=""))
        tenant = params.pop("tenant", None) if method != "POST" else None
        base = f"/a2a/{tenant}" if tenant is not None else "/a2a"
        if method == "POST":
            response = self.http.post(
                base + path,
                json.dumps(params),
                content_type="application/a2a+json",
                headers=headers,
            )
        else:
            query = {n: _in_query(v) for n, v in params.items()}
            response = self.http.generic(method, base + path, query_params=query, headers=headers)
        _check(response)
        if response["Content-Type"] == "text/event-stream":
            return Reply(response, events=_typed_events(lines_of(response)))
        assert response["Content-Type"] == "application/a2a+json"
        body = response.json()
        if "error" in body:
            assert body["error"]["code"] == response.status_code
            return Reply(response, error=_checked(body["error"]))
        assert response.status_code == 200
        return Reply(response, result=_typed(operation, body))


def message_of(text: str = "", **members: Any) -> dict[str, Any]:
    """A message; its id is its text's unless given."""
    members.setdefault("messageId", f"m-{abs(hash((text, json.dumps(members, default=str))))}")
    members.setdefault("role", "ROLE_USER")
    members.setdefault("parts", [{"text": text}])
    return members


def lines_of(response: Any) -> list[dict[str, Any]]:
    """The events of a stream that has ended."""

    async def read() -> bytes:
        return b"".join([chunk async for chunk in response.streaming_content])

    body = async_to_sync(read)().decode()
    return [json.loads(line[6:]) for line in body.split("\n") if line.startswith("data: ")]


def insight_of(task: Mapping[str, Any]) -> dict[str, Any]:
    """The data part of a task's artifact."""
    (artifact,) = task["artifacts"]
    insight: dict[str, Any] = artifact["parts"][1]["data"]
    return insight


def _check(response: Any) -> None:
    assert response["Request-Id"].startswith("req_")
    assert "text/html" not in response["Content-Type"]
    if response.status_code == 401:
        assert response["WWW-Authenticate"].startswith("Bearer")


def _checked(error: dict[str, Any]) -> dict[str, Any]:
    info = error["details"][0]
    assert info["@type"] == "type.googleapis.com/google.rpc.ErrorInfo"
    assert info["reason"]
    assert info["domain"] in ("a2a-protocol.org", "codossier.com")
    assert error["message"].endswith(".")
    return error


def _typed(operation: str, result: Any) -> Any:
    json_format.ParseDict(result, OPERATIONS[operation][2]())
    return result


def _typed_events(events: list[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    for event in events:
        json_format.ParseDict(event, a2a_pb2.StreamResponse())
    return tuple(events)


def _in_query(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
