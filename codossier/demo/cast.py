"""Who is in the demonstration: five callers, each with a live key.

Running it again finds the same accounts; a key whose secret is no longer known (it is shown once
and only `var/demo.json` has it) is made anew.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db import transaction

from accounts.ids import public_id
from accounts.models import Account, ApiKey, Membership, ServiceIdentity, User
from accounts.principal import Unauthenticated, authenticate, scopes_open_to
from accounts.services.directory import (
    add_person,
    create_account,
    create_service_identity,
    verify_professional,
)
from accounts.services.keys import create_key, revoke_key
from accounts.tenancy import tenant_scope
from matters.models import Matter
from matters.services.matters import create_matter

ADMIN_EMAIL = "operator@codossier.example"


@dataclass(frozen=True, slots=True)
class Caller:
    """One caller, as `var/demo.json` lists it. kind: the principal's kind."""

    name: str
    kind: str
    account: str
    key: str
    matters: list[str] = field(default_factory=list)


@transaction.atomic
def assemble(known: Mapping[str, Any]) -> dict[str, Any]:
    """`{admin, people, accounts}` of the demonstration. known: what the last run wrote."""
    keys = {entry["name"]: entry["key"] for entry in known.get("accounts", ())}
    ada = _owner("Ada Park", Account.Kind.INDIVIDUAL, "ada@person.example", "America/Los_Angeles")
    rivera = _owner(
        "Rivera & Stone LLP", Account.Kind.PROFESSIONAL, "rivera@firm.example", "America/New_York"
    )
    _verify(rivera)
    okafor = _member(rivera.account, "okafor@firm.example", "Chidi Okafor")
    _verify(okafor)
    intake = ServiceIdentity.objects.filter(
        account=rivera.account, name="intake"
    ).first() or create_service_identity(account=rivera.account, name="intake")
    haddad = _owner(
        "Haddad Law Office", Account.Kind.PROFESSIONAL, "haddad@office.example", "America/Chicago"
    )
    _verify(haddad)
    lease = _matter(
        rivera, "Dunne v. Harbor Lofts", jurisdiction="US-NY", litigation_anticipated="yes"
    )
    wages = _matter(haddad, "Ortiz wage claim", jurisdiction="US-TX")
    holders: list[tuple[str, Membership | ServiceIdentity, Matter | None]] = [
        ("Ada Park", ada, None),
        ("Maya Rivera", rivera, lease),
        ("Chidi Okafor", okafor, None),
        ("Intake service", intake, None),
        ("Sami Haddad", haddad, wages),
    ]
    callers = [_caller(name, holder, matter, keys.get(name)) for name, holder, matter in holders]
    return {
        "admin": _operator(known.get("admin", {}).get("password")),
        "people": _people((ada, rivera, okafor, haddad), known.get("people", {}).get("password")),
        "accounts": [asdict(caller) for caller in callers],
    }


def _owner(name: str, kind: str, email: str, time_zone: str) -> Membership:
    found = Membership.objects.filter(
        user__email=email, account__name=name, role=Membership.Role.OWNER
    ).select_related("account", "user")
    if (owner := found.first()) is not None:
        return owner
    return create_account(name=name, kind=kind, owner_email=email, time_zone=time_zone)[1]


def _member(account: Account, email: str, name: str) -> Membership:
    found = Membership.objects.filter(account=account, user__email=email)
    return found.first() or add_person(account=account, email=email, name=name)


def _verify(membership: Membership) -> None:
    if membership.professional_status != Membership.ProfessionalStatus.VERIFIED:
        verify_professional(
            membership=membership, evidence="demonstration: nothing was seen", verified_by=None
        )


def _matter(owner: Membership, title: str, **fields: Any) -> Matter:
    with tenant_scope(owner.account_id):
        found = Matter.objects.filter(title=title, owner=owner.user).first()
        return found or create_matter(owner=owner.user, title=title, **fields)


def _caller(
    name: str, holder: Membership | ServiceIdentity, matter: Matter | None, secret: str | None
) -> Caller:
    """The caller with a key that works: the one of the last run, else a fresh one."""
    acts_for: dict[str, Any] = (
        {"membership": holder} if isinstance(holder, Membership) else {"service": holder}
    )
    try:
        principal = authenticate(secret)
    except Unauthenticated:
        for stale in ApiKey.objects.filter(name="demonstration", revoked_at=None, **acts_for):
            revoke_key(key=stale)
        role = holder.role if isinstance(holder, Membership) else None
        _, secret = create_key(
            account=holder.account,
            name="demonstration",
            scopes=scopes_open_to(role),
            **acts_for,
        )
        principal = authenticate(secret)
    return Caller(
        name=name,
        kind=principal.kind,
        account=public_id("acc", principal.account_id),
        key=str(secret),
        matters=[matter.public_id] if matter else [],
    )


def _people(members: Iterable[Membership], password: str | None) -> dict[str, Any]:
    """Who may sign in to the pages, all with one random password, which is kept with the keys."""
    password = password or secrets.token_urlsafe(12)
    people = [membership.user for membership in members]
    for user in people:
        _give_password(user, password)
    return {"emails": [user.email for user in people], "password": password}


def _operator(password: str | None) -> dict[str, str]:
    """The operator who may sign in to the admin; the password is random and kept with the keys."""
    user = User.objects.filter(email=ADMIN_EMAIL).first()
    password = password or secrets.token_urlsafe(12)
    if user is None:
        User.objects.create_superuser(ADMIN_EMAIL, password, name="Operator")
    else:
        _give_password(user, password)
    return {"email": ADMIN_EMAIL, "password": password}


def _give_password(user: User, password: str) -> None:
    """A new one ends the person's sessions, so the same one is left alone."""
    if not user.check_password(password):
        user.set_password(password)
        user.save(update_fields=["password"])
