"""`python -m codossier.bench`: every figure, or those of the sections named."""

from __future__ import annotations

import argparse
import os
import sys

os.environ["DJANGO_SETTINGS_MODULE"] = "codossier.bench.settings"


def main() -> int:
    from codossier import embedded
    from codossier.settings import environment

    if not environment.DATABASE_URL.value():
        embedded.ensure_running()

    import django

    django.setup()
    from . import (
        a2a,
        admin,
        asking,
        database,
        matters,
        mcp,
        pages,
        reading,
        retention,
        skills,
        tenants,
    )
    from .report import Report

    # What fills the database comes last.
    sections = {
        "asking": asking.run,
        "mcp": mcp.run,
        "a2a": a2a.run,
        "inference": reading.infer,
        "search": reading.search,
        "skills": skills.run,
        "matters": matters.run,
        "tenants": tenants.run,
        "retention": retention.run,
        "pages": pages.run,
        "admin": admin.run,
    }
    parser = argparse.ArgumentParser(prog="codossier.bench", description=__doc__)
    parser.add_argument("sections", nargs="*", choices=[*sections, []], metavar="section")
    chosen = parser.parse_args().sections or list(sections)

    print("Making the bench's own database", flush=True)
    cast = database.make()
    report = Report(judged=database.durable())
    print(f"fsync and synchronous_commit are {'on' if report.judged else 'NOT on: no verdicts'}")
    try:
        for name in chosen:
            sections[name](report, cast)
    finally:
        database.drop()
    short = report.falls_short
    print(f"\n{len(report.figures)} figures, {len(short)} fall short")
    return 0


sys.exit(main())
