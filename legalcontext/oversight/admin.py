"""The block inspector, access to content, the what-if page, and the record of accesses."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.backoffice.base import operator
from accounts.backoffice.filters import AccountFilter
from accounts.backoffice.naming import linked_id
from accounts.backoffice.pages import OperatorPage, page
from accounts.backoffice.steps import Step, styled
from accounts.backoffice.theme import badge, display
from accounts.tenancy.admin import RecordAdmin
from legalcontext.answers.admin import AnswerAdmin
from legalcontext.answers.models import Answer
from legalcontext.block import NOTE_CODES
from matters.admin import MatterAdmin
from matters.models import Matter
from matters.services.matters import EDITABLE, change_matter

from . import jobs_admin, reports_admin  # noqa: F401  # register their lists
from .access import PERMISSION, count_reading, may_open, open_answer, open_matter
from .errors import AccessEnded, NothingToOpen
from .inspecting import inspect
from .models import MAY_TRY, ContentAccess
from .opening import MINUTES, OpensContent, ReasonForm
from .what_if import WhatIfForm

for model in (Answer, Matter):
    admin.site.unregister(model)


def _open_answer(request: HttpRequest, answer: Answer, cleaned: dict[str, Any]) -> str:
    try:
        open_answer(operator=operator(request), answer=answer, reason=cleaned["reason"])
    except NothingToOpen:
        raise ValidationError(
            "Nobody reads this answer any more: it has run out, or somebody asked to delete it."
        ) from None
    return f"The content is open to you for {MINUTES} minutes. The account sees that."


def _open_matter(request: HttpRequest, matter: Matter, cleaned: dict[str, Any]) -> str:
    open_matter(operator=operator(request), matter=matter, reason=cleaned["reason"])
    return f"The matter is open to you for {MINUTES} minutes. The account sees that."


class NoteCodeFilter(admin.SimpleListFilter):
    """Answers that say a certain thing about their frame."""

    title = "note"
    parameter_name = "note"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(code, code.replace("_", " ")) for code in NOTE_CODES]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Answer]) -> QuerySet[Answer]:
        code = self.value()
        if code is None:
            return queryset
        return (
            queryset.filter(note_codes__contains=[code])
            if code in NOTE_CODES
            else (queryset.none())
        )


@admin.register(Answer)
class InspectedAnswerAdmin(OpensContent, AnswerAdmin):
    """An answer with the steps to its block; its content only behind an access."""

    list_filter: ClassVar[Any] = (*AnswerAdmin.list_filter, NoteCodeFilter)
    change_form_outer_after_template = "oversight/inspector.html"
    # The frame itself is told by the inspector below.
    fieldsets: ClassVar[Any] = (
        (
            None,
            {
                "fields": (
                    "public_id",
                    ("account", "asked_by"),
                    ("skill", "door"),
                    ("state", "language"),
                    ("created_at", "expires_at"),
                    ("question_length", "document_count"),
                    ("keep_days", "test"),
                    "notes_cited",
                )
            },
        ),
    )
    opening = Step(
        name="open",
        label="Open the content",
        effect=f"You may read the question, the documents and the answer for {MINUTES} minutes. "
        "The account sees that you did, and why.",
        permission=PERMISSION,
        run=_open_answer,
        form=ReasonForm,
        icon="visibility",
    )

    class Media:
        css = {"all": ("oversight/inspector.css",)}

    def told_of(self, request: HttpRequest, row: Answer) -> dict[str, Any]:
        return {
            "inspection": inspect(row, self.access(request, row)),
            "may_open": may_open(operator(request)),
        }


@admin.register(Matter)
class MaskedMatterAdmin(OpensContent, MatterAdmin):
    """A matter by its metadata; its title and forum, which may name people, behind an access.

    Masked, neither is on the page, and what is sent for them is not read: a change then leaves
    them as they are.
    """

    masked = ("title", "forum")
    opening = Step(
        name="open",
        label="Open the matter",
        effect=f"You may read and correct its title and forum for {MINUTES} minutes. The account "
        "sees that you did, and why.",
        permission=PERMISSION,
        run=_open_matter,
        form=ReasonForm,
        icon="visibility",
    )

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        fields = super().get_fields(request, obj)
        if obj is None or self.access(request, obj) is not None:
            return fields
        return [name for name in fields if name not in self.masked]

    def told_of(self, request: HttpRequest, row: Matter) -> dict[str, Any]:
        self._count(request, row)
        return {}

    def _count(self, request: HttpRequest, matter: Matter) -> None:
        """Count the reading; an access that ended a moment ago masks the page."""
        access = self.access(request, matter)
        if access is None:
            return
        try:
            count_reading(access)
        except AccessEnded:
            request.__dict__["_accesses"][matter.pk] = None

    def save_model(self, request: HttpRequest, obj: Matter, form: Any, change: bool) -> None:
        if not change:
            super().save_model(request, obj, form, change)
            return
        shown = form.cleaned_data
        change_matter(obj, **{name: shown[name] for name in EDITABLE if name in shown})


@admin.register(ContentAccess)
class ContentAccessAdmin(RecordAdmin):
    """Who of the service looked at what, when and how often. The reason is on each one's page."""

    columns = ("id", "account_id", "answer_id", "matter_id", "operator_id", "operator_name",
               "granted_at", "ends_at", "ended_at", "readings", "last_read_at")  # fmt: skip
    list_display = ("short_id", "account", "of", "by", "state", "granted_at",
                    "ends_at", "readings")  # fmt: skip
    list_filter = (("granted_at", admin.DateFieldListFilter), AccountFilter)
    sortable_by = ("granted_at",)
    ordering = ("-granted_at",)
    directory = ("account",)
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "public_id",
                    "of",
                    ("account", "by"),
                    "reason",
                    ("granted_at", "state"),
                    ("ends_at", "ended_at"),
                    ("readings", "last_read_at"),
                )
            },
        ),
    )

    @display(description="of")
    def of(self, access: ContentAccess) -> str:
        return linked_id(access.of)

    @display(description="operator")
    def by(self, access: ContentAccess) -> str:
        """By name; by the id of whoever has none."""
        return linked_id(access.operator_name)

    @badge(description="state", states={"open": "warning", "ended": "success"})
    def state(self, access: ContentAccess) -> str:
        return "open" if access.is_open(timezone.now()) else "ended"


@page
class WhatIf(OperatorPage):
    """Any block and text, asked by any kind of principal; nothing is kept."""

    name = "what-if"
    address = "what-if/"
    title = "What if"
    permission = f"oversight.{MAY_TRY}"
    template_name = "oversight/what_if.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**{"form": styled(WhatIfForm()), **kwargs})

    def post(self, request: HttpRequest) -> HttpResponse:
        """The same page with what comes of it."""
        form = styled(WhatIfForm(request.POST))
        tried = form.tried() if form.is_valid() else None  # type: ignore[attr-defined]
        return self.render(form=form, tried=tried)
