"""Matters in the admin: listed by metadata, opened one at a time in their account."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from accounts.ids import public_id
from accounts.models import Membership, User
from accounts.tenancy import current_account_id
from accounts.tenancy.admin import RecordAdmin, TenantAdmin

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


@admin.register(Matter)
class MatterAdmin(TenantAdmin):
    form = MatterForm
    columns = ("id", "account_id", "owner_id", "jurisdiction", "litigation_anticipated", "status",
               "created_at")  # fmt: skip
    list_display = ("public_id", "account", "owner", "jurisdiction", "litigation_anticipated",
                    "status", "created_at")  # fmt: skip
    list_filter = ("status", "litigation_anticipated")
    ordering = ("-created_at",)
    fields = ("title", "owner", "jurisdiction", "forum", "litigation_anticipated")
    directory = ("account", "owner")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        # Changed by a transfer, which moves the grants with it.
        return ("owner",) if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Matter, form: Any, change: bool) -> None:
        if change:
            change_matter(obj, **{name: form.cleaned_data[name] for name in EDITABLE})
            return
        made = create_matter(**form.cleaned_data)
        obj.__dict__.update(made.__dict__)


@admin.register(MatterEvent)
class MatterEventAdmin(RecordAdmin):
    list_display = ("action", "matter", "account", "person", "level", "actor", "created_at")
    list_filter = ("action",)
    ordering = ("-created_at",)
    date_hierarchy = "created_at"
    fields = ("account", "matter", "action", "person", "level", "actor", "key", "created_at")
    directory = ("account", "actor", "person")

    @admin.display(description="matter")
    def matter(self, event: MatterEvent) -> str:
        return public_id(Matter.PREFIX, event.matter_id)


@admin.register(ConflictCheck)
class ConflictCheckAdmin(RecordAdmin):
    list_display = ("public_id", "account", "asker", "names", "found", "checked_at")
    ordering = ("-checked_at",)
    date_hierarchy = "checked_at"
    fields = ("public_id", "account", "asker", "names", "found", "checked_at")
    directory = ("account", "asker")
