"""The dashboard's cards about deletion requests, and about what waits for a second person."""

from __future__ import annotations

from collections import Counter
from typing import Final

from django.http import HttpRequest
from django.urls import reverse

from accounts.backoffice.cards import Card, Line, State, card
from legalcontext.retention.knowing import may_know

from .request_models import Proposal
from .requests.forecast import Due, Risk, forecast
from .requests.two_people import seen_by

SHOWN: Final = 5
COLOURS: Final[dict[Risk, State]] = {
    Risk.OVERDUE: "danger",
    Risk.WILL_BREACH: "danger",
    Risk.AT_RISK: "warning",
    Risk.ON_TIME: "success",
}


@card(
    title="Deletion requests by due date",
    permission="erasure.view_deletionrequest",
    order=51,
    icon="delete_forever",
)
def requests_by_due_date(request: HttpRequest) -> Card:
    due = forecast(discreet=not may_know(request.user))
    counted = Counter(one.risk for one in due)
    told = ", ".join(f"{number} {risk}" for risk, number in counted.items())
    listed = reverse("admin:erasure_deletionrequest_changelist")
    return Card(
        figure=len(due) or None,
        caption=told,
        href=listed,
        lines=[_line(one) for one in due[:SHOWN]],
        empty="No request waits for an answer.",
        state="danger" if counted[Risk.OVERDUE] or counted[Risk.WILL_BREACH] else "",
    )


def _line(due: Due) -> Line:
    left = f"{due.days_left} days" if due.days_left >= 0 else f"{-due.days_left} days late"
    return Line(
        f"{due.deadline:%-d %B}: waits for {due.waits_for or 'nothing'}",
        left,
        reverse("admin:erasure_deletionrequest_change", args=[due.request.pk]),
        COLOURS[due.risk],
    )


@card(
    title="Waits for a second person",
    permission="erasure.view_proposal",
    order=13,
    size="small",
    icon="group",
)
def proposals(request: HttpRequest) -> Card:
    rows = seen_by(request.user, Proposal.objects.using("operator"))
    waiting = rows.filter(decision=Proposal.Decision.OPEN).count()
    return Card(
        figure=waiting,
        caption="proposals to decide",
        href=reverse("admin:erasure_proposal_changelist") + "?decision__exact=open",
        state="warning" if waiting else "",
    )
