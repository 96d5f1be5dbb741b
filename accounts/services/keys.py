"""API keys: made, rotated, revoked. The secret leaves here once and is not kept."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts import secrets
from accounts.models import Account, ApiKey, Membership, Scope, ServiceIdentity, User

PERSONAL_SCOPES = tuple(scope.value for scope in Scope if scope is not Scope.ACCOUNT_MANAGE)
"""What a key gets when nobody says otherwise; `account:manage` is asked for by name."""


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
) -> tuple[ApiKey, str]:
    """A key that acts for one membership or one service identity, and its secret.

    ValidationError: it acts for none or two, for somebody of another account, a scope is not
    known or not this holder's (`account:manage` is for owners), or the expiry has passed.
    """
    holder = membership or service
    if holder is not None and holder.account_id != account.pk:
        raise ValidationError("The key's holder belongs to another account.")
    if expires_at is not None and expires_at <= timezone.now():
        raise ValidationError({"expires_at": "The expiry has passed; give a later time, or none."})
    chosen = sorted(set(scopes))
    if Scope.ACCOUNT_MANAGE in chosen and not (
        membership is not None and membership.role == Membership.Role.OWNER
    ):
        raise ValidationError({"scopes": "Only an owner's key may have account:manage."})
    secret = secrets.new_secret(mode)
    key = ApiKey(
        account=account,
        membership=membership,
        service=service,
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


def revoke_key(*, key: ApiKey) -> None:
    """End the key at once; its next call is refused. Revoking twice changes nothing."""
    ApiKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=timezone.now())
