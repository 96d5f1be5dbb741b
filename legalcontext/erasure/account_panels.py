"""The panel of an account's page about requests to delete."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from accounts.backoffice.cards import Card, Line
from accounts.backoffice.panels import panel
from legalcontext.retention.knowing import may_know

from .request_models import DeletionRequest, State
from .requests.discretion import shown_state, with_silence
from .requests.forecast import due_of
from .requests.states import WORK

SHOWN: Final = 6


@panel(
    title="Deletion requests",
    permission="erasure.view_deletionrequest",
    order=42,
    icon="delete_forever",
)
def requests(request: HttpRequest, account: Any) -> Card:
    waiting = (
        DeletionRequest.objects.using("operator")
        .select_related("regime")
        .filter(account_id=account.pk)
        .exclude(state=State.CLOSED)
        .order_by("due_on", "pk")
    )
    if not may_know(request.user):
        waiting = with_silence(waiting)
    lines = [
        Line(
            f"{one.get_about_display()}: {shown_state(one).label}",
            f"{one.deadline:%-d %B}",
            reverse("admin:erasure_deletionrequest_change", args=[one.pk]),
            "danger" if due_of(one, timezone.now()).days_left < 0 and not one.answered_on else "",
        )
        for one in waiting[:SHOWN]
    ]
    if request.user.has_perm(WORK):
        add = reverse("admin:erasure_deletionrequest_add") + f"?account={account.public_id}"
        lines.append(Line("Take down a request", href=add))
    return Card(lines=lines, empty="None.")
