"""The dashboard's cards about holds, and about what the sweep took."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from typing import Final

from django.db.models import IntegerField, Sum
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, TruncDate
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from accounts.backoffice.cards import Card, Chart, Line, Series, card

from .models import AuditEvent, Hold

SOON: Final = dt.timedelta(days=14)
DAYS: Final = 30
SHOWN: Final = 6


@card(title="Holds to review", permission="retention.view_hold", order=50, icon="gavel")
def holds_to_review(request: HttpRequest) -> Card:
    today = timezone.now().date()
    listed = reverse("admin:retention_hold_changelist")
    due = list(
        Hold.objects.using("operator")
        .active()
        .filter(review_on__lte=today + SOON)
        .order_by("review_on", "pk")
        .only("id", "review_on")[: SHOWN + 1]
    )
    lines = [
        Line(
            f"{hold.public_id[:16]}…",
            f"{hold.review_on:%-d %B}",
            reverse("admin:retention_hold_change", args=[hold.pk]),
            "danger" if hold.review_on <= today else "warning",
        )
        for hold in due
    ]
    if len(lines) > SHOWN:
        lines[-1] = Line("More", href=f"{listed}?review=due")
    return Card(
        lines=lines,
        caption="Somebody says whether they are still needed." if lines else "",
        empty=f"No hold is to be reviewed within {SOON.days} days.",
    )


@card(title="Gone by the sweep", permission="retention.view_auditevent", order=53, icon="mop")
def swept(request: HttpRequest) -> Card:
    """What had run out, and what waited for a hold, day by day."""
    since = timezone.now() - dt.timedelta(days=DAYS)
    rows = (
        AuditEvent.objects.using("operator")
        .filter(at__gte=since, actor=AuditEvent.Actor.SYSTEM)
        .annotate(
            day=TruncDate("at"),
            deleted=Cast(KeyTextTransform("deleted", "numbers"), IntegerField()),
        )
        .values("day", "action")
        .annotate(number=Sum("deleted"))
        .order_by()
    )
    expired: Counter[dt.date] = Counter()
    waited: Counter[dt.date] = Counter()
    for row in rows:
        into = waited if row["action"] == "answers.delete" else expired
        into[row["day"]] += row["number"] or 0
    today = timezone.now().date()
    days = [today - dt.timedelta(days=back) for back in range(DAYS, -1, -1)]
    chart = Chart(
        labels=[f"{day:%-d %b}" for day in days],
        series=[
            Series("run out", [expired[day] for day in days], "primary"),
            Series("waited for a hold", [waited[day] for day in days], "warning"),
        ],
        kind="stacked",
    )
    return Card(chart=chart, empty=f"Nothing has run out in the last {DAYS} days.")
