"""The queue of deletion requests, what waits for a second person, certificates, and deletions.

Holds are registered here and not in `retention`, because two people release one by a proposal.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.backoffice.base import OperatorAdmin, key_of, operator
from accounts.backoffice.filters import AccountFilter, one_of
from accounts.backoffice.naming import linked_id
from accounts.backoffice.steps import Step, WithReason
from accounts.backoffice.theme import State as Badge
from accounts.backoffice.theme import badge, display
from accounts.ids import public_id
from accounts.models import User
from accounts.tenancy.admin import RecordAdmin, TenantAdmin
from legalcontext.retention.admin import HoldAdmin as RetentionHoldAdmin
from legalcontext.retention.knowing import may_know
from legalcontext.retention.models import Hold

from . import account_panels, dashboard, pages  # noqa: F401  # cards and pages of the admin
from .errors import NotPossible
from .models import Deletion
from .request_forms import TakingDownForm, form_of
from .request_models import Certificate, DeletionRequest, Proposal, Regime, State
from .requests import certificate as certificates
from .requests import execution, service, two_people
from .requests.actors import By, by_operator
from .requests.discretion import (
    CERTIFIED,
    CERTIFY_KEPT,
    NOT_TOLD,
    is_masked,
    shown_as,
    shown_state,
    with_silence,
)
from .requests.forecast import SOON, Risk, due_of
from .requests.states import APPROVE, TRANSITIONS, WORK, Transition, Who

RISKS: Final[Mapping[Risk, Badge]] = {
    Risk.OVERDUE: "danger",
    Risk.WILL_BREACH: "danger",
    Risk.AT_RISK: "warning",
    Risk.ON_TIME: "success",
}
STATES: Final[Mapping[State, Badge]] = {
    State.RECEIVED: "warning",
    State.ACKNOWLEDGED: "info",
    State.IDENTITY_PENDING: "warning",
    State.VERIFIED: "info",
    State.SCOPED: "info",
    State.HELD: "warning",
    State.PARTLY_HELD: "warning",
    State.SCHEDULED: "primary",
    State.EXECUTING: "primary",
    State.EXECUTED: "success",
    State.PARTLY_EXECUTED: "warning",
    State.CERTIFIED: "success",
    State.APPEALED: "danger",
}
ICONS: Final = {
    "acknowledge": "mark_email_read",
    "ask_identity": "contact_support",
    "verify": "how_to_reg",
    "forward": "forward",
    "scope": "manage_search",
    "schedule": "event",
    "unschedule": "event_busy",
    "skip_cool_off": "fast_forward",
    "retry": "restart_alt",
    "rerun": "restart_alt",
    "certify_kept": "workspace_premium",
    "reject": "block",
    "uphold": "gavel",
    "reverse": "undo",
    "extend": "more_time",
    "change_regime": "balance",
    "withdraw": "close",
    "reopen": "restore",
}
GRAVE: Final = frozenset({"reject", "skip_cool_off", "uphold", "certify_kept"})

PROPOSED: Final = {
    two_people.EXECUTE: "the deletion",
    two_people.RELEASE_HOLD: "the release",
    "skip_cool_off": "skipping the cool-off",
    "reopen": "reopening",
}
SOMEBODY: Final = "somebody who left"

APPROVED_EFFECT: Final = {
    two_people.EXECUTE: "On its day everything that no hold keeps is deleted for good.",
    two_people.RELEASE_HOLD: "The hold ends now. What is past its time, and what somebody asked to "
    "delete meanwhile, goes with the next sweep.",
    "skip_cool_off": "Deletes now, without the days in which the person may withdraw.",
    "reopen": "The request is worked on again. Its clock was never stopped.",
}


def refused(act: Callable[[], Any]) -> Any:
    """Run it; what is not possible now is said in the form."""
    try:
        return act()
    except NotPossible as error:
        raise ValidationError(str(error)) from None


def deciding(proposals: Sequence[Proposal], by: By) -> list[Step]:
    """The steps that decide what waits: agree or refuse, or take one's own proposal back."""
    steps = []
    for proposal in proposals:
        what = PROPOSED[proposal.action]
        own = proposal.proposed_by == by.id
        if two_people.may_decide(proposal, by):
            alone = " You proposed it yourself, and the record says that one person decided."
            steps.append(
                Step(
                    name=f"approve-{proposal.action}",
                    label=f"Agree to {what}",
                    effect=APPROVED_EFFECT[proposal.action] + (alone if own else ""),
                    permission=APPROVE,
                    run=_decide(proposal, approve=True),
                    icon="done_all",
                    variant="danger",
                )
            )
        if own or two_people.may_decide(proposal, by):
            steps.append(
                Step(
                    name=f"refuse-{proposal.action}",
                    label=f"Take back the proposal of {what}" if own else f"Refuse {what}",
                    effect="The proposal ends, and nothing of it happens.",
                    permission=WORK if own else APPROVE,
                    run=_decide(proposal, approve=False),
                    icon="do_not_disturb_on",
                )
            )
    return steps


def _decide(proposal: Proposal, *, approve: bool) -> Callable[..., str]:
    def run(request: HttpRequest, row: Any, said: dict[str, Any]) -> str:
        by = by_operator(operator(request))
        refused(lambda: two_people.decide(proposal, approve=approve, by=by))
        return "Agreed." if approve else "The proposal has ended."

    return run


def names_of(keys: set[Any]) -> dict[Any, str]:
    """The addresses of the operators and people behind ids; one query."""
    people = User.objects.filter(pk__in=keys - {None})
    return dict(people.values_list("pk", "email"))


class QueueFilter(admin.SimpleListFilter):
    """What is not answered stands first; the rest on asking."""

    title = "queue"
    parameter_name = "queue"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("late", "overdue"), ("week", f"due within {SOON.days} days"),
                ("answered", "answered"), ("all", "all")]  # fmt: skip

    def choices(self, changelist: Any) -> Any:
        shown = list(super().choices(changelist))
        shown[0]["display"] = "to be answered"
        return shown

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[DeletionRequest]
    ) -> QuerySet[DeletionRequest]:
        today = timezone.now().date()
        waiting = queryset.filter(answered_on=None).exclude(state=State.CLOSED)
        match self.value():
            case "late":
                return waiting.filter(_deadline_before(today))
            case "week":
                return waiting.filter(_deadline_before(today + SOON + dt.timedelta(days=1)))
            case "answered":
                return queryset.filter(answered_on__isnull=False)
            case "all":
                return queryset
        return waiting


class StateFilter(admin.SimpleListFilter):
    """By the state that is shown, which need not be the one that is kept."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, str(label)) for value, label in State.choices]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[DeletionRequest]
    ) -> QuerySet[DeletionRequest]:
        if (state := self.value()) is None:
            return queryset
        if may_know(request.user):
            return queryset.filter(state=state)
        return queryset.filter(shown_as(state))


def _deadline_before(day: dt.date) -> Q:
    return Q(extended_to=None, due_on__lt=day) | Q(extended_to__lt=day)


@admin.register(DeletionRequest)
class DeletionRequestAdmin(TenantAdmin):
    list_display = ("short_id", "account", "subject", "regime", "standing", "deadline_shown",
                    "forecast", "waits_for", "keeps")  # fmt: skip
    list_filter = (QueueFilter, StateFilter, "regime", "about", AccountFilter)
    sortable_by = ()
    directory = ("account",)
    none_yet = "No request waits for an answer"
    none_hint = "Those that are answered are under Filters, Queue."
    form = TakingDownForm
    change_form_outer_after_template = "erasure/admin/request.html"
    shown = (
        (
            None,
            {
                "fields": (
                    ("public_id", "account"),
                    ("standing", "forecast"),
                    ("subject", "identity"),
                    ("regime", "received_at"),
                    ("acknowledge_by", "acknowledged_on"),
                    ("due_on", "extended_to"),
                    ("execute_on", "answered_on"),
                    "refusal",
                )
            },
        ),
    )
    asked = (
        ("What is asked", {"fields": ("about", "member", "on_behalf_of", "description")}),
        ("Who asks, and when", {"fields": ("name", "contact", "received_at", "regime")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request).select_related("regime")
        if not may_know(request.user):
            rows = with_silence(rows)
        return rows.order_by(Coalesce("extended_to", "due_on"), "pk")

    def get_list_display(self, request: HttpRequest) -> Any:
        columns = super().get_list_display(request)
        return columns if may_know(request.user) else [n for n in columns if n != "keeps"]

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.asked if obj is None else self.shown

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(WORK)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # by steps alone

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    # The list

    @display(description="about")
    def subject(self, request: DeletionRequest) -> str:
        return request.get_about_display()

    @badge(description="state", states={State(key).label: value for key, value in STATES.items()})
    def standing(self, request: DeletionRequest) -> str:
        return str(shown_state(request).label)

    @display(description="due")
    def deadline_shown(self, request: DeletionRequest) -> str:
        left = due_of(request, timezone.now()).days_left
        day: dt.date = request.deadline
        if request.answered_on:
            return f"{day:%-d %b %Y}, answered"
        return f"{day:%-d %b %Y}, {in_days(left)}"

    @badge(description="forecast", states={str(risk): state for risk, state in RISKS.items()})
    def forecast(self, request: DeletionRequest) -> str:
        return "" if request.answered_on else str(due_of(request, timezone.now()).risk)

    @display(description="waits for")
    def waits_for(self, request: DeletionRequest) -> str:
        return due_of(request, timezone.now()).waits_for

    @display(description="held")
    def keeps(self, request: DeletionRequest) -> str:
        return f"{request.held:,}" if request.held else ""

    # Steps

    def all_steps(self) -> Sequence[str]:
        return [
            *(name for name, step in TRANSITIONS.items() if Who.OPERATOR in step.who),
            *(f"{verb}-{action}" for action in PROPOSED if action != two_people.RELEASE_HOLD
              for verb in ("approve", "refuse")),
        ]  # fmt: skip

    def get_steps(self, request: HttpRequest, row: DeletionRequest) -> Sequence[Step]:
        by = by_operator(operator(request))
        waiting = deciding(two_people.open_proposals(row.public_id), by)
        open_to_it = service.available(row, by)
        if may_know(request.user):
            return [*waiting, *map(self._step, open_to_it)]
        return [*waiting, *self._steps_as_shown(row, open_to_it)]

    def _steps_as_shown(
        self, row: DeletionRequest, open_to_it: Sequence[Transition]
    ) -> Sequence[Step]:
        """The steps of the state that is shown: they tell as much as the state itself."""
        state = shown_state(row)
        steps = [self._step(step) for step in open_to_it if state in step.sources]
        if state != State.EXECUTING:
            return steps
        steps = [step for step in steps if step.name != "extend"]  # a masked one takes no extension
        if is_masked(row):  # by whoever works on requests: a step asks for its permission
            steps.append(replace(self._step(TRANSITIONS["retry"]), run=_queue_again))
        return steps

    def _step(self, transition: Transition) -> Step:
        def run(request: HttpRequest, row: DeletionRequest, said: dict[str, Any]) -> str:
            by = by_operator(operator(request))
            given = {name: value for name, value in said.items() if value not in (None, "", [])}
            now = refused(lambda: service.perform(row, transition.name, by, **given))
            if transition.two_people or transition.name == "schedule":
                return "Proposed. Another operator agrees or refuses."
            state = State(now.state) if may_know(request.user) else service.public_state(now)
            return f"{transition.label}: it is now {state.label}."

        return Step(
            name=transition.name,
            label=transition.label,
            effect=transition.effect,
            permission=transition.permission,
            run=run,
            form=form_of(transition),
            icon=ICONS.get(transition.name, "bolt"),
            variant="danger" if transition.name in GRAVE else "default",
            in_log=CERTIFIED if transition.name == CERTIFY_KEPT else "",
        )

    # The page

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        form = super().get_form(request, obj, change, **kwargs)
        form.by = by_operator(operator(request))  # `TakingDownForm`
        return form

    def told_of(self, request: HttpRequest, row: DeletionRequest) -> dict[str, Any]:
        """Words, counts, steps, proposals and certificates of the page; the scope is open."""
        knows = may_know(request.user)
        events = [event for event in service.events_of(row) if knows or event.step not in NOT_TOLD]
        proposals = list(Proposal.objects.filter(object=row.public_id).order_by("proposed_at"))
        names = names_of(
            {event.actor_id for event in events}
            | {one for each in proposals for one in (each.proposed_by, each.decided_by)}
            | {row.recorded_by, row.person_id}
        )
        works = request.user.has_perm(WORK)
        return {
            "due": due_of(row, timezone.now()),
            "words": service.words_of(row) if works else None,
            "words_masked": not works,
            "person": names.get(row.person_id) if row.person_id else None,
            "events": [
                (event, names.get(event.actor_id) or event.get_actor_display(),
                 _label_of(event.step, knows=knows))
                for event in events
            ],
            "proposals": [
                (each, PROPOSED.get(each.action, each.action), names.get(each.proposed_by),
                 names.get(each.decided_by))
                for each in proposals
            ],
            "inventory": sorted(row.inventory.items()),
            "results": [] if is_masked(row) else sorted(_results(row)),
            "knows_of_holds": knows,
            "counted_now": sorted(service.inventory(row).items())
            if works and "count" in request.GET
            else None,
            "certificates": certificates.certificates_of(row),
        }  # fmt: skip

    def save_model(
        self, request: HttpRequest, obj: DeletionRequest, form: Any, change: bool
    ) -> None:
        made = form.take_down(by_operator(operator(request)))
        obj.__dict__.update(made.__dict__)


def _queue_again(request: HttpRequest, row: DeletionRequest, said: dict[str, Any]) -> str:
    """The run is over, and its job finds nothing to do; that is for others to know."""
    execution.queue(row)
    return f"{TRANSITIONS['retry'].label}: it is now {State.EXECUTING.label}."


def _label_of(step: str, *, knows: bool) -> str:
    """What a step is called, to whoever may know of silent holds or not."""
    if step == CERTIFY_KEPT and not knows:
        return CERTIFIED
    return TRANSITIONS[step].label if step in TRANSITIONS else step


def _results(row: DeletionRequest) -> list[tuple[str, int, int, int]]:
    """(category, deleted, held, left) of the last run."""
    return [
        (
            name,
            int(row.deleted.get(name, 0)),
            int(row.kept.get(name, {}).get("held", 0)),
            int(row.kept.get(name, {}).get("left", 0)),
        )
        for name in set(row.deleted) | set(row.kept)
    ]


@admin.register(Proposal)
class ProposalAdmin(RecordAdmin):
    """What one operator proposed, and the decision: here, or on the page of what it is about."""

    columns = ("id", "account_id", "action", "object", "proposed_by", "proposed_at", "decision",
               "decided_by", "decided_at", "alone")  # fmt: skip
    list_display = ("short_id", "account", "what", "about", "proposed_at", "decided", "decided_at",
                    "alone_shown")  # fmt: skip
    list_filter = ("decision", one_of("action", PROPOSED), AccountFilter)
    sortable_by = ()
    ordering = ("-id",)
    directory = ("account",)
    fields = (("public_id", "account"), ("what", "about"), "reason", ("proposer", "proposed_at"),
              ("decided", "waits_for"), ("decider", "decided_at"), "alone_shown")  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return two_people.seen_by(request.user, super().get_queryset(request))

    # Steps

    def all_steps(self) -> Sequence[str]:
        return [f"{verb}-{action}" for action in PROPOSED for verb in ("approve", "refuse")]

    def get_steps(self, request: HttpRequest, row: Proposal) -> Sequence[Step]:
        if row.decision != Proposal.Decision.OPEN:
            return ()
        return deciding([row], by_operator(operator(request)))

    # The list and the page

    @display(description="proposed")
    def what(self, proposal: Proposal) -> str:
        return PROPOSED.get(proposal.action, proposal.action)

    @display(description="about")
    def about(self, proposal: Proposal) -> str:
        return linked_id(proposal.object)

    @display(description="proposed by")
    def proposer(self, proposal: Proposal) -> str:
        return names_of({proposal.proposed_by}).get(proposal.proposed_by, SOMEBODY)

    @display(description="decided by")
    def decider(self, proposal: Proposal) -> str:
        if proposal.decided_by is None:
            return ""
        return names_of({proposal.decided_by}).get(proposal.decided_by, SOMEBODY)

    @display(description="waits for")
    def waits_for(self, proposal: Proposal) -> str:
        """Whose turn it is, since whoever proposed finds no button to agree."""
        if proposal.decision != Proposal.Decision.OPEN:
            return ""
        alone = two_people.alone_from(proposal)
        if not settings.ALONE_AFTER_HOURS:
            return "somebody else than who proposed it"
        return f"somebody else; from {alone:%-d %B, %H:%M} on also who proposed it"

    @badge(
        description="decision",
        states={"open": "warning", "approved": "success", "refused": "danger"},
    )
    def decided(self, proposal: Proposal) -> str:
        return proposal.decision

    @badge(description="agreed by", states={"one person": "danger", "two people": "success"})
    def alone_shown(self, proposal: Proposal) -> str:
        if proposal.decision != Proposal.Decision.APPROVED:
            return ""
        return "one person" if proposal.alone else "two people"


@admin.register(Certificate)
class CertificateAdmin(RecordAdmin):
    """What was deleted and what was kept: written once, no content, checked anew on asking."""

    list_display = ("short_id", "account", "of_request", "number", "made_at")
    list_filter = (AccountFilter,)
    sortable_by = ()
    ordering = ("-id",)
    directory = ("account",)
    fields = (("public_id", "account"), ("of_request", "number"), ("made_at", "digest"))
    change_form_outer_after_template = "erasure/admin/certificate.html"

    @display(description="request")
    def of_request(self, certificate: Certificate) -> str:
        return linked_id(public_id(DeletionRequest.PREFIX, certificate.request_id))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        key = key_of(object_id)
        found = Certificate.objects.using("operator").filter(pk=key).first() if key else None
        more = {}
        if found is not None and request.user.has_perm("erasure.view_certificate"):
            more = {
                "body": certificates.read(found),
                "checks": certificates.verify(found) if "verify" in request.GET else None,
            }
        return super().change_view(request, object_id, form_url, more)


@admin.register(Deletion)
class DeletionAdmin(RecordAdmin):
    """Requests of account holders to delete many answers at once, and what a hold kept of them."""

    list_display = ("short_id", "account", "acted", "asked_at", "finished", "deleted", "held",
                    "withheld", "not_found")  # fmt: skip
    list_filter = (
        "actor",
        ("finished_at", admin.EmptyFieldListFilter),
        AccountFilter,
    )
    sortable_by = ()
    ordering = ("-id",)
    directory = ("account",)
    fields = (("public_id", "account"), ("acted", "authority"), ("asked_at", "finished"),
              ("deleted", "not_found"), ("held", "withheld"))  # fmt: skip

    def get_list_display(self, request: HttpRequest) -> Any:
        return as_known(request, super().get_list_display(request))

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return as_known(request, super().get_fields(request, obj))

    @display(description="deleted")
    def counted_as_deleted(self, deletion: Deletion) -> int:
        """What a silent hold keeps counts as deleted, as whoever asked is told."""
        return int(deletion.deleted + deletion.withheld)

    @badge(description="by", states={"person": "primary", "service": "info", "operator": "warning"})
    def acted(self, deletion: Deletion) -> str:
        return deletion.actor

    @badge(description="run", states={"finished": "success", "under way": "warning"})
    def finished(self, deletion: Deletion) -> str:
        return "finished" if deletion.finished_at else "under way"


@admin.register(Regime)
class RegimeAdmin(OperatorAdmin):
    """Whose clock a request runs by. Each figure names its source; requests keep their dates."""

    list_display = ("name", "kind", "in_use", "answer", "extension", "acknowledgement")
    ordering = ("-is_law", "name")
    fieldsets = (
        (None, {"fields": ("key", "name", ("is_law", "active"))}),
        (
            "Time to answer",
            {
                "fields": (
                    ("answer_months", "answer_days"),
                    ("extend_months", "extend_days"),
                    "acknowledge_business_days",
                    ("rolls", "calendar"),
                    "record_months",
                )
            },
        ),
        ("Where it stands written", {"fields": ("sources", "complaint")}),
        ("The service’s own promises", {"fields": (("cool_off_days", "appeal_days"),)}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("key",) if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # requests name it; take `active` off

    @badge(description="kind", states={"law": "info"})
    def kind(self, regime: Regime) -> str:
        return "law" if regime.is_law else "own promise"

    @display(description="active", boolean=True)
    def in_use(self, regime: Regime) -> bool:
        return regime.active

    @display(description="answer within")
    def answer(self, regime: Regime) -> str:
        return _span(regime.answer_months, regime.answer_days)

    @display(description="extension")
    def extension(self, regime: Regime) -> str:
        return _span(regime.extend_months, regime.extend_days) or "none"

    @display(description="acknowledge within")
    def acknowledgement(self, regime: Regime) -> str:
        days = regime.acknowledge_business_days
        return f"{days} business days" if days else ""


def as_known(request: HttpRequest, names: Any) -> list[Any]:
    """The figures of a deletion that this operator may see: those of silent holds, or in one."""
    if may_know(request.user):
        return list(names)
    others = {"deleted": "counted_as_deleted", "withheld": None}
    shown = []
    for name in names:
        if isinstance(name, (tuple, list)):
            shown.append(tuple(as_known(request, name)))
        elif (other := others.get(name, name)) is not None:
            shown.append(other)
    return shown


def in_days(left: int) -> str:
    """Days to a deadline, in words."""
    if left < 0:
        return f"{-left} day{'s' if left < -1 else ''} late"
    return "today" if left == 0 else f"in {left} day{'s' if left > 1 else ''}"


def _span(months: int | None, days: int | None) -> str:
    if months:
        return f"{months} month{'s' if months > 1 else ''}"
    return f"{days} days" if days else ""


@admin.register(Hold)
class HoldAdmin(RetentionHoldAdmin):
    """With the release: one operator proposes, another agrees."""

    def all_steps(self) -> Sequence[str]:
        return [*super().all_steps(), "propose-release", "approve-release_hold",
                "refuse-release_hold"]  # fmt: skip

    def get_steps(self, request: HttpRequest, row: Hold) -> Sequence[Step]:
        by = by_operator(operator(request))
        waiting = two_people.open_proposals(row.public_id)
        steps = [*deciding(waiting, by), *super().get_steps(request, row)]
        if row.is_active and not waiting:
            steps.append(PROPOSE_RELEASE)
        return steps


def _propose_release(request: HttpRequest, hold: Hold, said: dict[str, Any]) -> str:
    by = by_operator(operator(request))
    refused(lambda: two_people.propose_release(hold, reason=said["reason"], by=by))
    return "Proposed. Another person agrees to the release, or refuses it."


PROPOSE_RELEASE: Final = Step(
    name="propose-release",
    label="Propose release",
    effect="Nothing is released yet: another person who may approve has to agree. The reason then "
    "stands with the hold, and the account reads it, unless the hold is silent.",
    permission=APPROVE,
    run=_propose_release,
    form=WithReason,
    icon="lock_open",
)
