"""What a request shows to whoever may not know of a silent hold: work that goes on.

The account is shown it so, and so is every operator without the permission to see holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from django.db.models import Q, QuerySet

from legalcontext.erasure.request_models import DeletionRequest, State
from legalcontext.retention.knowing import silent_in_account

MASKS: Final[Mapping[State, State]] = {
    State.HELD: State.SCOPED,
    State.PARTLY_HELD: State.SCOPED,
    State.PARTLY_EXECUTED: State.EXECUTING,
}
"""A state that tells of a hold → what is shown in its place."""

NOT_TOLD: Final = frozenset(
    {"hold", "hold_part", "released", "finish", "finish_part", "resume", "retry"}
)
"""Steps that happen, or not, by what a hold keeps; and starting a run again, which leaves no mark
where the run that is shown is none."""

CERTIFY_KEPT: Final = "certify_kept"
CERTIFIED: Final = "Certify"
"""How a certificate in spite of a silent hold is called where others may read it."""


Rows = TypeVar("Rows", bound=QuerySet[DeletionRequest])


def with_silence(rows: Rows) -> Rows:
    """Rows that know whether their account has a silent hold, so that `shown_state` masks."""
    annotated: Any = rows.annotate(is_silenced=silent_in_account())
    found: Rows = annotated
    return found


def shown_state(request: DeletionRequest) -> State:
    """The state to show: of a row from `with_silence` the masked one, of any other its own."""
    state = State(request.state)
    return MASKS.get(state, state) if getattr(request, "is_silenced", False) else state


def is_masked(request: DeletionRequest) -> bool:
    return shown_state(request) != request.state


def shown_as(state: str) -> Q:
    """The rows of `with_silence` that `shown_state` gives as `state`."""
    own = Q(state=state)
    if state in MASKS:
        own &= Q(is_silenced=False)
    behind: list[Any] = [real for real, mask in MASKS.items() if mask == state]
    return own | Q(is_silenced=True, state__in=behind)
