"""The account itself, and its programs, as its own people see and change them."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts import authority
from accounts.idempotency import NO_KEY, Attempt
from accounts.models import Account, ServiceIdentity
from accounts.principal import Principal
from accounts.tenancy import tenant_scope

from .directory import create_service_identity
from .members import lock_account

CHANGEABLE = ("name", "time_zone")
"""What an owner may change; kind and status are the operators'."""


def account_of(principal: Principal) -> Account:
    """The account that the credential acts in."""
    return Account.objects.get(pk=principal.account_id)


def change_account(principal: Principal, **changes: str) -> Account:
    """Another name or time zone. NotFound: not an owner. ValidationError: a wrong value.

    changes: of CHANGEABLE only (KeyError). The time zone counts from the next call on.
    """
    authority.require_owner(principal)
    account = account_of(principal)
    for name, value in changes.items():
        if name not in CHANGEABLE:
            raise KeyError(name)
        setattr(account, name, value)
    account.full_clean()
    account.save(update_fields=list(changes))
    return account


def services_of(principal: Principal) -> QuerySet[ServiceIdentity]:
    """The account's service identities, for its owners and admins. NotFound."""
    authority.require_manager(principal)
    return ServiceIdentity.objects.filter(account=principal.account_id)


def make_service(principal: Principal, *, name: str, attempt: Attempt = NO_KEY) -> ServiceIdentity:
    """A program of the account. NotFound: not the caller's to make. ValidationError: name taken."""
    authority.require_manager(principal)
    with tenant_scope(principal.account_id):
        lock_account(principal.account_id)  # two of one name at once
        service = create_service_identity(account=account_of(principal), name=name)
        attempt.finish(service.public_id)
    return service


def rename_service(principal: Principal, service_id: str, *, name: str) -> ServiceIdentity:
    """Another name for a program; its keys stay. NotFound, ValidationError as `make_service`."""
    with tenant_scope(principal.account_id):
        lock_account(principal.account_id)
        service = authority.service(principal, service_id)
        service.name = name
        service.full_clean()
        service.save(update_fields=["name"])
    return service
