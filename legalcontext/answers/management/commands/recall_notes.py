"""List answers that rest on notes which are no longer current, and have their holders told."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from legalcontext.answers.recalling import NothingToTell, count_citing, tell
from legalcontext.knowledge.models import Note
from legalcontext.knowledge.standing import recalled_notes


class Command(BaseCommand):
    help = (
        "List the versions of notes that are no longer current and how many answers cite each. "
        "With --tell, have the people told whose answers cite the version named."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("note", nargs="?", help="key@version, as us-ca/small-claims@1")
        parser.add_argument("--tell", action="store_true", help="by mail; a worker sends it")
        parser.add_argument("--by", default="", help="who says so; kept with the recall")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["tell"]:
            self._tell(options["note"], options["by"])
        else:
            self._list(options["note"])

    def _list(self, name: str | None) -> None:
        found = recalled_notes(today=timezone.now().date())
        found = [standing for standing in found if name in (None, standing.note)]
        counts = count_citing(standing.note for standing in found)
        self.stdout.write("note\tstanding\tsince\tsuccessor\tanswers")
        for standing in sorted(found, key=lambda standing: standing.note):
            since = standing.since.isoformat() if standing.since else "-"
            cells = (standing.note, standing.state, since, standing.successor or "-")
            self.stdout.write("\t".join((*cells, str(counts[standing.note]))))

    def _tell(self, name: str | None, by: str) -> None:
        if not name or not by:
            raise CommandError("Name the note, as in us-ca/small-claims@1, and who says so: --by.")
        key, _, version = name.partition("@")
        note = Note.objects.filter(key=key, version=version if version.isdecimal() else 0).first()
        if note is None:
            raise CommandError(f"There is no {name}. Without arguments the command lists them.")
        try:
            recall = tell(note, by=by)
        except NothingToTell as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{recall.public_id}: a worker tells the people of each account.")
