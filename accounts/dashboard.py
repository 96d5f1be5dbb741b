"""The dashboard's cards about accounts, people, keys and jobs."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db.models import Count, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from .backoffice.cards import Card, Line, card
from .backoffice.jobs import needs_a_look
from .models import Account, ApiKey, Membership

SOON: Final = dt.timedelta(days=30)
SHOWN: Final = 6


@card(
    title="Accounts", permission="accounts.view_account", order=10, size="small", icon="apartment"
)
def accounts(request: HttpRequest) -> Card:
    count = Account.objects.aggregate(
        active=Count("pk", filter=Q(status=Account.Status.ACTIVE)),
        suspended=Count("pk", filter=Q(status=Account.Status.SUSPENDED)),
    )
    return Card(
        figure=count["active"],
        caption=f"active; {count['suspended']} suspended",
        href=reverse("admin:accounts_account_changelist"),
    )


@card(
    title="Professions to verify",
    permission="accounts.verify_membership",
    order=11,
    size="small",
    icon="verified_user",
)
def to_verify(request: HttpRequest) -> Card:
    declared = Membership.ProfessionalStatus.SELF_DECLARED
    waiting = Membership.objects.current().filter(professional_status=declared).count()
    return Card(
        figure=waiting,
        caption="people say that they practise; nobody has seen proof",
        href=reverse("admin:accounts_membership_changelist") + f"?professional_status={declared}",
        state="warning" if waiting else "",
    )


@card(
    title="Keys that end soon",
    permission="accounts.view_apikey",
    order=60,
    icon="key",
)
def expiring_keys(request: HttpRequest) -> Card:
    now = timezone.now()
    ending = (
        ApiKey.objects.filter(revoked_at=None, expires_at__gt=now, expires_at__lte=now + SOON)
        .select_related("account")
        .order_by("expires_at", "pk")[: SHOWN + 1]
    )
    lines = [
        Line(
            f"{key.public_id[:12]}… of {key.account}",
            f"{key.expires_at:%-d %B}",
            reverse("admin:accounts_apikey_change", args=[key.pk]),
            "danger" if key.expires_at and key.expires_at < now + SOON / 4 else "",
        )
        for key in ending
    ]
    if len(lines) > SHOWN:
        lines[-1] = Line("More", href=reverse("admin:accounts_apikey_changelist") + "?ends=soon")
    return Card(
        lines=lines,
        caption=f"within {SOON.days} days" if lines else "",
        empty=f"No key ends within {SOON.days} days.",
    )


@card(
    title="Failed jobs",
    permission="procrastinate.view_procrastinatejob",
    order=12,
    size="small",
    icon="work_history",
)
def failed_jobs(request: HttpRequest) -> Card:
    found = needs_a_look()
    listed = reverse("admin:procrastinate_procrastinatejob_changelist")
    return Card(
        figure=found["failed"],
        caption="wait for somebody to look at them" if found["failed"] else "every job ended well",
        href=f"{listed}?state=failed",
        lines=[
            Line("stuck: their worker is gone", found["stuck"], f"{listed}?state=stuck", "danger")
        ]
        if found["stuck"]
        else (),
        state="danger" if any(found.values()) else "success",
    )
