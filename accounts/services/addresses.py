"""Proven e-mail addresses: allauth's record of them, beside the person's own column."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import QuerySet

from accounts.ids import uuid7
from accounts.models import User


@transaction.atomic
def mark_proven(user: User) -> None:
    """Record the person's address as theirs, and their only one: an operator or a mailed token
    says so."""
    EmailAddress.objects.filter(user=user).exclude(email=user.email).delete()
    EmailAddress.objects.update_or_create(
        user=user, email=user.email, defaults={"verified": True, "primary": True}
    )


@transaction.atomic
def vouch_for(user: User) -> None:
    """Count the address of a person who was here before as proven.

    Whoever set a password without having proven the address may be somebody else, who signed up
    with it and waited: such a password ends here, with its sessions.
    """
    if EmailAddress.objects.filter(user=user, email=user.email, verified=True).exists():
        return
    user.set_unusable_password()
    user.save(update_fields=["password"])
    end_sessions(User.objects.filter(pk=user.pk))
    mark_proven(user)


def end_sessions(people: QuerySet[User]) -> None:
    """End every session of these people, in all their accounts, on its next request."""
    people.update(session_stamp=uuid7())
