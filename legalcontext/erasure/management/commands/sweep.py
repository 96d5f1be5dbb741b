"""`manage.py sweep`: delete what has run out, now instead of at the next hour."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.management.commands._lookup import account_by_public_id
from legalcontext.erasure.sweep import sweep, sweep_account


class Command(BaseCommand):
    help = "Delete what has run out and what waited for a hold that was released."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--account", metavar="acc_…", help="default: every account")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["account"]:
            swept = sweep_account(account_by_public_id(options["account"]).pk)
        else:
            swept = sweep()
        self.stdout.write(f"expired {swept.expired}\nwaited {swept.waited}")
