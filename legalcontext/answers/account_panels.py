"""The panel of an account's page about its use of the service: numbers alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.db.models import Count
from django.db.models.functions import TruncDate
from django.http import HttpRequest
from django.urls import reverse

from accounts.backoffice.cards import Card, Line
from accounts.backoffice.panels import panel

from .dashboard import DAYS, SKILL_COLOURS, by_day, recent
from .models import Answer


@panel(title=f"Use, {DAYS} days", permission="answers.view_answer", order=30, icon="monitoring")
def usage(request: HttpRequest, account: Any) -> Card:
    rows = list(
        recent(request.user)
        .filter(account_id=account.pk)
        .annotate(day=TruncDate("created_at"))
        .values("day", "skill", "status")
        .annotate(number=Count("*"))
        .order_by()
    )
    by_status: Counter[str] = Counter()
    for row in rows:
        by_status[row["status"]] += row["number"]
    listed = reverse("admin:answers_answer_changelist") + f"?account={account.public_id}"
    failed = by_status[Answer.Status.FAILED]
    return Card(
        figure=sum(by_status.values()) if rows else None,
        caption="asks with live keys",
        href=listed,
        chart=by_day(rows, "skill", SKILL_COLOURS) if rows else None,
        lines=[Line("failed", failed, f"{listed}&status__exact=failed", "danger")]
        if failed
        else [],
        empty=f"Nothing was asked in the last {DAYS} days.",
    )
