"""The state machine of a request, as data: who may take which step, what it needs and does.

`service` walks it and knows no state by name beyond this table; pages and the admin make their
buttons from it. (retention.md, "Deletion requests".)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.db import models

from legalcontext.erasure.request_models import DeletionRequest, Refusal, State

WORK: Final = "erasure.work_requests"
APPROVE: Final = "erasure.approve_requests"
OVERRIDE: Final = "erasure.override"


class Who(StrEnum):
    """As whom one stands to a request; one may be several at once."""

    REQUESTER = "requester"  # asked for it
    OWNER = "owner"  # of the account that it concerns
    OPERATOR = "operator"  # with the permission that the step names
    SYSTEM = "system"  # the jobs


class NeedKind(StrEnum):
    """How a form asks for it."""

    TEXT = "text"
    CHOICE = "choice"
    DATE = "date"
    CATEGORIES = "categories"  # names of erasure categories
    ANSWERS = "answers"  # public ids of answers
    NAMES = "names"  # values of on_behalf_of


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that a step asks for. choices: for CHOICE, as of Django."""

    name: str
    kind: NeedKind
    label: str
    required: bool = True
    choices: type[models.TextChoices] | None = None


@dataclass(frozen=True, slots=True)
class Transition:
    """One step. target: None where the state stays. effect: what a button says that it does.

    notice: the mail to whoever asked. guards: names of conditions in `service.GUARDS`.
    two_people: it only proposes; another operator approves, and then it happens.
    """

    name: str
    label: str
    sources: frozenset[State]
    target: State | None
    who: frozenset[Who]
    effect: str
    permission: str = ""
    needs: tuple[Need, ...] = ()
    notice: str = ""
    guards: tuple[str, ...] = ()
    two_people: bool = False


S = State
OPERATOR: Final = frozenset({Who.OPERATOR})
SYSTEM: Final = frozenset({Who.SYSTEM})

UNVERIFIED: Final = frozenset({S.RECEIVED, S.ACKNOWLEDGED, S.IDENTITY_PENDING})
UNDECIDED: Final = UNVERIFIED | {S.VERIFIED, S.SCOPED, S.HELD, S.PARTLY_HELD, S.REVERSED}
BEFORE_EXECUTION: Final = UNDECIDED | {S.SCHEDULED}
ENDED: Final = frozenset(
    {S.CERTIFIED, S.REJECTED, S.UPHELD, S.WITHDRAWN, S.FORWARDED, S.EXPIRED, S.CLOSED}
)

EXPLANATION: Final = Need("explanation", NeedKind.TEXT, "What the person is told, and why")
CATEGORIES: Final = Need(
    "categories", NeedKind.CATEGORIES, "Kinds of data; none: all of them", required=False
)

_STEPS: Final = (
    Transition(
        "acknowledge", "Acknowledge", frozenset({S.RECEIVED}), S.ACKNOWLEDGED,
        frozenset({Who.OPERATOR, Who.SYSTEM}),
        "Tells the person that the request came, how it is worked on, and by when it is answered.",
        permission=WORK, notice="acknowledged",
    ),
    Transition(
        "ask_identity", "Ask who it is", UNVERIFIED, S.IDENTITY_PENDING, OPERATOR,
        "Asks the person to show who they are. The clock goes on; unanswered by the deadline, the "
        "request ends.",
        permission=WORK, notice="identity",
        needs=(Need("identity_asked", NeedKind.TEXT, "What to send, and how"),),
    ),
    Transition(
        "verify", "Count as verified", UNVERIFIED | {S.FORWARDED}, S.VERIFIED,
        frozenset({Who.OPERATOR, Who.SYSTEM}),
        "Records how it was established who asks. Nobody is told.",
        permission=WORK,
        needs=(
            Need("identity", NeedKind.CHOICE, "How it was established",
                 choices=DeletionRequest.Identity),
        ),
    ),
    Transition(
        "forward", "Forward to the account", UNVERIFIED | {S.VERIFIED, S.SCOPED}, S.FORWARDED,
        OPERATOR,
        "Hands the request to the account's owners, for whom we only act, and tells the person so. "
        "The owners take it up or decline it.",
        permission=WORK, notice="forwarded", guards=("is_third_persons",),
    ),
    Transition(
        "take_up", "Take it up", frozenset({S.FORWARDED}), S.VERIFIED, frozenset({Who.OWNER}),
        "The account vouches for the person and wants the data deleted.",
    ),
    Transition(
        "decline", "Decline", frozenset({S.FORWARDED}), S.REJECTED, frozenset({Who.OWNER}),
        "The account keeps the data and tells the person why; nothing is deleted.",
        notice="rejected", needs=(EXPLANATION,),
    ),
    Transition(
        "scope", "Scope", frozenset({S.VERIFIED, S.SCOPED, S.REVERSED, S.HELD, S.PARTLY_HELD}),
        S.SCOPED, OPERATOR,
        "Counts what it covers, by category, and what a hold keeps. Nothing is deleted.",
        permission=WORK,
        needs=(
            CATEGORIES,
            Need("on_behalf_of", NeedKind.NAMES, "Names as they stand in “on_behalf_of”",
                 required=False),
            Need("answers", NeedKind.ANSWERS, "Answers by id", required=False),
        ),
    ),
    Transition(
        "hold", "Held", frozenset({S.SCOPED}), S.HELD, SYSTEM,
        "All of it is under a legal hold. The person is told that it is kept, unless the hold is "
        "silent.",
        notice="held", guards=("all_held",),
    ),
    Transition(
        "hold_part", "Partly held", frozenset({S.SCOPED}), S.PARTLY_HELD, SYSTEM,
        "Some of it is under a legal hold. The rest can go.",
        guards=("part_held",),
    ),
    Transition(
        "released", "Released", frozenset({S.HELD, S.PARTLY_HELD}), S.SCOPED, SYSTEM,
        "A hold was released: what it covers is counted anew.",
        guards=("hold_released",),
    ),
    Transition(
        "schedule", "Schedule", frozenset({S.SCOPED, S.HELD, S.PARTLY_HELD}), S.SCHEDULED, OPERATOR,
        "Proposes to delete on a day and tells the person, who may withdraw until then. Another "
        "operator has to approve. What a hold keeps goes when the hold is released.",
        permission=WORK, notice="scheduled", guards=("something_found",),
        needs=(
            Need("execute_on", NeedKind.DATE, "Day; none: the first after the cool-off",
                 required=False),
        ),
    ),
    Transition(
        "skip_cool_off", "Skip the cool-off", frozenset({S.SCHEDULED}), None, OPERATOR,
        "Override: deletes as soon as it is approved, without the days in which the person may "
        "withdraw. Holds count as ever.",
        permission=OVERRIDE, guards=("in_cool_off",), two_people=True,
        needs=(Need("reason", NeedKind.TEXT, "Why it cannot wait"),),
    ),
    Transition(
        "unschedule", "Take off the schedule", frozenset({S.SCHEDULED}), S.SCOPED, OPERATOR,
        "Nothing is deleted; the proposal is void and it can be scoped and scheduled anew.",
        permission=WORK,
    ),
    Transition(
        "execute", "Execute", frozenset({S.SCHEDULED}), S.EXECUTING, SYSTEM,
        "Deletes for good what no hold keeps, in a job that goes on where it stopped.",
        guards=("approved", "day_has_come"),
    ),
    Transition(
        "retry", "Start the job again", frozenset({S.EXECUTING}), None, OPERATOR,
        "Starts the job anew where it shows no sign of life; safe where it still runs.",
        permission=WORK,
    ),
    Transition(
        "finish", "Executed", frozenset({S.EXECUTING}), S.EXECUTED, SYSTEM,
        "All that it covers is gone.", guards=("run_over", "nothing_kept"),
    ),
    Transition(
        "finish_part", "Partly executed", frozenset({S.EXECUTING}), S.PARTLY_EXECUTED, SYSTEM,
        "What no hold keeps is gone; the figures say what stayed.",
        guards=("run_over", "some_kept"),
    ),
    Transition(
        "rerun", "Run again", frozenset({S.PARTLY_EXECUTED, S.CERTIFIED}), S.EXECUTING, OPERATOR,
        "Runs over the same categories once more, where something stayed that no hold keeps.",
        permission=WORK, guards=("some_kept",),
    ),
    Transition(
        "certify", "Certify", frozenset({S.EXECUTED, S.PARTLY_EXECUTED}), S.CERTIFIED, SYSTEM,
        "Writes the certificate and sends it to the person.",
        notice="certified", guards=("nothing_silent",),
    ),
    Transition(
        "certify_kept", "Certify although a silent hold keeps something",
        frozenset({S.PARTLY_EXECUTED}), S.CERTIFIED, OPERATOR,
        "Writes the certificate and sends it. It tells that something is kept under a legal hold, "
        "of which the account does not know: ask whoever ordered the hold first.",
        permission=OVERRIDE, notice="certified", guards=("something_silent",),
    ),
    Transition(
        "resume", "Go on", frozenset({S.PARTLY_EXECUTED, S.CERTIFIED}), S.EXECUTING, SYSTEM,
        "A hold was released: what it had kept goes.", guards=("hold_released",),
    ),
    Transition(
        "reject", "Refuse", UNDECIDED, S.REJECTED, OPERATOR,
        "Ends the request without deleting, and tells the person why and where to complain.",
        permission=WORK, notice="rejected",
        needs=(
            Need("refusal", NeedKind.CHOICE, "Ground", choices=Refusal),
            EXPLANATION,
        ),
    ),
    Transition(
        "appeal", "Appeal", frozenset({S.REJECTED}), S.APPEALED, frozenset({Who.REQUESTER}),
        "Asks for another look at the refusal, by somebody else.",
        notice="appealed", guards=("may_appeal",),
        needs=(Need("appeal", NeedKind.TEXT, "Why the refusal is wrong"),),
    ),
    Transition(
        "uphold", "Uphold the refusal", frozenset({S.APPEALED}), S.UPHELD, OPERATOR,
        "The refusal stands; the person is told why.",
        permission=APPROVE, notice="upheld", guards=("not_who_refused",), needs=(EXPLANATION,),
    ),
    Transition(
        "reverse", "Reverse the refusal", frozenset({S.APPEALED}), S.REVERSED, OPERATOR,
        "The refusal falls; the request goes on to be scoped.",
        permission=APPROVE, notice="reversed", guards=("not_who_refused",),
    ),
    Transition(
        "extend", "Extend", UNDECIDED | {S.SCHEDULED, S.EXECUTING}, None, OPERATOR,
        "Moves the deadline by what the regime allows, once, and tells the person why. Only until "
        "the first deadline.",
        permission=WORK, notice="extended", guards=("may_extend",),
        needs=(EXPLANATION,),
    ),
    Transition(
        "change_regime", "Change the regime", UNDECIDED, None, OPERATOR,
        "Counts the deadlines anew by another law or promise, from the same day of receipt.",
        permission=WORK, guards=("not_extended",),
        needs=(Need("regime", NeedKind.CHOICE, "Regime"),),
    ),
    Transition(
        "withdraw", "Withdraw", BEFORE_EXECUTION | {S.APPEALED, S.FORWARDED}, S.WITHDRAWN,
        frozenset({Who.REQUESTER, Who.OPERATOR}),
        "Ends the request; nothing is deleted.",
        permission=WORK, notice="withdrawn",
    ),
    Transition(
        "expire", "Expire", frozenset({S.IDENTITY_PENDING}), S.EXPIRED, SYSTEM,
        "Ends the request: who asks was not shown by the last day to answer.",
        notice="expired", guards=("deadline_has_come",),
    ),
    Transition(
        "reopen", "Reopen", frozenset({S.REJECTED, S.WITHDRAWN, S.EXPIRED, S.UPHELD}),
        S.ACKNOWLEDGED, OPERATOR,
        "Override: takes up again a request that ended wrongly. Its clock was never stopped.",
        permission=OVERRIDE, two_people=True,
        needs=(Need("reason", NeedKind.TEXT, "Why it ended wrongly"),),
    ),
    Transition(
        "close", "Close", ENDED - {S.CLOSED}, S.CLOSED, SYSTEM,
        "Forgets the words and the address of the request; its steps and certificates stay.",
        guards=("all_told", "nothing_held", "appeal_is_over"),
    ),
)  # fmt: skip

TRANSITIONS: Final[Mapping[str, Transition]] = {step.name: step for step in _STEPS}
"""Every step by its name."""

AUTOMATIC: Final = (
    "expire", "hold", "hold_part", "released", "execute", "resume", "certify", "close",
)  # fmt: skip
"""Steps that the jobs take as soon as their guards allow, in this order: what a released hold had
kept goes before a certificate would say that it is kept."""

TOLD: Final = frozenset(
    {
        "open", "acknowledge", "ask_identity", "verify", "forward", "take_up", "decline", "scope",
        "schedule", "unschedule", "extend", "change_regime", "execute", "certify", "certify_kept",
        "reject", "appeal", "uphold", "reverse", "reopen", "withdraw", "expire", "close",
    }
)  # fmt: skip
"""Steps that the account is shown, in certificates too; what holds do is told by mail, where it
may be told."""
