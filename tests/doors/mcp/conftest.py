from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

MODERN = "2026-07-28"
LEGACY = ("2025-11-25", "2025-06-18", "2025-03-26")
BLOCK = "com.codossier/legal-context"
PROBLEM = "com.codossier/problem"


class McpClient:
    """Speaks MCP as one credential, in one revision, and checks what every answer must carry."""

    def __init__(self, secret: str | None = None, version: str | None = MODERN) -> None:
        self.client = Client(raise_request_exception=False)
        self.version = version
        self.headers = {"authorization": f"Bearer {secret}"} if secret else {}

    def send(self, body: Any, path: str = "/mcp", method: str = "POST", **kwargs: Any) -> Any:
        """A POST of a body as it is, with no header but the credential's."""
        if not isinstance(body, bytes):
            body = json.dumps(body, ensure_ascii=False).encode()
        kwargs.setdefault("content_type", "application/json")
        headers = self.headers | kwargs.pop("headers", {})
        response = self.client.generic(method, path, body, headers=headers, **kwargs)
        assert response["Request-Id"].startswith("req_")
        if response.content:
            assert response["Content-Type"] == "application/json"
            assert response.json()["jsonrpc"] == "2.0"
        return response

    def message(self, method: str, params: Any = None, message_id: Any = 1) -> dict[str, Any]:
        """A request as a client of this revision sends it."""
        params = dict(params or {})
        if self.version == MODERN:
            params["_meta"] = {
                "io.modelcontextprotocol/protocolVersion": MODERN,
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
            } | params.get("_meta", {})
        message = {"jsonrpc": "2.0", "id": message_id, "method": method, "params": params}
        return {name: member for name, member in message.items() if member is not None}

    def headers_for(self, message: dict[str, Any]) -> dict[str, str]:
        """The headers that a client of this revision sends with a message."""
        headers = {"Accept": "application/json, text/event-stream"}
        if self.version is not None:
            headers["MCP-Protocol-Version"] = self.version
        if self.version == MODERN:
            headers["Mcp-Method"] = message["method"]
            if message["method"] == "tools/call":
                headers["Mcp-Name"] = message["params"]["name"]
        return headers

    def request(
        self, method: str, params: Any = None, *, message_id: Any = 1, **kwargs: Any
    ) -> Any:
        message = self.message(method, params, message_id)
        headers = self.headers_for(message) | kwargs.pop("headers", {})
        return self.send(message, headers=headers, **kwargs)

    def result(self, method: str, params: Any = None) -> dict[str, Any]:
        """The result of a request that is answered."""
        response = self.request(method, params)
        assert response.status_code == 200, response.text
        result: dict[str, Any] = response.json()["result"]
        return result

    def call(
        self, tool: str, arguments: Any = None, meta: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """The result of a tool call, refused or not."""
        params: dict[str, Any] = {"name": tool, "arguments": arguments}
        if meta is not None:
            params["_meta"] = meta
        return self.result("tools/call", params)

    def refused(self, tool: str, arguments: Any, meta: dict[str, Any] | None = None) -> Any:
        """The problem of a call that is refused, after what every refusal must be."""
        result = self.call(tool, arguments, meta)
        assert result["isError"] is True
        assert "structuredContent" not in result
        (content,) = result["content"]
        problem = result["_meta"][PROBLEM]
        assert problem["code"] in content["text"]
        assert problem["request_id"].startswith("req_")
        for error in problem.get("errors", ()):
            assert error["pointer"] in content["text"]
            assert error["detail"] in content["text"]
        return problem


@pytest.fixture
def mcp() -> Callable[..., McpClient]:
    return McpClient
