"""Accounts, people and programs: made, suspended and resumed by operators, each in one step."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.models import Account, Membership, ServiceIdentity, User

from .addresses import end_sessions, mark_proven, vouch_for


@transaction.atomic
def create_account(
    *, name: str, kind: str, owner_email: str, owner_name: str = "", time_zone: str = "UTC"
) -> tuple[Account, Membership]:
    """An account and its owner; the owner's person is made when the address is new.

    kind: `individual` or `professional`. ValidationError: a name, kind, zone or address is wrong.
    """
    account = Account(name=name, kind=kind, time_zone=time_zone)
    account.full_clean()
    account.save()
    owner = add_person(
        account=account, email=owner_email, name=owner_name, role=Membership.Role.OWNER
    )
    return account, owner


@transaction.atomic
def add_person(
    *, account: Account, email: str, name: str = "", role: str = Membership.Role.MEMBER
) -> Membership:
    """A membership for the person at `email`, who is made when the address is new.

    Called where the address is vouched for: by an operator, or by a mailed token that came back.
    ValidationError: a wrong address or role, a second member of an individual's account, or a
    person who is a member already.
    """
    email = User.objects.normalize_email(email)
    user = User.objects.filter(email=email).first()
    if user is None:
        user = User.objects.create_user(email, name=name)
        mark_proven(user)
    else:
        vouch_for(user)
    membership = Membership(account=account, user=user, role=role)
    membership.full_clean()
    membership.save()
    return membership


def verify_professional(*, membership: Membership, evidence: str, verified_by: User | None) -> None:
    """Record that an operator saw proof of the profession, and what it was.

    From the next call on the person is a `professional` principal. ValueError: no evidence said.
    """
    if not evidence.strip():
        raise ValueError("say what was seen: a bar number, a court's roll, a letter")
    membership.professional_status = Membership.ProfessionalStatus.VERIFIED
    membership.verified_evidence = evidence.strip()
    membership.verified_by = verified_by
    membership.verified_at = timezone.now()
    membership.save(
        update_fields=["professional_status", "verified_evidence", "verified_by", "verified_at"]
    )


def suspend_professional(*, membership: Membership) -> None:
    """The profession no longer counts, from the next call on; only an operator restores it."""
    membership.professional_status = Membership.ProfessionalStatus.SUSPENDED
    membership.save(update_fields=["professional_status"])


def create_service_identity(*, account: Account, name: str) -> ServiceIdentity:
    """A program of the account. ValidationError: the account has one of this name."""
    service = ServiceIdentity(account=account, name=name)
    service.full_clean()
    service.save()
    return service


@transaction.atomic
def suspend_account(*, account: Account) -> None:
    """Refuse every credential of the account from the next call on; nothing is lost."""
    _set_status(account, Account.Status.SUSPENDED)
    members = Membership.objects.current().filter(account=account)
    end_sessions(User.objects.filter(pk__in=members.values("user")))


def resume_account(*, account: Account) -> None:
    """Accept the account's credentials again, except what was revoked or expired meanwhile."""
    _set_status(account, Account.Status.ACTIVE)


def _set_status(account: Account, status: str) -> None:
    account.status = status
    account.save(update_fields=["status"])


@transaction.atomic
def suspend_person(*, user: User) -> None:
    """Shut a person out of the service: keys and sessions, in all their accounts, at once.

    An operator may do this to an account's only owner; the account is then theirs to look after.
    """
    user.is_active = False
    user.save(update_fields=["is_active"])
    end_sessions(User.objects.filter(pk=user.pk))


def resume_person(*, user: User) -> None:
    """Let the person in again; their keys work again, sessions are begun anew."""
    user.is_active = True
    user.save(update_fields=["is_active"])
