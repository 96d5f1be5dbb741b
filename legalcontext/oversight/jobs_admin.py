"""The jobs in the admin: what waits, runs and failed; run again, or called off."""

from __future__ import annotations

import json
from typing import Any, Final

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateEvent, ProcrastinateJob
from procrastinate.exceptions import ConnectorException

from accounts.backoffice.base import LookedAt
from accounts.backoffice.jobs import FAILED, RUNNING, WAITING, is_stuck, stuck
from accounts.backoffice.steps import Step
from accounts.backoffice.theme import TabularInline, badge, display

CHANGE: Final = "procrastinate.change_procrastinatejob"

admin.site.unregister(ProcrastinateJob)


def retry(request: HttpRequest, job: ProcrastinateJob, cleaned: dict[str, Any]) -> str:
    """Put a job that failed, or whose worker is gone, back into the queue, as it was."""
    try:
        with transaction.atomic():
            app.job_manager.retry_job_by_id(job.pk, timezone.now())
    except (IntegrityError, ConnectorException):
        raise ValidationError(
            "It cannot be queued again: the same work waits already, or somebody was quicker."
        ) from None
    return "The job is queued again, and runs as soon as a worker is free."


def call_off(request: HttpRequest, job: ProcrastinateJob, cleaned: dict[str, Any]) -> str:
    """Take a waiting job out of the queue."""
    if not app.job_manager.cancel_job_by_id(job.pk):
        raise ValidationError("It does not wait any more: a worker has taken it.")
    return "The job is called off."


class EventInline(TabularInline):
    """What happened to the job, last first."""

    model = ProcrastinateEvent
    fields = readonly_fields = ("at", "type")
    ordering = ("-id",)
    extra = 0
    can_delete = False
    verbose_name_plural = "what happened"
    hide_title = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # As much as the job itself.
        return True


class TaskFilter(admin.SimpleListFilter):
    """Jobs of one task, of those that the service has."""

    title = "task"
    parameter_name = "task"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name) for name in sorted(app.tasks) if not name.startswith("builtin:")]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[ProcrastinateJob]
    ) -> QuerySet[ProcrastinateJob]:
        return queryset.filter(task_name=self.value()) if self.value() else queryset


class StateFilter(admin.SimpleListFilter):
    """What needs a look stands first: what comes by the clock and ends well would bury it."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(FAILED, "failed"), ("stuck", "stuck: its worker is gone"), (RUNNING, "running"),
                (WAITING, "waiting"), ("succeeded", "succeeded"), ("cancelled", "called off"),
                ("all", "all")]  # fmt: skip

    def choices(self, changelist: Any) -> Any:
        shown = list(super().choices(changelist))
        shown[0]["display"] = "not ended well"
        return shown

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[ProcrastinateJob]
    ) -> QuerySet[ProcrastinateJob]:
        match self.value():
            case "all":
                return queryset
            case "stuck":
                return queryset.filter(stuck())
            case None:
                return queryset.filter(status__in=(FAILED, RUNNING, WAITING, "aborted"))
        known = self.value() in ProcrastinateJob.STATUSES  # the database takes no other
        return queryset.filter(status=self.value()) if known else queryset.none()


@admin.register(ProcrastinateJob)
class JobAdmin(LookedAt):
    """The queue. Arguments are ids, so a job says nothing of anybody."""

    called = ("job", "jobs")
    none_yet = "Every job has ended well"
    none_hint = "Those that succeeded are under Filters, State."
    list_display = ("number", "task_name", "state", "attempts", "scheduled_at", "said")
    list_filter = (StateFilter, TaskFilter)
    sortable_by = ("number",)
    ordering = ("-id",)
    fields = (("number", "state"), ("task_name", "queue_name"), "said",
              ("attempts", "scheduled_at"), ("lock", "queueing_lock"))  # fmt: skip
    inlines = (EventInline,)
    steps = (
        Step(
            name="retry",
            label="Run it again",
            effect="The job goes back into the queue with the same arguments. Every task of the "
            "service may run twice without harm.",
            permission=CHANGE,
            run=retry,
            icon="replay",
            variant="primary",
            open_to=lambda job: job.status == FAILED or is_stuck(job),
        ),
        Step(
            name="call-off",
            label="Call it off",
            effect="The job does not run. What comes by the clock comes again at its next time; "
            "anything else has to be asked for again.",
            permission=CHANGE,
            run=call_off,
            icon="cancel",
            variant="danger",
            open_to=lambda job: job.status == WAITING,
        ),
    )

    @display(description="number", ordering="pk")
    def number(self, job: ProcrastinateJob) -> int:
        return int(job.pk)

    @badge(
        description="state",
        states={
            "waiting": "info", "running": "primary", "succeeded": "success", "failed": "danger",
            "called off": "warning",
        },
    )  # fmt: skip
    def state(self, job: ProcrastinateJob) -> str:
        named = {WAITING: "waiting", RUNNING: "running", "cancelled": "called off"}
        return named.get(job.status, job.status)

    @display(description="arguments")
    def said(self, job: ProcrastinateJob) -> str:
        return format_html('<code class="bo-id">{}</code>', json.dumps(job.args))
