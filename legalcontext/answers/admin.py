"""Answers in the admin: metadata and the block. The question and the insight are not shown."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from accounts.backoffice.filters import AccountFilter, one_of
from accounts.backoffice.theme import badge, display
from accounts.tenancy.admin import RecordAdmin

from . import account_panels, dashboard, recall_admin  # noqa: F401  # put their cards and pages in
from .dashboard import BASES, listed_for
from .models import Answer


class PlaceFilter(admin.SimpleListFilter):
    """`?place=US-CA`: pages link with it; it lists no places."""

    title = "place"
    parameter_name = "place"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(place, place)] if (place := self.value()) else []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Answer]) -> QuerySet[Answer]:
        return queryset.filter(jurisdiction=self.value()) if self.value() else queryset


@admin.register(Answer)
class AnswerAdmin(RecordAdmin):
    list_display = ("short_id", "account", "skill_named", "door", "place", "based_on",
                    "labelled", "state", "created_at")  # fmt: skip
    list_filter = ("skill", "door", one_of("basis", BASES), "privilege", "status", "test",
                   PlaceFilter, ("created_at", admin.DateFieldListFilter),
                   AccountFilter)  # fmt: skip
    sortable_by = ("created_at",)
    ordering = ("-created_at",)
    directory = ("account",)  # who asked is on the page of the answer
    fieldsets = (
        (
            None,
            {
                "fields": (
                    ("public_id", "account"),
                    ("asked_by", "door"),
                    ("skill", "language"),
                    ("state", "test"),
                    ("created_at", "expires_at"),
                )
            },
        ),
        ("Frame", {"fields": (("jurisdiction", "based_on"), "labelled", "note_codes", "block")}),
        (
            "Sizes and sources",
            {"fields": (("question_length", "document_count"), "keep_days", "notes_cited")},
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Answer]:
        return listed_for(request.user, super().get_queryset(request))

    @admin.display(description="asked by")
    def asked_by(self, answer: Answer) -> str:
        return answer.asker.email if answer.asker else str(answer.service and answer.service.name)

    @badge(
        description="basis",
        states={"stated": "success", "inferred": "info", "default": "warning"},
    )
    def based_on(self, answer: Answer) -> str:
        return answer.basis

    @display(description="place")
    def place(self, answer: Answer) -> str:
        return answer.jurisdiction

    @display(description="skill")
    def skill_named(self, answer: Answer) -> str:
        return answer.skill.replace("_", " ")

    @badge(description="privilege")
    def labelled(self, answer: Answer) -> str:
        return answer.privilege.replace("_", " ")

    @badge(description="status", states={"done": "success", "running": "info", "failed": "danger"})
    def state(self, answer: Answer) -> str:
        return answer.status

    @admin.display(description="legal context, as first sent")
    def block(self, answer: Answer) -> str:
        return format_html(
            '<pre class="bo-code">{}</pre>',
            json.dumps(answer.legal_context, indent=2, ensure_ascii=False),
        )
