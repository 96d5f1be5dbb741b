"""Two people for what cannot be undone: one operator proposes, another decides.

Three things need it: executing a request, releasing a hold of an operator, and an override (to
skip a cool-off, or to reopen a request that ended). Where a service has one operator, it may set
`CODOSSIER_ALONE_AFTER_HOURS`: the proposer may then decide after that many hours, and the record
and the certificate say that one person decided.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.utils import timezone

from accounts.ids import parse_public_id
from accounts.tenancy import tenant_scope
from legalcontext.erasure.errors import NotPossible
from legalcontext.erasure.request_models import Proposal
from legalcontext.retention import holds
from legalcontext.retention.audit import operator, record
from legalcontext.retention.knowing import may_know
from legalcontext.retention.models import Hold

from .actors import By
from .states import APPROVE

EXECUTE: Final = "execute"
RELEASE_HOLD: Final = "release_hold"


def propose(action: str, public_id: str, *, by: By, reason: str = "") -> Proposal:
    """Keep a proposal until somebody else decides; the account's scope is open.

    NotPossible: the same is proposed already.
    """
    if by.id is None:
        raise PermissionDenied("a proposal names the operator who makes it")
    if Proposal.objects.filter(action=action, object=public_id, decision="open").exists():
        raise NotPossible("This is proposed already, and waits for another operator.")
    proposal = Proposal(
        action=action,
        object=public_id,
        reason=reason,
        proposed_by=by.id,
        proposed_at=timezone.now(),
    )
    proposal.save(force_insert=True)
    record(by.actor, f"propose.{action}", on=public_id)
    return proposal


def propose_release(hold: Hold, *, reason: str, by: By) -> Proposal:
    """Propose to end a hold; the account's scope is open. by: an operator with `approve_requests`.

    ValidationError: no reason. NotPossible: released before, or proposed already.
    """
    if not by.may(APPROVE):
        raise PermissionDenied(APPROVE)
    if not reason.strip():
        raise ValidationError({"reason": "Say why it is released."})
    if not hold.is_active:
        raise NotPossible("This hold was released before.")
    return propose(RELEASE_HOLD, hold.public_id, by=by, reason=reason.strip())


def open_proposals(public_id: str) -> list[Proposal]:
    """What waits to be decided about a request or a hold; the account's scope is open."""
    return list(Proposal.objects.filter(object=public_id, decision="open").order_by("proposed_at"))


def seen_by(user: Any, rows: QuerySet[Proposal]) -> QuerySet[Proposal]:
    """The proposals that an operator may know of: those about holds, with the permission alone."""
    return rows if may_know(user) else rows.exclude(action=RELEASE_HOLD)


def may_decide(proposal: Proposal, by: By) -> bool:
    """Another operator may; the proposer only where the service has one, after the set hours."""
    if not by.is_operator or not by.may(APPROVE):
        return False
    return by.id != proposal.proposed_by or alone_from(proposal) <= timezone.now()


def alone_from(proposal: Proposal) -> dt.datetime:
    """From when on the proposer may decide alone; the end of time where that is not set."""
    if not settings.ALONE_AFTER_HOURS:
        return dt.datetime.max.replace(tzinfo=dt.UTC)
    return proposal.proposed_at + dt.timedelta(hours=settings.ALONE_AFTER_HOURS)


def decide(proposal: Proposal, *, approve: bool, by: By) -> Proposal:
    """Approve a proposal, which carries it out, or refuse it.

    PermissionDenied: not this operator's to decide. NotPossible: decided before, or overtaken.
    """
    from . import service  # it proposes, and carries out what was approved

    with tenant_scope(proposal.account_id):
        proposal = Proposal.objects.select_for_update().get(pk=proposal.pk)
        if proposal.decision != Proposal.Decision.OPEN:
            raise NotPossible("This was decided before.")
        if not approve and by.is_operator and by.id == proposal.proposed_by:
            return _close(proposal, Proposal.Decision.VOID, by)  # taken back
        if not may_decide(proposal, by):
            raise PermissionDenied("another operator decides what one has proposed")
        if not approve:
            return _close(proposal, Proposal.Decision.REFUSED, by)
        proposal = _close(proposal, Proposal.Decision.APPROVED, by)
        if proposal.action == RELEASE_HOLD:
            _release(proposal, by)
        else:
            service.carry_out(proposal, by)
    return proposal


def void(public_id: str, by: By, *actions: str) -> None:
    """Close what is still open about this, because it was overtaken."""
    for proposal in open_proposals(public_id):
        if not actions or proposal.action in actions:
            _close(proposal, Proposal.Decision.VOID, by)


def _close(proposal: Proposal, decision: str, by: By) -> Proposal:
    proposal.decision, proposal.decided_by = decision, by.id
    proposal.decided_at = timezone.now()
    proposal.alone = decision == Proposal.Decision.APPROVED and by.id == proposal.proposed_by
    proposal.save(update_fields=["decision", "decided_by", "decided_at", "alone"])
    numbers = {"alone": 1} if proposal.alone else {}
    record(by.actor, f"{decision}.{proposal.action}", on=proposal.object, numbers=numbers)
    return proposal


def _release(proposal: Proposal, by: By) -> None:
    key = parse_public_id(Hold.PREFIX, proposal.object)
    hold = Hold.objects.active().filter(pk=key).first()
    if hold is None:
        raise NotPossible("This hold was released before.")
    holds.release_hold(hold, reason=proposal.reason, by=operator(by.id))
    Proposal.objects.filter(pk=proposal.pk).update(reason="")  # the hold keeps it
