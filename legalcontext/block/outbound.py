"""Writing the block: its exact shape, its retention sentence, and the notes beside it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Literal

from .constants import HANDLING, NOTICE, SOURCE
from .types import Frame

DELETED_ONCE_DELIVERED = "deleted once delivered"
HELD = "held under a legal hold; it cannot be deleted until the hold is released"


def outbound(frame: Frame, retention: str) -> dict[str, Any]:
    """The block that an answer carries, with its members in the specification's order.

    retention: today's sentence for this answer (`retention_sentence`). `forum` and `notice` are
    left out where they do not apply, never null.
    """
    jurisdiction = {"value": frame.jurisdiction, "basis": frame.basis}
    if frame.forum is not None:
        jurisdiction["forum"] = frame.forum
    block: dict[str, Any] = {
        "jurisdiction": jurisdiction,
        "audience": frame.audience,
        "role": frame.role,
        "privilege": frame.label,
        "handling": HANDLING[frame.label],
        "retention": retention,
        "source": SOURCE,
    }
    if frame.notice:
        block["notice"] = NOTICE
    return block


def retention_sentence(
    *,
    months: int | None = None,
    days: int | None = None,
    keep_days: int | None = None,
    under: Literal["account", "matter"] = "account",
    held: bool = False,
    test_key: bool = False,
) -> str:
    """How long the answer is kept, and where to delete it, in the specification's words.

    months, days: the term of the policy that applies; one of them. keep_days: the ask's own
    shortening where it decides (whether it is shorter is a question of dates, answered by
    whoever knows when the answer was made). test_key: counts as `keep_days` 1. held: a legal
    hold beats all of them. Raises ValueError for a negative or missing term.
    """
    if held:
        return HELD
    if test_key:
        keep_days = 1 if keep_days is None else min(keep_days, 1)
    if keep_days is not None:
        months, days = None, keep_days
    if (months is None) == (days is None):
        raise ValueError("Give the term once: in months or in days.")
    number, unit = (months, "month") if months is not None else (days, "day")
    if number is None or number < 0:
        raise ValueError("A term cannot be negative.")
    if number == 0:
        return DELETED_ONCE_DELIVERED
    term = f"{number} {unit}" if number == 1 else f"{number} {unit}s"
    return f"kept {term} under the {under}; delete it from the account's history"


def context_notes(frame: Frame) -> list[dict[str, Any]]:
    """The `context_notes` of an insight: `{code, message, field, evidence}` each, as JSON.

    evidence: `{source, start, end, text, value, kind, weight, why}`, offsets in code points.
    """
    return [
        {
            "code": note.code,
            "message": note.message,
            "field": note.field,
            "evidence": [asdict(evidence) for evidence in note.evidence],
        }
        for note in frame.notes
    ]
