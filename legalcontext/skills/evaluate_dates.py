"""How right the dates are: `tests/cases/dates.jsonl` through triage.

A case is a line of JSON: `{id, text, language, today, note, due, why}`. `due` is the one day that
the note's rule gives from the story; null: no rule of a note runs, and no day may be told. A case
is right when every computed date that triage tells is that day, and there is one where one is due.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from legalcontext import block, inference
from legalcontext.block.types import Inbound, PrincipalFacts

from .triage import triage
from .types import Ask, Knowledge


@dataclass(frozen=True, slots=True)
class Dated:
    """The days that triage computed for a case, beside the one expected."""

    case: Mapping[str, Any]
    told: tuple[dt.date, ...]

    @property
    def right(self) -> bool:
        due = self.case["due"]
        return set(self.told) == (set() if due is None else {dt.date.fromisoformat(due)})


def tell_dates(
    cases: Iterable[Mapping[str, Any]], knowledge: Callable[[dt.date], Knowledge]
) -> Iterator[Dated]:
    """Triage of each case on its own day, for an individual who states nothing."""
    for case in cases:
        today = dt.date.fromisoformat(case["today"])
        frame = block.resolve(
            Inbound(), inference.infer(case["text"]), PrincipalFacts("individual"), None
        )
        ask = Ask(case["text"], today, case["language"])
        findings = triage(frame, ask, (), knowledge(today)).findings
        yield Dated(case, tuple(f.due_on for f in findings if f.kind == "deadline" and f.due_on))


def report_dates(dated: Iterable[Dated]) -> str:
    """How many are right, and each that is wrong."""
    cases = list(dated)
    right = sum(d.right for d in cases)
    lines = [f"dates right          {right / len(cases):.3f}  ({right} of {len(cases)})"]
    lines.extend(
        f"  {d.case['id']}: due {d.case['due']}, told {[day.isoformat() for day in d.told]}"
        for d in cases
        if not d.right
    )
    return "\n".join(lines)
