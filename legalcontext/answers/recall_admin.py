"""Recalls in the admin: which versions are no longer current, who cites them, and who was told."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db.models import Max
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from accounts.backoffice.base import LookedAt
from accounts.backoffice.pages import OperatorPage, page
from accounts.backoffice.theme import State, badge, display
from legalcontext.knowledge.models import Note, Recall
from legalcontext.knowledge.standing import recalled_notes, standings

from .recalling import NothingToTell, count_citing, tell, told_in

TELL: Final = "knowledge.add_recall"
A_PAGE: Final = 100

STATES: Final[dict[str, State]] = {
    "withdrawn": "danger",
    "corrected": "warning",
    "lapsed": "warning",
}


@page
class NoLongerCurrent(OperatorPage):
    """Every version that was in use once and is no longer."""

    name = "no-longer-current"
    address = "no-longer-current/"
    title = "No longer current"
    permission = "knowledge.view_recall"
    template_name = "answers/no_longer_current.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found = sorted(
            recalled_notes(today=timezone.now().date()),
            key=lambda standing: (str(standing.since or ""), standing.note),
            reverse=True,
        )
        shown = Paginator(found, A_PAGE).get_page(self.request.GET.get("page"))
        told = _told([standing.note for standing in shown])
        return super().get_context_data(**kwargs) | {
            "shown": shown,
            "rows": [(standing, told.get(standing.note)) for standing in shown],
            "may_tell": self.request.user.has_perm(TELL),
        }


def _told(names: list[str]) -> dict[str, Any]:
    """When the holders were last told, by version."""
    keys = {name.partition("@")[0] for name in names}
    rows = (
        Recall.objects.filter(note__key__in=keys)
        .order_by()
        .values_list("note__key", "note__version")
        .annotate(Max("at"))
    )
    return {f"{key}@{version}": at for key, version, at in rows}


@page
class TellHolders(OperatorPage):
    """The word to tell everybody whose answer cites `?note=`: how many that is, and the button."""

    name = "tell-holders"
    address = "no-longer-current/tell/"
    title = "Tell holders"
    permission = TELL
    listed = False
    template_name = "answers/tell_holders.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        note = _named(self.request)
        context = super().get_context_data(**kwargs)
        if note is None:
            return context
        standing = standings([note.name], today=timezone.now().date())[note.name]
        told = Recall.objects.filter(note=note, standing=standing.state).first()
        return context | {
            "note": note,
            "standing": standing,
            "count": count_citing([note.name])[note.name],
            "told": told,
        }

    def post(self, request: HttpRequest) -> HttpResponse:
        note = _named(request)
        if note is None:
            return self.render()
        try:
            recall = tell(note, by=str(request.user))
        except NothingToTell as error:
            return self.render(refused=str(error))
        messages.success(request, "A worker tells the people of each account.")
        return HttpResponseRedirect(reverse("admin:knowledge_recall_change", args=[recall.pk]))


def _named(request: HttpRequest) -> Note | None:
    key, _, version = request.GET.get("note", "").partition("@")
    number = int(version) if version.isdecimal() and len(version) < 6 else 0
    return Note.objects.filter(key=key, version=number).first()


@admin.register(Recall)
class RecallAdmin(LookedAt):
    """Every word to tell holders, and what came of it."""

    list_display = ("short_id", "note", "in_state", "by", "at")
    list_select_related = ("note",)
    list_filter = ("standing",)
    ordering = ("-at",)
    sortable_by = ("at",)
    fields = ("public_id", "note", "in_state", "by", "at", "told")
    readonly_fields = fields

    @badge(description="standing", ordering="standing", states=STATES)
    def in_state(self, recall: Recall) -> str:
        return recall.standing

    @display(description="told so far")
    def told(self, recall: Recall) -> str:
        numbers = told_in(recall)
        return "{accounts} accounts, {people} people, {answers} answers".format(**numbers)
