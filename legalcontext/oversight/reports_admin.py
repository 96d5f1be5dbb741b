"""Reports of readers that an answer is wrong: the editors' list, and the end of each.

What a report says is content, like the answer that it is about: masked, and opened together with
it, for a reason that the account sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final
from urllib.parse import quote

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.backoffice.base import operator
from accounts.backoffice.cards import Card, card
from accounts.backoffice.filters import AccountFilter
from accounts.backoffice.steps import Step
from accounts.backoffice.theme import badge, display
from accounts.models import User
from accounts.tenancy.admin import RecordAdmin
from legalcontext.answers.report_models import AnswerReport
from legalcontext.answers.reports import settle_report
from legalcontext.block import name_of

from .access import PERMISSION, give_back, open_answer
from .errors import NothingToOpen
from .inspecting import inspect
from .models import ContentAccess
from .opening import GIVE_BACK, MINUTES, OpensContent, ReasonForm, access_of

SETTLES: Final = "answers.change_answerreport"
SEES: Final = "answers.view_answerreport"
Status = AnswerReport.Status


def readable(rows: QuerySet[AnswerReport]) -> QuerySet[AnswerReport]:
    """Reports on answers that are read: what has run out, or was asked to be deleted, is not."""
    return rows.filter(answer__expires_at__gt=timezone.now(), answer__deletion_asked_at=None)


class SettledFilter(admin.SimpleListFilter):
    """What nobody has settled stands first."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(Status.ACCEPTED, "accepted"), (Status.DISMISSED, "dismissed"), ("all", "all")]

    def choices(self, changelist: Any) -> Any:
        shown = list(super().choices(changelist))
        shown[0]["display"] = "to be settled"
        return shown

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[AnswerReport]
    ) -> QuerySet[AnswerReport]:
        if self.value() == "all":
            return queryset
        return queryset.filter(status=self.value() or Status.OPEN)


def _open(request: HttpRequest, report: AnswerReport, cleaned: dict[str, Any]) -> str:
    try:
        open_answer(operator=operator(request), answer=report.answer, reason=cleaned["reason"])
    except NothingToOpen:
        raise ValidationError("Nobody reads this answer any more.") from None
    return f"The report and its answer are open to you for {MINUTES} minutes. The account sees it."


def _give_back(request: HttpRequest, report: AnswerReport, cleaned: dict[str, Any]) -> str:
    if (access := access_of(request, report.answer)) is not None:
        give_back(operator=operator(request), access=access)
    return "The content is masked again."


def _settle(outcome: str) -> Any:
    def run(request: HttpRequest, report: AnswerReport, cleaned: dict[str, Any]) -> str:
        settle_report(report, outcome=outcome, by=operator(request).pk)
        return f"The report is {outcome}."

    return run


def _waits(report: AnswerReport) -> bool:
    return bool(report.status == Status.OPEN)


@admin.register(AnswerReport)
class AnswerReportAdmin(OpensContent, RecordAdmin):
    """What readers found wrong, by kind, place and notes; what they wrote behind an access."""

    columns = ("id", "account_id", "answer_id", "kind", "status", "created_at", "settled_at",
               "answer__skill", "answer__jurisdiction", "answer__notes_cited")  # fmt: skip
    list_display = ("short_id", "account", "what", "place", "skill", "cites", "state",
                    "created_at")  # fmt: skip
    list_filter = (SettledFilter, "kind", ("created_at", admin.DateFieldListFilter),
                   AccountFilter)  # fmt: skip
    sortable_by = ("created_at",)
    ordering = ("-created_at",)
    directory = ("account",)
    none_yet = "No report waits to be settled"
    none_hint = "Those that are settled are under Filters, State."
    change_form_outer_after_template = "oversight/report.html"
    fields = (("public_id", "account"), ("what", "state"), ("place", "skill"), "cites",
              ("created_at", "answer_named"), ("settled_at", "settler"))  # fmt: skip
    opening = Step(
        name="open",
        label="Open the content",
        effect=f"You may read the report, and the answer that it is about, for {MINUTES} minutes. "
        "The account sees that you did, and why.",
        permission=PERMISSION,
        run=_open,
        form=ReasonForm,
        icon="visibility",
    )
    giving_back = replace(GIVE_BACK, run=_give_back)
    steps: ClassVar[Sequence[Step]] = (
        Step(
            name="accept",
            label="Accept",
            effect="The report counts as right. Nothing else changes by itself: correct the note "
            "or withdraw it, or have it switched off meanwhile. The reader is not told.",
            permission=SETTLES,
            run=_settle(Status.ACCEPTED),
            icon="check",
            variant="primary",
            open_to=_waits,
        ),
        Step(
            name="dismiss",
            label="Dismiss",
            effect="The report counts as mistaken, and the answer stands. The reader is not told.",
            permission=SETTLES,
            run=_settle(Status.DISMISSED),
            icon="close",
            open_to=_waits,
        ),
    )

    class Media:
        css = {"all": ("oversight/inspector.css",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return readable(super().get_queryset(request)).select_related("answer")

    def get_list_display(self, request: HttpRequest) -> Any:
        return _without_account(request, super().get_list_display(request))

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        fields = super().get_fields(request, obj)
        return [
            tuple(_without_account(request, one)) if isinstance(one, tuple) else one
            for one in fields
        ]

    def all_steps(self) -> Sequence[str]:
        return [*super().all_steps(), *(step.name for step in self.steps)]

    def get_steps(self, request: HttpRequest, row: AnswerReport) -> Sequence[Step]:
        opened = self.access(request, row)
        settling = [step for step in self.steps if step.open_to(row)]
        return [self.giving_back if opened else self.opening, *settling]

    def access(self, request: HttpRequest, row: AnswerReport) -> ContentAccess | None:
        """The signed-in operator's open access to the answer that the report is about."""
        return access_of(request, row.answer)

    def told_of(self, request: HttpRequest, row: AnswerReport) -> dict[str, Any]:
        access = self.access(request, row)
        # Without an access not even the frame: an editor sees no tenant.
        return {"report": row, "inspection": inspect(row.answer, access) if access else None}

    @display(description="what is wrong")
    def what(self, report: AnswerReport) -> str:
        return report.get_kind_display()

    @display(description="place")
    def place(self, report: AnswerReport) -> str:
        code = report.answer.jurisdiction
        name = name_of(code)
        return code if name == code else f"{name} ({code})"

    @display(description="skill")
    def skill(self, report: AnswerReport) -> str:
        return str(report.answer.skill).replace("_", " ")

    @display(description="notes")
    def cites(self, report: AnswerReport) -> SafeString | str:
        """The notes that the answer cites, with the way to them."""
        notes = reverse("admin:knowledge_note_changelist")
        found = ((notes, quote(one.partition("@")[0]), one) for one in report.answer.notes_cited)
        return format_html_join(", ", '<a href="{}?q={}">{}</a>', found) or "none"

    @badge(
        description="state",
        states={"open": "warning", "accepted": "success", "dismissed": "info"},
    )
    def state(self, report: AnswerReport) -> str:
        return report.status

    @display(description="answer")
    def answer_named(self, report: AnswerReport) -> SafeString:
        page = reverse("admin:answers_answer_change", args=[report.answer_id])
        return format_html('<a href="{}">{}</a>', page, report.answer.public_id)

    @display(description="settled by")
    def settler(self, report: AnswerReport) -> str:
        if report.settled_by is None:
            return ""
        user = User.objects.filter(pk=report.settled_by).first()
        return str(user) if user else "somebody who left"


OF_A_TENANT: Final = {"account": "accounts.view_account", "answer_named": "answers.view_answer"}
"""What tells whose report it is → the permission to see that."""


def _without_account(request: HttpRequest, names: Any) -> list[Any]:
    return [
        name
        for name in names
        if name not in OF_A_TENANT or request.user.has_perm(OF_A_TENANT[name])
    ]


@card(title="Reports of readers", permission=SEES, order=14, size="small", icon="flag")
def reports(request: HttpRequest) -> Card:
    waiting = readable(AnswerReport.objects.using("operator").waiting()).count()
    return Card(
        figure=waiting,
        caption="say that an answer is wrong, and nobody has looked"
        if waiting
        else "all are settled",
        href=reverse("admin:answers_answerreport_changelist"),
        state="warning" if waiting else "",
    )
