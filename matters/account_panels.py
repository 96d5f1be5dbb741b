"""The panel of an account's page about its matters: numbers alone."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q
from django.http import HttpRequest
from django.urls import reverse

from accounts.backoffice.cards import Card, Line
from accounts.backoffice.panels import panel

from .models import Matter


@panel(title="Matters", permission="matters.view_matterevent", order=20, icon="folder_open")
def matters(request: HttpRequest, account: Any) -> Card:
    count = (
        Matter.objects.using("operator")
        .filter(account_id=account.pk)
        .aggregate(
            open=Count("pk", filter=Q(status=Matter.Status.OPEN)),
            closed=Count("pk", filter=~Q(status=Matter.Status.OPEN)),
        )
    )
    listed = reverse("admin:matters_matter_changelist") + f"?account={account.public_id}"
    lines = [Line("open", count["open"], listed), Line("closed", count["closed"])]
    if request.user.has_perm("accounts.change_account"):
        add = reverse("admin:matters_matter_add") + f"?account={account.public_id}"
        lines.append(Line("Add a matter", href=add))
    return Card(lines=lines)
