"""Matters: listed, opened, changed, closed, deleted, and what stands in them."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import keyset
from accounts.errors import NotFound
from accounts.ids import parse_public_id
from legalcontext.doors.pages.forms.base import PageForm, words_in
from legalcontext.doors.pages.forms.matters import (
    LEVEL_NAMES,
    SIDE_NAMES,
    KeyDateForm,
    MatterForm,
    NoteForm,
    PartyForm,
)
from legalcontext.doors.pages.places import place_name
from legalcontext.doors.pages.words import FORUM_NAMES
from legalcontext.erasure import deletion
from legalcontext.retention.errors import LegalHold
from matters import errors as matter_errors
from matters.levels import MANAGE, READ, name_of
from matters.models import KeyDate, Matter, Note, Party
from matters.services import file, matters, overview
from matters.services.matters import Seen

from .base import FormPage, PageView, go

PAGE: Final = 20
ENTRIES: Final = 50
"""Entries of a kind that a matter's page shows; the rest is behind REST."""


class MatterList(PageView):
    """The matters that one may read, newest first."""

    section = "matters"

    def get(self, request: HttpRequest) -> HttpResponse:
        status: Any = request.GET.get("status", "open")
        if status not in ("open", "closed", "all"):
            status = "open"
        after = _position(request.GET.get("after"))
        seen = matters.list_matters(self.principal, limit=PAGE, after=after, status=status)
        here = f"{reverse('pages:matters')}?status={status}"
        older = f"{here}&after={seen[PAGE - 1].matter.public_id}" if len(seen) > PAGE else ""
        context = {
            "rows": [shown(each) for each in seen[:PAGE]],
            "status": status,
            "next_url": older,
            "first_url": here if after else "",
        }
        return self.page("pages/matters.html", context)


class NewMatter(FormPage):
    """Opening one; whoever opens it owns it."""

    section = "matters"
    form_class = MatterForm
    template = "pages/matter_form.html"

    def done(self, form: PageForm) -> HttpResponse:
        with self.once(form) as attempt:
            opened = attempt.replay_of
            if opened is None:
                seen = matters.open_matter(self.principal, attempt=attempt, **form.cleaned_data)
                opened = seen.matter.public_id
        return go(self.request, reverse("pages:matter", args=[opened]))


class MatterPage(PageView):
    """One matter with what stands in it."""

    section = "matters"

    def get(self, request: HttpRequest, matter_id: str) -> HttpResponse:
        contents = overview.contents_of(self.principal, matter_id, most=ENTRIES)
        matter = contents.matter
        context = {
            **described(matter, contents.access),
            "owner": matter.owner,
            "may_work": contents.access != READ and matter.is_open,
            "may_manage": contents.access == MANAGE,
            "parties": [(each, SIDE_NAMES[Party.Side(each.side)]) for each in contents.parties],
            "dates": contents.dates,
            "notes": contents.notes,
            "own": self.principal.user_id,
        }
        return self.page("pages/matter.html", context)


class EditMatter(FormPage):
    """What a general update changes; needs the level work."""

    section = "matters"
    form_class = MatterForm
    template = "pages/matter_form.html"

    def form(self, *data: Any) -> PageForm:
        if data:
            return MatterForm(data[0])
        seen = matters.read_matter(self.principal, self.kwargs["matter_id"])
        if seen.access == READ:
            raise NotFound
        return MatterForm(initial={name: getattr(seen.matter, name) for name in matters.EDITABLE})

    def context(self) -> dict[str, Any]:
        return {"matter_id": self.kwargs["matter_id"]}

    def done(self, form: PageForm) -> HttpResponse:
        matter_id = self.kwargs["matter_id"]
        matters.update_matter(self.principal, matter_id, form.cleaned_data)
        return go(self.request, reverse("pages:matter", args=[matter_id]))


class TurnMatter(PageView):
    """Closing and reopening; needs the level manage."""

    http_method_names = ["post"]
    section = "matters"

    def post(self, request: HttpRequest, matter_id: str, turn: str) -> HttpResponse:
        if turn == "close":
            matters.close_matter(self.principal, matter_id)
            messages.success(request, _("The matter is closed. It can be read and reopened."))
        else:
            matters.reopen_matter(self.principal, matter_id)
            messages.success(request, _("The matter is open again."))
        return go(request, reverse("pages:matter", args=[matter_id]))


class DeleteMatter(PageView):
    """A matter with all that is in it, or nothing of it."""

    section = "matters"

    def get(self, request: HttpRequest, matter_id: str) -> HttpResponse:
        contents = deletion.preview_matter(self.principal, matter_id)
        context = {
            "contents": contents,
            "matter_id": matter_id,
            "may_see_holds": self.principal.is_owner,
        }
        return self.page("pages/matter_delete.html", context)

    def post(self, request: HttpRequest, matter_id: str) -> HttpResponse:
        try:
            matters.delete_matter(self.principal, matter_id)
        except (LegalHold, matter_errors.LegalHold):
            context = {"matter_id": matter_id, "may_see_holds": self.principal.is_owner}
            return self.page("pages/matter_held.html", context, status=409)
        messages.success(request, _("The matter is gone, with all that was in it."))
        return go(request, reverse("pages:matters"))


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of entry: its model, its form, and what its pages call it."""

    slug: str
    model: Any
    form: type[PageForm]
    add: Promise
    change: Promise


KINDS: Final = {
    kind.slug: kind
    for kind in (
        Kind(
            "parties",
            Party,
            PartyForm,
            gettext_lazy("Add somebody"),
            gettext_lazy("Change what is said of somebody"),
        ),
        Kind(
            "dates", KeyDate, KeyDateForm, gettext_lazy("Add a day"), gettext_lazy("Change a day")
        ),
        Kind("notes", Note, NoteForm, gettext_lazy("Add a note"), gettext_lazy("Change a note")),
    )
}
"""By the last part of the address, as over REST."""


class EntryPage(FormPage):
    """Adding an entry to a matter, or changing one; needs the level work and an open matter."""

    section = "matters"
    template = "pages/entry_form.html"
    entry_id: ClassVar[str] = ""

    @classmethod
    def takes(cls) -> tuple[str, ...]:
        """Of every kind: which one it is stands in the address."""
        return tuple({name: None for kind in KINDS.values() for name in words_in(kind.form)})

    @property
    def kind(self) -> Kind:
        """NotFound: there is no such kind."""
        kind = KINDS.get(self.kwargs["kind"])
        if kind is None:
            raise NotFound
        return kind

    def form(self, *data: Any) -> PageForm:
        if data:
            return self.kind.form(data[0])
        self._require_work()
        return self.kind.form(initial=self.initial())

    def initial(self) -> dict[str, Any]:
        """What the form starts with."""
        return {}

    def context(self) -> dict[str, Any]:
        return {"matter_id": self.kwargs["matter_id"], "heading": self.kind.add}

    def done(self, form: PageForm) -> HttpResponse:
        matter_id = self.kwargs["matter_id"]
        self.keep(matter_id, form)
        return go(self.request, reverse("pages:matter", args=[matter_id]))

    def keep(self, matter_id: str, form: PageForm) -> None:
        """Through the service."""
        with self.once(form) as attempt:
            if attempt.replay_of is None:
                file.add_entry(
                    self.principal,
                    self.kind.model,
                    matter_id,
                    form.cleaned_data,
                    attempt=attempt,
                )

    def _require_work(self) -> None:
        """NotFound, MatterClosed: so that nobody fills in a form and is refused afterwards."""
        seen = matters.read_matter(self.principal, self.kwargs["matter_id"])
        if seen.access == READ:
            raise NotFound
        if not seen.matter.is_open:
            raise matter_errors.MatterClosed


class AddEntry(EntryPage):
    """A new entry."""


class ChangeEntry(EntryPage):
    """An entry that is there; a note by its writer alone."""

    def initial(self) -> dict[str, Any]:
        entry = file.read_entry(
            self.principal, self.kind.model, self.kwargs["matter_id"], self.kwargs["entry_id"]
        )
        if isinstance(entry, Note) and entry.author_id != self.principal.user_id:
            raise NotFound
        return {name: getattr(entry, name) for name in file.EDITABLE[self.kind.model]}

    def context(self) -> dict[str, Any]:
        return {**super().context(), "heading": self.kind.change, "changing": True}

    def keep(self, matter_id: str, form: PageForm) -> None:
        file.change_entry(
            self.principal,
            self.kind.model,
            matter_id,
            self.kwargs["entry_id"],
            form.cleaned_data,
        )


class RemoveEntry(PageView):
    """An entry goes for good."""

    http_method_names = ["post"]
    section = "matters"

    def post(self, request: HttpRequest, matter_id: str, kind: str, entry_id: str) -> HttpResponse:
        if kind not in KINDS:
            raise NotFound
        file.remove_entry(self.principal, KINDS[kind].model, matter_id, entry_id)
        messages.success(request, _("It is gone."))
        return go(request, reverse("pages:matter", args=[matter_id]))


def shown(seen: Seen) -> dict[str, Any]:
    """A matter as the list shows it."""
    return {**described(seen.matter, seen.access), "owner": seen.owner and seen.owner.user}


def described(matter: Matter, access: str) -> dict[str, Any]:
    """A matter and what the reader may do with it, in words."""
    return {
        "matter": matter,
        "access": LEVEL_NAMES[name_of(access)],
        "place": place_name(matter.jurisdiction) if matter.jurisdiction else "",
        "forum": FORUM_NAMES.get(matter.forum, matter.forum),
    }


def _position(text: str | None) -> keyset.Position | None:
    """After the matter with this id; the beginning for anything else."""
    key = parse_public_id(Matter.PREFIX, text)
    return keyset.Position(dt.datetime.min.replace(tzinfo=dt.UTC), key) if key else None
