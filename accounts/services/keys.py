"""API keys: made, rotated, revoked. The secret leaves here once and is not kept."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts import authority, hooks, secrets
from accounts.errors import NotFound
from accounts.idempotency import NO_KEY, Attempt
from accounts.ids import uuid7
from accounts.models import Account, ApiKey, Membership, Scope, ServiceIdentity, User
from accounts.principal import Principal, scopes_open_to
from accounts.tenancy import tenant_scope

PERSONAL_SCOPES = tuple(
    scope.value for scope in Scope if scope not in (Scope.PEOPLE_MANAGE, Scope.ACCOUNT_MANAGE)
)
"""What a key gets when nobody says otherwise; the two that manage are asked for by name."""

LIVE_IN_A_CHAIN = 2
"""How many keys of one rotation may be live at once: the new one, and the one it replaces."""

_WHOSE = {
    Scope.PEOPLE_MANAGE: "Only an owner's or an admin's key may have people:manage.",
    Scope.ACCOUNT_MANAGE: "Only an owner's key may have account:manage.",
}


def create_key(
    *,
    account: Account,
    name: str,
    membership: Membership | None = None,
    service: ServiceIdentity | None = None,
    mode: str = ApiKey.Mode.LIVE,
    scopes: Iterable[str] = PERSONAL_SCOPES,
    bound: bool = False,
    expires_at: dt.datetime | None = None,
    created_by: User | None = None,
    replaces: ApiKey | None = None,
) -> tuple[ApiKey, str]:
    """A key that acts for one membership or one service identity, and its secret.

    ValidationError: it acts for none or two, for somebody of another account or who has left, a
    scope is not known or not this holder's, or the expiry has passed.
    """
    holder = membership or service
    if holder is not None and holder.account_id != account.pk:
        raise ValidationError("The key's holder belongs to another account.")
    if membership is not None and membership.status == Membership.Status.REMOVED:
        raise ValidationError("This person has left the account.")
    if expires_at is not None and expires_at <= timezone.now():
        raise ValidationError({"expires_at": "The expiry has passed; give a later time, or none."})
    chosen = sorted(set(scopes))
    open_to_holder = scopes_open_to(membership.role if membership else None)
    for scope, words in _WHOSE.items():
        if scope in chosen and scope not in open_to_holder:
            raise ValidationError({"scopes": words})
    secret = secrets.new_secret(mode)
    key = ApiKey(
        account=account,
        membership=membership,
        service=service,
        chain=replaces.chain if replaces else uuid7(),
        name=name,
        mode=mode,
        digest=secrets.digest(secret),
        last_four=secret[-4:],
        scopes=chosen,
        bound=bound or service is not None,
        expires_at=expires_at,
        created_by=created_by,
    )
    key.full_clean()
    key.save()
    return key, secret


def make_key(
    principal: Principal,
    *,
    name: str,
    mode: str | None = None,
    scopes: Iterable[str] | None = None,
    bound: bool | None = None,
    expires_at: dt.datetime | None = None,
    service: str | None = None,
    attempt: Attempt = NO_KEY,
) -> tuple[ApiKey, str]:
    """A key for the caller, or for a service identity of the account (its public id).

    What is not given is as in the caller's own key; a key makes none that may more than itself.
    NotFound: no such service, or not the caller's to give keys to. ValidationError: wrong values.
    """
    person = _person(principal)
    holder = authority.service(principal, service) if service is not None else None
    limit = _Limit.of(principal)
    if scopes is None:
        scopes = set(PERSONAL_SCOPES) & principal.scopes
    mode = mode or limit.mode
    bound = limit.bound if bound is None else bound
    expires_at = expires_at or limit.expires_at
    limit.check(scopes=scopes, mode=mode, bound=bound or holder is not None, expires_at=expires_at)
    with tenant_scope(principal.account_id):
        key, secret = create_key(
            account=person.account,
            membership=None if holder else person,
            service=holder,
            name=name,
            mode=mode,
            scopes=scopes,
            bound=bound,
            expires_at=expires_at,
            created_by=person.user,
        )
        attempt.finish(key.public_id)
    return key, secret


def rotate_key(
    principal: Principal,
    key_id: str,
    *,
    expires_at: dt.datetime | None = None,
    old_expires_at: dt.datetime | None = None,
    attempt: Attempt = NO_KEY,
) -> tuple[ApiKey, str]:
    """A key like the old one, with a new secret; both are live until the old one ends.

    expires_at: of the new key, else as the old one's; old_expires_at: when the old one ends by
    itself, else it lives until it is revoked. NotFound: not the caller's key. InsufficientScope:
    the key may more than the caller's. ValidationError: the key has ended, two of its rotation
    are live, or a time is wrong.
    """
    person = _person(principal)
    chain = authority.key(principal, key_id).chain
    with tenant_scope(principal.account_id):
        live = _lock_live(chain)
        old = next((key for key in live if key.public_id == key_id), None)
        if old is None:
            raise ValidationError("This key has ended; make a new one instead.")
        _refuse_rotation(principal, old, live=len(live))
        role = old.membership.role if old.membership else None
        scopes = frozenset(old.scopes) & scopes_open_to(role)
        limit = _Limit.of(principal)
        expires_at = expires_at or old.expires_at or limit.expires_at
        limit.check(scopes=scopes, mode=old.mode, bound=old.bound, expires_at=expires_at)
        new, secret = create_key(
            account=person.account,
            membership=old.membership,
            service=old.service,
            name=old.name,
            mode=old.mode,
            scopes=scopes,
            bound=old.bound,
            expires_at=expires_at,
            created_by=person.user,
            replaces=old,
        )
        if old_expires_at is not None:
            _end_at(old, old_expires_at)
        for carry in hooks.carriers:
            carry(old, new)
        attempt.finish(new.public_id)
    return new, secret


def _lock_live(chain: uuid.UUID) -> list[ApiKey]:
    """The live keys of a rotation; whoever else rotates it waits for this transaction to end."""
    keys = ApiKey.objects.filter(chain=chain)
    # Locked by one statement and read by the next, which sees what was committed meanwhile.
    list(keys.select_for_update(no_key=True).values_list("pk"))
    return list(keys.filter(live_keys()))


def _refuse_rotation(principal: Principal, old: ApiKey, *, live: int) -> None:
    """ValidationError: what stands against rotating this key now."""
    if live >= LIVE_IN_A_CHAIN:
        raise ValidationError(
            f"{LIVE_IN_A_CHAIN} keys of this rotation are live; revoke the one no longer used."
        )
    if principal.bound and old.pk != principal.key_id:  # it may be bound to other matters
        raise ValidationError("A bound key rotates only itself.")


def keys_of(principal: Principal, *, service: str | None = None) -> QuerySet[ApiKey]:
    """The caller's own keys, ended ones included, or those of a service identity.

    NotFound: the credential acts for a program, or the service is not the caller's to look after.
    """
    authority.require_person(principal)
    keys = ApiKey.objects.select_related("service").filter(account=principal.account_id)
    if service is None:
        return keys.filter(membership=principal.membership_id)
    return keys.filter(service=authority.service(principal, service))


def revoke_key(*, key: ApiKey) -> None:
    """End the key at once; its next call is refused. Revoking twice changes nothing."""
    ApiKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=timezone.now())


def live_keys() -> Q:
    """Keys that are neither revoked nor expired."""
    return Q(revoked_at=None) & (Q(expires_at=None) | Q(expires_at__gt=timezone.now()))


def _person(principal: Principal) -> Membership:
    """The acting person's membership. NotFound: the credential acts for a program."""
    if principal.membership_id is None:
        raise NotFound
    return Membership.objects.select_related("account", "user").get(pk=principal.membership_id)


def _end_at(key: ApiKey, moment: dt.datetime) -> None:
    if moment <= timezone.now():
        raise ValidationError({"old_expires_at": "The time has passed; give a later one."})
    if key.expires_at is not None and moment > key.expires_at:
        raise ValidationError({"old_expires_at": "The old key ends before that by itself."})
    ApiKey.objects.filter(pk=key.pk).update(expires_at=moment)


@dataclass(frozen=True, slots=True)
class _Limit:
    """What a new key may have at most: no more than the credential that makes it."""

    principal: Principal
    mode: str
    bound: bool
    expires_at: dt.datetime | None

    @classmethod
    def of(cls, principal: Principal) -> _Limit:
        acting = ApiKey.objects.get(pk=principal.key_id) if principal.key_id else None
        return cls(
            principal=principal,
            mode=ApiKey.Mode.TEST if principal.test else ApiKey.Mode.LIVE,
            bound=principal.bound,
            expires_at=acting.expires_at if acting else None,
        )

    def check(
        self, *, scopes: Iterable[str], mode: str, bound: bool, expires_at: dt.datetime | None
    ) -> None:
        """InsufficientScope, ValidationError: the key would be able to do more, or for longer."""
        for scope in sorted(set(scopes) & set(Scope.values)):
            self.principal.require(scope)
        if self.mode == ApiKey.Mode.TEST and mode != ApiKey.Mode.TEST:
            raise ValidationError({"mode": "A test key makes test keys only."})
        if self.bound and not bound:
            raise ValidationError({"bound": "A bound key makes bound keys only."})
        if self.expires_at is not None and (expires_at is None or expires_at > self.expires_at):
            raise ValidationError({"expires_at": "A key makes none that outlives it."})
