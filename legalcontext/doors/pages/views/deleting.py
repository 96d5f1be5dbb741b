"""Deleting: first what would go and what a hold keeps, then the deed, then the numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse

from legalcontext.erasure import deletion
from legalcontext.erasure.deletion import Selection
from legalcontext.retention.errors import LegalHold

from .base import PageView, StepUp, go

MOST: Final = 1000
"""Answers that one form may choose."""


@dataclass(slots=True)
class Noted:
    """The public id of what was made, for the page that tells of it."""

    made: str = ""

    def finish(self, result: str) -> None:
        self.made = result


class DeletePage(PageView):
    """The two steps of a deletion. Subclasses say what is chosen."""

    section = "history"

    def selection(self) -> Selection | None:
        """What is chosen, or None: nothing."""
        raise NotImplementedError

    def confirm(self) -> HttpResponse:
        """What would go, and what a hold keeps."""
        selection = self.selection()
        if selection is None:
            return go(self.request, reverse("pages:history"))
        outcome = deletion.preview(self.principal, selection)
        context = {
            "outcome": outcome,
            "selection": selection,
            "total": outcome.deleted + outcome.held,
        }
        return self.page("pages/delete.html", context)

    def delete(self) -> HttpResponse:
        """Do it. Where everything is held the page that tells of it says so."""
        selection, noted = self.selection(), Noted()
        if selection is None:
            return go(self.request, reverse("pages:history"))
        try:
            deletion.delete_answers(self.principal, selection, attempt=noted)
        except LegalHold:
            if not noted.made:
                raise
        return go(self.request, reverse("pages:deleted", args=[noted.made]))

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        return self.delete() if "confirm" in request.POST else self.confirm()


class DeleteChosen(DeletePage):
    """One answer, or several that were marked in a list."""

    http_method_names = ["post"]

    def selection(self) -> Selection | None:
        return _chosen(self.request.POST)


class DeleteOfMatter(DeletePage):
    """One's own answers in a matter; an owner's: all in it."""

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        return self.confirm()

    def selection(self) -> Selection | None:
        return Selection(matter=self.kwargs["matter_id"])


class DeleteAll(StepUp, DeletePage):
    """All that one asked, or, for an owner, all of the account."""

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        return self.confirm()

    def selection(self) -> Selection | None:
        return Selection(of_account=self.kwargs["of"] == "account")


class Deleted(PageView):
    """What a deletion has done, in numbers."""

    section = "history"

    def get(self, request: HttpRequest, deletion_id: str) -> HttpResponse:
        try:
            outcome = deletion.read_deletion(self.principal, deletion_id)
        except LegalHold as error:
            return self.page(
                "pages/held.html",
                {"held": error.held, "may_see_holds": self.principal.is_owner},
                status=409,
            )
        return self.page("pages/deleted.html", {"outcome": outcome})


def _chosen(sent: QueryDict) -> Selection | None:
    ids = tuple(dict.fromkeys(sent.getlist("answers")))[:MOST]
    return Selection(answer_ids=ids) if ids else None
