"""The doors of programs have the middleware that they need, and none that pages need."""

from __future__ import annotations

import httpx
import pytest
from asgiref.sync import async_to_sync

from codossier import wsgi
from codossier.asgi import application
from codossier.handlers import is_of_a_door

pytestmark = pytest.mark.django_db


def sent(method, path, host="testserver", **named):
    @async_to_sync
    async def send():
        transport = httpx.ASGITransport(application)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as client:
            return await client.request(method, path, **named)

    return send()


@pytest.mark.parametrize("path", ["/a2a", "/a2a/", "/a2a/tasks"])
def test_its_answers_carry_the_headers_of_every_answer(path):
    response = sent("GET" if path.endswith("tasks") else "POST", path)
    assert response.status_code == 401
    assert response.headers["Request-Id"].startswith("req_")
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["X-Frame-Options"] == "DENY"
    assert "Vary" not in response.headers  # no session was asked


def test_an_unknown_host_and_a_long_body_are_refused_in_json(settings):
    assert sent("POST", "/a2a", host="elsewhere.example").status_code == 400
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    response = sent("POST", "/a2a", content=b"x" * 11)
    assert response.status_code == 413
    assert "application/json" in response.headers["Content-Type"]


def test_what_only_begins_alike_is_no_address_of_the_door():
    assert sent("GET", "/a2anything").status_code == 404
    assert sent("GET", "/contracts/").status_code == 200


def test_every_door_has_the_short_stack_and_no_page_has():
    assert all(is_of_a_door(path) for path in ("/a2a", "/mcp", "/mcp/", "/v1/asks", "//v1/asks"))
    assert not any(
        is_of_a_door(path) for path in ("/", "/ask/", "/admin/", "/v1x", "/openapi.json")
    )


@pytest.mark.parametrize("path", ["/v1/asks", "/mcp", "/a2a"])
def test_under_threads_a_door_answers_alike(path):
    response = httpx.Client(
        transport=httpx.WSGITransport(wsgi.application), base_url="http://testserver"
    ).post(path, headers={"Accept-Language": "es"})
    assert response.status_code == 401
    assert response.headers["Request-Id"].startswith("req_")
    assert response.headers["X-Frame-Options"] == "DENY"
    assert "Cookie" not in response.headers.get("Vary", "")
