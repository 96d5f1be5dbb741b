"""Print what can be answered."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.core.management.base import BaseCommand

from legalcontext.knowledge.coverage import SKILLS, coverage
from legalcontext.knowledge.topics import topics


class Command(BaseCommand):
    help = "Print topic × place × skill: reviewed + unreviewed notes that answers may rest on."

    def handle(self, *args: Any, **options: Any) -> None:
        found = coverage(dt.datetime.now(tz=dt.UTC).date(), include_unreviewed=True)
        counts = {(c.topic, c.jurisdiction, c.skill): f"{c.reviewed}+{c.unreviewed}" for c in found}
        self.stdout.write("\t".join(("topic", "place", *SKILLS)))
        for topic, place in sorted({(c.topic, c.jurisdiction) for c in found}):
            cells = (counts.get((topic, place, skill), "-") for skill in SKILLS)
            self.stdout.write("\t".join((topic, place, *cells)))
        missing = sorted(topics().keys() - {c.topic for c in found})
        if missing:
            self.stdout.write("no notes: " + ", ".join(missing))
