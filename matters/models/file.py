"""What stands in a matter: its parties, its key dates, its notes."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.ids import public_id
from accounts.tenancy.models import TenantForeignKey, TenantModel

from .access import MATTER


class FileEntry(TenantModel):
    """An entry of one matter, gone with it."""

    PREFIX: ClassVar[str]

    matter = TenantForeignKey(MATTER, models.CASCADE, related_name="%(class)s_entries")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(TenantModel.Meta):
        abstract = True
        default_permissions = ()

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        return public_id(self.PREFIX, self.pk)


class Party(FileEntry):
    """Somebody in the matter, a person or an organisation: their role, and whose side it is."""

    class Side(models.TextChoices):
        CLIENT = "client"
        OPPOSING = "opposing"
        OTHER = "other"

    PREFIX = "pty"

    name = models.CharField(max_length=200)
    role = models.CharField(max_length=100, blank=True, help_text="tenant, insurer, witness, …")
    side = models.CharField(max_length=10, choices=Side, default=Side.OTHER)

    class Meta(FileEntry.Meta):
        verbose_name_plural = "parties"
        indexes = [models.Index(fields=["account", "matter", "id"], name="party_by_matter")]


class KeyDate(FileEntry):
    """A day that counts: a hearing, a deadline, the day something was served."""

    PREFIX = "dat"

    title = models.CharField(max_length=200)
    date = models.DateField(help_text="A day in the account's time zone.")
    note = models.CharField(max_length=2000, blank=True)

    class Meta(FileEntry.Meta):
        indexes = [
            models.Index(fields=["account", "matter", "date", "id"], name="key_date_by_matter")
        ]


class Note(FileEntry):
    """What somebody wrote down about the matter, and who did."""

    PREFIX = "nte"

    text = models.TextField(max_length=20_000)
    author = models.ForeignKey(
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
    edited_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta(FileEntry.Meta):
        constraints = [
            models.CheckConstraint(
                condition=Q(author__isnull=True) ^ Q(service__isnull=True),
                name="note_written_by_one",
            )
        ]
        indexes = [models.Index(fields=["account", "matter", "id"], name="note_by_matter")]
