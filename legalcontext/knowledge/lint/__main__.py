"""`python -m legalcontext.knowledge.lint [--fix] [files or folders]`: exit code 1 on faults."""

from __future__ import annotations

import argparse
import datetime as dt
import sys
from collections.abc import Sequence
from pathlib import Path

from legalcontext.knowledge.lint import (
    due,
    lint_files,
    lint_together,
    note_files,
    weak_sources,
)
from legalcontext.knowledge.notefile import NOTES


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="lint", description="Check notes.")
    parser.add_argument("paths", nargs="*", type=Path, default=[NOTES])
    parser.add_argument("--fix", action="store_true", help="rewrite into the canonical layout")
    parser.add_argument("--sources", action="store_true", help="list figures with weak sources")
    options = parser.parse_args(arguments)
    documents, faults = lint_files(note_files(options.paths), fix=options.fix)
    faults += lint_together(documents)
    warnings = due(documents, dt.datetime.now(tz=dt.UTC).date())
    weak = weak_sources(documents)
    for line in [*faults, *warnings, *(weak if options.sources else [])]:
        print(line)
    figures = sum(len(document.figures) for document in documents)
    print(f"{len(documents)} notes, {len(faults)} faults, {len(warnings)} due")
    print(f"{figures} figures, {len(weak)} of them not from the law's own text (--sources)")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
