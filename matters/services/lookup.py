"""From a public id to a matter that the principal may act on, or to one and the same refusal.

The caller has the account's scope open, where a function does not say that it opens it.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from accounts.errors import NotFound
from accounts.ids import parse_public_id
from accounts.models import ApiKey, Membership, Scope
from accounts.principal import Principal
from accounts.tenancy import tenant_scope
from matters.errors import MatterClosed
from matters.levels import LEVELS, MANAGE, READ, WORK
from matters.models import KeyBinding, Matter, MatterUserPermission


def find(principal: Principal, matter_id: str, level: str = READ, *, lock: bool = False) -> Matter:
    """The matter, if `principal` has `level` on it.

    lock: until the transaction ends nobody else changes or deletes it; entries may still be made.
    NotFound: missing, malformed, another's, behind a wall, or below the level.
    """
    key = parse_public_id(Matter.PREFIX, matter_id)
    if key is None:
        raise NotFound
    visible = Matter.objects.visible_to(principal, level).filter(pk=key)
    if lock:
        visible = visible.select_for_update(of=("self",), no_key=True)
    matter: Matter | None = visible.first()
    if matter is None:
        raise NotFound
    return matter


def find_open(principal: Principal, matter_id: str) -> Matter:
    """The matter, to work on what stands in it; it stays open until the transaction ends.

    NotFound: as for `find`. MatterClosed: it may be read, and no more.
    """
    matter = find(principal, matter_id, WORK, lock=True)
    if not matter.is_open:
        raise MatterClosed
    return matter


@contextmanager
def managing(principal: Principal, matter_id: str, *, to_change: bool = True) -> Iterator[Matter]:
    """Opens the account, with the matter locked (`to_change`), for whoever manages it.

    InsufficientScope; NotFound: as for `find`.
    """
    if to_change:
        require_to_change(principal)
    else:
        principal.require(Scope.MATTERS_READ)
    with tenant_scope(principal.account_id):
        yield find(principal, matter_id, MANAGE, lock=to_change)


def require_to_change(principal: Principal) -> None:
    """Every change is answered with what it changed, so it needs to be allowed to read as well."""
    principal.require(Scope.MATTERS_WRITE)
    principal.require(Scope.MATTERS_READ)


def members(principal: Principal, user_ids: Iterable[uuid.UUID]) -> list[Membership]:
    """The memberships of these people in the principal's account, by when they joined."""
    return list(
        Membership.objects.select_related("user")
        .filter(account_id=principal.account_id, user__in=list(user_ids))
        .order_by("pk")
    )


def member(principal: Principal, membership_id: str) -> Membership | None:
    """The membership behind `mem_…` in the principal's account, whatever its status."""
    key = parse_public_id(Membership.PREFIX, membership_id)
    if key is None:
        return None
    return (
        Membership.objects.select_related("user")
        .filter(account_id=principal.account_id, pk=key)
        .first()
    )


def key_of_account(principal: Principal, key_id: str) -> ApiKey | None:
    """The key behind `key_…` in the principal's account, revoked ones left out."""
    key = parse_public_id(ApiKey.PREFIX, key_id)
    if key is None:
        return None
    return ApiKey.objects.filter(
        account_id=principal.account_id, pk=key, revoked_at__isnull=True
    ).first()


def access_of(principal: Principal, matters: Iterable[Matter]) -> dict[uuid.UUID, str]:
    """The highest level that `principal` has on each of these matters, all visible to them."""
    ids = [matter.pk for matter in matters]
    ranks = dict.fromkeys(ids, len(LEVELS) - 1)
    if principal.bound:
        bound = KeyBinding.objects.filter(key_id=principal.key_id, matter__in=ids)
        for matter_id, level in bound.values_list("matter_id", "level"):
            ranks[matter_id] = LEVELS.index(level)
    if principal.user_id is not None:
        granted = dict.fromkeys(ids, 0)
        for matter_id, level in MatterUserPermission.objects.filter(
            user_id=principal.user_id, content_object__in=ids
        ).values_list("content_object_id", "permission__codename"):
            granted[matter_id] = max(granted[matter_id], LEVELS.index(level))
        ranks = {matter_id: min(rank, granted[matter_id]) for matter_id, rank in ranks.items()}
    return {matter_id: LEVELS[rank] for matter_id, rank in ranks.items()}
