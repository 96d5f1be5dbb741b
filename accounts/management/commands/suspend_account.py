"""`manage.py suspend_account`: refuse an account's credentials, and lose nothing."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.services.directory import suspend_account

from ._lookup import account_by_public_id


class Command(BaseCommand):
    help = "Refuse every credential of an account from the next call on. Nothing is lost."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("account", metavar="acc_…")

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_by_public_id(options["account"])
        suspend_account(account=account)
        self.stdout.write(f"suspended {account.public_id}")
