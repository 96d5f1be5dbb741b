"""The panels of an account's page about its people, keys and invitations."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from .backoffice.cards import Card, Line, State
from .backoffice.panels import panel
from .failures import KEPT_FOR
from .models import Account, ApiKey, FailedRequest, Membership
from .services.invitations import pending

SHOWN: Final = 8


@panel(title="People", permission="accounts.view_membership", order=10, icon="group")
def people(request: HttpRequest, account: Account) -> Card:
    members = Membership.objects.current().filter(account=account).select_related("user")
    found = list(members.order_by("created_at", "pk")[: SHOWN + 1])
    lines = [
        Line(
            str(member.user),
            ", ".join(_standing(member)),
            reverse("admin:accounts_membership_change", args=[member.pk]),
            "danger" if member.status == Membership.Status.SUSPENDED else "",
        )
        for member in found[:SHOWN]
    ]
    listed = reverse("admin:accounts_membership_changelist") + f"?account={account.public_id}"
    if len(found) > SHOWN:
        lines.append(Line("All people", href=listed))
    for invitation in pending(account).order_by("-created_at", "-pk")[:SHOWN]:
        lines.append(
            Line(
                f"{invitation.email}, invited",
                f"until {invitation.expires_at:%-d %B}",
                reverse("admin:accounts_invitation_change", args=[invitation.pk]),
                "warning",
            )
        )
    return Card(lines=lines, empty="Nobody: invite an owner.")


def _standing(member: Membership) -> list[str]:
    told = [member.role]
    if member.professional_status != Membership.ProfessionalStatus.NONE:
        told.append(member.get_professional_status_display().lower())
    if member.status == Membership.Status.SUSPENDED:
        told.append("suspended")
    return told


@panel(title="Keys", permission="accounts.view_apikey", order=11, icon="key")
def keys(request: HttpRequest, account: Account) -> Card:
    live = ApiKey.objects.filter(account=account, revoked_at=None)
    found = list(
        live.select_related("membership__user", "service").order_by("-created_at", "-pk")[
            : SHOWN + 1
        ]
    )
    lines = [
        Line(
            f"{key.name} …{key.last_four} of "
            f"{key.membership.user if key.membership else key.service and key.service.name}",
            f"used {key.last_used_at:%-d %b}" if key.last_used_at else "never used",
            reverse("admin:accounts_apikey_change", args=[key.pk]),
            _of_end(key),
        )
        for key in found[:SHOWN]
    ]
    if len(found) > SHOWN:
        listed = reverse("admin:accounts_apikey_changelist") + f"?account={account.public_id}"
        lines.append(Line("All keys", href=listed))
    return Card(lines=lines, empty="No key is live.")


def _of_end(key: ApiKey) -> State:
    return "danger" if key.expires_at and key.expires_at <= timezone.now() else ""


@panel(title="Recent errors", permission="accounts.view_failedrequest", order=35, icon="error")
def failures(request: HttpRequest, account: Account) -> Card:
    found = (
        FailedRequest.objects.using("operator").filter(account_id=account.pk).order_by("-at", "-pk")
    )[:SHOWN]
    lines = [
        Line(
            f"{one.at:%-d %b, %H:%M} {one.code} {one.method} {one.route}",
            one.request_id[:12] + "…",
            reverse("admin:accounts_failedrequest_change", args=[one.pk]),
            "danger" if one.status >= 500 else "",
        )
        for one in found
    ]
    if lines:
        listed = reverse("admin:accounts_failedrequest_changelist")
        lines.append(Line("All", href=f"{listed}?account={account.public_id}"))
    return Card(lines=lines, empty=f"None in {KEPT_FOR.days} days.")
