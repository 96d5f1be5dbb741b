"""`manage.py suspend_person`: refuse a person's credentials, in one account or everywhere."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.services.directory import suspend_person
from accounts.services.members import suspend

from ._lookup import account_by_public_id, member_by_email, person_by_email


class Command(BaseCommand):
    help = "Refuse a person's keys and sessions from the next call on. Nothing is lost."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument(
            "--account", metavar="acc_…", help="in this account only; default: in all, and sign-in"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["account"] is None:
            user = person_by_email(options["email"])
            suspend_person(user=user)
            self.stdout.write(f"suspended {user.public_id}")
            return
        membership = member_by_email(account_by_public_id(options["account"]), options["email"])
        try:
            suspend(membership=membership)
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from error
        self.stdout.write(f"suspended {membership.public_id}")
