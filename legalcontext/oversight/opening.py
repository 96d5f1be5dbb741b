"""What opens content in the admin, and masks it again: the steps, and the reason for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminTextareaWidget

from accounts.backoffice.base import operator
from accounts.backoffice.steps import Step
from legalcontext.answers.models import Answer
from matters.models import Matter

from .access import ACCESS, PERMISSION, access_to, give_back
from .models import LONGEST_REASON, SHORTEST_REASON, ContentAccess

MINUTES: Final = int(ACCESS.total_seconds() // 60)


class ReasonForm(forms.Form):
    """Why content has to be read. The account sees it, so it quotes nothing."""

    reason = forms.CharField(
        min_length=SHORTEST_REASON,
        max_length=LONGEST_REASON,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        help_text="The account sees this, with your name. Name the request or the case, and quote "
        "nothing of what was asked.",
    )


class OpensContent:
    """A ModelAdmin whose rows have content behind an access."""

    def get_steps(self, request: HttpRequest, row: Any) -> Sequence[Step]:
        """Opening, or giving back what is open."""
        return [GIVE_BACK if self.access(request, row) else self.opening]  # type: ignore[attr-defined]

    def all_steps(self) -> Sequence[str]:
        return [self.opening.name, GIVE_BACK.name]  # type: ignore[attr-defined]

    def access(self, request: HttpRequest, row: Any) -> ContentAccess | None:
        """The signed-in operator's open access to the row; one query a request."""
        return access_of(request, row)


def access_of(request: HttpRequest, row: Answer | Matter) -> ContentAccess | None:
    """The open access of whoever is signed in; asked once in a request."""
    known: dict[Any, ContentAccess | None] = request.__dict__.setdefault("_accesses", {})
    if row.pk not in known:
        named = {"answer_id" if isinstance(row, Answer) else "matter_id": row.pk}
        known[row.pk] = access_to(operator=operator(request), **named)
    return known[row.pk]


def _give_back(request: HttpRequest, row: Any, cleaned: dict[str, Any]) -> str:
    if (access := access_of(request, row)) is not None:
        give_back(operator=operator(request), access=access)
    return "The content is masked again."


GIVE_BACK = Step(
    name="give-back",
    label="Mask the content again",
    effect="Your access ends now. What was read stays on record.",
    permission=PERMISSION,
    run=_give_back,
    icon="visibility_off",
)
