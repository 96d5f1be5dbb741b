"""One vocabulary of errors for every door; each door renders a `Problem` its own way.

The rooms below raise plain exceptions of their own; `problem_of` is the only place that turns
one into a code. Each problem says in words what to do about it.
"""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import InterfaceError, OperationalError

from accounts import errors as directory
from accounts.idempotency import IdempotencyConflict, InProgress
from accounts.limits import Allowance, RateLimited
from accounts.principal import InsufficientScope, Unauthenticated
from legalcontext.answers.errors import DocumentNotFound, MatterNotFound, NotFound
from legalcontext.block import name_of
from legalcontext.block.types import Fault
from legalcontext.contracts.quick_ask import InvalidAsk
from legalcontext.erasure.errors import NotPossible
from legalcontext.retention.errors import AlreadyReleased, InvalidTerm, LegalHold
from legalcontext.switches.errors import SwitchedOff
from matters import errors as matter_errors

from .failed_requests import note_code

logger = logging.getLogger("codossier.doors")


class Code(StrEnum):
    """The codes, the same on every door; stable, for programs to branch on."""

    INVALID_REQUEST = "invalid_request"
    INVALID_CONTEXT = "invalid_context"
    UNAUTHENTICATED = "unauthenticated"
    INSUFFICIENT_SCOPE = "insufficient_scope"
    NOT_FOUND = "not_found"
    MATTER_NOT_FOUND = "matter_not_found"
    DOCUMENT_UNREADABLE = "document_unreadable"
    TOO_LARGE = "too_large"
    UNSUPPORTED_MEDIA = "unsupported_media"
    RATE_LIMITED = "rate_limited"
    IDEMPOTENCY_CONFLICT = "idempotency_conflict"
    IN_PROGRESS = "in_progress"
    LEGAL_HOLD = "legal_hold"
    STEP_UP_REQUIRED = "step_up_required"
    UNAVAILABLE = "unavailable"
    INTERNAL = "internal"


TITLES: dict[Code, str] = {
    Code.INVALID_REQUEST: "The request is not valid",
    Code.INVALID_CONTEXT: "The legal context is not valid",
    Code.UNAUTHENTICATED: "No valid credential",
    Code.INSUFFICIENT_SCOPE: "The credential may not do this",
    Code.NOT_FOUND: "Not found",
    Code.MATTER_NOT_FOUND: "Matter not found",
    Code.DOCUMENT_UNREADABLE: "The document cannot be read",
    Code.TOO_LARGE: "Too large",
    Code.UNSUPPORTED_MEDIA: "Media type not supported",
    Code.RATE_LIMITED: "Too many requests",
    Code.IDEMPOTENCY_CONFLICT: "Idempotency key used for another request",
    Code.IN_PROGRESS: "Still in progress",
    Code.LEGAL_HOLD: "Under a legal hold",
    Code.STEP_UP_REQUIRED: "Confirm who you are",
    Code.UNAVAILABLE: "Temporarily unavailable",
    Code.INTERNAL: "Something went wrong here",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong and what to do. errors: each bad part of the input with its pointer."""

    code: Code
    detail: str
    errors: tuple[Fault, ...] = ()
    retry_after: int | None = None
    """Seconds, where waiting helps."""
    scope: str | None = None
    """The missing scope, for a challenge."""
    allowance: Allowance | None = None
    """What is left of the credential's calls, where that is the problem."""
    held: int | None = None
    """How many things a legal hold keeps, where that is the problem."""

    @property
    def title(self) -> str:
        return TITLES[self.code]


INTERNAL = Problem(
    Code.INTERNAL,
    "The fault is on this side and has been logged. Try again later; if it stays, report the "
    "request id.",
)

UNAUTHENTICATED = Problem(
    Code.UNAUTHENTICATED,
    "Send a live API key as “Authorization: Bearer cdx_…” or “X-Api-Key: cdx_…”. A key that is "
    "mistyped, revoked, expired or of a suspended account is refused alike.",
)

_PROBLEMS: dict[type[Exception], Callable[[Exception], Problem]] = {}


def renders(kind: type[Exception]) -> Callable[[Callable[..., Problem]], Callable[..., Problem]]:
    """Register how one kind of the core's exceptions becomes a problem."""

    def register(make: Callable[..., Problem]) -> Callable[..., Problem]:
        _PROBLEMS[kind] = make
        return make

    return register


def problem_of(error: Exception) -> Problem | None:
    """The problem for an exception of the core (its most specific kind), or None: unknown."""
    for kind in type(error).__mro__:
        if kind in _PROBLEMS:
            problem = _PROBLEMS[kind](error)
            note_code(problem.code)
            return problem
    return None


UNAVAILABLE = Problem(
    Code.UNAVAILABLE, "The database does not answer; try again shortly.", retry_after=5
)


@renders(OperationalError)
@renders(InterfaceError)
def _unavailable(error: Exception) -> Problem:
    """The database is down, or too busy to give a connection in time."""
    logger.error("the database does not answer", exc_info=error)
    return UNAVAILABLE


@renders(Unauthenticated)
def _unauthenticated(error: Unauthenticated) -> Problem:
    return UNAUTHENTICATED


@renders(InsufficientScope)
def _insufficient_scope(error: InsufficientScope) -> Problem:
    return Problem(
        Code.INSUFFICIENT_SCOPE,
        f"This needs a credential with the scope {error.scope}. Make one that has it.",
        scope=error.scope,
    )


@renders(MatterNotFound)
def _matter_not_found(error: MatterNotFound) -> Problem:
    return Problem(
        Code.MATTER_NOT_FOUND,
        "There is no such matter for this credential. Check the id, ask the matter's owner for "
        "access, or leave the matter out; nothing was kept.",
    )


@renders(DocumentNotFound)
def _document_not_found(error: DocumentNotFound) -> Problem:
    return Problem(
        Code.NOT_FOUND,
        "There is no such document for this ask. Send its text inline, or check the id and name "
        "the matter that it belongs to.",
        errors=(Fault(error.pointer, "no such document"),),
    )


@renders(directory.NotFound)
@renders(NotFound)
def _not_found(error: NotFound) -> Problem:
    return Problem(
        Code.NOT_FOUND, "There is nothing under this address for this credential. Check the id."
    )


@renders(InvalidAsk)
def _invalid_ask(error: InvalidAsk) -> Problem:

    return Problem(
        Code.INVALID_CONTEXT if error.only_context else Code.INVALID_REQUEST,
        "Mend the parts listed in “errors” and send it again; nothing was kept.",
        errors=tuple(error.faults),
    )


@renders(ValidationError)
def _wrong_values(error: ValidationError) -> Problem:
    by_field = error.message_dict if hasattr(error, "error_dict") else {"": error.messages}
    return Problem(
        Code.INVALID_REQUEST,
        "Mend the parts listed in “errors” and send it again; nothing was changed.",
        errors=tuple(
            Fault("" if name in ("", NON_FIELD_ERRORS) else f"/{name}", words)
            for name, messages in by_field.items()
            for words in messages
        ),
    )


@renders(directory.StillResponsible)
def _still_responsible(error: directory.StillResponsible) -> Problem:
    return Problem(
        Code.INVALID_REQUEST,
        "What “errors” lists is still this person's. Name the member who takes it over in "
        "“transfer_to”, or have it transferred first; nothing was changed.",
        errors=tuple(Fault("/transfer_to", f"{held} needs somebody else") for held in error.ids),
    )


@renders(matter_errors.MatterClosed)
def _matter_closed(error: matter_errors.MatterClosed) -> Problem:
    return Problem(
        Code.INVALID_REQUEST,
        "The matter is closed: it can be read, and nothing in it changes. Have it reopened by "
        "somebody who manages it, then send this again.",
    )


@renders(matter_errors.LegalHold)
@renders(LegalHold)
def _legal_hold(error: LegalHold) -> Problem:
    one = error.held == 1
    return Problem(
        Code.LEGAL_HOLD,
        f"{error.held} {'thing is' if one else 'things are'} under a legal hold, and nothing was "
        "deleted. Answers that you asked to delete are no longer read, and go when the hold is "
        "released; the account's owners know of it.",
        held=error.held,
    )


@renders(SwitchedOff)
def _switched_off(error: SwitchedOff) -> Problem:
    return Problem(
        Code.UNAVAILABLE,
        f"The operator of this service has switched {error.skill} off for such asks (place: "
        f"{name_of(error.place)}, audience: {error.audience}); nothing was kept. Ask another skill "
        "(triage, where it is on), or somebody else; sending it again at once changes nothing.",
    )


@renders(AlreadyReleased)
def _already_released(error: AlreadyReleased) -> Problem:
    return Problem(
        Code.INVALID_REQUEST,
        "This hold was released before. Place a new one to hold the same things again.",
    )


@renders(NotPossible)
def _not_possible(error: NotPossible) -> Problem:
    return Problem(Code.INVALID_REQUEST, f"{error} Read it again to see how it stands.")


@renders(InvalidTerm)
def _invalid_term(error: InvalidTerm) -> Problem:
    return Problem(
        Code.INVALID_REQUEST,
        f"Give 1 to {error.ceiling} months: the service keeps nothing longer.",
        errors=(Fault("/months", f"give a whole number from 1 to {error.ceiling}"),),
    )


@renders(RateLimited)
def _rate_limited(error: RateLimited) -> Problem:
    return Problem(
        Code.RATE_LIMITED,
        f"This credential may make {error.allowance.limit} such calls {_each(error.allowance)}. "
        f"Wait {error.retry_after} s and send it again.",
        retry_after=error.retry_after,
        allowance=error.allowance,
    )


def _each(allowance: Allowance) -> str:
    minutes = round(allowance.window / dt.timedelta(minutes=1))
    return {1: "a minute", 60: "an hour"}.get(minutes, f"in {minutes} minutes")


@renders(IdempotencyConflict)
def _idempotency_conflict(error: IdempotencyConflict) -> Problem:
    return Problem(
        Code.IDEMPOTENCY_CONFLICT,
        "This Idempotency-Key was sent with another request. Use a fresh key for a new request, "
        "or send the first one again unchanged.",
    )


@renders(InProgress)
def _in_progress(error: InProgress) -> Problem:
    return Problem(
        Code.IN_PROGRESS,
        "The first request with this Idempotency-Key is still being worked on. Send it again in a "
        "moment to get its result.",
        retry_after=1,
    )
