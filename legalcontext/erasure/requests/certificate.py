"""Certificates: what was deleted, what was kept and on what ground, and what is out of reach.

A certificate has codes, dates and numbers; no content. Its body is canonical JSON (RFC 8785), its
digest the SHA-256 of that, and the ledger outside the database holds a keyed digest of both. It is
written once: what is found later is a certificate of its own, which names the one before.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import rfc8785
from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from accounts.ids import public_id
from accounts.models import Account
from accounts.tenancy import current_account_id, tenant_scope
from legalcontext.answers.insight import timestamp
from legalcontext.answers.models import Answer
from legalcontext.erasure import ledger
from legalcontext.erasure.errors import NotPossible
from legalcontext.erasure.models import LedgerEntry
from legalcontext.erasure.request_models import Certificate, DeletionRequest, RequestEvent
from legalcontext.retention.audit import record

from . import service, subjects
from .actors import By
from .states import TOLD, WORK

FORMAT: Final = "codossier.deletion-certificate/1"

OUT_OF_REACH: Final = (
    ("callers", "Answers that were handed to whoever asked, and what they made of them."),
    ("exports", "Archives that were fetched before they ended."),
    ("mail", "Mails that were sent, in the mailboxes that they were sent to."),
)
"""What no erasure here reaches. The service calls no model provider: notes and inference are its
own, so none is listed."""

STILL_GONE: Final = "Nothing of it is there, but for what a hold keeps."
HOLD_GROUND: Final = "legal hold"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at again. ok: as the certificate says."""

    name: str
    ok: bool
    detail: str


def write(request: DeletionRequest, *, finding: str = "") -> Certificate:
    """Write the certificate of a request as it stands, or an addendum; the scope is open.

    finding: a code of what was found later, for an addendum.
    """
    last: Certificate | None = (
        Certificate.objects.filter(request=request).order_by("-number").first()
    )
    certificate = Certificate(request=request, number=last.number + 1 if last else 1)
    body = rfc8785.dumps(_body(request, certificate, last, finding))
    certificate.body = body.decode()
    certificate.digest = hashlib.sha256(body).hexdigest()
    ledger.write(LedgerEntry.Operation.CERTIFY, [_sealed(certificate)])
    certificate.save(force_insert=True)
    return certificate


def add_finding(request: DeletionRequest, finding: str, *, by: By) -> Certificate:
    """An addendum for something found after the certificate. finding: a code of FINDINGS.

    PermissionDenied. NotPossible: there is no certificate to add to. ValidationError: no such code.
    """
    if finding not in FINDINGS:
        raise ValidationError({"finding": f"Choose one of {', '.join(FINDINGS)}."})
    if not by.may(WORK):
        raise PermissionDenied(WORK)
    with tenant_scope(request.account_id):
        if not Certificate.objects.filter(request=request).exists():
            raise NotPossible("It has no certificate yet.")
        certificate = write(request, finding=finding)
        record(by.actor, "certificate.addendum", on=certificate.public_id)
    return certificate


FINDINGS: Final = {
    "restored": "A backup was restored after the erasure, and the erasure was applied again.",
    "came_back": "Data was found again after the erasure, and was deleted.",
    "miscounted": "A figure of the certificate before was wrong; those here are right.",
}


def certificates_of(request: DeletionRequest) -> list[Certificate]:
    """Its certificate and the addenda, the first first."""
    with tenant_scope(request.account_id):
        return list(Certificate.objects.filter(request=request).order_by("number"))


def read(certificate: Certificate) -> dict[str, Any]:
    """The body as members."""
    body: dict[str, Any] = json.loads(certificate.body)
    return body


def verify(certificate: Certificate) -> list[Check]:
    """Look again: the body against its digest and the ledger, and the figures against the
    database of today."""
    with tenant_scope(certificate.account_id):
        request = DeletionRequest.objects.select_related("regime").get(pk=certificate.request_id)
        return [_digest(certificate), _in_the_ledger(certificate), _chained(certificate),
                *_still_gone(request)]  # fmt: skip


def _body(
    request: DeletionRequest, certificate: Certificate, last: Certificate | None, finding: str
) -> dict[str, Any]:
    approval = service.approval_of(request)
    one_person = approval is not None and approval.alone
    now = timezone.now()
    return {
        "format": FORMAT,
        "id": certificate.public_id,
        "number": certificate.number,
        "previous": {"id": last.public_id, "sha256": last.digest} if last else None,
        "finding": finding or None,
        "written_at": timestamp(now),
        "request": {
            "id": request.public_id,
            "account": public_id(Account.PREFIX, current_account_id()),
            "about": request.about,
            "person": public_id("usr", request.person_id) if request.person_id else None,
            "regime": request.regime_id,
            "regime_is_law": request.regime.is_law,
            "identity": request.identity,
            "received_at": timestamp(request.received_at),
            "due_on": request.due_on.isoformat(),
            "extended_to": request.extended_to.isoformat() if request.extended_to else None,
            "answered_on": (request.answered_on or service.today_of(request)).isoformat(),
            "time_zone": request.time_zone,
        },
        "steps": [
            {"step": event.step, "at": timestamp(event.at), "by": event.actor}
            for event in RequestEvent.objects.filter(request=request).order_by("at", "pk")
            if event.step in TOLD
        ],
        "decided_by": "one person" if one_person else "two people",
        "categories": _categories(request),
        "complete": not service.stayed(request),
        "out_of_reach": [
            *({"what": what, "why": why} for what, why in OUT_OF_REACH),
            {
                "what": "backups",
                "why": "Backups made before it hold the data until they are removed; restored, "
                "the erasure is applied again before the service opens.",
                "until_days": settings.BACKUP_DAYS,
            },
        ],
    }


def _categories(request: DeletionRequest) -> list[dict[str, Any]]:
    """By category: deleted, kept, on what ground, until when."""
    names = dict.fromkeys([*request.inventory, *request.deleted, *request.kept])
    rows = []
    for name in names:
        kept: Mapping[str, int] = request.kept.get(name, {})
        held, left = int(kept.get("held", 0)), int(kept.get("left", 0))
        rows.append(
            {
                "category": name,
                "deleted": int(request.deleted.get(name, 0)),
                "kept": held,
                "ground": HOLD_GROUND if held else None,
                "until": "the hold is released" if held else None,
                "not_deleted": left,
            }
        )
    return rows


def _digest(certificate: Certificate) -> Check:
    ok = hashlib.sha256(certificate.body.encode()).hexdigest() == certificate.digest
    return Check("digest", ok, "The body has the digest that stands beside it.")


def _in_the_ledger(certificate: Certificate) -> Check:
    salt, lines = ledger.read()
    sealed = ledger.digest(_sealed(certificate), salt)
    ok = any(
        line.operation == LedgerEntry.Operation.CERTIFY and sealed in line.digests for line in lines
    )
    return Check("ledger", ok, "The ledger outside the database has it as it stands here.")


def _chained(certificate: Certificate) -> Check:
    earlier = {
        each.public_id: each.digest
        for each in Certificate.objects.filter(request=certificate.request_id)
    }
    previous = read(certificate)["previous"]
    ok = previous is None or earlier.get(previous["id"]) == previous["sha256"]
    return Check("chain", ok, "The certificate before it is the one that it names.")


def _still_gone(request: DeletionRequest) -> list[Check]:
    """What should be gone is gone; what was made since shows here too."""
    if request.answer_ids:
        there = Answer.objects.filter(pk__in=request.answer_ids)
        left = {"answers": there.count() - there.held().count()}
    else:
        subject = subjects.subject_of(request)
        if subject.chosen is not None:
            return []  # it covered nothing
        left = {each.name: each.verify(subject) for each in subjects.categories_for(request)}
    return [Check(name, not number, STILL_GONE if not number else _back(number))
            for name, number in left.items()]  # fmt: skip


def _back(number: int) -> str:
    return f"{number} are there: they came back, or were made since."


def _sealed(certificate: Certificate) -> str:
    return f"{certificate.public_id} {certificate.digest}"
