"""A matter. `Matter.objects.visible_to(principal)` is the only way in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from django.contrib.auth.models import Permission
from django.db import models
from django.db.models import Exists, OuterRef, Subquery
from django.utils import timezone

from accounts.ids import public_id
from accounts.tenancy.models import TenantModel, TenantQuerySet
from matters.levels import MANAGE, READ, WORK, from_

from .access import KeyBinding, MatterUserPermission, Wall

if TYPE_CHECKING:
    from accounts.principal import Principal


class MatterQuerySet(TenantQuerySet):
    def visible_to(self, principal: Principal, permission: str = READ) -> Self:
        """The matters on which `principal` may do `permission`, in one query.

        A person: by grant, unless a wall shuts them out. A key bound to matters: those only, up
        to the binding's level (a service key is always bound). Roles do not count: an account's
        owner reads no matter without a grant.
        """
        mine = self.filter(account_id=principal.account_id)
        this_matter = {"account_id": principal.account_id, "matter_id": OuterRef("pk")}
        if principal.bound:
            bindings = KeyBinding.objects.filter(
                key_id=principal.key_id, level__in=from_(permission), **this_matter
            )
            mine = mine.filter(Exists(bindings))
        if principal.user_id is None:
            return mine
        grants = MatterUserPermission.objects.filter(
            account_id=principal.account_id,
            user_id=principal.user_id,
            permission_id=Subquery(_permission(permission)),
            content_object_id=OuterRef("pk"),
        )
        walls = Wall.objects.filter(user_id=principal.user_id, **this_matter)
        return mine.filter(Exists(grants), ~Exists(walls))

    def open(self) -> Self:
        """Matters that are worked on; a closed one is read, and no more."""
        return self.filter(status=Matter.Status.OPEN)


def _permission(codename: str) -> models.QuerySet[Permission]:
    """The id of a matter's permission, asked for inside the query: it is looked up once, before
    the first row, where a join made the planner guess."""
    return Permission.objects.filter(
        content_type__app_label="matters", content_type__model="matter", codename=codename
    ).values("pk")[:1]


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

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN
