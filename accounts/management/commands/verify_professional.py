"""`manage.py verify_professional`: record that proof of a profession was seen, or withdraw it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.services.directory import suspend_professional, verify_professional

from ._lookup import account_by_public_id, member_by_email


class Command(BaseCommand):
    help = "Record that proof of a member's profession was seen, and what it was."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--account", required=True, metavar="acc_…")
        outcome = parser.add_mutually_exclusive_group(required=True)
        outcome.add_argument(
            "--evidence", help="what was seen: a bar number, a court's roll, a letter"
        )
        outcome.add_argument(
            "--suspend", action="store_true", help="the profession no longer counts as verified"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        membership = member_by_email(account_by_public_id(options["account"]), options["email"])
        if options["suspend"]:
            suspend_professional(membership=membership)
        else:
            try:
                verify_professional(
                    membership=membership, evidence=options["evidence"], verified_by=None
                )
            except ValueError as error:
                raise CommandError(str(error)) from error
        self.stdout.write(f"{membership.public_id} {membership.professional_status}")
