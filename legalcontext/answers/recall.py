"""An answer recall, on reading: what has become of the notes that an answer cited.

Notes are nobody's in particular, so looking them up needs no scope; answers are the caller's.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Q
from django.utils import timezone

from legalcontext.knowledge.standing import Standing, current_names, standings
from legalcontext.skills.language import known_language
from legalcontext.skills.wording import Voice

from .models import Answer

WORST_FIRST = ("withdrawn", "corrected", "lapsed", "changed", "unknown")


class CitedNotes:
    """What has become of cited notes as of one moment, each looked up once."""

    def __init__(self, answers: Iterable[Answer] = (), *, today: dt.date | None = None) -> None:
        self.today = today or timezone.now().date()
        self._known: dict[str, Standing] = {}
        self._look_up(name for answer in answers for name in answer.notes_cited)

    def recalled(self, answer: Answer) -> tuple[Standing, ...]:
        """Those that the answer cites and that are no longer current, the worst first."""
        self._look_up(answer.notes_cited)
        found = (self._known[name] for name in answer.notes_cited)
        return tuple(
            sorted(
                (standing for standing in found if standing.recalled),
                key=lambda standing: (WORST_FIRST.index(standing.state), standing.note),
            )
        )

    def _look_up(self, names: Iterable[str]) -> None:
        """One query, or none where all are known."""
        self._known |= standings(set(names) - self._known.keys(), today=self.today)


def affected() -> Q:
    """Which answers cite a note that is no longer current."""
    current = current_names(today=timezone.now().date())
    return ~Q(notes_cited__contained_by=current)


def marked(body: dict[str, Any], answer: Answer, recalled: Sequence[Standing]) -> dict[str, Any]:
    """The insight's body with what became of its notes: as data, and first among its limits."""
    if not recalled:
        return body
    titles = {citation["note"]: citation["title"] for citation in body["citations"]}
    voice = Voice(
        known_language(answer.language),
        professional=answer.legal_context.get("audience") == "professional",
    )
    said = [
        voice.say(
            f"recalled_{state}",
            notes=", ".join(titles.get(s.note, s.note) for s in recalled if s.state == state),
        )
        for state in WORST_FIRST
        if any(standing.state == state for standing in recalled)
    ]
    return {
        **body,
        "limits": [*said, *body["limits"]],
        "recalled": [as_json(standing) for standing in recalled],
    }


def as_json(standing: Standing) -> dict[str, str]:
    """A cited note that is no longer current, as the contract has it."""
    return {
        "note": standing.note,
        "standing": standing.state,
        **({"since": standing.since.isoformat()} if standing.since else {}),
        **({"successor": standing.successor} if standing.successor else {}),
    }
