"""`manage.py restore`: a new database from a dump, closed until it is replayed."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from legalcontext.erasure import backups


class Command(BaseCommand):
    help = (
        "Make a new database of a dump. Nobody can connect to it, and every door answers "
        "“unavailable”, until `replay` has deleted again what was deleted since."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--database", required=True, help="its name, which must be new")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="put it in the place of the service's database, which is kept under another name",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            manifest = backups.restore(options["file"], options["database"])
            self.stdout.write(
                f"restored as of {manifest.started_at:%Y-%m-%d %H:%M:%S} UTC into "
                f"{options['database']}, closed"
            )
            if options["replace"]:
                self.stdout.write(
                    f"the database before it is {backups.replace(options['database'])}"
                )
        except (backups.BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write("next: manage.py replay")
