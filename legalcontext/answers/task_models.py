"""Tasks: asks of other agents as they go on, what was said in them, and who is told of changes.

A task *is* an answer in the making: it has the id that its answer will have, and goes with it.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.ids import public_id
from accounts.tenancy.models import TenantForeignKey, TenantManager, TenantModel, TenantQuerySet
from legalcontext.contracts.quick_ask import SKILLS
from legalcontext.retention.holding import Held
from matters.models import Matter

from .fields import OrderedJSONField

if TYPE_CHECKING:
    from accounts.principal import Principal

HELD: Final = Held(
    answer="id", matter="matter_id", people=("asker_id", "service_id"), made_at="created_at"
)
"""A hold that holds an answer holds its task, and what was said in it."""

UNFINISHED_KEPT: Final = dt.timedelta(days=30)
"""How long a task is kept that came to no answer; its ask's own days may shorten it."""


class TaskQuerySet(TenantQuerySet):
    def mine(self, principal: Principal) -> Self:
        """Tasks that this person or service began."""
        if principal.user_id is not None:
            return self.filter(asker_id=principal.user_id)
        return self.filter(service_id=principal.service_id)

    def readable_by(self, principal: Principal) -> Self:
        """An answered task is read by whoever may read its answer, any other by who began it."""
        from .models import Answer

        answers = Answer.objects.readable_by(principal).current()
        unanswered = Q(answer=None, expires_at__gt=timezone.now()) & (
            Q(asker_id=principal.user_id)
            if principal.user_id is not None
            else Q(service_id=principal.service_id)
        )
        return self.filter(account_id=principal.account_id).filter(
            Q(answer__in=answers.values("pk")) | unanswered
        )

    def unheld(self) -> Self:
        return self.exclude(HELD.condition())

    def held(self) -> Self:
        return self.filter(HELD.condition())


class Task(TenantModel):
    """The state of one ask that came through A2A; its id is its answer's id."""

    class State(models.TextChoices):
        """Those of the protocol in which a task of this service can be."""

        WORKING = "working"
        INPUT_REQUIRED = "input_required"
        COMPLETED = "completed"
        FAILED = "failed"
        CANCELED = "canceled"
        REJECTED = "rejected"

        @property
        def terminal(self) -> bool:
            """Nothing follows any more."""
            return self not in (Task.State.WORKING, Task.State.INPUT_REQUIRED)

    PREFIX: ClassVar = "ans"

    answer = TenantForeignKey(
        "answers.Answer", models.CASCADE, null=True, blank=True, related_name="tasks"
    )
    matter = TenantForeignKey(Matter, models.CASCADE, null=True, blank=True, related_name="+")
    asker = models.ForeignKey(
        "accounts.User", models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    service = models.ForeignKey(
        "accounts.ServiceIdentity",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    key_id = models.UUIDField(null=True, help_text="The credential that the last message came by.")
    context_id = models.CharField(max_length=200, help_text="The protocol's contextId.")
    skill = models.CharField(max_length=20, choices=[(skill, skill) for skill in SKILLS])
    skill_chosen = models.BooleanField(help_text="The caller named none, so the service chose.")
    extensions = ArrayField(
        models.CharField(max_length=300),
        default=list,
        help_text="URIs that the creating request activated.",
    )
    terms = OrderedJSONField(
        null=True, help_text="The Legal Context Protocol's reference that the caller named."
    )
    state = models.CharField(max_length=20, choices=State)
    steps = models.JSONField(default=list, help_text="[[state, when], …], as they happened")
    notifies = models.BooleanField(default=False, help_text="It has push configurations.")
    worker = models.UUIDField(null=True, help_text="Who works on it.")
    leased_until = models.DateTimeField(
        null=True, help_text="When its worker counts as dead unless it says otherwise."
    )
    attempts = models.PositiveSmallIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(help_text="Without an answer; with one, the answer's counts.")

    objects: ClassVar[Any] = models.Manager.from_queryset(TaskQuerySet)()

    class Meta(TenantModel.Meta):
        default_permissions = ()
        constraints = [
            models.CheckConstraint(
                condition=Q(asker__isnull=True) ^ Q(service__isnull=True),
                name="task_begun_by_one",
            ),
            models.CheckConstraint(
                condition=Q(answer__isnull=True) | Q(state="completed"),
                name="task_with_answer_is_completed",
            ),
        ]
        indexes = [
            models.Index(fields=["account", "asker", "-changed_at", "-id"], name="task_by_asker"),
            models.Index(
                fields=["account", "service", "-changed_at", "-id"], name="task_by_service"
            ),
            models.Index(fields=["account", "answer"], name="task_by_answer"),
            models.Index(fields=["account", "matter"], name="task_by_matter"),
            models.Index(fields=["account", "context_id"], name="task_by_context"),
            # Workers that died are looked for over all accounts.
            models.Index(
                fields=["leased_until"], name="task_operator_by_lease", condition=Q(state="working")
            ),
            models.Index(
                fields=["expires_at"], name="task_operator_by_expiry", condition=Q(answer=None)
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        return public_id(self.PREFIX, self.pk)

    @property
    def status(self) -> Task.State:
        """The state as the enumeration's member."""
        return self.State(self.state)


class TaskMessage(TenantModel):
    """One message of a task, exactly as it was sent; the service's own among them."""

    task = TenantForeignKey(Task, models.CASCADE, related_name="messages")
    number = models.PositiveSmallIntegerField(help_text="From 0, in the order in which they came.")
    by_agent = models.BooleanField(default=False)
    body = OrderedJSONField(help_text="The protocol's Message, as it was sent.")
    extensions = ArrayField(
        models.CharField(max_length=300),
        default=list,
        help_text="URIs that its request activated.",
    )
    sent_as = models.CharField(  # noqa: DJ001 - null takes part in no uniqueness
        max_length=64,
        null=True,
        help_text="Digest of its sender and messageId: sent again, it is the same task.",
    )
    fingerprint = models.CharField(max_length=64, blank=True, help_text="Digest of its request.")

    objects: ClassVar[Any] = TenantManager()

    class Meta(TenantModel.Meta):
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["account", "task", "number"], name="task_message_once"),
            models.UniqueConstraint(fields=["account", "sent_as"], name="task_message_sent_once"),
        ]

    def __str__(self) -> str:
        return f"message {self.number} of {public_id(Task.PREFIX, self.task_id)}"


class PushConfig(TenantModel):
    """Where a change of a task is told. What authenticates us there is written and never read."""

    task = TenantForeignKey(Task, models.CASCADE, related_name="push_configs")
    name = models.CharField(max_length=200, help_text="The protocol's id, the client's own.")
    url = models.TextField()
    scheme = models.CharField(max_length=100, blank=True)
    secrets = models.TextField(blank=True, help_text="Token and credentials, encrypted.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects: ClassVar[Any] = TenantManager()

    class Meta(TenantModel.Meta):
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["account", "task", "name"], name="push_config_once")
        ]

    def __str__(self) -> str:
        return f"push configuration of {public_id(Task.PREFIX, self.task_id)}"
