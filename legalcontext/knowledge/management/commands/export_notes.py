"""Write the notes of the database back into files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from legalcontext.knowledge.loading import export_notes


class Command(BaseCommand):
    help = "Write the newest version of every note into a folder, as load_notes reads it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        count = sum(1 for _ in export_notes(options["folder"]))
        self.stdout.write(f"{count} notes written to {options['folder']}.")
