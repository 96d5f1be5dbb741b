"""Measure the search on the evaluation's questions; docs/evaluation.md keeps the figures."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from legalcontext.knowledge.evaluation import ask_all, measures, misses, read_questions
from legalcontext.knowledge.models import Note
from legalcontext.knowledge.search import KnowledgeBase

QUESTIONS = Path("tests/cases/lay_questions.jsonl")


class Command(BaseCommand):
    help = "Ask the evaluation's questions of the notes in the database; print how many are found."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("questions", nargs="?", type=Path, default=QUESTIONS)
        parser.add_argument("--misses", action="store_true", help="list what was not found")

    def handle(self, *args: Any, **options: Any) -> None:
        if not Note.objects.filter(in_use=True).exists():
            raise CommandError("There are no notes: python manage.py load_notes")
        today = dt.datetime.now(tz=dt.UTC).date()
        outcomes = ask_all(
            KnowledgeBase(today=today, include_unreviewed=True),
            read_questions(options["questions"]),
        )
        for name, share in measures(outcomes).items():
            self.stdout.write(f"{name:<32} {share}")
        if not options["misses"]:
            return
        for outcome in misses(outcomes):
            question = outcome.question
            found = ", ".join(outcome.notes[:3]) or "nothing"
            held = "" if outcome.held or not question.answerable else ", no note held"
            self.stdout.write(
                f"{question.id} [{question.topic or 'outside'}] {question.text!r}: "
                f"{found} ({outcome.nearest:.2f}{held})"
            )
