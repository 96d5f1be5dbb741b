"""`manage.py replay`: delete again, in a restored database, what was deleted since."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from legalcontext.erasure import backups, ledger, replaying


class Command(BaseCommand):
    help = (
        "Read the ledger of deletions, delete again what it says, and open the restored database. "
        "Holds that were placed after the dump are not in it: with --keep-closed, place them "
        "first, then run this again."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--database", help="default: the service's own")
        parser.add_argument("--keep-closed", action="store_true", help="do not open it yet")

    def handle(self, *args: Any, **options: Any) -> None:
        database = options["database"] or settings.DATABASES["default"]["NAME"]
        try:
            made_at = backups.made_at(database)
            if made_at is None:
                raise CommandError(f"{database} was not made by `restore`: nothing to replay.")
            replaying.work_on(database, backups.url_of(database), backups.owner())
            done = replaying.replay(made_at)
            backups.remember_replay(database)
            if not options["keep_closed"]:
                backups.open_again(database)
        except FileNotFoundError as error:
            raise CommandError(
                "The ledger of deletions is not there. Set LEDGER_STORAGE to the folder that the "
                "service wrote it to; without it what was deleted would come back."
            ) from error
        except (backups.BackupError, ledger.BrokenLedger) as error:
            raise CommandError(str(error)) from error
        self._tell(done)
        self.stdout.write("still closed" if options["keep_closed"] else "open")

    def _tell(self, done: replaying.Replayed) -> None:
        self.stdout.write(f"accounts {done.accounts}\ndeleted again {done.deleted}")
        for name, number in done.erased.items():
            self.stdout.write(f"erased again, {name} {number}")
        self.stdout.write(
            f"kept by a hold {done.held}\nheld anew {done.held_anew}\n"
            f"requests taken off the schedule {done.unscheduled}"
        )
