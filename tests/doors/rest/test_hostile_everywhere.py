"""Every address that takes a body, sent what it should refuse: a clear problem, never a 500.

The addresses are those of the resolver, the good bodies those of test_permissions; each is broken
as a whole and member by member.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from tests.doors.rest.test_hostile import BODIES
from tests.doors.rest.test_permissions import World, addresses, path_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

WRITING = sorted(call for call in addresses() if call.split()[0] in ("POST", "PUT", "PATCH"))

READ_BY_CONTRACT = ("POST asks", "POST context-resolve")
"""The contract of an ask lets members of a later version through."""

VALUES: dict[str, Any] = {
    "null": None,
    "true": True,
    "a number": 7,
    "a huge number": 10**400,
    "an empty text": "",
    "a NUL": "a\x00b",
    "a lone surrogate": "\ud800",
    "a long text": "x" * 50_000,
    "two lines": "a\r\nb: c",
    "a list": [],
    "an object": {"": {"$gt": ""}},
}


@pytest.fixture
def send(rest):
    """One call after another, each undone, as somebody who may do it."""
    world = World(rest)

    def send(call: str, body: Any) -> int:
        method, route = call.split()
        kind = "member" if "/matters/" in addresses()[call] else "owner"
        with transaction.atomic():
            path = path_of(addresses()[call], world.named(route, kind, own=True))
            response = world.clients[kind].request(method, path, body)
            transaction.set_rollback(True)
        world.forget()
        status: int = response.status_code
        return status

    send.good = world.body  # type: ignore[attr-defined]
    return send


@pytest.mark.parametrize("call", WRITING)
def test_what_is_broken_is_refused(send, call):
    seen: dict[str, int] = {what: send(call, body) for what, body in BODIES.items()}
    with transaction.atomic():
        good = send.good(call)
        transaction.set_rollback(True)
    for member in good:
        for what, value in VALUES.items():
            seen[f"{member}: {what}"] = send(call, good | {member: value})
    assert not {what: status for what, status in seen.items() if status >= 500}
    if call not in READ_BY_CONTRACT:
        assert send(call, good | {"unheard_of": 1}) in (400, 404)
