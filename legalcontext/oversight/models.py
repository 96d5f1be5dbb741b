"""The record of access to content: one row for each time an operator asked for it."""

from __future__ import annotations

import datetime as dt
from typing import Any, ClassVar, Self

from django.core.validators import MinLengthValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.ids import public_id
from accounts.tenancy.models import TenantModel, TenantQuerySet

MAY_OPEN = "open_content"
"""The permission to ask for access; without it content stays masked."""

MAY_TRY = "use_what_if"
"""The permission for the what-if page, which reads and keeps nothing."""

SHORTEST_REASON, LONGEST_REASON = 10, 1000


class ContentAccessQuerySet(TenantQuerySet):
    def open(self) -> Self:
        """Accesses that still let somebody read."""
        return self.filter(ended_at=None, ends_at__gt=timezone.now())


class ContentAccess(TenantModel):
    """One operator's access to the content of one answer, or of one matter, for a short time.

    It names what it opens by id, so that it stays on record when that goes; the reason goes with
    it (triggers of the tables), since an operator may have quoted from it. Nothing else of it
    ever changes but the count of readings and its end: the application's role may not.
    """

    PREFIX: ClassVar = "acs"

    answer_id = models.UUIDField(null=True, editable=False)
    matter_id = models.UUIDField(null=True, editable=False)
    person_id = models.UUIDField(
        null=True, editable=False, help_text="the person or program who asked it, or owns it"
    )
    operator_id = models.UUIDField(editable=False)
    operator_name = models.CharField(
        max_length=200, editable=False, help_text="as the account sees it"
    )
    reason = models.CharField(
        max_length=LONGEST_REASON,
        validators=[MinLengthValidator(SHORTEST_REASON)],
        help_text="Why it has to be read. The account sees this.",
    )
    granted_at = models.DateTimeField(default=timezone.now, editable=False)
    ends_at = models.DateTimeField(editable=False)
    ended_at = models.DateTimeField(null=True, editable=False, help_text="given back before then")
    readings = models.PositiveIntegerField(default=0, editable=False)
    last_read_at = models.DateTimeField(null=True, editable=False)

    objects: ClassVar[Any] = models.Manager.from_queryset(ContentAccessQuerySet)()

    class Meta(TenantModel.Meta):
        default_permissions = ("view",)
        permissions = [
            (MAY_OPEN, "May open the content of answers and matters, with a reason"),
            (MAY_TRY, "May try out how a block is resolved"),
        ]
        verbose_name = "access to content"
        verbose_name_plural = "accesses to content"
        constraints = [
            models.CheckConstraint(
                condition=Q(answer_id__isnull=False) ^ Q(matter_id__isnull=False),
                name="access_opens_one_thing",
            )
        ]
        indexes = [
            models.Index(fields=["account", "-granted_at", "-id"], name="access_by_age"),
            models.Index(
                fields=["account", "person_id", "-granted_at", "-id"], name="access_by_person"
            ),
            models.Index(fields=["account", "answer_id"], name="access_by_answer"),
            models.Index(fields=["account", "matter_id"], name="access_by_matter"),
            # The operator's list runs over all accounts.
            models.Index(fields=["-granted_at"], name="access_operator_by_age"),
            models.Index(fields=["id"], name="access_operator_by_id"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        return public_id(self.PREFIX, self.pk)

    @property
    def of(self) -> str:
        """The public id of what was opened."""
        for prefix, key in (("ans", self.answer_id), ("mat", self.matter_id)):
            if key is not None:
                return public_id(prefix, key)
        return ""

    def is_open(self, now: dt.datetime) -> bool:
        """It still lets its operator read."""
        return self.ended_at is None and self.ends_at > now
