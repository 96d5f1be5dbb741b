"""How long an answer is kept, and on whose word: rows R1 to R11 of docs/retention.md."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from dateutil.relativedelta import relativedelta
from django.conf import settings

from legalcontext.block import retention_sentence

TEST_KEY_DAYS = 1
"""Answers of a test key count as `keep_days` 1 (R8)."""

Rule = Literal["service", "account", "skill", "matter"]


@dataclass(frozen=True, slots=True)
class Service:
    """The service's own terms, in months: what applies without a policy, and the ceiling."""

    months: int
    ceiling: int


@dataclass(frozen=True, slots=True)
class Terms:
    """The months that the account's policies name for one kind of answer; None: no such policy."""

    account: int | None = None
    skill: int | None = None
    matter: int | None = None


NO_TERMS = Terms()


@dataclass(frozen=True, slots=True)
class EffectivePolicy:
    """What applies to one answer.

    months: the term, under the ceiling. rule: whose word it is. capped: the policy asked for more
    than the ceiling. keep_days: the ask's own wish, which can only shorten.
    """

    months: int
    rule: Rule
    capped: bool = False
    keep_days: int | None = None

    @property
    def under(self) -> Literal["account", "matter"]:
        """What the sentence says it is kept under: a skill's policy is the account's."""
        return "matter" if self.rule == "matter" else "account"

    @property
    def keeps_nothing(self) -> bool:
        """`keep_days` 0: the answer is handed over and not kept (R9)."""
        return self.keep_days == 0

    def ends_by_policy(self, created_at: dt.datetime) -> dt.datetime:
        """The end of the policy's calendar months."""
        return created_at + relativedelta(months=self.months)

    def expires_at(self, created_at: dt.datetime) -> dt.datetime:
        """The earlier of the policy's calendar months and the ask's own days."""
        by_policy = self.ends_by_policy(created_at)
        if self.keep_days is None:
            return by_policy
        return min(by_policy, created_at + dt.timedelta(days=self.keep_days))

    def shortened(self, created_at: dt.datetime) -> bool:
        """The ask's own days end before the policy's months (R6)."""
        return self.expires_at(created_at) < self.ends_by_policy(created_at)

    def sentence(self, created_at: dt.datetime, *, held: bool = False) -> str:
        """The block's `retention`; days are named only where they shorten, a hold beats all."""
        return retention_sentence(
            months=self.months,
            under=self.under,
            keep_days=self.keep_days if self.shortened(created_at) else None,
            held=held,
        )


def service_terms() -> Service:
    """The service's terms, from the settings."""
    return Service(months=settings.RETENTION_MONTHS, ceiling=settings.RETENTION_CEILING)


def effective_policy(
    terms: Terms = NO_TERMS,
    *,
    keep_days: int | None = None,
    test: bool = False,
    service: Service | None = None,
) -> EffectivePolicy:
    """The policy of one answer: the matter's, else the skill's, else the account's, else the
    service's; never over the ceiling. keep_days: 0 to any number of days, None: not said."""
    service = service or service_terms()
    named: list[tuple[Rule, int | None]] = [
        ("matter", terms.matter),
        ("skill", terms.skill),
        ("account", terms.account),
        ("service", service.months),
    ]
    rule, months = next((rule, months) for rule, months in named if months is not None)
    if test:
        keep_days = TEST_KEY_DAYS if keep_days is None else min(keep_days, TEST_KEY_DAYS)
    return EffectivePolicy(
        months=min(months, service.ceiling),
        rule=rule,
        capped=months > service.ceiling,
        keep_days=keep_days,
    )
