"""What several commands look up."""

from django.core.management.base import CommandError

from accounts.ids import parse_public_id
from accounts.models import Account


def account_by_public_id(text: str) -> Account:
    """CommandError: no account has this id."""
    account_id = parse_public_id("acc", text)
    account = Account.objects.filter(pk=account_id).first() if account_id else None
    if account is None:
        raise CommandError(f"No account {text}. Ids look like acc_ and 32 hexadecimal digits.")
    return account
