"""Write the search model from its published weights."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from legalcontext.knowledge.embedding import EmbedderMissing, build_files


class Command(BaseCommand):
    help = "Build the search model below the var folder, unless it is there."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            files = build_files(settings.KNOWLEDGE_EMBEDDER_DIR)
        except EmbedderMissing as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"The search model stands in {files.graph.parent}.")
