"""Matters in the admin: listed by metadata, opened one at a time in their account."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest

from accounts.models import Account, Membership, User
from accounts.tenancy import current_account_id, open_account_id
from accounts.tenancy.admin import TenantAdmin

from .models import Matter
from .services.matters import canonical_place, create_matter


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

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        if open_account_id() is not None:
            return rows
        return rows.prefetch_related(
            Prefetch("account", Account.objects.using("default")),
            Prefetch("owner", User.objects.using("default")),
        )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        # Changed by a transfer, which moves the grants with it.
        return ("owner",) if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Matter, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)
            return
        made = create_matter(**form.cleaned_data)
        obj.__dict__.update(made.__dict__)
