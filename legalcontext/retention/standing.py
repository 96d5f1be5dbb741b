"""What policy and holds say of one answer today: one query, asked at every ask and reading."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass

from django.db.models import Q, Value

from accounts.tenancy.models import TenantQuerySet

from .models import Hold, HoldQuerySet, Policy
from .policy import EffectivePolicy, Terms, effective_policy

Level = Policy.Level
HELD = "held"


@dataclass(frozen=True, slots=True)
class Facts:
    """What of an answer decides how long it is kept. person_id: the person or service identity."""

    answer_id: uuid.UUID
    skill: str
    matter_id: uuid.UUID | None
    person_id: uuid.UUID | None
    created_at: dt.datetime
    keep_days: int | None
    test: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """policy: what applies. held: a legal hold that the account knows of holds the answer."""

    policy: EffectivePolicy
    held: bool
    created_at: dt.datetime

    @property
    def sentence(self) -> str:
        """The block's `retention`, as of today."""
        return self.policy.sentence(self.created_at, held=self.held)


def standing_of(facts: Facts) -> Standing:
    """Today's policy and holds, in one query that looks at no matter; the scope is open."""
    rows = list(
        _policies(facts)
        .values_list("level", "months")
        .union(told_holds(facts).values_list(Value(HELD), Value(0)))
    )
    named = dict(rows)
    terms = Terms(named.get(Level.ACCOUNT), named.get(Level.SKILL), named.get(Level.MATTER))
    policy = effective_policy(terms, keep_days=facts.keep_days, test=facts.test)
    return Standing(policy, HELD in named, facts.created_at)


def told_holds(facts: Facts) -> HoldQuerySet:
    """The active holds that hold the answer and that the account knows of."""
    of_dates = Q(matter_id=None, person_id=None, answer_id=None)
    of_dates &= Q(made_from=None) | Q(made_from__lte=facts.created_at)
    of_dates &= Q(made_until=None) | Q(made_until__gt=facts.created_at)
    holds = Q(answer_id=facts.answer_id) | of_dates
    if facts.matter_id is not None:
        holds |= Q(matter_id=facts.matter_id)
    if facts.person_id is not None:
        holds |= Q(person_id=facts.person_id)
    told: HoldQuerySet = Hold.objects.active().told().filter(holds)
    return told


def _policies(facts: Facts) -> TenantQuerySet:
    applies = Q(level=Level.ACCOUNT) | Q(level=Level.SKILL, skill=facts.skill)
    if facts.matter_id is not None:
        applies |= Q(level=Level.MATTER, matter_id=facts.matter_id)
    return Policy.objects.filter(applies)
