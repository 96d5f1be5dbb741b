"""Deleting answers: one, a selection, a matter's, or all. At once, and for good.

What a hold keeps leaves the reading until the hold is decided. Where the account knows of the
hold it is told how many; where it may not know (a silent hold), they count as deleted.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import models
from django.db.models import Case, F, Q, When
from django.utils import timezone

from accounts import errors as directory
from accounts.erasure_registry import Count
from accounts.idempotency import NO_KEY
from accounts.ids import parse_public_id, public_id
from accounts.models import Scope
from accounts.principal import Principal
from accounts.tenancy import tenant_scope
from accounts.tenancy.models import TenantQuerySet
from legalcontext.answers.ask import Turn
from legalcontext.answers.erasure import delete_rows, delete_tasks
from legalcontext.answers.errors import MatterNotFound, NotFound
from legalcontext.answers.models import HELD, Answer, AnswerQuerySet
from legalcontext.answers.task_models import Task, TaskQuerySet
from legalcontext.retention.audit import Actor, actor_of, record
from legalcontext.retention.errors import LegalHold
from legalcontext.retention.holding import Held
from legalcontext.retention.holds import wait_for_holds
from legalcontext.retention.matters import ENTRIES, MATTER, held_in_matters
from legalcontext.retention.models import Hold, HoldQuerySet
from matters.levels import MANAGE
from matters.models import Matter

from . import ledger
from .exports import void_exports
from .models import Deletion, LedgerEntry

BATCH: Final = 5_000
"""Answers that one transaction deletes."""

Operation = LedgerEntry.Operation


@dataclass(frozen=True, slots=True)
class Selection:
    """What to delete: some answers, a matter's, or everything; of the caller alone, or (owners
    only) of the whole account."""

    answer_ids: tuple[str, ...] | None = None
    matter: str | None = None
    of_account: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """deleted: gone for good. held: kept by a legal hold. not_found: asked for by an id that is
    missing, or not this caller's to delete. finished: nothing of it is left to do."""

    deleted: int
    held: int
    not_found: int
    finished: bool


@dataclass(frozen=True, slots=True)
class MatterContents:
    """What stands in a matter: answers, and parties, key dates and notes together. held: how many
    of all that, the matter included, a hold keeps that the account knows of."""

    answers: int
    entries: int
    held: int


@dataclass(frozen=True, slots=True)
class Gone:
    """What one batch did. withheld: kept by a hold that the account may not know of."""

    deleted: int = 0
    held: int = 0
    withheld: int = 0

    @property
    def size(self) -> int:
        return self.deleted + self.held + self.withheld


def delete_answer(principal: Principal, answer_id: str) -> None:
    """Delete one answer: its asker may, and an owner of the account (without reading it).

    NotFound: missing, malformed, asked to be deleted before, or not this caller's to delete.
    LegalHold: it is held; it left the reading, and goes when the hold is released.
    """
    principal.require(Scope.HISTORY_DELETE)
    key = parse_public_id(Answer.PREFIX, answer_id)
    with tenant_scope(principal.account_id):
        deletable = _deletable(principal).filter(pk=key)
        mine = deletable.mine(principal).exists()
        gone = delete_batch(deletable)
        if not gone.size:  # a task that has come to no answer has the id of one
            mine = True
            gone = delete_batch(_unanswered().mine(principal).filter(pk=key))
        if not gone.size:
            raise NotFound
        actor = actor_of(principal, "self" if mine else "owner")
        action = "answer.delete" if gone.deleted else "answer.delete_refused"
        record(actor, action, on=answer_id, numbers=_numbers(gone))
    if gone.held:
        raise LegalHold(gone.held)


def preview(principal: Principal, selection: Selection) -> Outcome:
    """What `delete_answers` would do now, in numbers; nothing is changed.

    NotFound, MatterNotFound: as there.
    """
    principal.require(Scope.HISTORY_DELETE)
    with tenant_scope(principal.account_id):
        run = _run_of(principal, selection)
        total = held = 0
        for rows in (_chosen(run), _chosen_tasks(run)):
            total += rows.count()
            held += rows.filter(HELD.condition(Hold.objects.active().told())).count()
        return Outcome(total - held, held, _missing(selection, total), finished=False)


def delete_answers(
    principal: Principal, selection: Selection, *, attempt: Turn = NO_KEY
) -> Outcome:
    """Delete what is selected and was asked until now, in batches with a transaction each.

    The request is kept first: a run that dies is taken up again by the sweep, and ends the same.
    NotFound: all of the account, and not by an owner. MatterNotFound. LegalHold: everything that
    was selected is held.
    """
    principal.require(Scope.HISTORY_DELETE)
    with tenant_scope(principal.account_id):
        run = _run_of(principal, selection)
        run.not_found = _missing(selection, _chosen(run).count() + _chosen_tasks(run).count())
        run.save(force_insert=True)
        attempt.finish(run.public_id)
    carry_out(run)
    return _outcome(run)


def read_deletion(principal: Principal, deletion_id: str) -> Outcome:
    """What a deletion of the caller's has done so far. NotFound. LegalHold: as it was answered."""
    principal.require(Scope.HISTORY_DELETE)
    with tenant_scope(principal.account_id):
        key = parse_public_id(Deletion.PREFIX, deletion_id)
        mine = Deletion.objects.filter(actor_id=actor_of(principal).id)
        run = mine.filter(pk=key).first() if key else None
    if run is None:
        raise NotFound
    return _outcome(run)


def preview_matter(principal: Principal, matter_id: str) -> MatterContents:
    """What goes with a matter, for whoever manages it; nothing is changed.

    accounts' NotFound: missing, or not this caller's to delete.
    """
    principal.require(Scope.MATTERS_READ)
    told = Hold.objects.active().told()
    key = parse_public_id(Matter.PREFIX, matter_id)
    with tenant_scope(principal.account_id):
        whole = Matter.objects.visible_to(principal, MANAGE).filter(pk=key)
        is_held = Case(When(MATTER.condition(told), then=True), default=False)
        matter = whole.annotate(is_held=is_held).first() if key else None
        if matter is None:
            raise directory.NotFound
        answers = _counted(Answer.objects.filter(matter=matter), HELD, told)
        inside = [
            _counted(kind.objects.filter(matter=matter), rule, told) for kind, rule in ENTRIES
        ]
    held = sum(count.held for count in (answers, *inside)) + int(matter.is_held)
    return MatterContents(answers.total, sum(count.total for count in inside), held)


def _counted(rows: TenantQuerySet, rule: Held, holds: HoldQuerySet) -> Count:
    """How many, and how many of them these holds hold; one query."""
    counted = rows.aggregate(
        total=models.Count("pk"), held=models.Count("pk", filter=rule.condition(holds))
    )
    return Count(counted["total"], counted["held"])


def carry_out(run: Deletion) -> None:
    """Go on with a run until nothing of it is left; safe to do twice, and by two at once."""
    while True:
        with tenant_scope(run.account_id):
            gone = delete_batch(_chosen(run))
            if not gone.size:
                gone = delete_batch(_chosen_tasks(run))
            _count(run, gone)
            if not gone.size:
                if Deletion.objects.filter(pk=run.pk, finished_at=None).update(
                    finished_at=timezone.now()
                ):
                    run.refresh_from_db()
                    actor = Actor(run.actor, run.authority, run.actor_id, run.key_id)
                    numbers = Gone(run.deleted, run.held, run.withheld)
                    record(actor, "answers.delete", numbers=_numbers(numbers))
                run.refresh_from_db()
                return


def delete_batch(chosen: AnswerQuerySet | TaskQuerySet) -> Gone:
    """Delete up to BATCH of these in the open transaction; what is held leaves the reading.

    The ledger is written before the first row goes. Rows that another deletion has locked are
    left to it, and waited for only when there are no others.
    """
    wait_for_holds()
    rows = _locked(chosen, skip_locked=True) or _locked(chosen, skip_locked=False)
    free = [key for key, held, _ in rows if not held]
    kept = [key for key, held, _ in rows if held]
    told = sum(1 for _, _, told in rows if told)
    if free:
        ledger.write(Operation.DELETE, _public(free))
        delete_tasks(free) if chosen.model is Task else delete_rows(free)
    if kept:
        ledger.write(Operation.ASK, _public(kept))
        _hide(chosen.model, kept)
    return Gone(len(free), told, len(kept) - told)


def announce(public_ids: Iterable[str]) -> None:
    """Told by the registry what is about to go: refuses what is held, then writes the ledger.

    A matter's answers go with it, and are written too. LegalHold: something of it is held.
    """
    wait_for_holds()
    ids = list(public_ids)
    matters = [key for text in ids if (key := parse_public_id(Matter.PREFIX, text))]
    if matters:
        answers = Answer.objects.filter(matter__in=matters)
        if held := answers.held().count() + held_in_matters(matters):
            raise LegalHold(held)
        ids += _public(answers.values_list("pk", flat=True))
    ledger.write(Operation.DELETE, ids)


def _deletable(principal: Principal) -> AnswerQuerySet:
    answers: AnswerQuerySet = Answer.objects.deletable_by(principal).filter(deletion_asked_at=None)
    return answers


def _run_of(principal: Principal, selection: Selection) -> Deletion:
    """The request as it is kept: what it covers does not depend on the caller's later rights."""
    if selection.of_account and not principal.is_owner:
        raise NotFound
    whole_account = selection.of_account or (
        principal.is_owner and (selection.answer_ids is not None or selection.matter is not None)
    )
    actor = actor_of(principal, "owner" if whole_account else "self")
    run = Deletion(
        account_id=principal.account_id,
        actor=actor.kind,
        actor_id=actor.id,
        key_id=actor.key_id,
        authority=actor.authority,
    )
    if selection.answer_ids is not None:
        parsed = {parse_public_id(Answer.PREFIX, text) for text in selection.answer_ids}
        run.answer_ids = sorted(key for key in parsed if key is not None)
    if selection.matter is not None:
        principal.require(Scope.MATTERS_READ)
        run.matter_id = parse_public_id(Matter.PREFIX, selection.matter)
        visible = Matter.objects.visible_to(principal).filter(pk=run.matter_id)
        if run.matter_id is None or not visible.exists():
            raise MatterNotFound
    if not whole_account:
        run.asker_id, run.service_id = principal.user_id, principal.service_id
    return run


def _chosen(run: Deletion) -> AnswerQuerySet:
    answers: AnswerQuerySet = Answer.objects.filter(
        _choice(run), account=run.account_id, deletion_asked_at=None
    )
    return answers


def _unanswered() -> TaskQuerySet:
    """Tasks without an answer that are still read."""
    tasks: TaskQuerySet = Task.objects.filter(answer=None, expires_at__gt=timezone.now())
    return tasks


def _chosen_tasks(run: Deletion) -> TaskQuerySet:
    """The run's choice among the tasks that came to no answer."""
    return _unanswered().filter(_choice(run))


def _choice(run: Deletion) -> Q:
    """What was selected, of what was there when it was asked for."""
    choice = Q(created_at__lte=run.asked_at)
    if run.answer_ids is not None:
        choice &= Q(pk__in=run.answer_ids)
    if run.matter_id is not None:
        choice &= Q(matter_id=run.matter_id)
    if run.asker_id is not None:
        choice &= Q(asker_id=run.asker_id)
    if run.service_id is not None:
        choice &= Q(service_id=run.service_id)
    return choice


def _hide(model: type[Answer] | type[Task], ids: Sequence[uuid.UUID]) -> None:
    """Take what a hold keeps out of the reading."""
    if model is Task:  # it has a date of its own: past it, it is not read
        Task.objects.filter(pk__in=ids).update(expires_at=timezone.now())
        return
    Answer.objects.filter(pk__in=ids).update(deletion_asked_at=timezone.now())
    void_exports(ids)


def _locked(
    chosen: AnswerQuerySet | TaskQuerySet, *, skip_locked: bool
) -> list[tuple[uuid.UUID, bool, bool]]:
    """(id, held, told) of up to BATCH rows."""
    told = HELD.condition(Hold.objects.active().told())
    return list(
        chosen.select_for_update(skip_locked=skip_locked)
        .order_by("pk")
        .annotate(
            is_held=Case(When(HELD.condition(), then=True), default=False),
            is_told=Case(When(told, then=True), default=False),
        )
        .values_list("pk", "is_held", "is_told")[:BATCH]
    )


def _count(run: Deletion, gone: Gone) -> None:
    Deletion.objects.filter(pk=run.pk).update(
        deleted=F("deleted") + gone.deleted,
        held=F("held") + gone.held,
        withheld=F("withheld") + gone.withheld,
    )


def _outcome(run: Deletion) -> Outcome:
    deleted, finished = run.deleted + run.withheld, run.finished_at is not None
    if finished and run.held and not deleted:
        raise LegalHold(run.held)
    return Outcome(deleted, run.held, run.not_found, finished)


def _missing(selection: Selection, found: int) -> int:
    return 0 if selection.answer_ids is None else len(set(selection.answer_ids)) - found


def _public(ids: Iterable[uuid.UUID]) -> Sequence[str]:
    return [public_id(Answer.PREFIX, key) for key in ids]


def _numbers(gone: Gone) -> dict[str, int]:
    counted = {"deleted": gone.deleted, "held": gone.held, "withheld": gone.withheld}
    return {name: number for name, number in counted.items() if number}
