"""Make or remove the indexes of vectors that a large base needs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from legalcontext.knowledge import vector_indexes


class Command(BaseCommand):
    help = "Make the indexes of vectors for a base of several thousand notes (as the owner)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--drop", action="store_true", help="remove them")

    def handle(self, *args: Any, **options: Any) -> None:
        if vector_indexes.OWNER not in connections:
            raise CommandError("The tables' owner makes indexes: set DATABASE_OWNER_URL.")
        if options["drop"]:
            vector_indexes.drop()
            self.stdout.write("Searches compare every vector of their places.")
        else:
            self.stdout.write(f"{vector_indexes.make()} indexes stand.")
