"""The second step of signing in, where its owner has lost it."""

from __future__ import annotations

from allauth.mfa.models import Authenticator
from django.db import transaction

from accounts.models import User

from .addresses import end_sessions


@transaction.atomic
def reset_second_step(*, user: User) -> int:
    """Remove the person's app, passkeys and recovery codes, and end their sessions; how many.

    Their password is what signs them in from then on. By an operator who knows who asks.
    """
    removed: int = Authenticator.objects.filter(user=user).delete()[0]
    end_sessions(User.objects.filter(pk=user.pk))
    return removed
