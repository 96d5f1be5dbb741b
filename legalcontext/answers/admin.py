"""Answers in the admin: metadata and the block. The question and the insight are not shown."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from accounts.models import Account, ServiceIdentity, User
from accounts.tenancy import open_account_id
from accounts.tenancy.admin import TenantAdmin

from .models import Answer


@admin.register(Answer)
class AnswerAdmin(TenantAdmin):
    list_display = ("public_id", "account", "asked_by", "skill", "door", "jurisdiction", "basis",
                    "privilege", "status", "created_at", "expires_at")  # fmt: skip
    list_filter = ("skill", "door", "basis", "privilege", "status", "test")
    ordering = ("-created_at",)
    date_hierarchy = "created_at"
    fields = ("public_id", "account", "asked_by", "skill", "door", "status", "test", "language",
              "block", "note_codes", "notes_cited", "question_length", "document_count",
              "keep_days", "created_at", "expires_at")  # fmt: skip
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        if open_account_id() is not None:
            return rows
        return rows.prefetch_related(
            Prefetch("account", Account.objects.using("default")),
            Prefetch("asker", User.objects.using("default")),
            Prefetch("service", ServiceIdentity.objects.using("default")),
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description="asked by")
    def asked_by(self, answer: Answer) -> str:
        return answer.asker.email if answer.asker else str(answer.service and answer.service.name)

    @admin.display(description="legal context, as first sent")
    def block(self, answer: Answer) -> str:
        return format_html(
            "<pre>{}</pre>", json.dumps(answer.legal_context, indent=2, ensure_ascii=False)
        )
