"""Notes in the admin: read them with their figures, edit them as text, move them through review.

A note is edited as its author writes it, front matter and passages in one text, and passes the
same checks as a file. A draft is changed in place; any other version stays as it is and the text
becomes the next version's draft, since answers cite versions.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.backoffice.base import OperatorAdmin

from . import dashboard, workflow  # noqa: F401  # the dashboard gets its cards
from .checks import read_note
from .documents import NoteDocument
from .embedding import EmbedderMissing
from .engine import embedder
from .faults import InvalidNote
from .models import Figure, Note, Passage, Transition
from .notefile import render_note
from .revising import revise
from .store import document_of


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
        help_text="Front matter and passages. See the page on knowledge for what each field takes.",
        widget=forms.Textarea(attrs={"rows": 40, "cols": 110, "spellcheck": "true"}),
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
        text: str = self.cleaned_data["text"].replace("\r\n", "\n").rstrip() + "\n"
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


@admin.register(Note)
class NoteAdmin(OperatorAdmin):
    """Notes with status and dates; the form shows passages and figures as readers get them."""

    form = NoteForm
    list_display = (
        "title",
        "name",
        "jurisdiction",
        "topic",
        "status",
        "in_use",
        "reviewed_by",
        "review_due",
        "calendar",
    )
    list_filter = ("status", "in_use", DueFilter, "jurisdiction", "topic", "audience")
    search_fields = ("key", "title", "passages__text", "figures__citation")
    ordering = ("key", "-version")
    actions = ("submit_for_review", "publish", "withdraw", "send_back")
    readonly_fields = ("standing", "passages_as_shown", "figures_with_sources", "history")
    fieldsets = (
        (None, {"fields": ("standing",)}),
        ("As readers see it", {"fields": ("passages_as_shown", "figures_with_sources")}),
        ("As it is written", {"fields": ("text",)}),
        ("What happened to it", {"fields": ("history",)}),
    )
    show_full_result_count = False

    def has_delete_permission(self, request: HttpRequest, obj: Note | None = None) -> bool:
        """Answers cite versions: a note is withdrawn, never deleted."""
        return False

    def save_model(self, request: HttpRequest, obj: Note, form: Any, change: bool) -> None:
        saved = revise(form.document, embedder(), by=_who(request))
        if saved.name != obj.name and change:
            self.message_user(
                request, f"{obj.name} stays as it is; the text is now the draft {saved.name}."
            )
        obj.pk = saved.pk
        obj.refresh_from_db()

    @admin.display(description="calendar")
    def calendar(self, note: Note) -> str:
        today = _today()
        if note.expires <= today:
            return "lapsed"
        return "review due" if note.review_due < today else ""

    @admin.display(description="standing")
    def standing(self, note: Note) -> str:
        if not note.key:
            return "new"
        use = "in use" if note.in_use else "not in use"
        review = (
            f"reviewed by {note.reviewed_by} on {note.reviewed_on}"
            if note.reviewed
            else "not reviewed by a practitioner"
        )
        return (
            f"{note.name}: {note.get_status_display()}, {use}, {review}; next review due "
            f"{note.review_due}, expires {note.expires}"
        )

    @admin.display(description="passages")
    def passages_as_shown(self, note: Note) -> SafeString:
        return format_html_join("", "{}", ((_passage(p),) for p in note.passages.all()))

    @admin.display(description="figures")
    def figures_with_sources(self, note: Note) -> SafeString:
        rows = format_html_join("", "{}", ((_figure(f),) for f in note.figures.all()))
        return format_html(
            "<table><thead><tr><th>figure</th><th>value</th><th>words of the source</th>"
            "<th>source</th><th>checked on</th></tr></thead><tbody>{}</tbody></table>",
            rows,
        )

    @admin.display(description="history")
    def history(self, note: Note) -> SafeString:
        return format_html_join("", "{}", ((_transition(t),) for t in note.transitions.all()))

    @admin.action(description="Submit for review", permissions=("change",))
    def submit_for_review(self, request: HttpRequest, notes: QuerySet[Note]) -> None:
        self._step(request, notes, lambda note: workflow.submit(note, by=_who(request)))

    @admin.action(description="Publish: I have reviewed these notes", permissions=("change",))
    def publish(self, request: HttpRequest, notes: QuerySet[Note]) -> None:
        if not request.user.has_perm("knowledge.review_note"):
            raise PermissionDenied(
                "Only practitioners with the permission to review publish notes."
            )
        self._step(request, notes, lambda note: _publish(note, by=_who(request)))

    @admin.action(description="Send back to the author", permissions=("change",))
    def send_back(self, request: HttpRequest, notes: QuerySet[Note]) -> None:
        reason = "sent back in the admin"
        self._step(
            request, notes, lambda note: workflow.send_back(note, by=_who(request), reason=reason)
        )

    @admin.action(description="Withdraw: no answer uses it again", permissions=("change",))
    def withdraw(self, request: HttpRequest, notes: QuerySet[Note]) -> None:
        reason = "withdrawn in the admin"
        self._step(
            request, notes, lambda note: workflow.withdraw(note, by=_who(request), reason=reason)
        )

    def _step(self, request: HttpRequest, notes: QuerySet[Note], step: Any) -> None:
        for note in notes:
            try:
                step(note)
            except (workflow.NotAllowed, InvalidNote) as error:
                self.message_user(request, str(error), messages.ERROR)
            else:
                self.message_user(request, f"{note.name}: done.")


REVIEW_EVERY = dt.timedelta(days=365)


def _today() -> dt.date:
    return dt.datetime.now(tz=dt.UTC).date()


def _publish(note: Note, *, by: str) -> Note:
    """Reviewed today; due again in a year, or before the first figure changes."""
    today = _today()
    changes = note.figures.filter(changes_on__gt=today).values_list("changes_on", flat=True)
    due = min([today + REVIEW_EVERY, *(day for day in changes if day)])
    expires = max(note.expires, due + REVIEW_EVERY)
    return workflow.publish(note, by=by, on=today, next_due=due, expires=expires)


def _who(request: HttpRequest) -> str:
    return str(request.user)


def _passage(passage: Passage) -> SafeString:
    return format_html(
        "<section><h3>{} <small>{}</small></h3><p>{}</p><p><small>{}</small></p></section>",
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
        "<p>{:%Y-%m-%d %H:%M} {}: {} → {} {}</p>",
        step.at,
        step.by,
        step.from_status or "new",
        step.to_status,
        step.reason,
    )
