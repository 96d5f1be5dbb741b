"""How allauth signs people up: only where the operator allows it, and into an account of theirs."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest

from .models import Account, Membership


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is untyped
    """Named by `ACCOUNT_ADAPTER`."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.SIGN_UP)

    @transaction.atomic
    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> Any:
        """The person, and the individual's account that they own."""
        user = super().save_user(request, user, form, commit=commit)
        name = user.email[: Account._meta.get_field("name").max_length]
        account = Account(name=name, kind=Account.Kind.INDIVIDUAL)
        account.full_clean()
        account.save()
        Membership.objects.create(account=account, user=user, role=Membership.Role.OWNER)
        return user
