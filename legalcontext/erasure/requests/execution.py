"""The job that deletes. It goes category by category, a transaction a batch, and counts in the
transaction that deletes: killed anywhere, it goes on to the same end with the same figures."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Final

from django.db import IntegrityError, connection
from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.erasure_registry import Category
from accounts.models import Account
from accounts.services.directory import suspend_account
from accounts.tenancy import current_account_id, tenant_scope
from legalcontext.answers.erasure import of_subject
from legalcontext.erasure.request_models import DeletionRequest, State
from legalcontext.erasure.running import announce_whole
from legalcontext.retention.holds import refused_rows, wait_for_holds

from . import service, subjects

BATCH: Final = 5_000
"""Things that one transaction deletes."""
TRIES: Final = 5
"""Empty or refused batches in a row before a category is left with what stayed."""
STALE: Final = dt.timedelta(minutes=15)
"""Without a sign of life for so long, a run counts as dead and is started again."""
RUN_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended('erasure run' || %s::text, 0))"
"""Two runs in one account wait for each other batch by batch: each thing is counted once."""


def start(request: DeletionRequest) -> None:
    """Queue the job; the scope is open, and the caller saves the request."""
    request.run_at, request.kept = timezone.now(), {}
    queue(request)


def queue(request: DeletionRequest) -> None:
    """Queue the job alone: it finds nothing to do where no run is under way."""
    app.configure_task("erasure.execute_request").defer(
        account_id=str(request.account_id), request_id=str(request.pk)
    )


def is_stale(request: DeletionRequest) -> bool:
    """Its run has given no sign of life for a while."""
    return request.state == State.EXECUTING and (
        request.run_at is None or request.run_at < timezone.now() - STALE
    )


def execute(account_id: uuid.UUID, request_id: uuid.UUID) -> None:
    """Go on with a run until nothing of it is left; safe to do twice, and by two at once."""
    request = _begin(account_id, request_id)
    if request is None:
        return
    with tenant_scope(account_id):
        names = [category.name for category in subjects.categories_for(request)]
    for name in names:
        _empty(request, name)
    _finish(request)


def _begin(account_id: uuid.UUID, request_id: uuid.UUID) -> DeletionRequest | None:
    """The request, if it is executing. An account's credentials end before its first row goes."""
    with tenant_scope(account_id):
        request = _executing(request_id)
        if request is None:
            return None
        if request.about == DeletionRequest.About.ACCOUNT:
            suspend_account(account=Account.objects.get(pk=account_id))
        subject = subjects.subject_of(request)
        if subject.chosen is not None:
            # The names go with the words; the ids say afterwards what was chosen.
            chosen = set(request.answer_ids) | set(of_subject(subject).values_list("pk", flat=True))
            request.answer_ids = sorted(chosen)
            request.save(update_fields=["answer_ids"])
        else:
            announce_whole(subject, subjects.categories_for(request))
        return request


def _empty(request: DeletionRequest, name: str) -> None:
    tries = 0
    while tries < TRIES:
        try:
            gone, left = _batch(request, name)
        except IntegrityError as error:
            # A hold came between the look and the delete: it wins, and the next look sees it.
            if refused_rows(error) is None:
                raise
            tries += 1
            continue
        if gone:
            tries = 0
        elif left:
            tries += 1  # another has what is left in hand
        else:
            return


def _batch(request: DeletionRequest, name: str) -> tuple[int, int]:
    """Delete one batch and count it: (gone, left that no hold keeps)."""
    with tenant_scope(request.account_id):
        with connection.cursor() as cursor:
            cursor.execute(RUN_LOCK, [current_account_id()])
        current = _executing(request.pk)
        if current is None:  # another run has ended it
            return 0, 0
        wait_for_holds()
        category = _category(current, name)
        subject = subjects.subject_of(current)
        gone = category.erase(subject, BATCH)
        current.run_at = timezone.now()
        if gone:
            current.deleted[name] = current.deleted.get(name, 0) + gone
        current.save(update_fields=["run_at", "deleted"])
        return gone, 0 if gone else category.verify(subject)


def _finish(request: DeletionRequest) -> None:
    """Count what stayed, and take the last step with the figures."""
    with tenant_scope(request.account_id):
        current = _executing(request.pk)
        if current is None:
            return
        wait_for_holds()
        subject = subjects.subject_of(current)
        current.kept = {}
        for category in subjects.categories_for(current):
            held, left = category.count(subject).held, category.verify(subject)
            current.kept[category.name] = {"held": held, "left": left}
        current.run_at = None
        stayed = sum(each["held"] + each["left"] for each in current.kept.values())
        service.system_step(
            current,
            "finish_part" if stayed else "finish",
            deleted=sum(current.deleted.values()),
            kept=stayed,
        )
        service.follow(current)


def _executing(request_id: uuid.UUID) -> DeletionRequest | None:
    found: DeletionRequest | None = (
        DeletionRequest.objects.select_for_update(of=("self",))
        .select_related("regime")
        .filter(pk=request_id, state=State.EXECUTING)
        .first()
    )
    return found


def _category(request: DeletionRequest, name: str) -> Category:
    return next(each for each in subjects.categories_for(request) if each.name == name)
