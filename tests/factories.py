"""People, accounts, keys and matters for tests, made through the same services as the product's."""

from __future__ import annotations

import itertools
from typing import Any

from accounts.models import Account, ApiKey, Membership, ServiceIdentity, User
from accounts.principal import Principal, authenticate, scopes_open_to
from accounts.services.directory import (
    add_person,
    create_account,
    create_service_identity,
    verify_professional,
)
from accounts.services.keys import create_key
from accounts.tenancy import tenant_scope
from matters.models import Matter
from matters.services.matters import create_matter

_numbers = itertools.count(1)

SERVICE_SCOPES = tuple(sorted(scopes_open_to(None)))


def individual(**fields: Any) -> Membership:
    """The owner of a new individual's account."""
    number = next(_numbers)
    _, owner = create_account(
        name=f"Person {number}",
        kind=Account.Kind.INDIVIDUAL,
        owner_email=f"person{number}@example.org",
        **fields,
    )
    return owner


def firm(*, verified: bool = True, **fields: Any) -> Membership:
    """The owner of a new professional account, verified unless told otherwise."""
    number = next(_numbers)
    _, owner = create_account(
        name=f"Firm {number}",
        kind=Account.Kind.PROFESSIONAL,
        owner_email=f"partner{number}@firm{number}.example",
        **fields,
    )
    if verified:
        verify_professional(membership=owner, evidence="bar card seen", verified_by=None)
    return owner


def colleague(account: Account, *, role: str = "member", verified: bool = True) -> Membership:
    """Another member of the account."""
    membership = add_person(
        account=account, email=f"colleague{next(_numbers)}@example.org", role=role
    )
    if verified:
        verify_professional(membership=membership, evidence="bar card seen", verified_by=None)
    return membership


def membership_of(user: User, account: Account, *, role: str = "member") -> Membership:
    """Another membership of somebody who is a person of the service already."""
    return add_person(account=account, email=user.email, role=role)


def key_of(membership: Membership, **fields: Any) -> tuple[ApiKey, str]:
    """A key of a person with every scope that they may have."""
    fields.setdefault("scopes", sorted(scopes_open_to(membership.role)))
    return create_key(account=membership.account, name="test", membership=membership, **fields)


def service_key(account: Account, **fields: Any) -> tuple[ApiKey, str, ServiceIdentity]:
    """A key of a new service identity of the account."""
    service = create_service_identity(account=account, name=f"service {next(_numbers)}")
    fields.setdefault("scopes", SERVICE_SCOPES)
    key, secret = create_key(account=account, name="test", service=service, **fields)
    return key, secret, service


def principal_of(membership: Membership, **fields: Any) -> Principal:
    """The principal of a fresh key of this person."""
    return authenticate(key_of(membership, **fields)[1])


def service_principal(account: Account, **fields: Any) -> Principal:
    """The principal of a fresh service key."""
    return authenticate(service_key(account, **fields)[1])


def matter_of(owner: Membership, title: str = "A matter", **fields: Any) -> Matter:
    """A matter owned by this person."""
    with tenant_scope(owner.account_id):
        return create_matter(owner=owner.user, title=title, **fields)
