"""What holds at every address: headers, idempotency keys, and what bodies may be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction

from tests import factories
from tests.doors.rest.test_permissions import PUBLIC, TABLE, World, addresses, path_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

WITHOUT_A_KEY = ("POST invitation-accept",)
"""Whoever has the token needs no credential, and none is counted."""

PRIVATE = [call for call in TABLE if TABLE[call] != PUBLIC]
POSTS = [call for call in PRIVATE if call.startswith("POST ")]
WRITING = [call for call in PRIVATE if call.split()[0] in ("POST", "PUT", "PATCH")]


@pytest.fixture
def world(rest, settings):
    settings.RATE_LIMIT_PER_MINUTE = 10_000
    return World(rest)


def holder_of(call: str) -> str:
    """Who may make the call."""
    return "member" if addresses()[call].startswith("v1/matters/") else "owner"


def body_of(world: World, call: str) -> Any:
    """A body that would do."""
    if call == "POST matter-keys":  # of programs' keys an owner disposes
        return {"key": factories.key_of(world.member, bound=True)[0].public_id}
    return world.body(call)


@contextmanager
def ready(world: World, call: str) -> Iterator[tuple[Any, str, str, Any]]:
    """The client, method, path and a good body of a call; what it does is undone."""
    method, route = call.split()
    kind = holder_of(call)
    with transaction.atomic():
        named = world.named(route, kind, own=True) if "<" in addresses()[call] else {}
        path = path_of(addresses()[call], named)
        own = call == "PUT member-profession"  # of one's own alone
        client = world.other_client if own else world.clients[kind]
        yield client, method, path, body_of(world, call)
        transaction.set_rollback(True)
    world.forget()


def test_private_answers_are_counted_and_kept_by_nobody_on_the_way(world):
    for call in PRIVATE:
        with ready(world, call) as (client, method, path, body):
            response = client.request(method, path, body)
        assert "no-store" in response["Cache-Control"], call
        if call not in WITHOUT_A_KEY:
            assert response["RateLimit-Policy"] == '"default";q=10000;w=60', call
            assert response["RateLimit"].startswith('"default";r='), call


def test_public_answers_say_how_long_they_may_be_kept(world):
    kept = {}
    for call in set(TABLE) - set(PRIVATE):
        with ready(world, call) as (client, method, path, body):
            kept[call] = client.request(method, path, body).get("Cache-Control", "")
    unkept = {call for call, words in kept.items() if "public" not in words}
    assert unkept == {"GET health", "GET docs"}
    assert "no-store" in kept["GET health"]


def test_every_post_is_done_once_under_its_key(world):
    for call in POSTS:
        with ready(world, call) as (client, method, path, body):
            key = {"Idempotency-Key": "once"}
            first = client.request(method, path, body, headers=key)
            assert first.status_code < 300, call
            assert "Idempotent-Replayed" not in first, call
            again = client.request(method, path, body, headers=key)
            assert again["Idempotent-Replayed"] == "true", call
            assert again.status_code == first.status_code, call
            if first.content:
                # A secret is shown once.
                assert again.json() == first.json() | (
                    {"secret": None} if "secret" in first.json() else {}
                ), call


def test_a_key_is_not_taken_for_another_request(world):
    for call in POSTS:
        with ready(world, call) as (client, method, path, body):
            key = {"Idempotency-Key": "once"}
            client.request(method, path, body, headers=key)
            other = b" " + client_bytes(body)
            response = client.request(method, path, other, headers=key)
        assert (response.status_code, response.json()["code"]) == (422, "idempotency_conflict"), (
            call
        )


def client_bytes(body: Any) -> bytes:

    return json.dumps(body).encode()


def test_a_body_that_is_not_json_is_refused_as_such(world):
    for call in WRITING:
        with ready(world, call) as (client, method, path, _):
            response = client.request(method, path, b"a=b", content_type="text/plain")
        assert (response.status_code, response.json()["code"]) == (415, "unsupported_media"), call


def test_a_body_over_the_limit_is_refused_with_the_limit_named(world, settings):
    for call in WRITING:
        with ready(world, call) as (client, method, path, _):
            settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000
            response = client.request(method, path, {"x": "y" * 1_000})
            settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000_000
        assert (response.status_code, response.json()["code"]) == (413, "too_large"), call
        assert "0.001 MB" in response.json()["detail"], call


def test_what_is_refused_is_kept_by_nobody_on_the_way(world):
    for call in PRIVATE:
        method, route = call.split()
        with transaction.atomic():
            named = world.named(route, "member", own=True) if "<" in addresses()[call] else {}
            path = path_of(addresses()[call], named)
            response = world.clients["stranger"].request(method, path, b"[")
            transaction.set_rollback(True)
        world.forget()
        if response.status_code >= 400:
            assert response["Cache-Control"] == "no-store", call
