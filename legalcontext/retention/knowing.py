"""Which operators may know of legal holds. A silent one shows to nobody else, in no way.

Whoever may not sees of an account what the account is told (retention.md, "Holds"): a silent hold
and what it keeps are not there, in lists and counts, in searches and states, nor in a log.
"""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Exists, OuterRef

from .models import Hold

KNOWS: Final = "retention.view_hold"
"""The permission to know of holds: the privacy officer's."""


def may_know(user: Any) -> bool:
    """Whether this operator may know of silent holds."""
    return bool(user.has_perm(KNOWS))


def silent_in_account() -> Exists:
    """A silent hold is active in the account of the row: for a query over rows of accounts."""
    return Exists(Hold.objects.active().filter(silent=True, account_id=OuterRef("account_id")))
