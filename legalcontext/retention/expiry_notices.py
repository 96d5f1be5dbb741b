"""Who wants to be told before answers run out, and how many days before."""

from __future__ import annotations

import uuid

from accounts.errors import NotFound
from accounts.models import Scope
from accounts.principal import Principal
from accounts.tenancy import tenant_scope

from .models import ExpiryNotice


def notice_of(principal: Principal) -> int | None:
    """How many days before the end the person is told; None: not at all.

    accounts' NotFound: the credential acts for a program, which has no mailbox.
    """
    person = _person(principal)
    with tenant_scope(principal.account_id):
        wish = ExpiryNotice.objects.filter(membership=person).first()
    return wish.days_before if wish else None


def set_notice(principal: Principal, days_before: int | None) -> None:
    """Have the person told 1 to MOST_NOTICE_DAYS days before; None: no longer.

    Other days than before begin anew: what the old ones told of may be told once more.
    accounts' NotFound: the credential acts for a program.
    """
    person = _person(principal)
    with tenant_scope(principal.account_id):
        wishes = ExpiryNotice.objects.filter(membership=person)
        if days_before is None:
            wishes.delete()
        elif not wishes.filter(days_before=days_before).exists():
            ExpiryNotice.objects.update_or_create(
                membership_id=person,
                defaults={"days_before": days_before, "told_until": None},
            )


def begin_anew() -> None:
    """A policy changed, so dates moved: whoever asked is told of all that ends soon.

    The account's scope is open.
    """
    ExpiryNotice.objects.update(told_until=None)


def _person(principal: Principal) -> uuid.UUID:
    if principal.membership_id is None:
        raise NotFound
    principal.require(Scope.HISTORY_READ)
    return principal.membership_id
