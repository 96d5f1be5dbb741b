"""The index that a conflict check asks, and the record of the checks."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from accounts.ids import public_id
from accounts.tenancy.models import TenantForeignKey, TenantModel

from .access import MATTER
from .file import Party


class ConflictName(TenantModel):
    """A name that stands in a matter, as the digest of its normal form (`matters.names`).

    A digest has one length, whatever the name, so it always fits its index; and only equality is
    asked, the one text operator that uses an index under row security.
    """

    matter = TenantForeignKey(MATTER, models.CASCADE, related_name="conflict_names")
    party = TenantForeignKey(
        Party,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="conflict_names",
        help_text="None: it stands in the title.",
    )
    digest = models.CharField(max_length=64)

    class Meta(TenantModel.Meta):
        default_permissions = ()
        indexes = [
            models.Index(fields=["account", "digest"], name="conflict_name_by_digest"),
            models.Index(fields=["account", "matter"], name="conflict_name_by_matter"),
            models.Index(fields=["account", "party"], name="conflict_name_by_party"),
        ]

    def __str__(self) -> str:
        return f"conflict name {self.pk}"


class ConflictCheck(TenantModel):
    """That somebody asked, how many names, and what the answer was; never which names."""

    PREFIX: ClassVar = "chk"

    asker = models.ForeignKey("accounts.User", models.PROTECT, related_name="+", db_index=False)
    names = models.PositiveSmallIntegerField(help_text="how many were asked")
    found = models.BooleanField()
    checked_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(TenantModel.Meta):
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["id"], name="conflict_check_by_id"),
            models.Index(fields=["-checked_at"], name="conflict_check_operator_by_age"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        return public_id(self.PREFIX, self.pk)
