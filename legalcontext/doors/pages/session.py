"""From a browser's session to a principal: who signed in, and the account they act in."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from accounts.errors import NotFound
from accounts.models import Account, Membership
from accounts.principal import Principal, Unauthenticated, principal_of_membership
from legalcontext.doors.failed_requests import note_account

CHOSEN: Final = "acting_membership"
"""In the session: the public id of the membership that the person chose."""

_KEPT: Final = "_codossier_memberships"


class NoAccount(Exception):
    """The person is signed in and belongs to no account that is active."""


class AccountNotChosen(Exception):
    """The person belongs to several accounts and has not said in which to act."""


def memberships_of(request: HttpRequest) -> list[Membership]:
    """The memberships that the person may act under, by the accounts' names; one query, kept."""
    kept: list[Membership] | None = getattr(request, _KEPT, None)
    if kept is None:
        user = getattr(request, "user", None)
        kept = []
        if user is not None and user.is_authenticated:
            active = Membership.objects.filter(
                user=user, status=Membership.Status.ACTIVE, account__status=Account.Status.ACTIVE
            )
            kept = list(active.select_related("account").order_by("account__name", "pk"))
        setattr(request, _KEPT, kept)
    return kept


def acting_membership(request: HttpRequest) -> Membership | None:
    """The one that the person acts under: the chosen one, or the only one."""
    memberships = memberships_of(request)
    if len(memberships) == 1:
        return memberships[0]
    chosen = request.session.get(CHOSEN) if memberships else None
    return next((each for each in memberships if each.public_id == chosen), None)


def principal_of(request: HttpRequest) -> Principal:
    """The principal of a browser's request, with every scope that its role has.

    Read anew on every request, so that suspension and offboarding bite on the next one.
    Unauthenticated: nobody is signed in. NoAccount. AccountNotChosen.
    """
    if not request.user.is_authenticated:
        raise Unauthenticated
    membership = acting_membership(request)
    if membership is not None:
        note_account(membership.account_id)
        return principal_of_membership(membership)
    if memberships_of(request):
        raise AccountNotChosen
    raise NoAccount


def choose(request: HttpRequest, member_id: str) -> Membership:
    """Act under this membership from now on. NotFound: not one of the person's."""
    for membership in memberships_of(request):
        if membership.public_id == member_id:
            request.session[CHOSEN] = member_id
            return membership
    raise NotFound
