"""Notes in the admin: read them with their figures, edit them as text, move them through review.

A note is edited as its author writes it, front matter and passages in one text, and passes the
same checks as a file. A draft is changed in place; any other version stays as it is and the text
becomes the next version's draft, since answers cite versions. An import does the same.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, ClassVar, Final

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from import_export.admin import ImportExportMixin
from unfold.contrib.import_export.forms import ExportForm, ImportForm
from unfold.widgets import UnfoldAdminTextareaWidget

from accounts.backoffice.base import NeverDeleted, key_of
from accounts.backoffice.pages import OperatorPage, page
from accounts.backoffice.steps import Step, WithReason
from accounts.backoffice.theme import State, badge, display

from . import dashboard, workflow  # noqa: F401  # the dashboard gets its cards
from .checks import read_note
from .coverage import coverage
from .coverage_map import rows_of
from .differences import compare
from .documents import NoteDocument
from .embedding import EmbedderMissing
from .engine import embedder
from .faults import InvalidNote
from .models import Figure, Note, Passage, Transition
from .notefile import render_note
from .preview import looked_at
from .revising import revise
from .store import document_of
from .transfer import FORMATS, NoteResource, UnreadableUpload

REVIEW: Final = "knowledge.review_note"
CHANGE: Final = "knowledge.change_note"

STATUSES: Final[dict[str, State]] = {
    "draft": "info", "in review": "warning", "published": "success", "withdrawn": "danger",
}  # fmt: skip
CALENDAR: Final[dict[str, State]] = {"review due": "warning", "lapsed": "danger"}


class DueFilter(admin.SimpleListFilter):
    """Notes by what the calendar says of them."""

    title = "calendar"
    parameter_name = "due"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("due", "review due"), ("lapsed", "lapsed"), ("figures", "a figure changed")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Note]) -> QuerySet[Note]:
        today = _today()
        match self.value():
            case "due":
                return queryset.filter(review_due__lt=today, expires__gt=today)
            case "lapsed":
                return queryset.filter(expires__lte=today)
            case "figures":
                return queryset.filter(figures__changes_on__lte=today).distinct()
        return queryset


class NoteForm(forms.ModelForm):
    """The whole note as one text."""

    text = forms.CharField(
        label="Note",
        help_text="Front matter and passages. docs/knowledge.md says what each field takes. What "
        "is wrong is listed above, with its line.",
        widget=UnfoldAdminTextareaWidget(
            attrs={"rows": 36, "class": "bo-source", "spellcheck": "true"}
        ),
    )

    class Meta:
        model = Note
        fields: ClassVar[list[str]] = []

    document: NoteDocument

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.key:
            self.fields["text"].initial = render_note(document_of(self.instance))

    def clean_text(self) -> str:
        text = normal(self.cleaned_data["text"])
        try:
            self.document = read_note(text, file="note")
            embedder()
        except InvalidNote as error:
            raise forms.ValidationError([str(fault) for fault in error.faults]) from None
        except EmbedderMissing as error:
            raise forms.ValidationError(str(error)) from None
        if self.instance.key and self.document.key != self.instance.key:
            raise forms.ValidationError(
                f"This is {self.instance.key}; a note keeps its key. Make a new note instead."
            )
        return text


class Publishing(forms.Form):
    """A practitioner's word that a version is right, and until when it holds."""

    read = forms.BooleanField(
        label="I practise law, and I have read this version and its sources",
        help_text="Your name and today's date go into the note. Its author cannot do this.",
    )
    next_due = forms.DateField(
        label="Look again by",
        required=False,
        widget=forms.DateInput,
        help_text="Left empty: in a year, or on the day on which a figure changes.",
    )


def _submit(request: HttpRequest, note: Note, said: dict[str, Any]) -> str:
    return _in_review(lambda: workflow.submit(note, by=_who(request)))


def _publish(request: HttpRequest, note: Note, said: dict[str, Any]) -> str:
    due = said["next_due"] or _next_due(note)
    expires = max(note.expires, due + REVIEW_EVERY)
    step = workflow.publish if note.status == Note.Status.IN_REVIEW else workflow.review_again
    return _in_review(
        lambda: step(note, by=_who(request), on=_today(), next_due=due, expires=expires)
    )


def _send_back(request: HttpRequest, note: Note, said: dict[str, Any]) -> str:
    return _in_review(lambda: workflow.send_back(note, by=_who(request), reason=said["reason"]))


def _withdraw(request: HttpRequest, note: Note, said: dict[str, Any]) -> str:
    return _in_review(lambda: workflow.withdraw(note, by=_who(request), reason=said["reason"]))


def _in_review(step: Any) -> str:
    try:
        note = step()
    except (workflow.NotAllowed, InvalidNote) as error:
        raise ValidationError(str(error)) from None
    return f"{note.name} is {note.get_status_display()}; next review due {note.review_due}."


@admin.register(Note)
class NoteAdmin(ImportExportMixin, NeverDeleted):  # type: ignore[misc]
    """Notes with status and dates; the form shows passages and figures as readers get them."""

    form = NoteForm
    list_display = (
        "title",
        "name",
        "in_status",
        "in_use",
        "reviewed_by",
        "review_due",
        "calendar",
    )
    list_filter = ("status", "in_use", DueFilter, "jurisdiction", "topic", "audience")
    search_fields = ("key", "title", "passages__text", "figures__citation")
    search_help_text = "Key, title, words of a passage, or a citation"
    ordering = ("key", "-version")
    sortable_by = ("name", "review_due")
    readonly_fields = (
        "standing",
        "versions",
        "passages_as_shown",
        "figures_with_sources",
        "check_first",
        "history",
    )
    fieldsets = (
        (None, {"fields": ("standing", "versions")}),
        ("As readers see it", {"fields": ("passages_as_shown", "figures_with_sources")}),
        ("As it is written", {"fields": ("text", "check_first")}),
        ("What happened to it", {"fields": ("history",)}),
    )
    steps = (
        Step(
            "submit",
            "Hand in for review",
            "Answers may rest on this version from now on, and say that no practitioner has "
            "reviewed it.",
            permission=CHANGE,
            run=_submit,
            icon="outbox",
            variant="primary",
            open_to=lambda note: note.status == Note.Status.DRAFT,
        ),
        Step(
            "publish",
            "Publish as reviewed",
            "The note says that you have reviewed it. Answers use this version, and older ones "
            "never again.",
            permission=REVIEW,
            run=_publish,
            form=Publishing,
            icon="verified",
            variant="primary",
            open_to=lambda note: note.status == Note.Status.IN_REVIEW,
        ),
        Step(
            "review-again",
            "Still right",
            "You have looked at it again: the note says so, and is due again later.",
            permission=REVIEW,
            run=_publish,
            form=Publishing,
            icon="event_repeat",
            open_to=lambda note: note.status == Note.Status.PUBLISHED,
        ),
        Step(
            "send-back",
            "Send back",
            "The note is a draft again. No answer uses it until it is handed in anew; answers "
            "that cite it say so.",
            permission=REVIEW,
            run=_send_back,
            form=WithReason,
            icon="undo",
            open_to=lambda note: note.status == Note.Status.IN_REVIEW,
        ),
        Step(
            "withdraw",
            "Withdraw",
            "No answer uses this version again, for good; answers that cite it say so. Older "
            "versions do not come back.",
            permission=CHANGE,
            run=_withdraw,
            form=WithReason,
            icon="block",
            variant="danger",
            open_to=lambda note: note.status in workflow.SERVED,
        ),
    )
    resource_classes: ClassVar[Any] = [NoteResource]
    import_form_class = ImportForm
    export_form_class = ExportForm
    formats = FORMATS
    show_change_form_export = False
    skip_export_form_from_action = False

    class Media:
        css: ClassVar[Any] = {"all": ["knowledge/notes.css"]}

    def has_import_permission(self, request: HttpRequest) -> bool:
        """Whoever may write notes one by one."""
        return self.has_add_permission(request) and self.has_change_permission(request)

    def has_export_permission(self, request: HttpRequest) -> bool:
        """Whoever may read them."""
        return bool(self.has_view_permission(request))

    def add_data_read_fail_error_to_form(self, form: Any, error: Exception) -> None:
        """What is wrong with an upload that cannot be read."""
        if isinstance(error, UnreadableUpload):
            form.add_error("import_file", str(error))
        else:
            super().add_data_read_fail_error_to_form(form, error)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        named = "knowledge_note_{}".format
        return [
            path("preview/", view(self.preview_view), name=named("preview")),
            path(
                "<path:object_id>/difference/", view(self.difference_view), name=named("difference")
            ),
            *super().get_urls(),
        ]

    def save_model(self, request: HttpRequest, obj: Note, form: Any, change: bool) -> None:
        saved = revise(form.document, embedder(), by=_who(request))
        if saved.name != obj.name and change:
            self.message_user(
                request, f"{obj.name} stays as it is; the text is now the draft {saved.name}."
            )
        obj.pk = saved.pk
        obj.refresh_from_db()

    def preview_view(self, request: HttpRequest) -> HttpResponse:
        """What a text is as a note, and all that is to be said of it; nothing is saved."""
        note = self._note(request, request.GET.get("note"))
        may = self.has_change_permission(request) if note else self.has_add_permission(request)
        if not may:
            raise PermissionDenied
        text = normal(request.POST.get("text", ""))
        if not text.strip() and note is not None:
            text = render_note(document_of(note))
        here = "admin:knowledge_note_{}".format
        context = {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "title": "Check and preview",
            "subtitle": note.name if note else "new note",
            "text": text,
            "seen": looked_at(text, today=_today()) if text.strip() else None,
            "save": reverse(here("change"), args=[note.pk]) if note else reverse(here("add")),
            "media": self.media,
        }
        return TemplateResponse(request, "knowledge/preview.html", context)

    def difference_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """What differs between this version and another one, by default the one before."""
        note = self._note(request, object_id)
        if note is None:
            raise Http404
        if not self.has_view_or_change_permission(request, note):
            raise PermissionDenied
        others = list(Note.objects.filter(key=note.key).exclude(pk=note.pk).order_by("-version"))
        wanted = request.GET.get("with", "")
        older = (other for other in others if other.version < note.version)
        chosen = next((other for other in others if str(other.version) == wanted), None) or next(
            older, others[0] if others else None
        )
        context = {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "title": "Difference between versions",
            "subtitle": note.name,
            "note": note,
            "other": chosen,
            "others": others,
            "lines": compare(document_of(chosen), document_of(note)) if chosen else (),
            "media": self.media,
        }
        return TemplateResponse(request, "knowledge/difference.html", context)

    def _note(self, request: HttpRequest, object_id: str | None) -> Note | None:
        key = key_of(object_id) if object_id else None
        return self.get_queryset(request).filter(pk=key).first() if key else None

    @display(description="version", ordering="key")
    def name(self, note: Note) -> str:
        return note.name

    @badge(description="status", ordering="status", states=STATUSES)
    def in_status(self, note: Note) -> str:
        return note.get_status_display()

    @badge(description="calendar", states=CALENDAR)
    def calendar(self, note: Note) -> str:
        today = _today()
        if note.expires <= today:
            return "lapsed"
        return "review due" if note.review_due < today else ""

    @display(description="standing")
    def standing(self, note: Note) -> str:
        if not note.key:
            return "new"
        use = "in use" if note.in_use else "not in use"
        review = (
            f"reviewed by {note.reviewed_by} on {note.reviewed_on}"
            if note.reviewed_by
            else "not reviewed by a practitioner"
        )
        return (
            f"{note.name}: {note.get_status_display()}, {use}, {review}; next review due "
            f"{note.review_due}, expires {note.expires}"
        )

    @display(description="other versions")
    def versions(self, note: Note) -> SafeString | str:
        others = Note.objects.filter(key=note.key).exclude(pk=note.pk) if note.key else ()
        lines = format_html_join("", "{}", ((_version(note, other),) for other in others))
        return format_html('<ul class="bo-lines">{}</ul>', lines) if lines else "none"

    @display(description="passages")
    def passages_as_shown(self, note: Note) -> SafeString:
        return format_html_join("", "{}", ((_passage(p),) for p in note.passages.all()))

    @display(description="figures")
    def figures_with_sources(self, note: Note) -> SafeString:
        rows = format_html_join("", "{}", ((_figure(f),) for f in note.figures.all()))
        return format_html(
            '<div class="bo-wide"><table class="bo-table"><thead><tr><th>figure</th>'
            "<th>value</th><th>words of the source</th><th>source</th><th>checked on</th></tr>"
            "</thead><tbody>{}</tbody></table></div>",
            rows,
        )

    @display(description="")
    def check_first(self, note: Note) -> SafeString:
        address = reverse("admin:knowledge_note_preview")
        return format_html(
            '<button type="submit" class="bo-check" formaction="{}{}" formnovalidate>'
            "Check and preview</button>",
            address,
            f"?note={note.pk}" if note.key else "",
        )

    @display(description="history")
    def history(self, note: Note) -> SafeString:
        return format_html_join("", "{}", ((_transition(t),) for t in note.transitions.all()))


@page
class CoverageMap(OperatorPage):
    """Topic × place: which skills can answer, from reviewed notes or not, and the gaps."""

    name = "coverage"
    address = "coverage/"
    title = "Coverage"
    permission = "knowledge.view_note"
    template_name = "knowledge/coverage.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        places, rows = rows_of(coverage(_today(), include_unreviewed=True))
        return super().get_context_data(**kwargs) | {"places": places, "rows": rows}


REVIEW_EVERY: Final = dt.timedelta(days=365)


def normal(text: str) -> str:
    """The text as a file has it: no carriage returns, one line end at the end."""
    return text.replace("\r\n", "\n").rstrip() + "\n"


def _today() -> dt.date:
    return dt.datetime.now(tz=dt.UTC).date()


def _next_due(note: Note) -> dt.date:
    """In a year, or before the first figure changes."""
    today = _today()
    changes = note.figures.filter(changes_on__gt=today).values_list("changes_on", flat=True)
    return min([today + REVIEW_EVERY, *(day for day in changes if day)])


def _who(request: HttpRequest) -> str:
    return str(request.user)


def _version(note: Note, other: Note) -> SafeString:
    here = "admin:knowledge_note_{}".format
    difference = reverse(here("difference"), args=[note.pk])
    return format_html(
        '<li><span><a href="{}">{}</a> {}{}</span><a href="{}?with={}">difference</a></li>',
        reverse(here("change"), args=[other.pk]),
        other.name,
        other.get_status_display(),
        ", in use" if other.in_use else "",
        difference,
        other.version,
    )


def _passage(passage: Passage) -> SafeString:
    return format_html(
        '<section class="bo-passage"><h3>{} <small>{}</small></h3><p>{}</p>'
        "<p><small>{}</small></p></section>",
        passage.title or passage.slug,
        passage.kind,
        passage.text,
        ", ".join(passage.cites),
    )


def _figure(figure: Figure) -> SafeString:
    return format_html(
        "<tr><td>{}</td><td>{} {}</td><td>“{}”</td>"
        '<td><a href="{}" rel="noreferrer">{}</a></td><td>{}</td></tr>',
        figure.slug,
        figure.value,
        figure.unit,
        figure.phrase,
        figure.url,
        figure.citation,
        figure.checked_on,
    )


def _transition(step: Transition) -> SafeString:
    return format_html(
        "<p>{} {}: {} → {} {}</p>",
        f"{step.at:%Y-%m-%d %H:%M}",
        step.by,
        step.from_status or "new",
        step.to_status,
        step.reason,
    )
