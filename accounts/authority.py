"""Who may what with the people and programs of an account: the rows of docs/people.md.

Every refusal is NotFound: what a caller may not do does not exist for them. Whether the
credential's scopes reach is asked after that, so that a scope never tells of a role.
"""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Q, QuerySet

from .errors import NotFound
from .ids import parse_public_id
from .models import ApiKey, DirectoryModel, Invitation, Membership, Scope, ServiceIdentity
from .principal import Principal

Role = Membership.Role
Row = TypeVar("Row", bound=DirectoryModel)


def require_owner(principal: Principal) -> None:
    """NotFound: not an owner. InsufficientScope: without account:manage."""
    if not principal.is_owner:
        raise NotFound
    principal.require(Scope.ACCOUNT_MANAGE)


def require_manager(principal: Principal) -> None:
    """NotFound: neither owner nor admin. InsufficientScope: without people:manage."""
    if principal.role not in (Role.OWNER, Role.ADMIN):
        raise NotFound
    principal.require(Scope.PEOPLE_MANAGE)


def require_person(principal: Principal) -> None:
    """NotFound: the credential acts for a program."""
    if principal.membership_id is None:
        raise NotFound


def may_govern(principal: Principal, role: str) -> bool:
    """May invite, suspend, remove or make somebody of this role: owners anyone, admins members.

    An admin can thus raise nobody, themselves included, and touches no other admin.
    """
    return role_governs(principal.role, role)


def role_governs(governing: str | None, role: str) -> bool:
    """The table behind `may_govern`."""
    return governing == Role.OWNER or (governing == Role.ADMIN and role == Role.MEMBER)


def require_governing(principal: Principal, role: str) -> None:
    """NotFound: may not govern somebody of this role. InsufficientScope: as `require_manager`."""
    require_manager(principal)
    if not may_govern(principal, role):
        raise NotFound


def member(principal: Principal, member_id: str) -> Membership:
    """A member of the caller's account; colleagues see each other. NotFound, a program too."""
    require_person(principal)
    return find(Membership.objects.current().select_related("user"), principal, member_id)


def governed_member(principal: Principal, member_id: str) -> Membership:
    """A member whom the caller may suspend, remove or give another role. NotFound."""
    require_manager(principal)
    found = member(principal, member_id)
    require_governing(principal, found.role)
    return found


def governed_invitation(principal: Principal, invitation_id: str) -> Invitation:
    """An invitation of a role that the caller may invite. NotFound."""
    require_manager(principal)
    found = find(Invitation.objects.all(), principal, invitation_id)
    require_governing(principal, found.role)
    return found


def service(principal: Principal, service_id: str) -> ServiceIdentity:
    """A service identity of the account, for its owners and admins. NotFound."""
    require_manager(principal)
    return find(ServiceIdentity.objects.all(), principal, service_id)


def key(principal: Principal, key_id: str) -> ApiKey:
    """A key of the caller's own; for owners and admins a service's too. NotFound."""
    require_person(principal)
    theirs = Q(membership=principal.membership_id)
    if principal.role in (Role.OWNER, Role.ADMIN) and Scope.PEOPLE_MANAGE in principal.scopes:
        theirs |= Q(membership=None)
    return find(ApiKey.objects.select_related("service").filter(theirs), principal, key_id)


def find(rows: QuerySet[Row], principal: Principal, public_id: str) -> Row:
    """The row of the caller's account with this public id. NotFound: none, or malformed."""
    key = parse_public_id(rows.model.PREFIX, public_id)
    found = rows.filter(account=principal.account_id, pk=key).first() if key else None
    if found is None:
        raise NotFound
    return found
