"""What is due, and what will be late as things stand: for operators, over all accounts.

Read through the operator's alias: codes and dates, no content.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.utils import timezone

from legalcontext.erasure.request_models import DeletionRequest, State

from . import clocks
from .discretion import shown_state, with_silence

SOON: Final = dt.timedelta(days=7)


class Risk(StrEnum):
    """How it looks. WILL_BREACH: even if everybody acts today, the days left do not suffice."""

    OVERDUE = "overdue"
    WILL_BREACH = "will breach"
    AT_RISK = "at risk"
    ON_TIME = "on time"


@dataclass(frozen=True, slots=True)
class Due:
    """A request that is not answered. ends: the first day on which it can be."""

    request: DeletionRequest
    deadline: dt.date
    days_left: int
    ends: dt.date
    risk: Risk
    waits_for: str


WAITS_FOR: Final = {
    State.RECEIVED: "an acknowledgement",
    State.ACKNOWLEDGED: "a check of who asks",
    State.IDENTITY_PENDING: "the person to show who they are",
    State.VERIFIED: "its scope",
    State.REVERSED: "its scope",
    State.SCOPED: "a day",
    State.PARTLY_HELD: "a day",
    State.HELD: "a word to the person: a silent hold keeps it",
    State.SCHEDULED: "its day, and another operator's approval where that is missing",
    State.EXECUTING: "the job",
    State.EXECUTED: "its certificate",
    State.PARTLY_EXECUTED: "its certificate: a silent hold keeps something",
    State.APPEALED: "a decision on the appeal",
}


def forecast(now: dt.datetime | None = None, *, discreet: bool = False) -> list[Due]:
    """Every unanswered request of every account, the nearest deadline first.

    discreet: for whoever may not know of silent holds.
    """
    now = now or timezone.now()
    unanswered = (
        DeletionRequest.objects.using("operator")
        .select_related("regime", "account")
        .filter(answered_on=None)
        .exclude(state=State.CLOSED)
    )
    if discreet:
        unanswered = with_silence(unanswered)
    return sorted(
        (due_of(request, now) for request in unanswered),
        key=lambda due: (due.deadline, due.ends, due.request.pk),
    )


def requests_due(within: dt.timedelta = SOON, now: dt.datetime | None = None) -> list[Due]:
    """Those whose deadline comes within this time or has passed."""
    return [due for due in forecast(now) if due.days_left <= within.days]


def due_of(request: DeletionRequest, now: dt.datetime) -> Due:
    """How one request stands (its regime loaded), by the state that it shows."""
    today = clocks.day_in(now, request.time_zone)
    deadline = request.deadline
    ends = _ends(request, today)
    return Due(
        request=request,
        deadline=deadline,
        days_left=(deadline - today).days,
        ends=ends,
        risk=_risk(today, deadline, ends),
        waits_for=WAITS_FOR.get(shown_state(request), ""),
    )


def _ends(request: DeletionRequest, today: dt.date) -> dt.date:
    state = shown_state(request)
    if state == State.SCHEDULED and request.execute_on is not None:
        return max(today, request.execute_on)
    if state in (State.EXECUTING, State.EXECUTED, State.PARTLY_EXECUTED):
        return today
    return clocks.earliest_execution(today, request.regime.cool_off_days, request.deadline)


def _risk(today: dt.date, deadline: dt.date, ends: dt.date) -> Risk:
    if deadline < today:
        return Risk.OVERDUE
    if ends > deadline:
        return Risk.WILL_BREACH
    return Risk.AT_RISK if deadline - today <= SOON else Risk.ON_TIME
