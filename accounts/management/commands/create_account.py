"""`manage.py create_account`: an account and its owner in one step."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import Account
from accounts.services.directory import create_account


class Command(BaseCommand):
    help = "Create an account and its owner."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="what the account is called")
        parser.add_argument("--kind", required=True, choices=Account.Kind.values)
        parser.add_argument("--owner", required=True, metavar="EMAIL")
        parser.add_argument("--owner-name", default="")
        parser.add_argument("--time-zone", default="UTC", help="IANA name; default UTC")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            account, owner = create_account(
                name=options["name"],
                kind=options["kind"],
                owner_email=options["owner"],
                owner_name=options["owner_name"],
                time_zone=options["time_zone"],
            )
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from error
        self.stdout.write(f"account {account.public_id}\nowner {owner.public_id}")
