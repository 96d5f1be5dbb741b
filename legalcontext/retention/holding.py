"""The one rule of what a hold holds, as SQL for the database and as a condition for the ORM."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import Exists, OuterRef, Q

from .models import Hold, HoldQuerySet

LOCK: Final = "hashtextextended('hold' || {account}::text, 0)"
"""The advisory lock of an account's holds: placing takes it, deleting shares it. Without it a
delete won against a hold that was placed but not yet committed."""


@dataclass(frozen=True, slots=True)
class Held:
    """The columns of a table by which a hold may hold its rows; "" and (): by none of these."""

    answer: str = ""
    matter: str = ""
    people: tuple[str, ...] = ()
    made_at: str = ""

    def sql(self, row: str) -> str:
        """A condition on `row` (an alias): an active hold holds it.

        Separate EXISTS, each over its own partial index.
        """
        asked = [f"h.answer_id = {row}.{self.answer}"] if self.answer else []
        asked += [f"h.matter_id = {row}.{self.matter}"] if self.matter else []
        asked += [f"h.person_id = {row}.{person}" for person in self.people]
        if self.made_at:
            asked.append(
                "h.matter_id IS NULL AND h.person_id IS NULL AND h.answer_id IS NULL"
                f" AND (h.made_from IS NULL OR h.made_from <= {row}.{self.made_at})"
                f" AND (h.made_until IS NULL OR h.made_until > {row}.{self.made_at})"
            )
        exists = (
            f"EXISTS (SELECT FROM retention_hold h WHERE h.account_id = {row}.account_id"
            f" AND h.released_at IS NULL AND {condition})"
            for condition in asked
        )
        return "(" + "\n   OR ".join(exists) + ")"

    def condition(self, holds: HoldQuerySet | None = None) -> Q:
        """The same for a queryset. holds: which count; all active ones unless told otherwise."""
        active = (Hold.objects.active() if holds is None else holds).filter(
            account_id=OuterRef("account_id")
        )
        asked = [active.filter(answer_id=OuterRef(self.answer))] if self.answer else []
        asked += [active.filter(matter_id=OuterRef(self.matter))] if self.matter else []
        asked += [active.filter(person_id=OuterRef(person)) for person in self.people]
        if self.made_at:
            made_at = OuterRef(self.made_at)
            asked.append(
                active.filter(
                    Q(made_from=None) | Q(made_from__lte=made_at),
                    Q(made_until=None) | Q(made_until__gt=made_at),
                    matter_id=None,
                    person_id=None,
                    answer_id=None,
                )
            )
        return reduce(or_, (Q(Exists(holds_it)) for holds_it in asked))
