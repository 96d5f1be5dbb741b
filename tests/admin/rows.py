"""One row of each model that the admin lists; a new model adds its own here."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from accounts.failures import keep_failure
from accounts.models import FailedRequest, Invitation, Membership, User
from accounts.tenancy import tenant_scope
from legalcontext.answers.report_models import AnswerReport
from legalcontext.erasure.models import Deletion
from legalcontext.erasure.request_models import Certificate, Proposal, Regime
from legalcontext.erasure.requests import certificate as certificates
from legalcontext.erasure.requests import service, two_people
from legalcontext.erasure.requests.actors import By
from legalcontext.erasure.requests.states import APPROVE, OVERRIDE, WORK
from legalcontext.knowledge.models import Note, Recall
from legalcontext.oversight.access import open_answer
from legalcontext.oversight.models import ContentAccess
from legalcontext.retention.audit import operator, record
from legalcontext.retention.models import AuditEvent, Policy
from legalcontext.switches.changing import set_switch
from legalcontext.switches.models import Effect, Switch, SwitchChange
from matters.models import ConflictCheck, MatterEvent
from matters.services import conflicts
from tests import factories
from tests.histories import answer_of, hold_on

Owner = Membership


def _job(owner: Owner) -> Any:
    from procrastinate.contrib.django import app

    key = app.configure_task("erasure.sweep", allow_unknown=True).defer()
    return ProcrastinateJob.objects.get(pk=key)


def _log(owner: Owner) -> Any:
    return LogEntry.objects.log_actions(
        owner.user_id, [owner.account], 2, "Suspended.", single_object=True
    )


def _request(owner: Owner) -> Any:
    return service.open_by_holder(factories.principal_of(owner))


def _by(owner: Owner) -> By:
    return By(operator(owner.user_id), frozenset({WORK, APPROVE, OVERRIDE}))


def _certificate(owner: Owner) -> Certificate:
    principal = factories.principal_of(owner)
    request = service.open_by_holder(principal, "description", description="What Roe asked.")
    with tenant_scope(owner.account_id):
        return certificates.write(request)


def _proposal(owner: Owner) -> Proposal:
    hold = hold_on(owner, person_id=owner.user_id)
    with tenant_scope(owner.account_id):
        return two_people.propose_release(hold, reason="over", by=_by(owner))


def _policy(owner: Owner) -> Policy:
    with tenant_scope(owner.account_id):
        return Policy.objects.create(level="account", months=6)


def _event(owner: Owner) -> AuditEvent:
    with tenant_scope(owner.account_id):
        record(operator(), "hold.place", on="hld_0")
        found: AuditEvent = AuditEvent.objects.latest("at")
        return found


def _deletion(owner: Owner) -> Deletion:
    with tenant_scope(owner.account_id):
        return Deletion.objects.create(actor="person", authority="self")


def _matter_event(owner: Owner) -> MatterEvent:
    factories.matter_of(owner)
    with tenant_scope(owner.account_id):
        found: MatterEvent = MatterEvent.objects.latest("created_at")
        return found


def _check(owner: Owner) -> ConflictCheck:
    conflicts.check_names(factories.principal_of(owner), ["Lund"])
    with tenant_scope(owner.account_id):
        found: ConflictCheck = ConflictCheck.objects.latest("checked_at")
        return found


def _note(owner: Owner) -> Note:
    return Note.objects.create(
        key="us-ca/security-deposit",
        title="A note",
        jurisdiction="US-CA",
        topic="security-deposit",
        audience="individual",
        author="A. Uthor",
        review_due=dt.date(2098, 1, 1),
        expires=dt.date(2099, 1, 1),
        licence="CC0-1.0",
    )


def _recall(owner: Owner) -> Recall:
    note = Note.objects.filter(key="us-ca/security-deposit").first() or _note(owner)
    return Recall.objects.create(note=note, standing="withdrawn", by="root@service.example")


def _invitation(owner: Owner) -> Invitation:
    return Invitation.objects.create(
        account=owner.account,
        email="x@y.example",
        digest="0" * 64,
        invited_by=owner.user,
        expires_at=timezone.now() + dt.timedelta(days=7),
    )


def _access(owner: Owner) -> ContentAccess:
    reader = User.objects.create_superuser("reader@service.example", "a long password")
    answer = answer_of(owner)
    with tenant_scope(owner.account_id):
        return open_answer(operator=reader, answer=answer, reason="The ticket of yesterday.")


def _report(owner: Owner) -> AnswerReport:
    answer = answer_of(owner)
    with tenant_scope(owner.account_id):
        report: AnswerReport = AnswerReport.objects.create(
            answer=answer, reporter=owner.user, kind=AnswerReport.Kind.LAW, text="It changed."
        )
    return report


def _switch(owner: Owner) -> Switch:
    line = Switch(place="US-OH", effect=Effect.TRIAGE)
    return set_switch(line, by=None, reason="The notes are being reviewed.")


def _switch_change(owner: Owner) -> SwitchChange:
    line = Switch(place="US-TX", effect=Effect.TRIAGE)
    set_switch(line, by=None, reason="The notes are being reviewed.")
    change: SwitchChange = SwitchChange.objects.latest("at")
    return change


def _failure(owner: Owner) -> FailedRequest:
    keep_failure(
        owner.account_id, request_id="req_1", method="GET", route="v1/asks", status=404, code="x"
    )
    with tenant_scope(owner.account_id):
        return FailedRequest.objects.get()


ROWS: dict[str, Callable[[Owner], Any]] = {
    "accounts.account": lambda owner: owner.account,
    "accounts.user": lambda owner: owner.user,
    "accounts.membership": lambda owner: owner,
    "accounts.invitation": _invitation,
    "accounts.apikey": lambda owner: factories.key_of(owner)[0],
    "accounts.serviceidentity": lambda owner: factories.service_key(owner.account)[2],
    "accounts.failedrequest": _failure,
    "account.emailaddress": lambda owner: EmailAddress.objects.get(user=owner.user),
    "answers.answer": answer_of,
    "answers.answerreport": _report,
    "matters.matter": factories.matter_of,
    "matters.matterevent": _matter_event,
    "matters.conflictcheck": _check,
    "retention.hold": lambda owner: hold_on(owner, person_id=owner.user_id),
    "retention.policy": _policy,
    "retention.auditevent": _event,
    "erasure.deletionrequest": _request,
    "erasure.proposal": _proposal,
    "erasure.certificate": _certificate,
    "erasure.deletion": _deletion,
    "erasure.regime": lambda owner: Regime.objects.get(pk="general"),
    "knowledge.note": _note,
    "knowledge.recall": _recall,
    "oversight.contentaccess": _access,
    "switches.switch": _switch,
    "switches.switchchange": _switch_change,
    "procrastinate.procrastinatejob": _job,
    "admin.logentry": _log,
    "auth.group": lambda owner: Group.objects.first(),
}
"""By the model's label: makes a row and returns it."""


def make_rows() -> dict[str, Any]:
    """A row of each, all of one account."""
    owner = factories.firm()
    return {label: make(owner) for label, make in ROWS.items()}
