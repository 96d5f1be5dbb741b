"""Who may what over REST: every address and method × every kind of principal → status.

The addresses come from the URL resolver: a new one, or a new method of one, without a row here
fails. docs/people.md says the same in words; the levels within a matter have a table of their own
in test_matters_permissions.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.views import APIView

from accounts.ids import parse_public_id, public_id
from accounts.models import ApiKey
from accounts.tenancy import tenant_scope
from codossier.settings.environment import ROOT
from legalcontext.erasure.errors import AlreadyOpen
from legalcontext.erasure.exporting import make_export
from legalcontext.erasure.requests import certificate
from legalcontext.erasure.requests import service as requests
from matters.levels import WORK
from matters.models import KeyDate, Note, Party, Wall
from matters.services import file
from matters.services.bindings import bind_key
from matters.services.grants import grant
from tests import factories
from tests.erasure.carrying import new_operator

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

KINDS = ("owner", "admin", "member", "program", "stranger", "nobody")
"""The columns. The member owns a matter, on which nobody else of the account has a grant and to
which the program's key is bound; the stranger is the owner of another account, who names what is
of this one, and acts on their own where the address names nothing; nobody has no credential."""

PUBLIC = (200, 200, 200, 200, 200, 200)

TABLE = {
    # who may:                            owner admin memb. prog. str.  nobody
    "GET contracts":                      PUBLIC,
    "GET contract":                       PUBLIC,
    "GET extension":                      PUBLIC,
    "GET coverage":                       PUBLIC,
    "GET health":                         PUBLIC,
    "GET openapi":                        PUBLIC,
    "GET docs":                           PUBLIC,
    # asks: ask; read and delete one's own answers
    "GET asks":                           (200, 200, 200, 200, 200, 401),
    "POST asks":                          (200, 200, 200, 200, 200, 401),
    "POST asks-delete":                   (200, 200, 200, 200, 200, 401),
    "GET ask":                            (200, 200, 200, 200, 404, 401),
    "DELETE ask":                         (204, 204, 204, 204, 404, 401),
    "GET ask-retention":                  (200, 200, 200, 200, 404, 401),
    "GET ask-calendar":                   (200, 200, 200, 200, 404, 401),
    "POST context-resolve":               (200, 200, 200, 200, 200, 401),
    # deletion requests: a person's own; the account's, and what is forwarded to it, an owner's
    "GET deletion-regimes":               (200, 200, 200, 200, 200, 401),
    "GET deletion-requests":              (200, 200, 200, 404, 200, 401),
    "POST deletion-requests":             (201, 201, 201, 404, 201, 401),
    "GET deletion-request":               (200, 200, 200, 404, 404, 401),
    "POST deletion-request-withdraw":     (200, 200, 200, 404, 404, 401),
    "POST deletion-request-appeal":       (200, 200, 200, 404, 404, 401),
    "POST deletion-request-take-up":      (200, 404, 404, 404, 404, 401),
    "POST deletion-request-decline":      (200, 404, 404, 404, 404, 401),
    "GET deletion-request-certificate":   (200, 200, 200, 404, 404, 401),
    "GET deletion-request-certificate-page": (200, 200, 200, 404, 404, 401),
    "POST export":                        (202, 202, 202, 202, 202, 401),
    "GET job":                            (200, 200, 200, 200, 404, 401),
    "GET job-archive":                    (200, 200, 200, 200, 404, 401),
    # an owner sees all of the account, others what was theirs
    "GET accesses":                       (200, 200, 200, 200, 200, 401),
    # the account: retention and holds are an owner's
    "GET account":                        (200, 200, 200, 200, 200, 401),
    "PATCH account":                      (200, 404, 404, 404, 200, 401),
    "GET retention":                      (200, 404, 404, 404, 200, 401),
    "PUT account-policy":                 (200, 404, 404, 404, 200, 401),
    "DELETE account-policy":              (200, 404, 404, 404, 200, 401),
    "PUT skill-policy":                   (200, 404, 404, 404, 200, 401),
    "DELETE skill-policy":                (200, 404, 404, 404, 200, 401),
    # a matter's needs an owner who may read it
    "PUT matter-policy":                  (404, 404, 404, 404, 404, 401),
    "DELETE matter-policy":               (404, 404, 404, 404, 404, 401),
    "GET holds":                          (200, 404, 404, 404, 200, 401),
    "POST holds":                         (201, 404, 404, 404, 404, 401),
    "GET hold":                           (200, 404, 404, 404, 404, 401),
    "POST hold-release":                  (200, 404, 404, 404, 404, 401),
    # whoever has a mailbox may ask to be told before answers run out
    "GET expiry-notice":                  (200, 200, 200, 404, 200, 401),
    "PUT expiry-notice":                  (200, 200, 200, 404, 200, 401),
    "DELETE expiry-notice":               (200, 200, 200, 404, 200, 401),
    # people: an owner governs anyone, an admin members; colleagues see each other
    "GET members":                        (200, 200, 200, 404, 200, 401),
    "GET member":                         (200, 200, 200, 404, 404, 401),
    "PUT member-role":                    (200, 200, 404, 404, 404, 401),
    "PUT member-profession":              (404, 404, 404, 404, 404, 401),
    "POST member-suspend":                (200, 200, 404, 404, 404, 401),
    "POST member-resume":                 (200, 200, 404, 404, 404, 401),
    "POST member-remove":                 (204, 204, 404, 404, 404, 401),
    "GET invitations":                    (200, 200, 404, 404, 200, 401),
    "POST invitations":                   (201, 201, 404, 404, 201, 401),
    "GET invitation":                     (200, 200, 404, 404, 404, 401),
    "DELETE invitation":                  (204, 204, 404, 404, 404, 401),
    # the token is the credential, whoever sends it
    "POST invitation-accept":             (201, 201, 201, 201, 201, 201),
    # keys for oneself; programs and their keys are the owners' and admins'
    "GET keys":                           (200, 200, 200, 404, 200, 401),
    "POST keys":                          (201, 201, 201, 404, 201, 401),
    "GET key":                            (200, 200, 200, 404, 404, 401),
    "DELETE key":                         (204, 204, 204, 404, 404, 401),
    "POST key-rotate":                    (201, 201, 201, 404, 404, 401),
    "GET services":                       (200, 200, 404, 404, 200, 401),
    "POST services":                      (201, 201, 404, 404, 201, 401),
    "GET service":                        (200, 200, 404, 404, 404, 401),
    "PATCH service":                      (200, 200, 404, 404, 404, 401),
    # matters: by grant, whatever the role; a program where its key is bound
    "GET matters":                        (200, 200, 200, 200, 200, 401),
    "POST matters":                       (201, 201, 201, 404, 201, 401),
    "GET matter":                         (404, 404, 200, 200, 404, 401),
    "PATCH matter":                       (404, 404, 200, 200, 404, 401),
    "DELETE matter":                      (404, 404, 204, 404, 404, 401),
    "POST matter-close":                  (404, 404, 200, 404, 404, 401),
    "POST matter-reopen":                 (404, 404, 200, 404, 404, 401),
    "POST matter-transfer":               (404, 404, 204, 404, 404, 401),
    "GET matter-grants":                  (404, 404, 200, 404, 404, 401),
    "POST matter-grants":                 (404, 404, 201, 404, 404, 401),
    "GET matter-grant":                   (404, 404, 200, 404, 404, 401),
    "DELETE matter-grant":                (404, 404, 204, 404, 404, 401),
    "GET matter-walls":                   (404, 404, 200, 404, 404, 401),
    "POST matter-walls":                  (404, 404, 201, 404, 404, 401),
    "GET matter-wall":                    (404, 404, 200, 404, 404, 401),
    "DELETE matter-wall":                 (404, 404, 204, 404, 404, 401),
    "GET matter-events":                  (404, 404, 200, 404, 404, 401),
    # a program's key is bound by an owner or admin who manages the matter
    "GET matter-keys":                    (404, 404, 200, 200, 404, 401),
    "POST matter-keys":                   (404, 404, 400, 404, 404, 401),
    "GET matter-key":                     (404, 404, 200, 404, 404, 401),
    "DELETE matter-key":                  (404, 404, 204, 404, 404, 401),
    "GET matter-parties":                 (404, 404, 200, 200, 404, 401),
    "POST matter-parties":                (404, 404, 201, 201, 404, 401),
    "GET matter-party":                   (404, 404, 200, 200, 404, 401),
    "PATCH matter-party":                 (404, 404, 200, 200, 404, 401),
    "DELETE matter-party":                (404, 404, 204, 204, 404, 401),
    "GET matter-dates":                   (404, 404, 200, 200, 404, 401),
    "POST matter-dates":                  (404, 404, 201, 201, 404, 401),
    "GET matter-date":                    (404, 404, 200, 200, 404, 401),
    "PATCH matter-date":                  (404, 404, 200, 200, 404, 401),
    "DELETE matter-date":                 (404, 404, 204, 204, 404, 401),
    "GET matter-notes":                   (404, 404, 200, 200, 404, 401),
    "POST matter-notes":                  (404, 404, 201, 201, 404, 401),
    "GET matter-note":                    (404, 404, 200, 200, 404, 401),
    "PATCH matter-note":                  (404, 404, 200, 404, 404, 401),
    "DELETE matter-note":                 (404, 404, 204, 404, 404, 401),
    # checks are listed by those who clear conflicts
    "GET conflict-checks":                (200, 200, 404, 404, 200, 401),
    "POST conflict-checks":               (201, 201, 201, 404, 201, 401),
}  # fmt: skip

OF_ANOTHER = {
    # what is a colleague's:               owner admin memb. prog. str.  nobody
    "GET ask":                            (404, 404, 404, 404, 404, 401),
    "DELETE ask":                         (204, 404, 404, 404, 404, 401),
    "GET ask-retention":                  (404, 404, 404, 404, 404, 401),
    "GET ask-calendar":                   (404, 404, 404, 404, 404, 401),
    # an owner sees that a colleague asked, and withdraws or appeals for nobody
    "GET deletion-request":               (200, 404, 404, 404, 404, 401),
    "POST deletion-request-withdraw":     (404, 404, 404, 404, 404, 401),
    "POST deletion-request-appeal":       (404, 404, 404, 404, 404, 401),
    "GET deletion-request-certificate":   (200, 404, 404, 404, 404, 401),
    "GET deletion-request-certificate-page": (200, 404, 404, 404, 404, 401),
    "GET job":                            (404, 404, 404, 404, 404, 401),
    "GET job-archive":                    (404, 404, 404, 404, 404, 401),
    "GET key":                            (404, 404, 404, 404, 404, 401),
    "DELETE key":                         (404, 404, 404, 404, 404, 401),
    "POST key-rotate":                    (404, 404, 404, 404, 404, 401),
    # what is an owner's, an admin may not govern
    "PUT member-role":                    (200, 404, 404, 404, 404, 401),
    "POST member-suspend":                (200, 404, 404, 404, 404, 401),
    "POST member-resume":                 (200, 404, 404, 404, 404, 401),
    "POST member-remove":                 (204, 404, 404, 404, 404, 401),
    # of one's own profession one speaks oneself
    "PUT member-profession":              (404, 404, 404, 404, 404, 401),
}  # fmt: skip

PERSONS = ("owner", "admin", "member")

METHODS = ("get", "post", "put", "patch", "delete")
DOOR = "legalcontext.doors.rest"
FAR = "2099-01-31"

BODIES: dict[str, Any] = {
    "POST asks": {"skill": "triage", "question": "My landlord kept my deposit in Sacramento."},
    "POST asks-delete": {"all": "mine"},
    "POST context-resolve": {"skill": "triage", "question": "Where am I?"},
    "PATCH account": {"name": "Renamed"},
    "PUT account-policy": {"months": 6},
    "PUT expiry-notice": {"days_before": 7},
    "PUT skill-policy": {"months": 6},
    "PUT matter-policy": {"months": 6},
    "POST hold-release": {"reason": "over"},
    "PUT member-role": {"role": "member"},
    "PUT member-profession": {"professional_status": "self_declared"},
    "POST invitations": {"email": "new@person.example"},
    "POST keys": {"name": "k"},
    "POST services": {"name": "s"},
    "PATCH service": {"name": "s"},
    "POST matters": {"title": "m"},
    "PATCH matter": {"title": "m"},
    "POST matter-parties": {"name": "p"},
    "PATCH matter-party": {"name": "p"},
    "POST matter-dates": {"title": "d", "date": FAR},
    "PATCH matter-date": {"title": "d"},
    "POST matter-notes": {"text": "n"},
    "PATCH matter-note": {"text": "n"},
    "POST conflict-checks": {"names": ["Dunne"]},
    "POST deletion-request-appeal": {"appeal": "No law says so."},
    "POST deletion-request-decline": {"explanation": "We keep it for the client's suit."},
}


class World:
    """An account with something of everything, and a client for each kind of principal."""

    def __init__(self, rest: Any) -> None:
        self.owner = factories.firm()
        account = self.account = self.owner.account
        self.admin = factories.colleague(account, role="admin")
        self.member = factories.colleague(account)
        self.other = factories.colleague(account, verified=False)
        self.second_owner = factories.colleague(account, role="owner")
        self.matter = factories.matter_of(self.member, "Dunne v. Lofts")
        self.stranger = factories.firm()
        self.people = {
            "owner": self.owner, "admin": self.admin, "member": self.member,
            "stranger": self.stranger,
        }  # fmt: skip
        made = {kind: factories.key_of(person) for kind, person in self.people.items()}
        program_key, program_secret, self.program = factories.service_key(account)
        made["program"] = (program_key, program_secret)
        self.keys: dict[str, ApiKey] = {kind: key for kind, (key, _) in made.items()}
        self.clients = {kind: rest(secret) for kind, (_, secret) in made.items()}
        self.clients["nobody"] = rest()
        with tenant_scope(account):
            bind_key(key=program_key, matter=self.matter, level=WORK)

    @cached_property
    def other_client(self) -> Any:
        return type(self.clients["nobody"])(factories.key_of(self.other)[1])

    @cached_property
    def invitation(self) -> tuple[str, str]:
        """Its id, and the token that was mailed."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(transaction, "on_commit", lambda act, **_: act())
            body = {"email": "invited@person.example"}
            made = self.clients["owner"].post("/v1/invitations", body).json()
        return made["id"], re.findall(r"cdx_invite_\w+", str(mail.outbox[-1].body))[0]

    @cached_property
    def service_id(self) -> str:
        return str(self.clients["owner"].post("/v1/services", {"name": "intake"}).json()["id"])

    @cached_property
    def unbound_key(self) -> str:
        return factories.service_key(self.account)[0].public_id

    @cached_property
    def hold_id(self) -> str:
        return str(self.clients["owner"].post("/v1/holds", self.hold_body).json()["id"])

    @property
    def hold_body(self) -> dict[str, Any]:
        scope = {"person": self.other.public_id}
        return {"reason": "a suit is near", "scope": scope, "review_on": FAR}

    def forget(self) -> None:
        """What was made in a transaction that was rolled back."""
        for made in ("other_client", "invitation", "service_id", "unbound_key", "hold_id"):
            vars(self).pop(made, None)

    def entry(self, kind: Any, **fields: Any) -> str:
        """A party, date or note of the matter, written by the member."""
        writer = factories.principal_of(self.member)
        made: Any = file.add_entry(writer, kind, self.matter.public_id, fields)
        return str(made.public_id)

    def answer(self, client: Any) -> str:
        return str(client.post("/v1/asks", BODIES["POST asks"]).json()["id"])

    def job(self, client: Any) -> str:
        """An export that is done."""
        job_id = str(client.post("/v1/export").json()["id"])
        key = parse_public_id("job", job_id)
        assert key is not None
        make_export(self.account.pk, key)
        return job_id

    def deletion_request(self, route: str, person: Any) -> str:
        """One of the person's, as far as the address takes it."""
        operator = new_operator("op")
        if route in ("deletion-request-take-up", "deletion-request-decline"):
            made = requests.open_by_operator(
                self.account, "description", by=operator, contact="client@person.example",
                description="what was asked about me",
            )  # fmt: skip
            return requests.perform(made, "forward", operator).public_id
        principal = factories.principal_of(person)
        try:
            made = requests.open_by_holder(principal)
        except AlreadyOpen as error:
            made = requests.find_own(principal, error.request_id)
        if route == "deletion-request-appeal":
            made = requests.perform(
                made, "reject", operator, refusal="legal_obligation", explanation="A law says so."
            )
        if "certificate" in route:
            with tenant_scope(self.account):
                certificate.write(made)
        return made.public_id

    def named(self, route: str, kind: str, *, own: bool) -> dict[str, str]:
        """What stands in the address: the caller's own, or what is somebody else's."""
        holder = kind if own and kind not in ("stranger", "nobody") else "member"
        client = self.clients[holder] if own else self.other_client
        match route:
            case "contract":
                return {"name": "codossier.quick-ask", "version": "1"}
            case "ask" | "ask-retention" | "ask-calendar":
                return {"answer_id": self.answer(client)}
            case "job" | "job-archive":
                return {"job_id": self.job(client)}
            case "skill-policy":
                return {"skill": "triage"}
            case "hold" | "hold-release":
                return {"hold_id": self.hold_id}
            case "invitation":
                return {"invitation_id": self.invitation[0]}
            case "key" | "key-rotate":
                theirs = factories.key_of(self.other)[0]
                return {"key_id": (self.keys[holder] if own else theirs).public_id}
            case "service":
                return {"service_id": self.service_id}
        if route.startswith("deletion-request") and route != "deletion-requests":
            person = self.people[holder] if own and holder in PERSONS else self.member
            return {"request_id": self.deletion_request(route, person if own else self.other)}
        if route.startswith("member"):
            return {"member_id": (self.other if own else self.second_owner).public_id}
        return {"matter_id": self.matter.public_id} | self._in_matter(route)

    def _in_matter(self, route: str) -> dict[str, str]:
        match route:
            case "matter-grant":
                with tenant_scope(self.account):
                    grant(matter=self.matter, user=self.other.user, level=WORK)
                return {"member_id": self.other.public_id}
            case "matter-wall":
                with tenant_scope(self.account):
                    Wall.objects.create(
                        matter=self.matter, user=self.other.user, placed_by=self.member.user,
                        reason="x",
                    )  # fmt: skip
                return {"member_id": self.other.public_id}
            case "matter-key":
                return {"key_id": self.keys["program"].public_id}
            case "matter-party":
                return {"entry_id": self.entry(Party, name="Dunne")}
            case "matter-date":
                return {"entry_id": self.entry(KeyDate, title="t", date=FAR)}
            case "matter-note":
                return {"entry_id": self.entry(Note, text="t")}
        return {}

    def body(self, call: str) -> Any:
        match call:
            case "POST holds":
                return self.hold_body
            case "POST invitation-accept":
                return {"token": self.invitation[1]}
            case "POST matter-transfer":
                return {"to": self.other.public_id}
            case "POST matter-grants":
                return {"member": self.other.public_id, "level": "read"}
            case "POST matter-walls":
                return {"member": self.other.public_id, "reason": "x"}
            case "POST matter-keys":
                return {"key": self.unbound_key}
        return BODIES.get(call, {} if call.startswith("POST") else None)

    @property
    def words_of_the_account(self) -> set[str]:
        """What no other account's credential may ever read."""
        people = (self.owner, self.admin, self.member, self.other)
        return {
            self.account.public_id, self.matter.public_id, self.matter.title,
            *(person.public_id for person in people), *(person.user.email for person in people),
            self.program.public_id, public_id("usr", self.member.user_id),
        }  # fmt: skip


def addresses() -> dict[str, str]:
    """Every call of the door (`GET members`), with the address that the resolver has for it."""
    found: dict[str, str] = {}
    for pattern, address in _patterns(get_resolver(), ""):
        view: Any = getattr(pattern.callback, "view_class", pattern.callback)
        if not view.__module__.startswith(DOOR):
            continue
        assert pattern.name, f"{address} has no name"
        for method in _methods(view):
            call = f"{method.upper()} {pattern.name}"
            assert call not in found, f"two addresses are called {pattern.name}"
            found[call] = address
    return found


def _methods(view: Any) -> list[str]:
    """What the view takes; one that is a function may be read only."""
    if not (isinstance(view, type) and issubclass(view, APIView)):
        return ["get"]
    return [name for name in METHODS if hasattr(view, name) and name in view.http_method_names]


def _patterns(resolver: URLResolver, before: str) -> Iterator[tuple[URLPattern, str]]:
    for entry in resolver.url_patterns:
        address = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _patterns(entry, address)
        else:
            yield entry, address


def path_of(address: str, named: dict[str, str]) -> str:
    return "/" + re.sub(r"<\w+:(\w+)>", lambda found: named[found[1]], address)


def test_every_address_and_method_has_its_row():
    assert sorted(addresses()) == sorted(TABLE)
    assert set(OF_ANOTHER) <= set(TABLE)


def statuses(world: World, call: str, *, own: bool) -> tuple[int, ...]:
    """The status of a call for each kind of principal, each as if it were the first."""
    method, route = call.split()
    address, seen = addresses()[call], []
    for kind in KINDS:
        with transaction.atomic():
            path = path_of(address, world.named(route, kind, own=own))
            response = world.clients[kind].request(method, path, world.body(call))
            seen.append(response.status_code)
            if kind in ("stranger", "nobody") and call != "POST invitation-accept":
                text = b"".join(response).decode()
                assert not [word for word in world.words_of_the_account if word in text], call
            transaction.set_rollback(True)
        world.forget()
    return tuple(seen)


GROUPS = sorted({call.split()[1].partition("-")[0] for call in TABLE})


def rows(table: Mapping[str, tuple[int, ...]], group: str) -> dict[str, tuple[int, ...]]:
    return {call: row for call, row in table.items() if call.split()[1].partition("-")[0] == group}


@pytest.mark.parametrize("group", GROUPS)
def test_who_may(rest, group):
    world, expected = World(rest), rows(TABLE, group)
    assert {call: statuses(world, call, own=True) for call in expected} == expected


@pytest.mark.parametrize(
    "group", sorted({call.split()[1].partition("-")[0] for call in OF_ANOTHER})
)
def test_who_may_with_what_is_anothers(rest, group):
    world, expected = World(rest), rows(OF_ANOTHER, group)
    assert {call: statuses(world, call, own=False) for call in expected} == expected


PEOPLE = ("account", "members", "invitations", "keys", "services")
LINE = re.compile(r"\| `(\w+) (/v1/\S+)` [^|]+\|([^\n]+)\|\n")


def test_the_page_about_people_says_the_same():
    page = (ROOT / "docs" / "people.md").read_text(encoding="utf-8")
    said = {
        f"{method} {path}": tuple(cell.strip() == "yes" for cell in cells.split("|"))
        for method, path, cells in LINE.findall(page)
    }
    held = {
        f"{call.split()[0]} /{re.sub('<[^>]+>', '{id}', address)}": tuple(
            status < 400 for status in TABLE[call][:4]
        )
        for call, address in addresses().items()
        if address.startswith(tuple(f"v1/{part}" for part in PEOPLE))
    }
    elsewhere = {"POST /v1/invitations/accept", "PUT /v1/members/{id}/professional-status"}
    assert said == {call: row for call, row in held.items() if call not in elsewhere}
