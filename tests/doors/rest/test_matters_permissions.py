"""Who may what with a matter: every address of matters × every kind of principal → status.

The addresses come from the URL resolver: a new one without an entry here fails.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction

from accounts.ids import public_id, uuid7
from accounts.models import Scope
from accounts.tenancy import tenant_scope
from legalcontext.doors.rest.matters.urls import urlpatterns
from matters.models import MANAGE, READ, WORK, KeyDate, Note, Party, Wall
from matters.services import file
from matters.services.bindings import bind_key
from matters.services.grants import grant
from tests import factories
from tests.doors.rest.conftest import VARYING

pytestmark = pytest.mark.django_db

ONE = "v1/matters/<str:matter_id>"

PRINCIPALS = (
    "owner of record", "manager", "worker", "reader", "program that works", "program that reads",
)  # fmt: skip
"""Those who reach the matter, from most to least; the columns of TABLE."""

TABLE = {
    # who may:                                       owner man. work read prog. prog.
    (ONE, "GET"):                                    (200, 200, 200, 200, 200, 200),
    (ONE, "PATCH"):                                  (200, 200, 200, 404, 200, 404),
    (ONE, "DELETE"):                                 (204, 204, 404, 404, 404, 404),
    (f"{ONE}/close", "POST"):                        (200, 200, 404, 404, 404, 404),
    (f"{ONE}/reopen", "POST"):                       (200, 200, 404, 404, 404, 404),
    (f"{ONE}/transfer", "POST"):                     (204, 204, 404, 404, 404, 404),
    (f"{ONE}/grants", "GET"):                        (200, 200, 404, 404, 404, 404),
    (f"{ONE}/grants", "POST"):                       (201, 201, 404, 404, 404, 404),
    (f"{ONE}/grants/<str:member_id>", "GET"):        (200, 200, 404, 404, 404, 404),
    (f"{ONE}/grants/<str:member_id>", "DELETE"):     (204, 204, 404, 404, 404, 404),
    (f"{ONE}/walls", "GET"):                         (200, 200, 404, 404, 404, 404),
    (f"{ONE}/walls", "POST"):                        (201, 201, 404, 404, 404, 404),
    (f"{ONE}/walls/<str:member_id>", "GET"):         (200, 200, 404, 404, 404, 404),
    (f"{ONE}/walls/<str:member_id>", "DELETE"):      (204, 204, 404, 404, 404, 404),
    (f"{ONE}/events", "GET"):                        (200, 200, 404, 404, 404, 404),
    # a list of bindings shows a reader their own; a service's key is bound by the account's
    # owners and admins who manage the matter: for others there is no such key
    (f"{ONE}/keys", "GET"):                          (200, 200, 200, 200, 200, 200),
    (f"{ONE}/keys", "POST"):                         (201, 400, 400, 400, 404, 404),
    (f"{ONE}/keys/<str:key_id>", "GET"):             (200, 200, 404, 404, 404, 404),
    (f"{ONE}/keys/<str:key_id>", "DELETE"):          (204, 204, 404, 404, 404, 404),
    (f"{ONE}/parties", "GET"):                       (200, 200, 200, 200, 200, 200),
    (f"{ONE}/parties", "POST"):                      (201, 201, 201, 404, 201, 404),
    (f"{ONE}/parties/<str:entry_id>", "GET"):        (200, 200, 200, 200, 200, 200),
    (f"{ONE}/parties/<str:entry_id>", "PATCH"):      (200, 200, 200, 404, 200, 404),
    (f"{ONE}/parties/<str:entry_id>", "DELETE"):     (204, 204, 204, 404, 204, 404),
    (f"{ONE}/dates", "GET"):                         (200, 200, 200, 200, 200, 200),
    (f"{ONE}/dates", "POST"):                        (201, 201, 201, 404, 201, 404),
    (f"{ONE}/dates/<str:entry_id>", "GET"):          (200, 200, 200, 200, 200, 200),
    (f"{ONE}/dates/<str:entry_id>", "PATCH"):        (200, 200, 200, 404, 200, 404),
    (f"{ONE}/dates/<str:entry_id>", "DELETE"):       (204, 204, 204, 404, 204, 404),
    # the note is the owner's: its words are theirs alone, and who manages may take it away
    (f"{ONE}/notes", "GET"):                         (200, 200, 200, 200, 200, 200),
    (f"{ONE}/notes", "POST"):                        (201, 201, 201, 404, 201, 404),
    (f"{ONE}/notes/<str:entry_id>", "GET"):          (200, 200, 200, 200, 200, 200),
    (f"{ONE}/notes/<str:entry_id>", "PATCH"):        (200, 404, 404, 404, 404, 404),
    (f"{ONE}/notes/<str:entry_id>", "DELETE"):       (204, 204, 404, 404, 404, 404),
}  # fmt: skip

OF_ACCOUNT = {
    # who may:                       owner admin member unverified program
    ("v1/matters", "GET"):           (200, 200, 200, 200, 200),
    ("v1/matters", "POST"):          (201, 201, 201, 201, 404),
    ("v1/conflict-checks", "GET"):   (200, 200, 404, 404, 404),
    ("v1/conflict-checks", "POST"):  (201, 201, 201, 404, 404),
}  # fmt: skip


def addresses():
    """Every (address, method) of the matters."""
    for pattern in urlpatterns:
        view = getattr(pattern.callback, "view_class")  # noqa: B009 - unknown to the types
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            if hasattr(view, method.lower()):
                yield str(pattern.pattern), method


def test_every_address_is_in_the_table():
    assert sorted(addresses()) == sorted([*TABLE, *OF_ACCOUNT])


class World:
    """A matter with something in everything, and one client for each kind of principal."""

    def __init__(self, rest):
        self.owner = factories.firm()
        account = self.owner.account
        self.matter = factories.matter_of(self.owner, "Dunne v. Lofts")
        self.shared, self.walled, self.other = (factories.colleague(account) for _ in range(3))
        self.key, *_ = factories.service_key(account)
        self.unbound, *_ = factories.service_key(account)
        lawyer = factories.principal_of(self.owner)
        day = {"title": "x", "date": "2030-01-31"}
        self.entries: dict[Any, Any] = {
            Party: file.add_entry(lawyer, Party, self.matter.public_id, {"name": "Dunne"}),
            Note: file.add_entry(lawyer, Note, self.matter.public_id, {"text": "x"}),
            KeyDate: file.add_entry(lawyer, KeyDate, self.matter.public_id, day),
        }
        self.clients = {"owner of record": rest(factories.key_of(self.owner)[1])}
        with tenant_scope(account):
            for name, level in (("manager", MANAGE), ("worker", WORK), ("reader", READ)):
                person = factories.colleague(account)
                grant(matter=self.matter, user=person.user, level=level)
                self.clients[name] = rest(factories.key_of(person)[1])
            for name, level in (("program that works", WORK), ("program that reads", READ)):
                key, secret, _ = factories.service_key(account)
                bind_key(key=key, matter=self.matter, level=level)
                self.clients[name] = rest(secret)
            grant(matter=self.matter, user=self.shared.user, level=READ)
            bind_key(key=self.key, matter=self.matter)
            Wall.objects.create(
                matter=self.matter, user=self.walled.user, placed_by=self.owner.user, reason="x"
            )

    def path(self, address, matter_id=None):
        named = {
            "matter_id": self.matter.public_id if matter_id is None else matter_id,
            "member_id": (self.walled if "/walls/" in address else self.shared).public_id,
            "key_id": self.key.public_id,
            "entry_id": next(
                (e.public_id for k, e in self.entries.items() if KINDS[k] in address), ""
            ),
        }
        return "/" + re.sub(r"<str:(\w+)>", lambda found: named[found[1]], address)

    def body(self, address, method):
        """A body that would do."""
        bodies = {
            "close": {}, "reopen": {}, "transfer": {"to": self.other.public_id},
            "grants": {"member": self.other.public_id, "level": "read"},
            "walls": {"member": self.other.public_id, "reason": "x"},
            "keys": {"key": self.unbound.public_id}, "parties": {"name": "x"},
            "dates": {"title": "x", "date": "2030-01-31"}, "notes": {"text": "x"},
            "conflict-checks": {"names": ["x"]}, "matters": {"title": "x"},
        }  # fmt: skip
        if method == "POST":
            return bodies[address.split("/")[-1]]
        changes = {"parties": {"role": "x"}, "dates": {"note": "x"}, "notes": {"text": "y"}}
        kind = next((kind for kind in changes if f"/{kind}/" in address), None)
        return (changes[kind] if kind else {"title": "y"}) if method == "PATCH" else None


KINDS: dict[Any, str] = {Party: "/parties/", KeyDate: "/dates/", Note: "/notes/"}


@pytest.fixture
def world(rest):
    return World(rest)


@contextmanager
def undone():
    """What is done inside leaves nothing behind: every request meets the same world."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def outcomes(world, table, columns, clients):
    """The table as it is: the status of every request."""
    found = {}
    for address, method in table:
        statuses = []
        for name in columns:
            with undone():
                path, body = world.path(address), world.body(address, method)
                statuses.append(clients[name].request(method, path, body).status_code)
        found[address, method] = tuple(statuses)
    return found


def test_who_reaches_the_matter_may_do_this_much(world):
    assert outcomes(world, TABLE, PRINCIPALS, world.clients) == TABLE


def test_who_may_do_what_in_the_account(rest, world):
    account = world.owner.account
    people = {
        "owner": world.owner,
        "admin": factories.colleague(account, role="admin", verified=False),
        "member": factories.colleague(account),
        "unverified": factories.colleague(account, verified=False),
    }
    clients = {name: rest(factories.key_of(person)[1]) for name, person in people.items()}
    clients["program"] = rest(factories.service_key(account)[1])
    assert outcomes(world, OF_ACCOUNT, clients, clients) == OF_ACCOUNT


def seen_of(response):
    """All that tells two refusals apart."""
    problem = response.json() | {"request_id": "-"}
    headers = {name: value for name, value in response.headers.items() if name not in VARYING}
    return repr((response.status_code, list(problem.items()), sorted(headers.items())))


def test_missing_malformed_foreign_forbidden_and_walled_are_the_same_bytes(rest, world):
    """On every address, to an account's owner without a grant, somebody walled off who has every
    grant, an admin, a program, and somebody of another account."""
    account, named = world.owner.account, world.matter.public_id
    with tenant_scope(account):
        grant(matter=world.matter, user=world.walled.user, level=MANAGE)
    walled = rest(factories.key_of(world.walled)[1])
    others = [
        *(factories.key_of(factories.colleague(account, role=r))[1] for r in ("owner", "admin")),
        factories.service_key(account)[1],
        factories.key_of(factories.firm())[1],
    ]
    ids = [
        named, factories.matter_of(factories.firm()).public_id, public_id("mat", uuid7()),
        public_id("ans", world.matter.pk), "mat_x", "x", "%00", "mat_" + "%D9%A3" * 32,
    ]  # fmt: skip
    asked = [*((walled, matter_id) for matter_id in ids), *((rest(s), named) for s in others)]
    for address, method in TABLE:
        body = world.body(address, method)
        with undone():  # the allowance too
            told = {
                seen_of(client.request(method, world.path(address, matter_id), body))
                for client, matter_id in asked
            }
        assert len(told) == 1, (address, method)
        assert next(iter(told)).startswith("(404")


def test_a_key_needs_the_scopes_of_what_it_does(rest, world):
    """Reading needs matters:read; changing needs matters:write beside it. A check is a reading."""
    scopes = (Scope.ASK, Scope.MATTERS_READ, Scope.MATTERS_WRITE)
    clients = {scope: rest(factories.key_of(world.owner, scopes=[scope])[1]) for scope in scopes}
    for address, method in [*TABLE, *OF_ACCOUNT]:
        reads = method == "GET" or address == "v1/conflict-checks"
        path, body = world.path(address), world.body(address, method)
        for scope, client in clients.items():
            with undone():
                response = client.request(method, path, body)
            if reads and scope == Scope.MATTERS_READ:
                assert response.status_code in (200, 201)
                continue
            lacks_reading = reads or scope == Scope.MATTERS_WRITE
            missing = Scope.MATTERS_READ if lacks_reading else Scope.MATTERS_WRITE
            assert response.json()["code"] == "insufficient_scope"
            assert f'scope="{missing}"' in response["WWW-Authenticate"]


def test_a_closed_matter_is_reached_by_no_shortcut(world):
    """Whoever could not reach it still cannot; who could, reads it and changes nothing in it."""
    world.clients["owner of record"].post(world.path(f"{ONE}/close"))
    expected = {}
    for (address, method), statuses in TABLE.items():
        in_it = any(f"/{kind}" in address for kind in ("parties", "dates", "notes"))
        changes = method != "GET" and (in_it or (address, method) == (ONE, "PATCH"))
        expected[address, method] = tuple(
            400 if changes and (status < 400 or (is_worker and "/notes/" in address)) else status
            for status, is_worker in zip(statuses, WORKING, strict=True)
        )
    assert outcomes(world, TABLE, PRINCIPALS, world.clients) == expected


WORKING = (True, True, True, False, True, False)
"""Which of PRINCIPALS are told that a matter is closed; for the others there is no such address."""
