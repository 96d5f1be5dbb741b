"""Failed requests in the admin: found by the `Request-Id` that somebody was given."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from .backoffice.filters import AccountFilter, exactly
from .backoffice.theme import badge
from .models import FailedRequest
from .tenancy.admin import RecordAdmin


@admin.register(FailedRequest)
class FailedRequestAdmin(RecordAdmin):
    """What was answered with a problem. The search box takes a Request-Id."""

    list_display = ("request_id", "account", "at", "method", "route", "outcome", "code")
    list_filter_submit = True
    list_filter = (exactly("code"), ("at", admin.DateFieldListFilter), AccountFilter)
    sortable_by = ("at",)
    ordering = ("-at",)
    directory = ("account",)
    search_help_text = "A Request-Id (req_…), or the id of an account."
    fields = (("request_id", "account"), ("at", "code"), ("method", "route"), "outcome")

    @badge(description="answered", states={"5xx": "danger"})
    def outcome(self, failure: FailedRequest) -> str:
        return str(failure.status) if failure.status < 500 else "5xx"

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        if search_term.strip().startswith("req_"):
            return queryset.filter(request_id=search_term.strip()), False
        return super().get_search_results(request, queryset, search_term)
