"""How long an answer is kept, and on whose word."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from dateutil.relativedelta import relativedelta

from legalcontext.block import retention_sentence

SERVICE_MONTHS = 12
"""How long an answer is kept where no policy says otherwise, and the service's ceiling."""

TEST_KEY_DAYS = 1
"""Answers of a test key count as `keep_days` 1."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The policy that applies to one answer: months under the account or matter, or fewer days."""

    months: int
    under: Literal["account", "matter"]
    keep_days: int | None = None

    @property
    def keeps_nothing(self) -> bool:
        """`keep_days` 0: the answer is handed over and not kept."""
        return self.keep_days == 0

    def expires_at(self, created_at: dt.datetime) -> dt.datetime:
        """The earlier of the policy's calendar months and the ask's own days."""
        by_policy = created_at + relativedelta(months=self.months)
        if self.keep_days is None:
            return by_policy
        return min(by_policy, created_at + dt.timedelta(days=self.keep_days))

    def sentence(self, created_at: dt.datetime) -> str:
        """The block's `retention`; days are named only where they shorten the policy."""
        by_policy = created_at + relativedelta(months=self.months)
        shortened = self.keep_days is not None and self.expires_at(created_at) < by_policy
        return retention_sentence(
            months=self.months, under=self.under, keep_days=self.keep_days if shortened else None
        )


def effective_policy(*, keep_days: int | None, test: bool) -> Policy:
    """The policy of an ask. keep_days: the ask's own wish, which can only shorten."""
    if test:
        keep_days = TEST_KEY_DAYS if keep_days is None else min(keep_days, TEST_KEY_DAYS)
    return Policy(months=SERVICE_MONTHS, under="account", keep_days=keep_days)
