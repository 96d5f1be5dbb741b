"""What the hourly jobs do for requests: steps whose time has come, runs that died, reminders."""

from __future__ import annotations

import logging
import uuid
from functools import partial
from typing import Final

from django.db import transaction

from accounts.tenancy import tenant_scope
from legalcontext.erasure.request_models import DeletionRequest, RequestEvent, State

from . import execution, notices, service
from .actors import SYSTEM

logger = logging.getLogger("codossier.erasure")

REMIND_DAYS: Final = (7, 3, 1, 0)
"""Days before a deadline on which the operators are reminded, once each."""
OVERDUE: Final = "overdue"
UNACKNOWLEDGED: Final = "acknowledgement_overdue"


def tend_account(account_id: uuid.UUID) -> None:
    """Every open request of the account, each in a transaction of its own."""
    with tenant_scope(account_id):
        waiting = list(DeletionRequest.objects.exclude(state=State.CLOSED))
    for request in waiting:
        tend(request)
    notices.send_what_is_late(account_id)


def tend(request: DeletionRequest) -> None:
    """Take the steps whose time has come, start a dead run again, and remind of what is due."""
    with tenant_scope(request.account_id):
        request = service.locked(request)
        service.follow(request)
        if execution.is_stale(request):
            execution.start(request)
            request.save(update_fields=["run_at", "kept"])
        _remind(request)


def _remind(request: DeletionRequest) -> None:
    today = service.today_of(request)
    if (
        request.acknowledge_by is not None
        and request.acknowledged_on is None
        and request.answered_on is None
        and today > request.acknowledge_by
    ):
        _note(request, UNACKNOWLEDGED, days=(today - request.acknowledge_by).days)
    if request.answered_on is not None or request.state == State.CLOSED:
        return
    days = (request.deadline - today).days
    if days < 0:
        _note(request, OVERDUE, days=-days)
        return
    due = [mark for mark in REMIND_DAYS if days <= mark]
    if due:
        extended = "extended_" if request.extended_to else ""
        _note(request, f"{extended}remind_{min(due)}", days=days)


def _note(request: DeletionRequest, step: str, *, days: int) -> None:
    """Record it once and mail the operators."""
    if RequestEvent.objects.filter(request=request, step=step).exists():
        return
    service.note(request, step, SYSTEM, source=request.state, numbers={"days": days})
    transaction.on_commit(partial(notices.tell_operators, request, step), robust=True)
