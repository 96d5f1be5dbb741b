"""A matter. `Matter.objects.visible_to(principal)` is the only way in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from django.db import models
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.ids import public_id
from accounts.tenancy.models import TenantModel, TenantQuerySet
from matters.levels import MANAGE, READ, WORK, from_

from .access import KeyBinding, MatterUserPermission, Wall, permission_id

if TYPE_CHECKING:
    from accounts.principal import Principal


class MatterQuerySet(TenantQuerySet):
    def visible_to(self, principal: Principal, permission: str = READ) -> Self:
        """The matters on which `principal` may do `permission`, in one query.

        A person: by grant, unless a wall shuts them out. A key bound to matters: those only, up
        to the binding's level (a service key is always bound). Roles do not count: an account's
        owner reads no matter without a grant.
        """
        account, person = principal.account_id, principal.user_id
        mine = self.filter(account_id=account)
        if principal.bound:
            bindings = KeyBinding.objects.filter(
                account_id=account, key_id=principal.key_id, level__in=from_(permission)
            )
            mine = mine.filter(pk__in=bindings.values("matter_id"))
        if person is None:
            return mine
        # Conditions on one index each: it gives the matters in the order of their ids, so that a
        # page costs its own rows, however many the person sees.
        grants = MatterUserPermission.objects.filter(
            account_id=account, user_id=person, permission_id=permission_id(permission)
        )
        walls = Wall.objects.filter(account_id=account, user_id=person, matter_id=OuterRef("pk"))
        return mine.filter(~Exists(walls), pk__in=grants.values("content_object_id"))

    def open(self) -> Self:
        """Matters that are worked on; a closed one is read, and no more."""
        return self.filter(status=Matter.Status.OPEN)


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
