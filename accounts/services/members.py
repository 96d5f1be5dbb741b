"""The people of an account: roles, suspension, leaving, and what they say of their profession.

The functions that take a Principal are an account's own people's; those that take a Membership
alone are an operator's, or run within the others. Each locks the account first: two owners who
demote each other at once must not leave the account without one.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone

from accounts import authority, hooks
from accounts.errors import NotFound, StillResponsible
from accounts.idempotency import NO_KEY, Attempt
from accounts.models import Account, ApiKey, Membership, User
from accounts.principal import Principal
from accounts.tenancy import tenant_scope

from .addresses import end_sessions

DECLARABLE = (Membership.ProfessionalStatus.NONE, Membership.ProfessionalStatus.SELF_DECLARED)
"""What a person may say of themselves; `verified` and `suspended` are an operator's words."""

LAST_OWNER = "This is the account's last owner who can act; make another member an owner first."


def members_of(principal: Principal) -> QuerySet[Membership]:
    """The members of the caller's account, suspended ones included; colleagues see each other.

    NotFound: the credential acts for a program.
    """
    authority.require_person(principal)
    return Membership.objects.current().filter(account=principal.account_id).select_related("user")


def give_role(principal: Principal, member_id: str, role: str) -> Membership:
    """Another role for a member: an owner may give any, an admin none but `member` to members.

    NotFound: not the caller's to give. ValidationError: it is the last owner's.
    """
    with _governed(principal, member_id) as membership:
        authority.require_governing(principal, role)
        change_role(membership=membership, role=role)
    return membership


def suspend_member(
    principal: Principal, member_id: str, *, attempt: Attempt = NO_KEY
) -> Membership:
    """End the person's credentials in this account until `resume_member`; nothing is lost."""
    with _governed(principal, member_id) as membership:
        suspend(membership=membership)
        attempt.finish(membership.public_id)
    return membership


def resume_member(principal: Principal, member_id: str, *, attempt: Attempt = NO_KEY) -> Membership:
    """Accept the person's credentials again, except what was revoked or expired meanwhile."""
    with _governed(principal, member_id) as membership:
        resume(membership=membership)
        attempt.finish(membership.public_id)
    return membership


def remove_member(
    principal: Principal,
    member_id: str,
    *,
    transfer_to: str | None = None,
    attempt: Attempt = NO_KEY,
) -> None:
    """End a membership, its keys and the person's sessions at once.

    transfer_to: the member who takes over what is the leaver's. StillResponsible: something is
    still theirs and nobody was named. NotFound: not the caller's to remove. ValidationError: the
    last owner, or a successor who is nobody or cannot take over.
    """
    with _governed(principal, member_id) as membership:
        successor = _successor(principal, transfer_to) if transfer_to is not None else None
        remove(membership=membership, successor=successor)
        attempt.finish(membership.public_id)


def declare_profession(principal: Principal, member_id: str, status: str) -> Membership:
    """What the caller says of their own profession: `none` or `self_declared`.

    NotFound: somebody else. ValidationError: an operator has verified or suspended the status.
    """
    with tenant_scope(principal.account_id):
        lock_account(principal.account_id)
        membership = authority.member(principal, member_id)
        if membership.pk != principal.membership_id:
            raise NotFound
        if status not in DECLARABLE or membership.professional_status not in DECLARABLE:
            raise ValidationError(
                {"professional_status": "You say none or self_declared; verified and suspended "
                                        "are set, and ended, by the service's operators."}
            )  # fmt: skip
        membership.professional_status = status
        membership.save(update_fields=["professional_status"])
    return membership


def change_role(*, membership: Membership, role: str) -> None:
    """Give the role. ValidationError: an account keeps an owner who can act."""
    with _locked(membership):
        if role != Membership.Role.OWNER:
            keep_an_owner(membership)
        membership.role = role
        membership.save(update_fields=["role"])


def suspend(*, membership: Membership) -> None:
    """Suspend the membership. ValidationError: an account keeps an owner who can act."""
    with _locked(membership):
        keep_an_owner(membership)
        membership.status = Membership.Status.SUSPENDED
        membership.save(update_fields=["status"])
        end_sessions(_person(membership))


def resume(*, membership: Membership) -> None:
    """End the suspension."""
    with _locked(membership):
        membership.status = Membership.Status.ACTIVE
        membership.save(update_fields=["status"])


def remove(*, membership: Membership, successor: Membership | None = None) -> None:
    """Offboard: what is theirs goes to `successor`, then keys, sessions and grants end.

    StillResponsible: something is theirs and there is no successor. ValidationError: the last
    owner, or a successor who cannot take over.
    """
    with _locked(membership):
        keep_an_owner(membership)
        if successor is not None:
            _hand_over(membership, successor)
        left = tuple(held for part in hooks.obligations for held in part.of(membership))
        if left:
            raise StillResponsible(left)
        for part in hooks.obligations:
            part.end(membership)
        now = timezone.now()
        ApiKey.objects.filter(membership=membership, revoked_at=None).update(revoked_at=now)
        membership.status = Membership.Status.REMOVED
        membership.removed_at = now
        membership.save(update_fields=["status", "removed_at"])
        end_sessions(_person(membership))


def lock_account(account_id: uuid.UUID) -> None:
    """Changes to an account's people wait for each other until the transaction ends."""
    # Rows that point at the account (answers, keys) may still be made meanwhile: NO KEY.
    Account.objects.select_for_update(no_key=True).get(pk=account_id)


@contextmanager
def _governed(principal: Principal, member_id: str) -> Iterator[Membership]:
    """A member whom the caller governs, in their account's scope, under its lock."""
    with tenant_scope(principal.account_id):
        lock_account(principal.account_id)
        yield authority.governed_member(principal, member_id)


@contextmanager
def _locked(membership: Membership) -> Iterator[None]:
    with tenant_scope(membership.account_id):
        lock_account(membership.account_id)
        membership.refresh_from_db(fields=["role", "status", "professional_status"])
        if membership.status == Membership.Status.REMOVED:
            raise ValidationError("This person has left the account; invite them again.")
        yield


def keep_an_owner(membership: Membership) -> None:
    """ValidationError: without this membership nobody who can act would own the account."""
    owners = Membership.objects.acting_owners().filter(account=membership.account_id)
    if owners.filter(pk=membership.pk).exists() and not owners.exclude(pk=membership.pk).exists():
        raise ValidationError(LAST_OWNER)


def _person(membership: Membership) -> QuerySet[User]:
    return User.objects.filter(pk=membership.user_id)


def _successor(principal: Principal, member_id: str) -> Membership:
    try:
        return authority.member(principal, member_id)
    except NotFound:
        raise ValidationError({"transfer_to": "There is no such member."}) from None


def _hand_over(membership: Membership, successor: Membership) -> None:
    if successor.pk == membership.pk or successor.status != Membership.Status.ACTIVE:
        raise ValidationError({"transfer_to": "Name another member, who is active."})
    for part in hooks.obligations:
        part.transfer(membership, successor)
