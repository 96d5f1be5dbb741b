"""Reading and setting an account's policies; the caller has the account's scope open."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from .audit import Actor, record
from .errors import InvalidTerm
from .models import Policy
from .policy import service_terms

Level = Policy.Level


@dataclass(frozen=True, slots=True)
class For:
    """What a policy is for: the whole account, one skill, or one matter."""

    skill: str = ""
    matter_id: uuid.UUID | None = None

    @property
    def lookup(self) -> dict[str, Any]:
        """Finds the policy."""
        return {"skill": self.skill, "matter_id": self.matter_id}

    @property
    def level(self) -> Level:
        if self.matter_id is not None:
            return Level.MATTER
        return Level.SKILL if self.skill else Level.ACCOUNT


ACCOUNT = For()


def all_policies() -> list[Policy]:
    """Every policy of the account: its own, then the skills', then the matters'."""
    return list(Policy.objects.order_by("level", "skill", "pk"))


def set_policy(what: For, months: int | None, by: Actor) -> None:
    """Set the months of a policy, or take it away (None). InvalidTerm: not under the ceiling.

    It says what applies from now on; the answers that are there already are re-dated by whoever
    keeps them.
    """
    ceiling = service_terms().ceiling
    if months is None:
        Policy.objects.filter(**what.lookup).delete()
    elif 1 <= months <= ceiling:
        Policy.objects.update_or_create(
            **what.lookup,
            defaults={"level": what.level, "months": months, "changed_at": timezone.now()},
        )
    else:
        raise InvalidTerm(ceiling)
    record(
        by,
        "policy.set" if months else "policy.remove",
        on=_name(what),
        numbers={"months": months or 0},
    )


def _name(what: For) -> str:
    if what.matter_id is not None:
        return f"mat_{what.matter_id.hex}"
    return what.skill or "account"
