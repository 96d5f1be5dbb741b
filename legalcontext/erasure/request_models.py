"""Deletion requests: the regime that sets their clocks, their steps, and their certificates."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.ids import public_id
from accounts.tenancy.models import TenantForeignKey, TenantManager, TenantModel, TenantQuerySet
from legalcontext.retention.models import AuditEvent

from .requests.clocks import Terms, is_calendar

FIGURES = (
    "acknowledge_business_days", "answer_months", "answer_days", "extend_months", "extend_days",
    "rolls", "record_months",
)  # fmt: skip
"""What a regime says of time. Each that is set has its source beside it."""


class Regime(models.Model):
    """Whose clock a request runs by: a law's, or the service's own promise.

    Operators edit it. A request keeps the dates that were counted for it when it came.
    """

    key = models.SlugField(primary_key=True, max_length=20)
    name = models.CharField(max_length=100)
    is_law = models.BooleanField(
        help_text="Off: the service's own promise, where no law is named or known."
    )
    active = models.BooleanField(default=True, help_text="Off: no new request is taken under it.")

    acknowledge_business_days = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(90)]
    )
    answer_months = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(12)],
        help_text="Calendar months from the day of receipt.",
    )  # fmt: skip
    answer_days = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(366)],
        help_text="Calendar days from the day of receipt.",
    )  # fmt: skip
    extend_months = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(12)]
    )
    extend_days = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(366)]
    )
    rolls = models.BooleanField(
        default=False, help_text="A last day that is a day off moves to the next working day."
    )
    calendar = models.CharField(
        max_length=10,
        blank=True,
        help_text="Public holidays that are days off: GB, IE, DE-BY. Empty: Saturdays and Sundays "
        "alone, which never gives a later day than the law does.",
    )
    record_months = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How long the law asks for a record of the request."
    )
    complaint = models.CharField(
        max_length=500,
        blank=True,
        help_text="What a refusal says of complaining elsewhere, with its source.",
    )
    sources = models.JSONField(
        default=dict, help_text="For each figure that is set, where it stands written."
    )
    # The service's own promises, whatever the law.
    cool_off_days = models.PositiveSmallIntegerField(
        default=3, help_text="Days between scheduling and deleting, in which one may withdraw."
    )
    appeal_days = models.PositiveSmallIntegerField(
        default=30, help_text="Days after a refusal in which the service takes an appeal."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(answer_months__isnull=False, answer_days=None)
                | Q(answer_months=None, answer_days__isnull=False),
                name="regime_answers_in_months_or_days",
                violation_error_message="Give the time to answer in months or in days.",
            ),
            models.CheckConstraint(
                condition=Q(extend_months=None) | Q(extend_days=None),
                name="regime_extends_in_months_or_days",
                violation_error_message="Give the extension in months or in days.",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Every figure that is set names its source, and the calendar is one that there is."""
        if not isinstance(self.sources, dict):
            raise ValidationError({"sources": "Write an object: figure → source."})
        bare = [name for name in FIGURES if getattr(self, name) and not self.sources.get(name)]
        if bare:
            raise ValidationError({"sources": f"Name the source of {', '.join(bare)}."})
        if self.calendar and not is_calendar(self.calendar):
            raise ValidationError({"calendar": "There is no such calendar of public holidays."})

    @property
    def terms(self) -> Terms:
        """What the clocks count by."""
        return Terms(
            acknowledge_business_days=self.acknowledge_business_days,
            answer_months=self.answer_months,
            answer_days=self.answer_days,
            extend_months=self.extend_months,
            extend_days=self.extend_days,
            rolls=self.rolls,
            calendar=self.calendar,
        )


class State(models.TextChoices):
    """Where a request stands."""

    RECEIVED = "received"
    ACKNOWLEDGED = "acknowledged"
    IDENTITY_PENDING = "identity_pending", "identity pending"
    VERIFIED = "verified"
    SCOPED = "scoped"
    HELD = "held"
    PARTLY_HELD = "partly_held", "partly held"
    SCHEDULED = "scheduled"
    EXECUTING = "executing"
    EXECUTED = "executed"
    PARTLY_EXECUTED = "partly_executed", "partly executed"
    CERTIFIED = "certified"
    CLOSED = "closed"
    REJECTED = "rejected"
    APPEALED = "appealed"
    UPHELD = "upheld"
    REVERSED = "reversed"
    WITHDRAWN = "withdrawn"
    FORWARDED = "forwarded"
    EXPIRED = "expired", "expired unverified"


class Refusal(models.TextChoices):
    """Why a request is refused."""

    NOT_VERIFIED = "not_verified", "who asks could not be verified"
    LEGAL_OBLIGATION = "legal_obligation", "a law obliges us to keep it"
    LEGAL_CLAIMS = "legal_claims", "it is needed for legal claims"
    UNFOUNDED = "unfounded", "manifestly unfounded or excessive"
    NOTHING_HERE = "nothing_here", "there is nothing of it here"
    TENANT = "tenant", "the account that it was entered for decided to keep it"


class DeletionRequestQuerySet(TenantQuerySet):
    def open(self) -> DeletionRequestQuerySet:
        """Requests of which something is left to do."""
        return self.exclude(state=State.CLOSED)


class DeletionRequest(TenantModel):
    """Somebody asks for data of one account to be erased. Codes, dates and numbers; the words of
    it are `RequestWords`, which go when it is closed."""

    class About(models.TextChoices):
        PERSON = "person", "a member of the account"
        ACCOUNT = "account", "the whole account, which is closed"
        ON_BEHALF_OF = "on_behalf_of", "whoever was asked on behalf of"
        DESCRIPTION = "description", "whoever is described"

    class Identity(models.TextChoices):
        CREDENTIAL = "credential", "asked with a credential of their own"
        MAIL = "mail", "answered from the address that is known"
        DOCUMENT = "document", "a document was seen"
        TENANT = "tenant", "the account vouches for them"
        COURT = "court", "a court or an authority asks"

    PREFIX: ClassVar = "drq"

    about = models.CharField(max_length=20, choices=About)
    person_id = models.UUIDField(null=True, help_text="the member whose data it is about")
    requester_id = models.UUIDField(null=True, help_text="the person of the service who asked")
    by_owner = models.BooleanField(default=False, help_text="Asked by an owner of the account.")
    recorded_by = models.UUIDField(null=True, help_text="the operator who took it down")

    regime = models.ForeignKey(Regime, models.PROTECT, related_name="+", db_index=False)
    received_at = models.DateTimeField()
    time_zone = models.CharField(max_length=64, help_text="in which its days are counted")
    acknowledge_by = models.DateField(null=True)
    due_on = models.DateField(help_text="the last day to answer, without an extension")
    extended_to = models.DateField(null=True)
    acknowledged_on = models.DateField(null=True)
    answered_on = models.DateField(null=True)

    state = models.CharField(max_length=20, choices=State, default=State.RECEIVED)
    state_since = models.DateTimeField(default=timezone.now)
    identity = models.CharField(max_length=20, choices=Identity, blank=True)
    refusal = models.CharField(max_length=20, choices=Refusal, blank=True)
    refused_by = models.UUIDField(null=True)
    ended_on = models.DateField(null=True, help_text="when it was refused, withdrawn or the like")

    categories = ArrayField(models.CharField(max_length=60), default=list)
    answer_ids = ArrayField(models.UUIDField(), default=list, help_text="answers chosen for it")
    inventory = models.JSONField(default=dict, help_text="{category: {total, held}}, when scoped")
    execute_on = models.DateField(null=True, help_text="not before this day")
    deleted = models.JSONField(default=dict, help_text="{category: number}, as it goes")
    kept = models.JSONField(default=dict, help_text="{category: {held, left}}, at the end of a run")
    run_at = models.DateTimeField(null=True, help_text="the last sign of life of the run")

    objects: ClassVar[Any] = models.Manager.from_queryset(DeletionRequestQuerySet)()

    class Meta(TenantModel.Meta):
        default_permissions = ("view",)
        permissions = [
            ("work_requests", "Can take down, check, scope, schedule and answer deletion requests"),
            ("approve_requests", "Can approve what another operator proposed"),
            ("override", "Can propose to skip a cool-off or to reopen a request"),
        ]
        indexes = [
            models.Index(fields=["account", "state", "due_on"], name="deletion_request_by_state"),
            models.Index(fields=["account", "requester_id"], name="deletion_request_by_asker"),
            models.Index(fields=["state", "due_on"], name="deletion_request_operator_due"),
            models.Index(fields=["id"], name="deletion_request_operator_id"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        return public_id(self.PREFIX, self.pk)

    @property
    def deadline(self) -> Any:
        """The last day to answer (a date), extended or not."""
        return self.extended_to or self.due_on

    @property
    def held(self) -> int:
        """How many things a hold kept when last counted."""
        counts = self.kept if self.kept else self.inventory
        return sum(int(each.get("held", 0)) for each in counts.values())


class RequestWords(TenantModel):
    """What was said in a request, and by whom. It goes when the request is closed."""

    request = TenantForeignKey(DeletionRequest, models.CASCADE, related_name="words")
    name = models.CharField(max_length=200, blank=True)
    contact = models.EmailField(blank=True)
    on_behalf_of = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    description = models.TextField(blank=True, max_length=4000)
    identity_asked = models.TextField(blank=True, max_length=2000)
    explanation = models.TextField(blank=True, max_length=4000, help_text="told to who asked")
    appeal = models.TextField(blank=True, max_length=4000)

    objects: ClassVar[Any] = TenantManager()

    class Meta(TenantModel.Meta):
        default_permissions = ()
        verbose_name_plural = "request words"
        constraints = [
            models.UniqueConstraint(fields=["account", "request"], name="request_words_once")
        ]

    def __str__(self) -> str:
        return f"words of {public_id(DeletionRequest.PREFIX, self.request_id)}"


class RequestEvent(TenantModel):
    """One step of a request: who, what, when. Codes and numbers; no content."""

    request = TenantForeignKey(DeletionRequest, models.CASCADE, related_name="events")
    at = models.DateTimeField(default=timezone.now)
    step = models.CharField(max_length=30, help_text="the transition, or a reminder")
    source = models.CharField(max_length=20, blank=True)
    target = models.CharField(max_length=20, blank=True)
    actor = models.CharField(max_length=10, choices=AuditEvent.Actor)
    actor_id = models.UUIDField(null=True)
    alone = models.BooleanField(
        default=False, help_text="One person decided what two should have decided."
    )
    numbers = models.JSONField(default=dict)
    notice = models.CharField(max_length=20, blank=True, help_text="the mail that tells of it")
    told_at = models.DateTimeField(null=True, help_text="when that mail was handed over")

    class Meta(TenantModel.Meta):
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["account", "request", "at"], name="request_event_by_request"),
            models.Index(
                fields=["account"],
                condition=Q(told_at=None) & ~Q(notice=""),
                name="request_event_untold",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.step} {public_id(DeletionRequest.PREFIX, self.request_id)}"


class Proposal(TenantModel):
    """What one operator proposed and another decides: two people for what cannot be undone."""

    class Decision(models.TextChoices):
        OPEN = "open"
        APPROVED = "approved"
        REFUSED = "refused"
        VOID = "void", "overtaken by what happened since"

    PREFIX: ClassVar = "prp"

    action = models.CharField(max_length=30, help_text="execute, release_hold, or an override")
    object = models.CharField(max_length=60, help_text="public id of the request or the hold")
    reason = models.CharField(max_length=1000, blank=True)
    proposed_by = models.UUIDField()
    proposed_at = models.DateTimeField(default=timezone.now)
    decision = models.CharField(max_length=10, choices=Decision, default=Decision.OPEN)
    decided_by = models.UUIDField(null=True)
    decided_at = models.DateTimeField(null=True)
    alone = models.BooleanField(default=False, help_text="decided by whoever proposed it")

    objects: ClassVar[Any] = TenantManager()

    class Meta(TenantModel.Meta):
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["account", "action", "object"],
                condition=Q(decision="open"),
                name="proposal_open_once",
            )
        ]
        indexes = [
            models.Index(fields=["account", "object"], name="proposal_by_object"),
            models.Index(fields=["decision", "proposed_at"], name="proposal_operator_open"),
            models.Index(fields=["id"], name="proposal_operator_by_id"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        return public_id(self.PREFIX, self.pk)


class Certificate(TenantModel):
    """What was deleted, what was kept and on what ground. Written once; later findings are
    certificates of their own, which name the one before."""

    PREFIX: ClassVar = "crt"

    request = TenantForeignKey(DeletionRequest, models.CASCADE, related_name="certificates")
    number = models.PositiveSmallIntegerField(help_text="1, then its addenda")
    body = models.TextField(help_text="canonical JSON (RFC 8785)")
    digest = models.CharField(max_length=64, help_text="SHA-256 of the body")
    made_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[Any] = TenantManager()

    class Meta(TenantModel.Meta):
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["account", "request", "number"], name="certificate_number_once"
            )
        ]
        indexes = [models.Index(fields=["id"], name="certificate_operator_by_id")]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        return public_id(self.PREFIX, self.pk)
