"""Measure the search among made-up notes."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DEFAULT_DB_ALIAS

from legalcontext.knowledge.bench import measure_search
from legalcontext.knowledge.engine import embedder
from legalcontext.knowledge.vector_indexes import OWNER


class Command(BaseCommand):
    help = "Measure the search among made-up notes; the database is left as it was."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--notes", type=int, nargs="+", default=[1_000])
        parser.add_argument("--rounds", type=int, default=50)
        parser.add_argument(
            "--indexed",
            action="store_true",
            help="with the indexes of large bases, as the owner; nobody can search meanwhile",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for count in options["notes"]:
            found = measure_search(
                embedder(),
                notes=count,
                rounds=options["rounds"],
                indexed=options["indexed"],
                using=OWNER if options["indexed"] else DEFAULT_DB_ALIAS,
            )
            self.stdout.write(
                f"search among {found.notes} notes: {found.queries} queries, "
                f"{found.beside_embedding:.1f} ms beside the embedding ({found.embedding:.1f} ms), "
                f"bare vector query {found.bare:.1f} ms, whole search {found.whole:.1f} ms, "
                f"ratio {found.ratio:.2f}"
            )
