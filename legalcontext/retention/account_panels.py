"""The panels of an account's page about its policies and holds."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from accounts.backoffice.cards import Card, Line
from accounts.backoffice.panels import panel

from .models import Hold, Policy
from .policy import service_terms

SHOWN: Final = 8


@panel(title="Policies", permission="retention.view_policy", order=40, icon="hourglass")
def policies(request: HttpRequest, account: Any) -> Card:
    found = (
        Policy.objects.using("operator").filter(account_id=account.pk).order_by("level", "skill")
    )
    of_matters = found.filter(level=Policy.Level.MATTER).count()
    lines = [
        Line(policy.skill.replace("_", " ") or "the account", f"{policy.months} months")
        for policy in found.exclude(level=Policy.Level.MATTER)[:SHOWN]
    ]
    lines.append(Line("otherwise, the service’s own", f"{service_terms().months} months"))
    if of_matters:
        listed = reverse("admin:retention_policy_changelist") + f"?account={account.public_id}"
        lines.append(Line("matters with a policy of their own", of_matters, listed))
    return Card(lines=lines)


@panel(title="Legal holds", permission="retention.view_hold", order=41, icon="gavel")
def holds(request: HttpRequest, account: Any) -> Card:
    today = timezone.now().date()
    active = (
        Hold.objects.using("operator")
        .active()
        .filter(account_id=account.pk)
        .only("id", "authority", "silent", "review_on")
        .order_by("review_on", "pk")[:SHOWN]
    )
    lines = [
        Line(
            f"{hold.public_id[:12]}… by {hold.authority}{', silent' if hold.silent else ''}",
            f"review {hold.review_on:%-d %B}",
            reverse("admin:retention_hold_change", args=[hold.pk]),
            "danger" if hold.review_on <= today else "",
        )
        for hold in active
    ]
    if request.user.has_perm("retention.add_hold"):
        place = reverse("admin:retention_hold_add") + f"?account={account.public_id}"
        lines.append(Line("Place a hold", href=place))
    return Card(lines=lines, empty="Nothing is held.")
