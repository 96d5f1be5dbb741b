from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client


class RestClient:
    """Speaks REST as one credential, and checks what every response must carry."""

    def __init__(self, secret: str | None = None) -> None:
        self.client = Client(raise_request_exception=False)
        self.headers = {"authorization": f"Bearer {secret}"} if secret else {}

    def request(self, method: str, path: str, body: Any = None, **kwargs: Any) -> Any:
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        kwargs.setdefault("content_type", "application/json")
        headers = self.headers | kwargs.pop("headers", {})
        response = self.client.generic(method, path, body or b"", headers=headers, **kwargs)
        assert response["Request-Id"].startswith("req_")
        if response.status_code >= 400:
            problem = response.json()
            assert response["Content-Type"] == "application/problem+json"
            assert problem["status"] == response.status_code
            assert problem["request_id"] == response["Request-Id"]
            assert problem["code"]
            assert problem["detail"].endswith(".")
        return response

    def get(self, path: str, **kwargs: Any) -> Any:
        return self.request("GET", path, **kwargs)

    def post(self, path: str, body: Any = None, **kwargs: Any) -> Any:
        return self.request("POST", path, body, **kwargs)

    def patch(self, path: str, body: Any = None, **kwargs: Any) -> Any:
        return self.request("PATCH", path, body, **kwargs)

    def put(self, path: str, body: Any = None, **kwargs: Any) -> Any:
        return self.request("PUT", path, body, **kwargs)

    def delete(self, path: str, **kwargs: Any) -> Any:
        return self.request("DELETE", path, **kwargs)


@pytest.fixture
def rest() -> Callable[..., RestClient]:
    return RestClient


VARYING = {"Request-Id", "RateLimit"}
"""Headers that differ between two answers of one kind."""


@pytest.fixture
def refusals() -> Callable[..., None]:
    """Checks that requests are refused as not found, in the same bytes and headers."""

    def check(client: RestClient, method: str, paths: list[str], body: Any = None) -> None:
        seen = []
        for path in paths:
            response = client.request(method, path, body)
            problem = response.json() | {"request_id": "-"}
            headers = {k: v for k, v in response.headers.items() if k not in VARYING}
            seen.append((response.status_code, problem, headers))
        assert (seen[0][0], seen[0][1]["code"]) == (404, "not_found")
        assert all(answer == seen[0] for answer in seen)

    return check
