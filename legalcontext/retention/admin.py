"""Holds in the admin: operators place and release them. Policies and the record are looked at."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.backoffice.filters import AccountFilter
from accounts.ids import parse_public_id
from accounts.tenancy.admin import RecordAdmin, TenantAdmin

from .audit import operator
from .dashboard import SOON
from .holds import HoldScope, place_hold, release_hold
from .models import AuditEvent, Hold, Policy

PREFIXES = {"matter": ("mat",), "person": ("usr", "svc"), "answer": ("ans",)}
"""What a hold may name, and how the ids of it begin."""


class PlacingForm(forms.ModelForm):
    """What is held is named by its public id; exactly one, or a time."""

    matter = forms.CharField(required=False, help_text="mat_…")
    person = forms.CharField(required=False, help_text="usr_… or svc_…")
    answer = forms.CharField(required=False, help_text="ans_…")

    class Meta:
        model = Hold
        fields = ("reason", "review_on", "silent", "made_from", "made_until")

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = super().clean() or self.cleaned_data
        times = bool(said.get("made_from") or said.get("made_until"))
        if sum((times, *(bool(said.get(name)) for name in PREFIXES))) != 1:
            # The constraint says so too, and a form leaves out those of fields that it lacks.
            self.add_error(None, "Name one of a matter, a person, an answer, or a time.")
        for name, prefixes in PREFIXES.items():
            if text := said.get(name):
                found = [parse_public_id(prefix, text) for prefix in prefixes]
                key = next((key for key in found if key is not None), None)
                if key is None:
                    self.add_error(name, "Not an id of this kind.")
                setattr(self.instance, f"{name}_id", key)
        self.instance.authority = Hold.Authority.OPERATOR
        return said


class ReleaseForm(forms.ModelForm):
    release_reason = forms.CharField(
        max_length=1000, help_text="Saving releases the hold; what waited for it goes."
    )

    class Meta:
        model = Hold
        fields = ()


class ReviewFilter(admin.SimpleListFilter):
    title = "review"
    parameter_name = "review"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("due", f"due within {SOON.days} days"), ("late", "overdue")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Hold]) -> QuerySet[Hold]:
        today = timezone.now().date()
        match self.value():
            case "due":
                return queryset.filter(released_at=None, review_on__lte=today + SOON)
            case "late":
                return queryset.filter(released_at=None, review_on__lte=today)
        return queryset


@admin.register(Hold)
class HoldAdmin(TenantAdmin):
    columns = ("id", "account_id", "authority", "silent", "review_on", "placed_at",
               "released_at")  # fmt: skip
    list_display = ("public_id", "account_id", "authority", "silent", "review_on", "placed_at",
                    "released_at")  # fmt: skip
    list_filter = (ReviewFilter, "authority", "silent",
                   ("released_at", admin.EmptyFieldListFilter), AccountFilter)  # fmt: skip
    ordering = ("-placed_at",)
    shown = ("public_id", "matter_id", "person_id", "answer_id", "made_from", "made_until",
             "reason", "review_on", "authority", "silent", "placed_at", "placed_by", "released_at",
             "released_by")  # fmt: skip

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        self.form = ReleaseForm if obj is not None and obj.is_active else PlacingForm
        return super().get_form(request, obj, change, **kwargs)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return (*PREFIXES, *PlacingForm.Meta.fields)
        return (*self.shown, "release_reason")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return ()
        return self.shown if obj.is_active else (*self.shown, "release_reason")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Hold, form: Any, change: bool) -> None:
        by = operator(request.user.pk)
        if change:
            release_hold(obj, reason=form.cleaned_data["release_reason"], by=by)
            return
        scope = HoldScope(
            obj.matter_id, obj.person_id, obj.answer_id, obj.made_from, obj.made_until
        )
        placed = place_hold(
            scope=scope, reason=obj.reason, review_on=obj.review_on, by=by, silent=obj.silent
        )
        obj.__dict__.update(placed.__dict__)


@admin.register(Policy)
class PolicyAdmin(RecordAdmin):
    list_display = ("account_id", "level", "skill", "matter_id", "months", "changed_at")
    ordering = ("-changed_at",)


@admin.register(AuditEvent)
class AuditEventAdmin(RecordAdmin):
    list_display = ("at", "account_id", "actor", "authority", "action", "object", "numbers")
    list_filter = ("actor", "authority", "action")
    ordering = ("-at",)
