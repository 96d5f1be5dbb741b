"""Reporting that an answer is wrong, and what the editors make of it."""

from __future__ import annotations

import uuid

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.idempotency import NO_KEY, Attempt
from accounts.ids import parse_public_id
from accounts.models import Scope
from accounts.principal import Principal
from accounts.tenancy import tenant_scope
from legalcontext.retention.audit import actor_of, operator, record

from .errors import NotFound
from .models import Answer
from .report_models import AnswerReport

MOST_WAITING = 20
"""Reports of one person on one account's answers that may wait for an editor at once."""


def report_answer(
    principal: Principal, answer_id: str, *, kind: str, text: str, attempt: Attempt = NO_KEY
) -> AnswerReport:
    """Keep a reader's report for the editors. kind: one of AnswerReport.Kind.

    The record of the account says that somebody reported, not what. NotFound: not this caller's to
    read, or a program's. ValidationError: a wrong kind or length, or too many that wait already.
    """
    principal.require(Scope.HISTORY_READ)
    key = parse_public_id(Answer.PREFIX, answer_id)
    if principal.user_id is None:
        raise NotFound
    with tenant_scope(principal.account_id):
        answers = Answer.objects.readable_by(principal).current()
        # Locked, so that it is not deleted between this look and the insert.
        answer = answers.filter(pk=key).select_for_update(of=("self",), no_key=True).first()
        if answer is None:
            raise NotFound
        if AnswerReport.objects.of_person(principal.user_id).waiting().count() >= MOST_WAITING:
            raise ValidationError(
                _("You have sent many reports that nobody has read yet. Wait until they are read.")
            )
        report = AnswerReport(
            answer=answer, reporter_id=principal.user_id, kind=kind, text=text.strip()
        )
        report.clean_fields(exclude=["account", "answer", "reporter"])
        report.save(force_insert=True)
        record(actor_of(principal), "answer.report", on=answer.public_id)
        attempt.finish(report.public_id)
    return report


def settle_report(report: AnswerReport, *, outcome: str, by: uuid.UUID | None) -> AnswerReport:
    """An editor's end of a report: accepted or dismissed; the account's scope is open.

    ValidationError: another outcome, or one that was settled before.
    """
    if outcome not in (AnswerReport.Status.ACCEPTED, AnswerReport.Status.DISMISSED):
        raise ValidationError({"status": "Accept it or dismiss it."})
    settled = AnswerReport.objects.waiting().filter(pk=report.pk)
    if not settled.update(status=outcome, settled_at=timezone.now(), settled_by=by):
        raise ValidationError("This report was settled before.")
    record(operator(by), f"report.{outcome}", on=report.public_id)
    report.refresh_from_db()
    return report
