"""`make eval`: how right the product is, on its own cases and on those beside the checkout.

Three parts, each also a command of its own: reading a place, forum and role from words; finding
the right note; telling what kind of problem a story is, how urgent, and which days follow.
"""

from __future__ import annotations

import datetime as dt
import os
import sys
from dataclasses import replace
from pathlib import Path

STORIES = Path("tests/cases/stories.jsonl")
ERRATA = Path("tests/cases/errata.jsonl")
DATES = Path("tests/cases/dates.jsonl")
PHRASINGS = tuple(
    Path("tests/cases") / f"emergencies{part}.jsonl"
    for part in (
        *("", "_dev", "_heldout", "_rounds", "_last", "_fresh"),
        *("_heard", "_hazards", "_taught", "_again", "_told"),
    )
)


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "codossier.settings.development")
    from codossier import embedded
    from codossier.settings import environment

    if not environment.DATABASE_URL.value():
        embedded.ensure_running()

    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    call_command("build_embedder", verbosity=0)
    call_command("load_notes", verbosity=0, replace_unpublished=True)

    from legalcontext.inference import evaluate as inference
    from legalcontext.knowledge.search import KnowledgeBase
    from legalcontext.skills import evaluate as skills
    from legalcontext.skills.evaluate_dates import report_dates, tell_dates
    from legalcontext.skills.evaluate_emergencies import hear, report_heard

    print("== Places, forums, roles and governing law")
    inference.main([])
    print("\n== Search")
    call_command("evaluate_knowledge")
    print("\n== Triage")
    today = dt.datetime.now(tz=dt.UTC).date()
    stories = skills.read_stories(STORIES)
    told = list(skills.tell(stories, KnowledgeBase(today=today), today))
    print(skills.report(skills.score(told)))
    right = skills.corrected(stories, ERRATA)
    again = skills.score([replace(t, story=story) for t, story in zip(told, right, strict=True)])
    print(f"with the errata: emergencies recalled {again.recall:.3f} of {again.emergencies}")
    for path in PHRASINGS:
        heard = hear(skills.read_stories(path), KnowledgeBase(today=today), today)
        print(report_heard(path.name, heard))
    cases = skills.read_stories(DATES)
    dated = list(tell_dates(cases, lambda day: KnowledgeBase(today=day)))
    print(report_dates(dated))
    due = skills.corrected(cases, ERRATA)
    dated = [replace(d, case=case) for d, case in zip(dated, due, strict=True)]
    print(f"with the errata: {report_dates(dated)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
