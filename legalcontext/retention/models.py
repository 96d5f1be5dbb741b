"""Policies, legal holds, and the record of who did what to what is kept."""

from __future__ import annotations

import datetime as dt
from typing import Any, ClassVar, Self

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.ids import public_id
from accounts.tenancy.models import TenantForeignKey, TenantModel, TenantQuerySet

MOST_MONTHS = 1200
"""What the column takes; the service's ceiling is what counts."""


class Policy(TenantModel):
    """The account's word on how long answers are kept: all of them, a skill's, or a matter's."""

    class Level(models.TextChoices):
        ACCOUNT = "account"
        SKILL = "skill"
        MATTER = "matter"

    level = models.CharField(max_length=10, choices=Level)
    skill = models.CharField(max_length=20, blank=True)
    matter = TenantForeignKey(
        "matters.Matter", models.CASCADE, null=True, blank=True, related_name="+"
    )
    months = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(MOST_MONTHS)]
    )
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta(TenantModel.Meta):
        verbose_name_plural = "policies"
        constraints = [
            models.CheckConstraint(
                condition=Q(level="account", skill="", matter__isnull=True)
                | (Q(level="skill", matter__isnull=True) & ~Q(skill=""))
                | Q(level="matter", skill="", matter__isnull=False),
                name="policy_names_what_it_is_for",
            ),
            models.CheckConstraint(
                condition=Q(months__gte=1, months__lte=MOST_MONTHS), name="policy_months_in_range"
            ),
            models.UniqueConstraint(
                fields=["account", "skill"], condition=Q(matter=None), name="policy_once"
            ),
            models.UniqueConstraint(
                fields=["account", "matter"],
                condition=Q(matter__isnull=False),
                name="policy_once_a_matter",
            ),
        ]
        indexes = [models.Index(fields=["account", "matter"], name="policy_by_matter")]

    def __str__(self) -> str:
        return f"policy of the {self.level}"


MOST_NOTICE_DAYS = 90
"""How long before the end somebody may ask to be told."""


class ExpiryNotice(TenantModel):
    """A person's wish to be told by mail before answers of theirs run out."""

    membership = models.ForeignKey(
        "accounts.Membership", models.CASCADE, related_name="+", db_index=False
    )
    days_before = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(MOST_NOTICE_DAYS)]
    )
    told_until = models.DateTimeField(
        null=True, editable=False, help_text="Answers that end until then have been told of."
    )

    class Meta(TenantModel.Meta):
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["account", "membership"], name="expiry_notice_once_a_person"
            ),
            models.CheckConstraint(
                condition=Q(days_before__gte=1, days_before__lte=MOST_NOTICE_DAYS),
                name="expiry_notice_days_in_range",
            ),
        ]

    def __str__(self) -> str:
        return f"notice {self.pk}"


class HoldQuerySet(TenantQuerySet):
    def active(self) -> Self:
        """Holds that hold: placed and not released."""
        return self.filter(released_at=None)

    def told(self) -> Self:
        """Holds that the account may know of."""
        return self.filter(silent=False)


class Hold(TenantModel):
    """A legal hold: what falls under it is deleted by nobody until it is released.

    It names what it holds by id, since what it names may stand in any room above. The database
    enforces it (`Holdable`); released holds stay as a record.
    """

    class Authority(models.TextChoices):
        OWNER = "owner", "an owner of the account"
        OPERATOR = "operator", "an operator, for legal process"

    PREFIX: ClassVar = "hld"

    matter_id = models.UUIDField(null=True, blank=True, help_text="all that is in this matter")
    person_id = models.UUIDField(
        null=True, blank=True, help_text="what this person or service identity asked, made or owns"
    )
    answer_id = models.UUIDField(null=True, blank=True, help_text="this answer")
    made_from = models.DateTimeField(null=True, blank=True, help_text="made at or after this")
    made_until = models.DateTimeField(null=True, blank=True, help_text="made before this")

    reason = models.CharField(max_length=1000)
    review_on = models.DateField(help_text="When somebody asks whether it is still needed.")
    authority = models.CharField(max_length=10, choices=Authority)
    silent = models.BooleanField(
        default=False, help_text="The account is not told. Operators only, for legal process."
    )
    placed_at = models.DateTimeField(default=timezone.now, editable=False)
    placed_by = models.UUIDField(null=True, editable=False)
    reviewed_at = models.DateTimeField(null=True, editable=False)
    reviewed_by = models.UUIDField(null=True, editable=False)
    released_at = models.DateTimeField(null=True, editable=False)
    released_by = models.UUIDField(null=True, editable=False)
    release_reason = models.CharField(max_length=1000, blank=True)

    objects: ClassVar[Any] = models.Manager.from_queryset(HoldQuerySet)()

    class Meta(TenantModel.Meta):
        verbose_name = "legal hold"
        default_permissions = ("view", "add")
        permissions = [("review_hold", "Can say that a hold is still needed")]
        constraints = [
            models.CheckConstraint(
                condition=(
                    Q(matter_id__isnull=False, person_id=None, answer_id=None)
                    | Q(matter_id=None, person_id__isnull=False, answer_id=None)
                    | Q(matter_id=None, person_id=None, answer_id__isnull=False)
                )
                & Q(made_from=None, made_until=None)
                | Q(matter_id=None, person_id=None, answer_id=None)
                & (Q(made_from__isnull=False) | Q(made_until__isnull=False)),
                name="hold_has_one_scope",
                violation_error_message="Name one of a matter, a person, an answer, or a time.",
            ),
            models.CheckConstraint(
                condition=Q(silent=False) | Q(authority="operator"),
                name="hold_silent_for_operators_only",
                violation_error_message="Only an operator's hold is silent, for legal process.",
            ),
        ]
        # One for each question that the triggers ask: a single one with OR cost four times as much.
        indexes = [
            models.Index(
                fields=["account", "matter_id"],
                condition=Q(released_at=None, matter_id__isnull=False),
                name="hold_by_matter",
            ),
            models.Index(
                fields=["account", "person_id"],
                condition=Q(released_at=None, person_id__isnull=False),
                name="hold_by_person",
            ),
            models.Index(
                fields=["account", "answer_id"],
                condition=Q(released_at=None, answer_id__isnull=False),
                name="hold_by_answer",
            ),
            models.Index(
                fields=["account", "made_from", "made_until"],
                condition=Q(released_at=None, matter_id=None, person_id=None, answer_id=None),
                name="hold_by_dates",
            ),
            models.Index(fields=["account", "-placed_at", "-id"], name="hold_by_age"),
            models.Index(fields=["-placed_at"], name="hold_operator_by_age"),
            models.Index(fields=["id"], name="hold_operator_by_id"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        return public_id(self.PREFIX, self.pk)

    @property
    def is_active(self) -> bool:
        return self.released_at is None

    def clean(self) -> None:
        """A hold that is placed is looked at on a later day, and its time has a length."""
        if self._state.adding and self.review_on and self.review_on <= timezone.now().date():
            raise ValidationError({"review_on": "Give a later day, when it is looked at again."})
        if self.made_from and self.made_until and self.made_from >= self.made_until:
            raise ValidationError("The time ends before it begins.")

    @property
    def state(self) -> str:
        """released, overdue (its review), or active."""
        if not self.is_active:
            return "released"
        return "overdue" if self.is_due_for_review(timezone.now().date()) else "active"

    def is_due_for_review(self, today: dt.date) -> bool:
        """Nobody has said since `review_on` that it is still needed."""
        return self.is_active and self.review_on <= today


class AuditEvent(TenantModel):
    """Who did what to which object when, on whose authority. Ids, codes and numbers; no content."""

    class Actor(models.TextChoices):
        PERSON = "person"
        SERVICE = "service"
        OPERATOR = "operator"
        SYSTEM = "system"

    at = models.DateTimeField(default=timezone.now, editable=False)
    actor = models.CharField(max_length=10, choices=Actor)
    actor_id = models.UUIDField(null=True, help_text="the person or service identity")
    key_id = models.UUIDField(null=True, help_text="the credential that was used")
    authority = models.CharField(max_length=20, help_text="self, owner, legal process, policy, …")
    action = models.CharField(max_length=40)
    object = models.CharField(max_length=60, blank=True, help_text="public id")
    numbers = models.JSONField(default=dict, help_text="counts by name")

    class Meta(TenantModel.Meta):
        verbose_name = "record entry"
        verbose_name_plural = "record entries"
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["account", "-at", "-id"], name="audit_by_age"),
            models.Index(fields=["-at"], name="audit_operator_by_age"),
            models.Index(fields=["id"], name="audit_operator_by_id"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.object}".strip()
