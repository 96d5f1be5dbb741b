"""What a reader says is wrong with an answer."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.ids import public_id
from accounts.tenancy.models import TenantForeignKey, TenantModel, TenantQuerySet

from .models import Answer

TEXT_LENGTH = 4_000
"""The longest report, in code points."""


class AnswerReportQuerySet(TenantQuerySet):
    def of_person(self, user_id: Any) -> Self:
        """What this person reported."""
        return self.filter(reporter_id=user_id)

    def waiting(self) -> Self:
        """Reports that no editor has settled."""
        return self.filter(status=AnswerReport.Status.OPEN)


class AnswerReport(TenantModel):
    """A reader's word that an answer is wrong. Kind and state are for the editors' list; the text
    is content, like the answer that it is about, and goes with it."""

    class Kind(models.TextChoices):
        LAW = "law", _("it says the law wrong")
        OUTDATED = "outdated", _("the law has changed")
        PLACE = "place", _("it took the wrong place")
        DATE = "date", _("a date or an amount is wrong")
        MISSED = "missed", _("it missed what matters")
        UNCLEAR = "unclear", _("I do not understand it")
        OTHER = "other", _("something else")

    class Status(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        DISMISSED = "dismissed"

    PREFIX: ClassVar = "rpt"

    answer = TenantForeignKey(Answer, models.CASCADE, related_name="reports")
    reporter = models.ForeignKey("accounts.User", models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=20, choices=Kind)
    text = models.TextField(max_length=TEXT_LENGTH, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    settled_at = models.DateTimeField(null=True, editable=False)
    settled_by = models.UUIDField(null=True, editable=False, help_text="the operator")

    objects: ClassVar[Any] = models.Manager.from_queryset(AnswerReportQuerySet)()

    class Meta(TenantModel.Meta):
        verbose_name = "report of a reader"
        verbose_name_plural = "reports of readers"
        default_permissions = ("view", "change")
        constraints = [
            models.CheckConstraint(
                condition=Q(status="open") ^ Q(settled_at__isnull=False),
                name="answer_report_settled_says_when",
            )
        ]
        indexes = [
            models.Index(fields=["account", "answer"], name="answer_report_by_answer"),
            models.Index(fields=["account", "reporter"], name="answer_report_by_person"),
            # The operator's lists run over all accounts.
            models.Index(fields=["-created_at"], name="answer_report_operator_by_age"),
            models.Index(fields=["id"], name="answer_report_operator_by_id"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        return public_id(self.PREFIX, self.pk)
