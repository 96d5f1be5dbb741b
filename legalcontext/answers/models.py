"""The history. An answer is two rows: what operators may list, and what only its readers see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.ids import public_id
from accounts.tenancy.models import TenantForeignKey, TenantManager, TenantModel, TenantQuerySet
from legalcontext.block.constants import LABELS
from legalcontext.contracts.quick_ask import SKILLS
from legalcontext.retention.holding import Held
from legalcontext.retention.models import Hold
from legalcontext.retention.standing import Facts
from matters.models import Matter

from .fields import OrderedJSONField

if TYPE_CHECKING:
    from accounts.principal import Principal

DOORS = ("rest", "a2a", "mcp", "pages")

HELD = Held(
    answer="id", matter="matter_id", people=("asker_id", "service_id"), made_at="created_at"
)
"""By what a legal hold holds an answer, and with it its content."""


class AnswerQuerySet(TenantQuerySet):
    def mine(self, principal: Principal) -> Self:
        """Answers that this person or service asked for."""
        if principal.user_id is not None:
            return self.filter(asker_id=principal.user_id)
        return self.filter(service_id=principal.service_id)

    def current(self) -> Self:
        """Answers that are read: within their time, or past it and held as the account knows.

        What somebody asked to delete is not among them, even where a hold keeps it. The sweep
        only deletes what this hides already.
        """
        told = HELD.condition(Hold.objects.active().told())
        return self.filter(Q(expires_at__gt=timezone.now()) | told, deletion_asked_at=None)

    def held(self) -> Self:
        """Answers that a legal hold holds, whether or not the account knows of it."""
        return self.filter(HELD.condition())

    def unheld(self) -> Self:
        return self.exclude(HELD.condition())

    def readable_by(self, principal: Principal) -> Self:
        """Answers whose content `principal` may read (Isolation, "Who reads an answer").

        With a matter: whoever may read the matter now, its asker included; without one: the
        asker, and for a service's answer the account's owners too.
        """
        of_visible_matter = Q(matter__in=Matter.objects.visible_to(principal).values("pk"))
        without_matter = (
            Q(asker_id=principal.user_id)
            if principal.user_id
            else Q(service_id=principal.service_id)
        )
        if principal.is_owner:
            without_matter |= Q(service__isnull=False)
        return self.filter(account_id=principal.account_id).filter(
            of_visible_matter | (Q(matter=None) & without_matter)
        )

    def deletable_by(self, principal: Principal) -> Self:
        """Answers that `principal` may delete: their own, and an owner all of the account."""
        everything = self.filter(account_id=principal.account_id)
        if principal.is_owner:
            return everything
        return everything.mine(principal)


class Answer(TenantModel):
    """Metadata of one answer: who asked, when, which skill, and the block as it was given."""

    class Status(models.TextChoices):
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    PREFIX: ClassVar = "ans"

    matter = TenantForeignKey(Matter, models.CASCADE, null=True, blank=True, related_name="answers")
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
    door = models.CharField(max_length=10, choices=[(door, door) for door in DOORS])
    skill = models.CharField(max_length=20, choices=[(skill, skill) for skill in SKILLS])
    status = models.CharField(max_length=10, choices=Status, default=Status.DONE)
    test = models.BooleanField(default=False, help_text="Asked with a test key; in no figures.")
    language = models.CharField(max_length=10, default="en")
    jurisdiction = models.CharField(max_length=200)
    basis = models.CharField(max_length=10)
    privilege = models.CharField(max_length=20, choices=[(label, label) for label in LABELS])
    legal_context = OrderedJSONField(help_text="The outbound block, byte for byte as first sent.")
    note_codes = ArrayField(models.CharField(max_length=60), default=list)
    notes_cited = ArrayField(
        models.CharField(max_length=120), default=list, help_text="key@version of each note cited"
    )
    question_length = models.PositiveIntegerField(help_text="code points")
    document_count = models.PositiveSmallIntegerField(default=0)
    keep_days = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    deletion_asked_at = models.DateTimeField(
        null=True,
        editable=False,
        help_text="Somebody asked to delete it and a hold kept it: read by nobody until then.",
    )

    objects: ClassVar[Any] = models.Manager.from_queryset(AnswerQuerySet)()

    class Meta(TenantModel.Meta):
        default_permissions = ("view", "delete")
        constraints = [
            models.CheckConstraint(
                condition=Q(asker__isnull=True) ^ Q(service__isnull=True),
                name="answer_asked_by_one",
            )
        ]
        indexes = [
            models.Index(fields=["account", "-created_at", "-id"], name="answer_by_age"),
            models.Index(fields=["account", "matter"], name="answer_by_matter"),
            models.Index(fields=["account", "asker", "-created_at", "-id"], name="answer_by_asker"),
            models.Index(
                fields=["account", "service", "-created_at", "-id"], name="answer_by_service"
            ),
            # A filter that finds little would read the whole history in the order of its age.
            models.Index(
                fields=["account", "jurisdiction", "-created_at", "-id"], name="answer_by_place"
            ),
            models.Index(
                fields=["account", "privilege", "-created_at", "-id"], name="answer_by_label"
            ),
            models.Index(fields=["account", "expires_at"], name="answer_by_expiry"),
            models.Index(
                fields=["account", "deletion_asked_at"],
                condition=Q(deletion_asked_at__isnull=False),
                name="answer_to_delete",
            ),
            # The operator's lists run over all accounts.
            models.Index(fields=["-created_at"], name="answer_operator_by_age"),
            models.Index(fields=["id"], name="answer_operator_by_id"),
            # Few among many, which operators look for.
            models.Index(
                fields=["-created_at"],
                condition=Q(status="failed"),
                name="answer_operator_failed",
            ),
            models.Index(
                fields=["-created_at"], condition=Q(test=True), name="answer_operator_tests"
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        return public_id(self.PREFIX, self.pk)

    @property
    def facts(self) -> Facts:
        """What decides how long it is kept."""
        return Facts(
            answer_id=self.pk,
            skill=self.skill,
            matter_id=self.matter_id,
            person_id=self.asker_id or self.service_id,
            created_at=self.created_at,
            keep_days=self.keep_days,
            test=self.test,
        )


class AnswerContent(TenantModel):
    """What was asked and answered. Read by the answer's readers; by support with a reason only."""

    answer = TenantForeignKey(Answer, models.CASCADE, related_name="contents")
    question = models.TextField()
    documents = OrderedJSONField(default=list, help_text="[{name, media_type, text}] as sent")
    inbound = OrderedJSONField(null=True, help_text="The caller's block, exactly as it was sent.")
    on_behalf_of = models.CharField(max_length=200, blank=True)
    evidence = OrderedJSONField(default=list)
    insight = OrderedJSONField(help_text="The insight without its block and expiry.")

    objects: ClassVar[Any] = TenantManager()

    class Meta(TenantModel.Meta):
        default_permissions = ()
        constraints = [
            # Not a OneToOneField: its key would leave out the account.
            models.UniqueConstraint(fields=["account", "answer"], name="answer_content_once")
        ]

    def __str__(self) -> str:
        return f"content of {public_id(Answer.PREFIX, self.answer_id)}"


# Reports and tasks point at answers and are models of this app.
from .report_models import AnswerReport  # noqa: E402, F401
from .task_models import PushConfig, Task, TaskMessage  # noqa: E402, F401
