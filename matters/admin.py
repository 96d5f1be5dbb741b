"""Matters in the admin: listed by metadata, opened one at a time in their account."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from accounts.backoffice.filters import AccountFilter
from accounts.backoffice.naming import linked_id
from accounts.backoffice.theme import badge
from accounts.ids import public_id
from accounts.models import Membership, User
from accounts.tenancy import current_account_id
from accounts.tenancy.admin import RecordAdmin, TenantAdmin

from . import account_panels  # noqa: F401  # puts its panel on the account's page
from .models import ConflictCheck, Matter, MatterEvent
from .services.matters import EDITABLE, canonical_place, change_matter, create_matter


class MatterForm(forms.ModelForm):
    class Meta:
        model = Matter
        fields = ("title", "owner", "jurisdiction", "forum", "litigation_anticipated")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        owner = self.fields.get("owner")
        if isinstance(owner, forms.ModelChoiceField):
            members = Membership.objects.filter(
                account=current_account_id(), status=Membership.Status.ACTIVE
            )
            owner.queryset = User.objects.filter(pk__in=members.values("user"))

    def clean_jurisdiction(self) -> str:
        return canonical_place(self.cleaned_data["jurisdiction"])


SEES = "matters.view_matterevent"
SETS_UP = "accounts.change_account"
"""A matter's own permissions are levels of access to one matter (docs/matters.md), and no
operator's; so operators see and set up matters by these."""


@admin.register(Matter)
class MatterAdmin(TenantAdmin):
    """Its place and its standing; `oversight` masks what may name people."""

    form = MatterForm
    columns = ("id", "account_id", "owner_id", "jurisdiction", "litigation_anticipated", "status",
               "created_at")  # fmt: skip
    list_display = ("short_id", "account", "owner", "jurisdiction", "litigation", "standing",
                    "created_at")  # fmt: skip
    list_filter = ("status", "litigation_anticipated", AccountFilter)
    sortable_by = ("created_at",)
    ordering = ("-created_at",)
    directory = ("account", "owner")
    fields = ("title", "owner", "jurisdiction", "forum", "litigation_anticipated")
    known = ("public_id", "account", "standing", "created_at")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*self.known, *self.fields) if obj else self.fields

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        # The owner is changed by a transfer, which moves the grants with it.
        return (*self.known, "owner") if obj else ()

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm(SEES)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(SETS_UP)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm(SETS_UP)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @badge(description="litigation", states={"yes": "warning"})
    def litigation(self, matter: Matter) -> str:
        return matter.litigation_anticipated

    @badge(description="status", states={"open": "success"})
    def standing(self, matter: Matter) -> str:
        return matter.status

    def save_model(self, request: HttpRequest, obj: Matter, form: Any, change: bool) -> None:
        if change:
            said = {name: form.cleaned_data[name] for name in EDITABLE if name in form.cleaned_data}
            change_matter(obj, **said)
            return
        made = create_matter(**form.cleaned_data)
        obj.__dict__.update(made.__dict__)


@admin.register(MatterEvent)
class MatterEventAdmin(RecordAdmin):
    list_display = ("action", "matter", "account", "person", "level", "actor", "created_at")
    list_filter = ("action", ("created_at", admin.DateFieldListFilter), AccountFilter)
    sortable_by = ("created_at",)
    ordering = ("-created_at",)
    fields = ("account", "matter", "action", "person", "level", "actor", "key", "created_at")
    directory = ("account", "actor", "person")

    @admin.display(description="matter")
    def matter(self, event: MatterEvent) -> str:
        return linked_id(public_id(Matter.PREFIX, event.matter_id))


@admin.register(ConflictCheck)
class ConflictCheckAdmin(RecordAdmin):
    list_display = ("short_id", "account", "asker", "names", "found", "checked_at")
    list_filter = (("checked_at", admin.DateFieldListFilter), AccountFilter)
    sortable_by = ("checked_at",)
    ordering = ("-checked_at",)
    fields = ("public_id", "account", "asker", "names", "found", "checked_at")
    directory = ("account", "asker")
