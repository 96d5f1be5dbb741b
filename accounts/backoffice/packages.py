"""The lists of packages, on the operators' base: roles, addresses, and the admin's log."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from .base import LookedAt
from .roles import BY_NAME
from .theme import badge, display

for model in (Group, EmailAddress):
    admin.site.unregister(model)
# How people prove who they are, and where they are signed in, is nobody's to look at.
for model in (Authenticator, UserSession):
    admin.site.unregister(model)


@admin.register(Group)
class GroupAdmin(LookedAt):
    """Roles are code (`roles.py`): looked at here, given to people on their pages."""

    called = ("role", "roles")
    list_display = ("name", "purpose", "held_by")
    ordering = ("name",)
    fields = ("name", "purpose", "held_by", "may")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Group]:
        rows: QuerySet[Group] = super().get_queryset(request)
        return rows.annotate(people=Count("user", filter=Q(user__is_active=True)))

    @display(description="for")
    def purpose(self, group: Group) -> str:
        role = BY_NAME.get(group.name)
        return role.purpose if role else "A group of your own."

    @display(description="people")
    def held_by(self, group: Group) -> int:
        return int(getattr(group, "people", 0))

    @display(description="may")
    def may(self, group: Group) -> SafeString:
        names = group.permissions.order_by("content_type__app_label", "codename")
        return format_html_join(mark_safe("<br>"), "{}", ((one.name,) for one in names))


@admin.register(EmailAddress)
class EmailAddressAdmin(LookedAt):
    """Whose address is proven. Changed on the person's page, or by the person."""

    list_display = ("email", "person", "is_verified", "is_primary")
    list_filter = ("verified", "primary")
    list_select_related = ("user",)
    search_fields = ("email",)
    search_help_text = "An address, or a part of one"
    ordering = ("email",)
    fields = ("email", "person", "verified", "primary")

    @display(description="person")
    def person(self, address: EmailAddress) -> SafeString:
        page = reverse("admin:accounts_user_change", args=[address.user_id])
        return format_html('<a href="{}">{}</a>', page, address.user)

    @display(description="proven", boolean=True, ordering="verified")
    def is_verified(self, address: EmailAddress) -> bool:
        return bool(address.verified)

    @display(description="primary", boolean=True)
    def is_primary(self, address: EmailAddress) -> bool:
        return bool(address.primary)


@admin.register(LogEntry)
class LogEntryAdmin(LookedAt):
    """What was done in the admin. Ids, labels and names of fields; no content.

    Each operator sees the entries about what their roles let them see: that something was done
    tells that it is there, a silent hold above all.
    """

    called = ("admin log entry", "admin log entries")
    list_display = ("at", "by", "kind", "what", "which", "said")
    list_filter = ("action_flag",)
    list_select_related = ("user", "content_type")
    ordering = ("-id",)
    sortable_by = ()
    fields = ("at", "by", "kind", "what", "which", "said")

    def get_queryset(self, request: HttpRequest) -> QuerySet[LogEntry]:
        rows: QuerySet[LogEntry] = super().get_queryset(request)
        seen = [
            model
            for model, entry in self.admin_site._registry.items()
            if entry.has_view_permission(request)
        ]
        return rows.filter(content_type__in=ContentType.objects.get_for_models(*seen).values())

    @display(description="at")
    def at(self, entry: LogEntry) -> str:
        return date_format(entry.action_time, "DATETIME_FORMAT")

    @display(description="by")
    def by(self, entry: LogEntry) -> str:
        return str(entry.user)

    @display(description="of")
    def what(self, entry: LogEntry) -> str:
        """What it is called here."""
        model = entry.content_type and entry.content_type.model_class()
        named = self.admin_site._registry.get(model) if model else None
        return str(named.opts.verbose_name if named else entry.content_type)

    @display(description="which")
    def which(self, entry: LogEntry) -> str:
        return entry.object_repr

    @badge(description="done", states={"added": "success", "changed": "info", "deleted": "danger"})
    def kind(self, entry: LogEntry) -> str:
        return {1: "added", 2: "changed", 3: "deleted"}.get(entry.action_flag, "other")

    @display(description="said")
    def said(self, entry: LogEntry) -> str:
        return entry.get_change_message()

    def get_search_fields(self, request: HttpRequest) -> Any:
        return ()
