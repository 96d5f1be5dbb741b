"""Check the notes' files (also `python -m legalcontext.knowledge.lint`, without Django)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from legalcontext.knowledge.lint.__main__ import main
from legalcontext.knowledge.notefile import NOTES


class Command(BaseCommand):
    help = "Check notes: schema, unbound numbers, near duplicates, wording, references, dates."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="*", type=Path, default=[NOTES])
        parser.add_argument("--fix", action="store_true", help="rewrite into canonical layout")
        parser.add_argument("--sources", action="store_true", help="list weak sources")

    def handle(self, *args: Any, **options: Any) -> None:
        switches = [f"--{name}" for name in ("fix", "sources") if options[name]]
        if main([*switches, *map(str, options["paths"])]):
            raise CommandError("Some notes have faults.")
