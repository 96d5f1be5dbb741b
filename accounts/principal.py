"""Who a credential acts for: one value, made by one function, for every door."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Literal
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import Q
from django.utils import timezone

from . import secrets
from .models import Account, ApiKey, Membership, Scope

PrincipalKind = Literal["professional", "individual", "service"]

LAST_USED_PRECISION = dt.timedelta(minutes=10)
"""`last_used_at` is written at most this often, so that a busy key costs no write per call."""


class Unauthenticated(Exception):
    """No usable credential. The text never says which of the reasons it was."""


class InsufficientScope(Exception):
    """The key is good, but not for this."""

    def __init__(self, scope: str) -> None:
        super().__init__(scope)
        self.scope = scope


@dataclass(frozen=True, slots=True)
class Principal:
    """Who acts, and in which account. Everything later is asked of this, never of the request.

    kind is for the block alone; access follows membership and grants. Exactly one of
    membership_id (with user_id and role) and service_id is set.
    bound: the key reads no matter but those it is bound to (a service key never reads another).
    """

    account_id: uuid.UUID
    kind: PrincipalKind
    time_zone: str
    scopes: frozenset[str]
    key_id: uuid.UUID | None = None
    user_id: uuid.UUID | None = None
    membership_id: uuid.UUID | None = None
    role: str | None = None
    service_id: uuid.UUID | None = None
    bound: bool = False
    test: bool = False

    @property
    def holder_id(self) -> uuid.UUID:
        """The acting membership or service identity: what outlives the rotation of a key."""
        holder = self.membership_id or self.service_id
        if holder is None:
            raise ValueError("a principal acts for a membership or a service identity")
        return holder

    @property
    def credential(self) -> uuid.UUID:
        """What the allowance of calls is counted by: the key, or the holder without one."""
        return self.key_id or self.holder_id

    @property
    def is_owner(self) -> bool:
        """An owner of the account (never a service)."""
        return self.role == Membership.Role.OWNER

    @property
    def sees_metadata_of_all(self) -> bool:
        """Owners and admins see of others' answers when, which skill and size; no content."""
        return self.role in (Membership.Role.OWNER, Membership.Role.ADMIN)

    def today(self) -> dt.date:
        """The date in the account's time zone."""
        return timezone.now().astimezone(ZoneInfo(self.time_zone)).date()

    def require(self, scope: str) -> None:
        """InsufficientScope: the credential lacks `scope`."""
        if scope not in self.scopes:
            raise InsufficientScope(scope)


def authenticate(secret: str | None) -> Principal:
    """The principal behind an API key's secret, in one query.

    Read anew on every call, so that revocation, suspension and offboarding bite on the next one.
    Unauthenticated: missing, malformed, unknown, revoked or expired key; suspended account,
    membership or person.
    """
    if not secret or not secrets.well_formed(secret):
        raise Unauthenticated
    now = timezone.now()
    key = _live_keys(now).filter(digest=secrets.digest(secret)).first()
    if key is None:
        raise Unauthenticated
    if key.last_used_at is None or now - key.last_used_at > LAST_USED_PRECISION:
        ApiKey.objects.filter(pk=key.pk).update(last_used_at=now)
    return principal_of_key(key)


def principal_by_key_id(key_id: uuid.UUID) -> Principal:
    """The principal of a key that was used before: a job asks again whether it is still good.

    Unauthenticated: as for `authenticate`.
    """
    key = _live_keys(timezone.now()).filter(pk=key_id).first()
    if key is None:
        raise Unauthenticated
    return principal_of_key(key)


def principal_by_credential(credential: uuid.UUID) -> Principal:
    """The principal of `Principal.credential`, asked again by a job: a key, or the membership of
    somebody who asked in a browser.

    Unauthenticated: it is not good any more.
    """
    membership = (
        Membership.objects.select_related("account")
        .filter(
            pk=credential,
            status=Membership.Status.ACTIVE,
            user__is_active=True,
            account__status=Account.Status.ACTIVE,
        )
        .first()
    )
    if membership is not None:
        return principal_of_membership(membership)
    return principal_by_key_id(credential)


def _live_keys(now: dt.datetime) -> models.QuerySet[ApiKey]:
    """Keys that may be used: neither revoked nor expired, of nobody who was shut out."""
    return (
        ApiKey.objects.select_related("account", "membership__user")
        .filter(revoked_at=None, account__status=Account.Status.ACTIVE)
        .filter(Q(expires_at=None) | Q(expires_at__gt=now))
        .filter(
            Q(membership=None)
            | Q(membership__status=Membership.Status.ACTIVE, membership__user__is_active=True)
        )
    )


def principal_of_key(key: ApiKey) -> Principal:
    """The principal of a live key (its account and membership loaded)."""
    membership = key.membership
    return Principal(
        account_id=key.account_id,
        kind=principal_kind(key.account, membership) if membership else "service",
        time_zone=key.account.time_zone,
        scopes=frozenset(key.scopes) & scopes_open_to(membership.role if membership else None),
        key_id=key.pk,
        user_id=membership.user_id if membership else None,
        membership_id=membership.pk if membership else None,
        role=membership.role if membership else None,
        service_id=key.service_id,
        bound=key.bound or membership is None,
        test=key.mode == ApiKey.Mode.TEST,
    )


def principal_of_membership(membership: Membership) -> Principal:
    """The principal of a person who has signed in (the membership's account loaded).

    A session may what its role may: scopes narrow keys only. The caller has seen to it that the
    membership and its account are active.
    """
    return Principal(
        account_id=membership.account_id,
        kind=principal_kind(membership.account, membership),
        time_zone=membership.account.time_zone,
        scopes=scopes_open_to(membership.role),
        user_id=membership.user_id,
        membership_id=membership.pk,
        role=membership.role,
    )


def scopes_open_to(role: str | None) -> frozenset[str]:
    """The scopes that a key may have; role: its holder's, None for a service identity.

    `people:manage` is for owners and admins, `account:manage` for owners. Asked on every call, so
    that a key loses with its holder's role what came with it.
    """
    closed: set[str] = set()
    if role != Membership.Role.OWNER:
        closed.add(Scope.ACCOUNT_MANAGE)
    if role not in (Membership.Role.OWNER, Membership.Role.ADMIN):
        closed.add(Scope.PEOPLE_MANAGE)
    return frozenset(Scope.values) - closed


def principal_kind(account: Account, membership: Membership) -> PrincipalKind:
    """The kind for the block (Terms, "principal"): anyone can tick a box, so only a *verified*
    professional membership is `professional`; unverified ones count as a service."""
    if account.kind == Account.Kind.INDIVIDUAL:
        return "individual"
    if membership.professional_status == Membership.ProfessionalStatus.VERIFIED:
        return "professional"
    return "service"
