"""`manage.py resume_account`: end an account's suspension."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.services.directory import resume_account

from ._lookup import account_by_public_id


class Command(BaseCommand):
    help = "Accept a suspended account's credentials again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("account", metavar="acc_…")

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_by_public_id(options["account"])
        resume_account(account=account)
        self.stdout.write(f"resumed {account.public_id}")
