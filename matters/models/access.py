"""Who may read a matter: grants, bindings of keys, walls; and the record of their changes."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

from django.contrib.auth.models import Permission
from django.db import models
from django.utils import timezone
from guardian.managers import UserObjectPermissionManager
from guardian.models import UserObjectPermissionBase

from accounts.ids import public_id, uuid7
from accounts.tenancy import current_account_id
from accounts.tenancy.models import TenantForeignKey, TenantModel, TenantQuerySet
from matters.levels import CHOICES, READ

MATTER = "matters.Matter"


@cache
def permission_id(level: str) -> int:
    """The id of a level's permission, read once for the process; migrations alone write it."""
    return Permission.objects.get(
        content_type__app_label="matters", content_type__model="matter", codename=level
    ).pk


class GrantManager(UserObjectPermissionManager.from_queryset(TenantQuerySet)):  # type: ignore[misc]
    """guardian's manager, on a queryset that runs only inside a tenant's scope."""


class MatterUserPermission(UserObjectPermissionBase):
    """A grant: guardian's direct-key table, with the account inside its unique key."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    account = models.ForeignKey(
        "accounts.Account",
        models.PROTECT,
        default=current_account_id,
        editable=False,
        related_name="+",
        db_index=False,
    )
    content_object = TenantForeignKey(MATTER, models.CASCADE)

    objects: ClassVar[Any] = GrantManager()

    class Meta:
        base_manager_name = "objects"
        unique_together: ClassVar[list[str]] = []  # the inherited one leaves out the account
        constraints = [
            models.UniqueConstraint(
                fields=["account", "user", "permission", "content_object"], name="matter_grant_once"
            )
        ]
        indexes = [
            models.Index(fields=["account", "content_object"], name="matter_grant_by_matter")
        ]

    def __str__(self) -> str:
        return f"grant {self.pk}"


class KeyBinding(TenantModel):
    """A key may read this matter: the only matters of a service key, the limit of a bound one."""

    key = models.ForeignKey("accounts.ApiKey", models.CASCADE, related_name="+", db_index=False)
    matter = TenantForeignKey(MATTER, models.CASCADE, related_name="key_bindings")
    level = models.CharField(
        max_length=20,
        choices=CHOICES,
        default=READ,
        help_text="The most that the key may do; a service key never manages.",
    )

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["account", "key", "matter"], name="key_binding_once")
        ]
        indexes = [models.Index(fields=["account", "matter"], name="key_binding_by_matter")]

    def __str__(self) -> str:
        return f"binding {self.pk}"


class Wall(TenantModel):
    """An ethical wall: this person is shut out of the matter, whatever else they have."""

    matter = TenantForeignKey(MATTER, models.CASCADE, related_name="walls")
    user = models.ForeignKey("accounts.User", models.PROTECT, related_name="+", db_index=False)
    placed_by = models.ForeignKey("accounts.User", models.PROTECT, related_name="+", db_index=False)
    reason = models.CharField(max_length=500)
    placed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(TenantModel.Meta):
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["account", "user", "matter"], name="wall_once")
        ]
        indexes = [models.Index(fields=["account", "matter"], name="wall_by_matter")]

    def __str__(self) -> str:
        return f"wall {self.pk}"


class MatterEvent(TenantModel):
    """Who changed the access to a matter, or its life, and when. It holds no content, and stays
    when the matter is deleted: so it names the matter by id, without a key."""

    class Action(models.TextChoices):
        CREATED = "created"
        SHARED = "shared"
        UNSHARED = "unshared"
        BOUND = "bound"
        UNBOUND = "unbound"
        WALLED = "walled"
        UNWALLED = "unwalled"
        TRANSFERRED = "transferred"
        CLOSED = "closed"
        REOPENED = "reopened"
        DELETED = "deleted"

    matter_id = models.UUIDField()
    action = models.CharField(max_length=20, choices=Action)
    actor = models.ForeignKey(
        "accounts.User",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="None: an operator, or what came with a person's leaving.",
    )
    person = models.ForeignKey(
        "accounts.User",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="Whose access it was.",
    )
    key = models.UUIDField(null=True, blank=True, help_text="Which key's access it was.")
    level = models.CharField(max_length=20, choices=CHOICES, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(TenantModel.Meta):
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["account", "matter_id", "id"], name="matter_event_by_matter"),
            models.Index(fields=["id"], name="matter_event_by_id"),
            models.Index(fields=["-created_at"], name="matter_event_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {public_id('mat', self.matter_id)}"
