"""The rows of the pages of questions and answers, matters, retention and deletion requests."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.utils import timezone

from accounts.models import Membership
from accounts.principal import Principal, principal_of_membership
from accounts.tenancy import tenant_scope
from legalcontext.doors.pages.views.deleting import Noted
from legalcontext.erasure import exporting
from legalcontext.erasure.deletion import Selection, delete_answers
from legalcontext.erasure.errors import AlreadyOpen
from legalcontext.erasure.requests import certificate as certificates
from legalcontext.erasure.requests import service
from matters.levels import READ
from matters.models import Party
from matters.services import file
from matters.services.grants import grant
from matters.services.walls import place_wall
from tests import histories

TABLE: dict[str, tuple[int, ...]] = {
    # who may:                            owner admin memb. str.  nobody
    # asking, and what one asked
    "GET ask":                            (200, 200, 200, 200, 302),
    "POST ask":                           (302, 302, 302, 302, 403),
    "GET answer":                         (200, 200, 200, 404, 302),
    "GET answer-calendar":                (200, 200, 200, 404, 302),
    "GET answer-markdown":                (200, 200, 200, 404, 302),
    "GET report":                         (200, 200, 200, 404, 302),
    "POST report":                        (302, 302, 302, 404, 403),
    "GET history":                        (200, 200, 200, 200, 302),
    "POST history":                       (200, 200, 200, 200, 403),
    # of others, when and how large, is the owners' and admins'
    "GET account-history":                (200, 200, 404, 200, 302),
    "POST delete":                        (200, 200, 200, 200, 302),  # says what would go
    "GET delete-all":                     (200, 200, 200, 200, 302),
    "POST delete-all":                    (200, 200, 200, 200, 302),
    "GET deleted":                        (200, 200, 200, 404, 302),
    "GET expiry-notice":                  (200, 200, 200, 200, 302),
    "POST expiry-notice":                 (302, 302, 302, 302, 302),
    "GET export":                         (200, 200, 200, 200, 302),
    "POST export":                        (302, 302, 302, 302, 302),
    "GET export-job":                     (200, 200, 200, 404, 302),
    "GET export-archive":                 (200, 200, 200, 404, 302),
    # matters: by grant, whatever the role
    "GET matters":                        (200, 200, 200, 200, 302),
    "GET matter-new":                     (200, 200, 200, 200, 302),
    "POST matter-new":                    (302, 302, 302, 302, 403),
    "GET matter":                         (404, 404, 200, 404, 302),
    "GET matter-edit":                    (404, 404, 200, 404, 302),
    "POST matter-edit":                   (404, 404, 302, 404, 403),
    "POST matter-turn":                   (404, 404, 302, 404, 302),
    "GET matter-delete":                  (404, 404, 200, 404, 302),
    "POST matter-delete":                 (404, 404, 302, 404, 302),
    "GET delete-of-matter":               (404, 404, 200, 404, 302),
    "POST delete-of-matter":              (404, 404, 200, 404, 302),
    "GET matter-sharing":                 (404, 404, 200, 404, 302),
    "POST matter-share":                  (404, 404, 302, 404, 302),
    "POST matter-wall":                   (404, 404, 302, 404, 403),
    "POST matter-transfer":               (404, 404, 302, 404, 302),
    "POST matter-unshare":                (404, 404, 302, 404, 302),
    "POST matter-unwall":                 (404, 404, 302, 404, 302),
    "GET entry-add":                      (404, 404, 200, 404, 302),
    "POST entry-add":                     (404, 404, 302, 404, 403),
    "GET entry-change":                   (404, 404, 200, 404, 302),
    "POST entry-change":                  (404, 404, 302, 404, 403),
    "POST entry-remove":                  (404, 404, 302, 404, 302),
    # retention and holds are an owner's
    "GET retention":                      (200, 404, 404, 200, 302),
    "POST retention":                     (200, 404, 404, 200, 302),
    "GET holds":                          (200, 404, 404, 200, 302),
    "GET hold-new":                       (200, 404, 404, 200, 302),
    "POST hold-new":                      (302, 404, 404, 302, 403),
    "GET hold-release":                   (200, 404, 404, 404, 302),
    "POST hold-release":                  (302, 404, 404, 404, 403),
    # deletion requests: one's own; an owner sees the account's
    "GET requests":                       (200, 200, 200, 200, 302),
    "GET request-new":                    (200, 200, 200, 200, 302),
    "POST request-new":                   (302, 302, 302, 302, 302),
    "GET request":                        (200, 200, 200, 404, 302),
    "POST request-step":                  (302, 302, 302, 404, 302),
    "GET certificate":                    (200, 200, 200, 404, 302),
    "GET accesses":                       (200, 200, 200, 200, 302),
}  # fmt: skip

OF_ANOTHER: dict[str, tuple[int, ...]] = {
    # what is a colleague's:               owner admin memb. str.  nobody
    "GET answer":                         (404, 404, 404, 404, 302),
    "GET answer-calendar":                (404, 404, 404, 404, 302),
    "GET answer-markdown":                (404, 404, 404, 404, 302),
    "GET report":                         (404, 404, 404, 404, 302),
    "POST report":                        (404, 404, 404, 404, 403),
    "GET deleted":                        (404, 404, 404, 404, 302),
    "GET export-job":                     (404, 404, 404, 404, 302),
    "GET export-archive":                 (404, 404, 404, 404, 302),
    # all of the account, which is an owner's
    "GET delete-all":                     (200, 404, 404, 200, 302),
    "POST delete-all":                    (200, 404, 404, 200, 302),
    "GET request":                        (200, 404, 404, 404, 302),
    "POST request-step":                  (302, 404, 404, 404, 302),  # an owner withdraws nothing
    "GET certificate":                    (200, 404, 404, 404, 302),
}  # fmt: skip

BODIES: dict[str, dict[str, Any]] = {
    "POST ask": {"ask": "1", "skill": "triage", "question": "Mine?"},
    "POST report": {"kind": "law", "text": "It changed."},
    "POST history": {"words": "quillfeather"},
    "POST expiry-notice": {"days_before": "7"},
    "POST export": {"of": "mine"},
    "POST matter-new": {"title": "A new one"},
    "POST matter-edit": {"title": "Another title"},
    "POST entry-add": {"name": "N. Ew", "side": "other"},
    "POST entry-change": {"name": "N. Ew", "side": "other"},
    "POST retention": {"what": "account", "months": "24"},
    "POST hold-release": {"reason": "It is settled."},
    "POST request-new": {"about": "person", "regime": "general"},
}


def named(world: Any, route: str, kind: str, *, own: bool) -> dict[str, str] | None:
    """What stands in the address of one of these routes; None: the route is not one of them.

    It is made anew for every call, in the transaction that is rolled back after it.
    """
    holder = world.people.get(kind) if own and kind not in ("stranger", "nobody") else None
    person = holder or (world.member if own else world.other)
    matter = world.matter.public_id
    match route:
        case "answer" | "answer-calendar" | "answer-markdown" | "report":
            return {"answer_id": histories.answer_of(person).public_id}
        case "delete-all":
            return {"of": "mine" if own else "account"}
        case "deleted":
            return {"deletion_id": _deletion(person)}
        case "export-job" | "export-archive":
            return {"job_id": _export(person)}
        case "matter-turn":
            return {"matter_id": matter, "turn": "close"}
        case "matter-unshare" | "matter-unwall":
            return {"matter_id": matter, "member_id": _other_of(world, route)}
        case "entry-add":
            return {"matter_id": matter, "kind": "parties"}
        case "entry-change" | "entry-remove":
            principal = acting(world.member)
            party = file.add_entry(principal, Party, matter, {"name": "Roe"})
            return {"matter_id": matter, "kind": "parties", "entry_id": party.public_id}
        case "hold-release":
            answer = histories.answer_of(world.owner)
            return {"hold_id": histories.hold_on(world.owner, answer_id=answer.pk).public_id}
        case "request":
            return {"request_id": _request(person)}
        case "request-step":
            return {"request_id": _request(person), "step": "withdraw"}
        case "certificate":
            return {"request_id": _request(person, certified=True), "number": "1"}
    return {"matter_id": matter}


def body(world: Any, call: str) -> dict[str, Any] | None:
    """What is sent, where it depends on the world."""
    match call:
        case "POST delete":
            return {"answers": [histories.answer_of(world.member).public_id]}
        case "POST matter-share":
            return {"share-member": world.other.public_id, "share-level": "read"}
        case "POST matter-wall":
            return {"wall-member": world.other.public_id, "wall-reason": "acted for them"}
        case "POST matter-transfer":
            return {"transfer-member": world.other.public_id, "transfer-keep": ""}
        case "POST hold-new":
            review = timezone.now().date() + dt.timedelta(days=9)
            return {"scope": "time", "made_from": "2026-01-31", "reason": "A claim is expected.",
                    "review_on": review.isoformat()}  # fmt: skip
    return None


def acting(person: Membership) -> Principal:
    """The principal of somebody in a browser."""
    return principal_of_membership(person)


def _deletion(person: Membership) -> str:
    noted = Noted()
    chosen = Selection(answer_ids=(histories.answer_of(person).public_id,))
    delete_answers(acting(person), chosen, attempt=noted)
    return noted.made


def _export(person: Membership) -> str:
    export = exporting.request_export(acting(person), "mine")
    exporting.make_export(person.account_id, export.pk)
    return export.public_id


def _other_of(world: Any, route: str) -> str:
    if route == "matter-unshare":
        with tenant_scope(world.account):
            grant(matter=world.matter, user=world.other.user, level=READ)
    else:
        principal = acting(world.member)
        place_wall(
            principal, world.matter.public_id, member_id=world.other.public_id, reason="acted"
        )
    other: str = world.other.public_id
    return other


def _request(person: Membership, *, certified: bool = False) -> str:
    try:
        request = service.open_by_holder(acting(person))
    except AlreadyOpen as error:
        request = service.find_own(acting(person), error.request_id)
    if certified:
        with tenant_scope(person.account_id):
            certificates.write(request)
    return request.public_id
