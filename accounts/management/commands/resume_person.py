"""`manage.py resume_person`: end a person's suspension, in one account or everywhere."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.services.directory import resume_person
from accounts.services.members import resume

from ._lookup import account_by_public_id, member_by_email, person_by_email


class Command(BaseCommand):
    help = "Accept a suspended person's keys again, and let them sign in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--account", metavar="acc_…", help="as given to suspend_person")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["account"] is None:
            user = person_by_email(options["email"])
            resume_person(user=user)
            self.stdout.write(f"resumed {user.public_id}")
            return
        membership = member_by_email(account_by_public_id(options["account"]), options["email"])
        resume(membership=membership)
        self.stdout.write(f"resumed {membership.public_id}")
