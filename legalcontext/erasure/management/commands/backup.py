"""`manage.py backup`: the whole database in one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from legalcontext.erasure import backups


class Command(BaseCommand):
    help = (
        "Dump the database to a new file, with a manifest beside it. It holds everything that was "
        "asked: keep it as carefully as the database, apart from the ledger of deletions, and no "
        "longer than CODOSSIER_BACKUP_DAYS."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            manifest = backups.dump(options["file"])
        except (backups.BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"dumped {manifest.database} as of {manifest.started_at:%Y-%m-%d %H:%M:%S} UTC\n"
            f"sha256 {manifest.sha256}"
        )
