"""`manage.py create_person`: a member of an account, verified when proof was seen."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounts.models import Membership
from accounts.services.directory import add_person, verify_professional

from ._lookup import account_by_public_id


class Command(BaseCommand):
    help = "Add a person to an account; the person is made when the address is new."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--account", required=True, metavar="acc_…")
        parser.add_argument("--name", default="")
        parser.add_argument(
            "--role", default=Membership.Role.MEMBER, choices=Membership.Role.values
        )
        parser.add_argument(
            "--verified",
            metavar="EVIDENCE",
            help="the profession was verified, and this was seen (a bar number, a letter)",
        )

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            membership = add_person(
                account=account_by_public_id(options["account"]),
                email=options["email"],
                name=options["name"],
                role=options["role"],
            )
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from error
        if options["verified"] is not None:
            try:
                verify_professional(
                    membership=membership, evidence=options["verified"], verified_by=None
                )
            except ValueError as error:
                raise CommandError(str(error)) from error
        self.stdout.write(f"membership {membership.public_id}")
