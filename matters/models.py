"""Matters and the grants on them. `Matter.objects.visible_to(principal)` is the only way in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from django.contrib.auth import get_user_model
from django.db import models
from django.utils import timezone
from guardian.managers import UserObjectPermissionManager
from guardian.models import UserObjectPermissionBase
from guardian.shortcuts import get_objects_for_user

from accounts.ids import public_id, uuid7
from accounts.tenancy import current_account_id
from accounts.tenancy.models import TenantForeignKey, TenantModel, TenantQuerySet

if TYPE_CHECKING:
    from accounts.principal import Principal

READ = "read_matter"
WORK = "work_matter"
MANAGE = "manage_matter"
LEVELS = (READ, WORK, MANAGE)
"""Coarse and rising: whoever has one holds a grant of each below it too, so that a list asks for
one permission only (asking for two at once makes guardian read all rows into Python)."""


class MatterQuerySet(TenantQuerySet):
    def visible_to(self, principal: Principal, permission: str = READ) -> Self:
        """The matters on which `principal` may do `permission`, in one query.

        A person: by grant. A key bound to matters: those only (a service key is always bound).
        Roles do not count: an account's owner reads no matter without a grant.
        """
        mine = self.filter(account_id=principal.account_id)
        if principal.bound:
            bindings = KeyBinding.objects.filter(key_id=principal.key_id)
            mine = mine.filter(pk__in=bindings.values("matter_id"))
        if principal.user_id is None:
            return mine
        granted: Any = get_objects_for_user(
            get_user_model()(pk=principal.user_id),
            permission,
            klass=mine,
            use_groups=False,
            with_superuser=False,
            accept_global_perms=False,
        )
        return cast("Self", granted)


class Matter(TenantModel):
    """A matter of the account: what it is called, where it sits, and whose it is."""

    class LitigationAnticipated(models.TextChoices):
        UNSET = "", "not said"
        YES = "yes"
        NO = "no"

    class Status(models.TextChoices):
        OPEN = "open"
        CLOSED = "closed"

    PREFIX: ClassVar = "mat"

    title = models.CharField(max_length=200)
    owner = models.ForeignKey(
        "accounts.User",
        models.PROTECT,
        related_name="+",
        db_index=False,
        help_text="The owner of record; changed by a transfer only.",
    )
    jurisdiction = models.CharField(
        max_length=20, blank=True, help_text="US-CA for a state, US for federal, or a country code."
    )
    forum = models.CharField(max_length=200, blank=True)
    litigation_anticipated = models.CharField(
        max_length=3, choices=LitigationAnticipated, default=LitigationAnticipated.UNSET, blank=True
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects: ClassVar[Any] = models.Manager.from_queryset(MatterQuerySet)()

    class Meta(TenantModel.Meta):
        default_permissions = ()
        permissions = [
            (READ, "May read the matter"),
            (WORK, "May work on the matter"),
            (MANAGE, "May share, transfer, close and delete the matter"),
        ]
        indexes = [
            models.Index(fields=["account", "-created_at", "-id"], name="matter_by_age"),
            models.Index(fields=["account", "owner"], name="matter_by_owner"),
            models.Index(fields=["id"], name="matter_by_id"),
        ]

    def __str__(self) -> str:
        # The admin's log keeps this text, and a title may name a client.
        return self.public_id

    @property
    def public_id(self) -> str:
        return public_id(self.PREFIX, self.pk)


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
    content_object = TenantForeignKey(Matter, models.CASCADE)

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
    matter = TenantForeignKey(Matter, models.CASCADE, related_name="key_bindings")

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["account", "key", "matter"], name="key_binding_once")
        ]
        indexes = [models.Index(fields=["account", "matter"], name="key_binding_by_matter")]

    def __str__(self) -> str:
        return f"binding {self.pk}"
