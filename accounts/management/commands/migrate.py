"""`migrate` runs as the owner of the tables unless told otherwise."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands.migrate import Command as Migrate
from django.db import connections


class Command(Migrate):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(database="owner")

    def execute(self, *args: Any, **options: Any) -> str | None:
        if options["database"] not in connections:
            raise CommandError("Migrations run as the role owner: set DATABASE_OWNER_URL.")
        return super().execute(*args, **options)
