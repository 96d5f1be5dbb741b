"""What several commands look up."""

from django.core.management.base import CommandError

from accounts.ids import parse_public_id
from accounts.models import Account, Membership, User


def account_by_public_id(text: str) -> Account:
    """CommandError: no account has this id."""
    account_id = parse_public_id("acc", text)
    account = Account.objects.filter(pk=account_id).first() if account_id else None
    if account is None:
        raise CommandError(f"No account {text}. Ids look like acc_ and 32 hexadecimal digits.")
    return account


def person_by_email(text: str) -> User:
    """CommandError: nobody has this address."""
    user = User.objects.filter(email=User.objects.normalize_email(text)).first()
    if user is None:
        raise CommandError("Nobody has this address; create_person makes a person.")
    return user


def member_by_email(account: Account, text: str) -> Membership:
    """CommandError: no member of the account has this address."""
    email = User.objects.normalize_email(text)
    members = Membership.objects.current().select_related("user", "account")
    membership = members.filter(account=account, user__email=email).first()
    if membership is None:
        raise CommandError("No such member of the account; create_person adds one.")
    return membership
