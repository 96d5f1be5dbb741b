"""Bring the notes' files into the database."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from legalcontext.knowledge.embedding import Embedder, EmbedderMissing, build_files
from legalcontext.knowledge.faults import InvalidNote
from legalcontext.knowledge.loading import load_notes
from legalcontext.knowledge.notefile import NOTES

INDEXING_THREADS = 2


class Command(BaseCommand):
    help = (
        "Load notes: new ones and new versions; says what changed. Loading again changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=NOTES)
        parser.add_argument(
            "--replace-unpublished",
            action="store_true",
            help="let a file replace the words of a version that nobody has reviewed",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["folder"].is_dir():
            raise CommandError(f"There is no folder {options['folder']}; name one with notes.")
        try:
            embedder = Embedder(
                build_files(settings.KNOWLEDGE_EMBEDDER_DIR), threads=INDEXING_THREADS
            )
        except EmbedderMissing as error:
            raise CommandError(str(error)) from None
        counts: Counter[str] = Counter()
        for result in load_notes(
            options["folder"], embedder, replace_unpublished=options["replace_unpublished"]
        ):
            if isinstance(result, InvalidNote):
                counts["refused"] += 1
                self.stderr.write(str(result))
                continue
            counts[result.change] += 1
            if result.change != "unchanged":
                self.stdout.write(f"{result.name}: {result.change}")
        summary = ", ".join(f"{count} {change}" for change, count in counts.items())
        self.stdout.write(summary or "no notes")
        if counts["refused"]:
            raise CommandError("Some notes were refused; the others are loaded.")
