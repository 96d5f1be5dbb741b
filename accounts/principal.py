"""Who a credential acts for: one value, made by one function, for every door."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple
from zoneinfo import ZoneInfo

from django.db import connection
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
    digest, now = digest_of(secret), timezone.now()
    key = _live_key("digest", digest, now)
    note_use(key, now)
    return principal_of_live_key(key)


def digest_of(secret: str | None) -> str:
    """What the key of this secret is found by. Unauthenticated: it is none, or malformed."""
    if not secret or not secrets.well_formed(secret):
        raise Unauthenticated
    return secrets.digest(secret)


def note_use(key: LiveKey, now: dt.datetime) -> None:
    """Write down that the key was used, unless that was done a moment ago."""
    if key.last_used_at is None or now - key.last_used_at > LAST_USED_PRECISION:
        ApiKey.objects.filter(pk=key.id).update(last_used_at=now)


def principal_by_key_id(key_id: uuid.UUID) -> Principal:
    """The principal of a key that was used before: a job asks again whether it is still good.

    Unauthenticated: as for `authenticate`.
    """
    return principal_of_live_key(_live_key("id", key_id, timezone.now()))


LIVE_KEY: Final = """
SELECT k.id, k.account_id, k.service_id, k.scopes, k.bound, k.mode, k.last_used_at,
       a.kind AS account_kind, a.time_zone, m.id AS membership_id, m.user_id, m.role,
       m.professional_status
FROM accounts_apikey k
JOIN accounts_account a ON a.id = k.account_id
LEFT JOIN accounts_membership m ON m.id = k.membership_id
LEFT JOIN accounts_user u ON u.id = m.user_id
WHERE k.{column} = %(value)s AND k.revoked_at IS NULL
  AND (k.expires_at IS NULL OR k.expires_at > %(now)s) AND a.status = 'active'
  AND (k.membership_id IS NULL OR (m.status = 'active' AND u.is_active))
"""
"""A key that may be used: neither revoked nor expired, of nobody who was shut out. By hand, since
every call of every door begins with it and Django took 2 ms to put it together."""


class LiveKey(NamedTuple):
    """What a principal is made of, as `LIVE_KEY` gives it."""

    id: uuid.UUID
    account_id: uuid.UUID
    service_id: uuid.UUID | None
    scopes: Sequence[str]
    bound: bool
    mode: str
    last_used_at: dt.datetime | None
    account_kind: str
    time_zone: str
    membership_id: uuid.UUID | None
    user_id: uuid.UUID | None
    role: str | None
    professional_status: str | None


def _live_key(column: Literal["id", "digest"], value: str | uuid.UUID, now: dt.datetime) -> LiveKey:
    with connection.cursor() as cursor:
        cursor.execute(LIVE_KEY.format(column=column), {"value": value, "now": now})
        row = cursor.fetchone()
    if row is None:
        raise Unauthenticated
    return LiveKey(*row)


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


def principal_of_key(key: ApiKey) -> Principal:
    """The principal of a live key (its account and membership loaded)."""
    membership, account = key.membership, key.account
    return principal_of_live_key(
        LiveKey(
            key.pk, key.account_id, key.service_id, key.scopes, key.bound, key.mode,
            key.last_used_at, account.kind, account.time_zone,
            membership.pk if membership else None,
            membership.user_id if membership else None,
            membership.role if membership else None,
            membership.professional_status if membership else None,
        )
    )  # fmt: skip


def principal_of_live_key(key: LiveKey) -> Principal:
    """The principal of a key that was just read and found good."""
    of_program = key.membership_id is None
    return Principal(
        account_id=key.account_id,
        kind="service" if of_program else _kind(key.account_kind, key.professional_status),
        time_zone=key.time_zone,
        scopes=frozenset(key.scopes) & scopes_open_to(key.role),
        key_id=key.id,
        user_id=key.user_id,
        membership_id=key.membership_id,
        role=key.role,
        service_id=key.service_id,
        bound=key.bound or of_program,
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
    return _kind(account.kind, membership.professional_status)


def _kind(account_kind: str, professional_status: str | None) -> PrincipalKind:
    if account_kind == Account.Kind.INDIVIDUAL:
        return "individual"
    if professional_status == Membership.ProfessionalStatus.VERIFIED:
        return "professional"
    return "service"
