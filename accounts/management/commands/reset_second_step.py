"""`manage.py reset_second_step`: for somebody who lost their phone and their recovery codes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.services.second_step import reset_second_step

from ._lookup import person_by_email


class Command(BaseCommand):
    help = "Remove a person's app, passkeys and recovery codes. Know first who asks."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")

    def handle(self, *args: Any, **options: Any) -> None:
        user = person_by_email(options["email"])
        removed = reset_second_step(user=user)
        self.stdout.write(f"removed {removed} of {user.public_id}; their sessions have ended")
