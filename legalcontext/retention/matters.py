"""What of a matter a hold may hold: the matter and what was entered in it.

Grants, walls, bindings and the index for conflict checks are not among it: access can always be
taken away, and an index follows what it indexes.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any, Final

from matters.models import KeyDate, Matter, Note, Party

from .holding import Held

MATTER: Final = Held(matter="id", people=("owner_id",), made_at="created_at")
ENTRY: Final = Held(matter="matter_id", made_at="created_at")
NOTE: Final = Held(matter="matter_id", people=("author_id", "service_id"), made_at="created_at")

ENTRIES: Final[tuple[tuple[Any, Held], ...]] = ((Party, ENTRY), (KeyDate, ENTRY), (Note, NOTE))


def held_in_matters(ids: Sequence[uuid.UUID]) -> int:
    """How many rows of these matters are held, answers aside; the scope is open."""
    held = Matter.objects.filter(MATTER.condition(), pk__in=ids).count()
    for entries, rule in ENTRIES:
        held += entries.objects.filter(rule.condition(), matter__in=ids).count()
    return int(held)
