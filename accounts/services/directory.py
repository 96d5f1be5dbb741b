"""Accounts and people: made by operators, each in one step."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.models import Account, Membership, ServiceIdentity, User


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

    ValidationError: a wrong address or role, a second member of an individual's account, or a
    person who is a member already.
    """
    email = User.objects.normalize_email(email)
    user = User.objects.filter(email=email).first() or User.objects.create_user(email, name=name)
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


def create_service_identity(*, account: Account, name: str) -> ServiceIdentity:
    """A program of the account. ValidationError: the account has one of this name."""
    service = ServiceIdentity(account=account, name=name)
    service.full_clean()
    service.save()
    return service
