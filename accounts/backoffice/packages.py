"""The lists of packages, on the operators' base: groups, addresses, jobs, and the admin's log."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from procrastinate.contrib.django.admin import ProcrastinateJobAdmin
from procrastinate.contrib.django.models import ProcrastinateEvent, ProcrastinateJob

from .base import LookedAt, NeverDeleted
from .theme import StackedInline, badge, display

for model in (Group, EmailAddress, ProcrastinateJob):
    admin.site.unregister(model)
# How people prove who they are, and where they are signed in, is nobody's to look at.
for model in (Authenticator, UserSession):
    admin.site.unregister(model)


@admin.register(Group)
class GroupAdmin(NeverDeleted, DjangoGroupAdmin):
    """Roles come with the migrations; further groups may be made beside them."""

    ordering = ("name",)


@admin.register(EmailAddress)
class EmailAddressAdmin(LookedAt):
    """Whose address is proven. Changed on the person's page, or by the person."""

    list_display = ("email", "user", "is_verified", "is_primary")
    list_filter = ("verified", "primary")
    list_select_related = ("user",)
    search_fields = ("email",)
    ordering = ("email",)
    fields = ("email", "user", "verified", "primary")

    @display(description="proven", boolean=True, ordering="verified")
    def is_verified(self, address: EmailAddress) -> bool:
        return bool(address.verified)

    @display(description="primary", boolean=True)
    def is_primary(self, address: EmailAddress) -> bool:
        return bool(address.primary)


class EventInline(StackedInline):
    model = ProcrastinateEvent
    extra = 0


@admin.register(ProcrastinateJob)
class JobAdmin(LookedAt, ProcrastinateJobAdmin):  # type: ignore[misc]
    """Jobs by their task and ids; retried by whoever may change them."""

    list_filter = ["status", "queue_name"]
    actions = []
    inlines = [EventInline]
    ordering = ("-id",)


@admin.register(LogEntry)
class LogEntryAdmin(LookedAt):
    """What was done in the admin. Ids, labels and names of fields; no content."""

    list_display = ("action_time", "user", "kind", "content_type", "object_repr", "said")
    list_filter = ("action_flag",)
    list_select_related = ("user", "content_type")
    ordering = ("-id",)
    sortable_by = ()
    fields = ("action_time", "user", "kind", "content_type", "object_id", "object_repr", "said")

    @badge(description="what", states={"added": "success", "changed": "info", "deleted": "danger"})
    def kind(self, entry: LogEntry) -> str:
        return {1: "added", 2: "changed", 3: "deleted"}.get(entry.action_flag, "other")

    @display(description="said")
    def said(self, entry: LogEntry) -> str:
        return entry.get_change_message()

    def get_search_fields(self, request: HttpRequest) -> Any:
        return ()
