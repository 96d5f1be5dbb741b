"""Opening deletion requests and walking them through their states.

Each function opens the account's scope itself. A step happens in one transaction with its event,
its record and the job that mails of it.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import validate_email
from django.db import connection
from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.erasure_registry import Count
from accounts.errors import NotFound
from accounts.idempotency import NO_KEY, Attempt
from accounts.ids import parse_public_id
from accounts.keyset import Position, newest
from accounts.models import Account, Membership, Scope, User
from accounts.principal import Principal
from accounts.tenancy import current_account_id, tenant_scope
from legalcontext.answers.models import Answer
from legalcontext.erasure.errors import AlreadyOpen, NotPossible
from legalcontext.erasure.request_models import (
    DeletionRequest,
    Proposal,
    Refusal,
    Regime,
    RequestEvent,
    RequestWords,
    State,
)
from legalcontext.retention.audit import record
from legalcontext.retention.models import Hold

from . import clocks, subjects, two_people
from .actors import SYSTEM, By, by_principal
from .discretion import MASKS
from .states import AUTOMATIC, ENDED, TRANSITIONS, WORK, Need, NeedKind, Transition, Who

About = DeletionRequest.About

GENERAL: Final = "general"
"""The regime of requests that name none: the service's own promise."""
ANSWERED: Final = ENDED - {State.CLOSED} | {State.HELD}
"""Entering one of these answers the request."""
SIDE_EXITS: Final = ENDED - {State.CLOSED, State.CERTIFIED}
MOST_OPEN: Final = 25
"""Requests that a person may have open in an account: each is work for somebody, and mails."""
OPENING_LOCK: Final = (
    "SELECT pg_advisory_xact_lock(hashtextextended('erasure open' || %s::text, 0))"
)
"""Two openings in one account wait for each other: the same asked for twice is one request."""
MOST_STEPS: Final = 12
"""Automatic steps in a row, more than any path has."""


# Opening


def open_by_holder(
    principal: Principal,
    about: str = About.PERSON,
    *,
    regime: str = GENERAL,
    on_behalf_of: str = "",
    description: str = "",
    attempt: Attempt = NO_KEY,
) -> DeletionRequest:
    """A request by somebody of the account: a member about themselves; an owner also about the
    account, or about somebody whom they asked on behalf of.

    The credential shows who asks, so it is acknowledged and verified at once. NotFound: a program,
    or not this person's to ask. InsufficientScope. ValidationError: a wrong regime or no subject.
    AlreadyOpen: the same is asked for already, under whatever rules. NotPossible: MOST_OPEN are
    open.
    """
    if principal.user_id is None:
        raise NotFound
    if about == About.PERSON:
        principal.require(Scope.HISTORY_DELETE)
    elif principal.is_owner:
        principal.require(Scope.ACCOUNT_MANAGE)
    else:
        raise NotFound
    user = User.objects.get(pk=principal.user_id)
    with tenant_scope(principal.account_id):
        with connection.cursor() as cursor:
            cursor.execute(OPENING_LOCK, [str(principal.account_id)])
        if same := _same(principal, about, on_behalf_of, description):
            raise AlreadyOpen(same.public_id)
        theirs = DeletionRequest.objects.open().filter(requester_id=principal.user_id)
        if theirs.count() >= MOST_OPEN:
            raise NotPossible(f"You have {MOST_OPEN} open requests; wait until some are answered.")
        request = _open(
            about=about,
            person_id=principal.user_id if about == About.PERSON else None,
            regime=regime,
            words=RequestWords(
                name=user.name,
                contact=user.email,
                on_behalf_of=[on_behalf_of.strip()] if on_behalf_of.strip() else [],
                description=description.strip(),
            ),
            by=by_principal(principal),
            requester_id=principal.user_id,
            by_owner=principal.is_owner,
        )
        _step(request, TRANSITIONS["acknowledge"], SYSTEM, {})
        identity = {"identity": DeletionRequest.Identity.CREDENTIAL}
        _step(request, TRANSITIONS["verify"], SYSTEM, identity)
        attempt.finish(request.public_id)
    return request


def _same(
    principal: Principal, about: str, on_behalf_of: str, description: str
) -> DeletionRequest | None:
    """The request that the caller may see which asks for the same and has not ended."""
    asked = DeletionRequest.objects.filter(about=about).exclude(state__in=ENDED)
    if not principal.is_owner:
        asked = asked.filter(requester_id=principal.user_id)
    if about == About.PERSON:
        asked = asked.filter(person_id=principal.user_id)
    elif about == About.ON_BEHALF_OF:
        asked = asked.filter(words__on_behalf_of__0__iexact=on_behalf_of.strip())
    elif about == About.DESCRIPTION:
        asked = asked.filter(words__description__iexact=description.strip())
    same: DeletionRequest | None = asked.order_by("pk").first()
    return same


def open_by_operator(
    account: Account,
    about: str,
    *,
    by: By,
    person: Membership | None = None,
    name: str = "",
    contact: str = "",
    regime: str = GENERAL,
    on_behalf_of: str = "",
    description: str = "",
    received_at: dt.datetime | None = None,
) -> DeletionRequest:
    """Take down a request that came by letter, mail or telephone, from whomever it came.

    person: the member whom it is about, for About.PERSON. contact: where answers are mailed; who
    has none is told by letter. received_at: when it came; its clock runs from then. It is
    acknowledged at once where there is an address. PermissionDenied; ValidationError.
    """
    if not by.may(WORK):
        raise PermissionDenied(WORK)
    if received_at is not None and received_at > timezone.now():
        raise ValidationError({"received_at": "Give a time that has passed."})
    if contact:
        validate_email(contact)
    if (person is None) == (about == About.PERSON) or (
        person is not None and person.account_id != account.pk
    ):
        raise ValidationError({"person": "Name the member whom it is about, or nobody."})
    with tenant_scope(account):
        request = _open(
            about=about,
            person_id=person.user_id if person else None,
            regime=regime,
            words=RequestWords(
                name=name.strip(),
                contact=contact or (person.user.email if person else ""),
                on_behalf_of=[on_behalf_of] if on_behalf_of.strip() else [],
                description=description,
            ),
            by=by,
            recorded_by=by.id,
            received_at=received_at,
        )
        if _words(request).contact:
            _step(request, TRANSITIONS["acknowledge"], SYSTEM, {})
    return request


def _open(
    *,
    about: str,
    person_id: uuid.UUID | None,
    regime: str,
    words: RequestWords,
    by: By,
    received_at: dt.datetime | None = None,
    **fields: Any,
) -> DeletionRequest:
    now = timezone.now()
    law = _active_regime(regime)
    if about not in About.values:
        raise ValidationError({"about": f"Choose one of {', '.join(About.values)}."})
    if about in (About.ON_BEHALF_OF, About.DESCRIPTION):
        _require_subject(about, words)
    request = DeletionRequest(
        about=about,
        person_id=person_id,
        regime=law,
        received_at=received_at or now,
        state_since=now,
        due_on=now.date(),
        **fields,
    )
    request.time_zone = Account.objects.get(pk=current_account_id()).time_zone
    _count_days(request)
    request.save(force_insert=True)
    words.request = request
    words.clean_fields(exclude=["request"])
    words.save(force_insert=True)
    note(request, "open", by, source="", numbers={})
    record(by.actor, "request.open", on=request.public_id)
    return request


def _require_subject(about: str, words: RequestWords) -> None:
    if about == About.ON_BEHALF_OF and not words.on_behalf_of:
        raise ValidationError({"on_behalf_of": "Say on behalf of whom it was asked."})
    if about == About.DESCRIPTION and not words.description.strip():
        raise ValidationError({"description": "Say whose data it is and where it may be."})


# Reading


def find_own(principal: Principal, request_id: str) -> DeletionRequest:
    """A request that the caller asked for, or, for owners, any that the account knows of.

    NotFound: missing, malformed, another's, or a program asks.
    """
    with tenant_scope(principal.account_id):
        key = parse_public_id(DeletionRequest.PREFIX, request_id)
        found: DeletionRequest | None = _visible(principal).filter(pk=key).first() if key else None
        if found is None:
            raise NotFound
        return found


def list_own(
    principal: Principal, *, limit: int, after: Position | None = None
) -> list[DeletionRequest]:
    """A page of the requests that the caller may see, newest first. NotFound: a program."""
    with tenant_scope(principal.account_id):
        return newest(_visible(principal), limit=limit, after=after)


def _visible(principal: Principal) -> Any:
    if principal.user_id is None:
        raise NotFound
    principal.require(Scope.HISTORY_READ)
    seen = DeletionRequest.objects.select_related("regime")
    return seen if principal.is_owner else seen.filter(requester_id=principal.user_id)


def inventory(request: DeletionRequest) -> dict[str, Count]:
    """What it covers now, by category, and what a hold keeps; nothing is changed."""
    with tenant_scope(request.account_id):
        return subjects.count(request)


def words_of(request: DeletionRequest) -> RequestWords | None:
    """What was said in it, until it is closed; content, for its requester and operators."""
    with tenant_scope(request.account_id):
        words: RequestWords | None = RequestWords.objects.filter(request=request).first()
        return words


def events_of(request: DeletionRequest) -> list[RequestEvent]:
    """Its steps, the first first."""
    with tenant_scope(request.account_id):
        return list(RequestEvent.objects.filter(request=request).order_by("at", "pk"))


def public_state(request: DeletionRequest) -> State:
    """The state as its account is told it: a silent hold shows as work that goes on."""
    state = State(request.state)
    if state in MASKS:
        with tenant_scope(request.account_id):
            if something_silent(request):
                return MASKS[state]
    return state


# Walking


def available(request: DeletionRequest, by: By) -> list[Transition]:
    """The steps that `by` may take now, in the order of the table."""
    with tenant_scope(request.account_id):
        return [each for each in TRANSITIONS.values() if _why_not(request, each, by) is None]


def perform(
    request: DeletionRequest, step: str, by: By, *, attempt: Attempt = NO_KEY, **needs: Any
) -> DeletionRequest:
    """Take a step, and the automatic ones that follow. Returns the request as it then stands.

    needs: by the names of `Transition.needs`. A step that needs two people is only proposed.
    PermissionDenied: not this one's to take. NotPossible: not now, and why. ValidationError: a
    need is missing or wrong, by its name. KeyError: there is no such step.
    """
    transition = TRANSITIONS[step]
    with tenant_scope(request.account_id):
        request = locked(request)
        if not _may(request, transition, by):
            raise PermissionDenied(step)
        if (reason := _why_not(request, transition, by)) is not None:
            raise NotPossible(reason)
        values = _read_needs(transition, needs)
        if transition.two_people:
            two_people.propose(step, request.public_id, by=by, reason=values["reason"])
            note(request, f"propose.{step}", by, source=request.state, numbers={})
        else:
            _step(request, transition, by, values)
            follow(request)
        attempt.finish(request.public_id)
    return request


def perform_own(
    principal: Principal, request_id: str, step: str, *, attempt: Attempt = NO_KEY, **needs: Any
) -> DeletionRequest:
    """A step of somebody of the account: withdraw, appeal; an owner's take_up and decline.

    NotFound: not this caller's request, or not theirs to take. InsufficientScope, NotPossible,
    ValidationError: as for `perform`.
    """
    request = find_own(principal, request_id)
    by = by_principal(principal)
    if not by.stands_as(request) & TRANSITIONS[step].who:
        raise NotFound
    principal.require(Scope.HISTORY_DELETE)
    return perform(request, step, by, attempt=attempt, **needs)


def carry_out(proposal: Proposal, by: By) -> None:
    """What follows from an approved proposal about a request; the account's scope is open.

    NotPossible: it was overtaken; the approval is undone with it.
    """
    key = parse_public_id(DeletionRequest.PREFIX, proposal.object)
    request = locked(DeletionRequest(pk=key))
    if proposal.action == two_people.EXECUTE:
        if request.state != State.SCHEDULED:
            raise NotPossible("It is no longer scheduled.")
        note(request, "approve", by, source=request.state, numbers={}, alone=proposal.alone)
    else:
        transition = TRANSITIONS[proposal.action]
        if (reason := _refused_by_guard(request, transition, by)) is not None:
            raise NotPossible(reason)
        if request.state not in transition.sources:
            raise NotPossible("It has moved on since this was proposed.")
        _step(request, transition, by, {}, alone=proposal.alone)
    follow(request)


def follow(request: DeletionRequest) -> None:
    """Take every automatic step whose time has come; the scope is open and the row locked."""
    for _ in range(MOST_STEPS):
        ready = (
            TRANSITIONS[name]
            for name in AUTOMATIC
            if _why_not(request, TRANSITIONS[name], SYSTEM) is None
        )
        step = next(ready, None)
        if step is None:
            return
        _step(request, step, SYSTEM, {})


def tend(request: DeletionRequest) -> DeletionRequest:
    """What time has brought: expiry, a hold released, the day to delete, the end of an appeal."""
    with tenant_scope(request.account_id):
        request = locked(request)
        follow(request)
    return request


def system_step(request: DeletionRequest, step: str, **numbers: int) -> None:
    """A step of a job; the scope is open and the row locked. NotPossible: its guard says no."""
    transition = TRANSITIONS[step]
    if (reason := _why_not(request, transition, SYSTEM)) is not None:
        raise NotPossible(reason)
    _step(request, transition, SYSTEM, {}, numbers=numbers)


def take(request: DeletionRequest, transition: Transition, by: By) -> None:
    """Take a step that needs nothing, whoever's it is; the scope is open and the row locked."""
    _step(request, transition, by, {})


def locked(request: DeletionRequest) -> DeletionRequest:
    """The request as it stands, locked until the transaction ends; the scope is open."""
    found: DeletionRequest = (
        DeletionRequest.objects.select_for_update(of=("self",))
        .select_related("regime")
        .get(pk=request.pk)
    )
    return found


def _may(request: DeletionRequest, transition: Transition, by: By) -> bool:
    standing = by.stands_as(request) & transition.who
    if not standing:
        return False
    return Who.OPERATOR not in standing or by.may(transition.permission)


def _why_not(request: DeletionRequest, transition: Transition, by: By) -> str | None:
    """Why the step cannot be taken now by this one, in a sentence; None: it can."""
    if not _may(request, transition, by):
        return "This is not yours to do."
    if request.state not in transition.sources:
        return f"A request that is {State(request.state).label} cannot take this step."
    return _refused_by_guard(request, transition, by)


def _refused_by_guard(request: DeletionRequest, transition: Transition, by: By) -> str | None:
    for name in transition.guards:
        if (reason := GUARDS[name](request, by)) is not None:
            return reason
    if transition.two_people:
        waiting = two_people.open_proposals(request.public_id)
        if any(proposal.action == transition.name for proposal in waiting):
            return "This is proposed already, and waits for another operator."
    return None


def _step(
    request: DeletionRequest,
    transition: Transition,
    by: By,
    values: Mapping[str, Any],
    *,
    numbers: Mapping[str, int] | None = None,
    alone: bool = False,
) -> None:
    """Write what the step writes, move, and leave its event, its record and its mail."""
    source, now = request.state, timezone.now()
    silently = transition.name == "hold" and something_silent(request)
    words = _words(request)
    moved = Moved(request, words, by, values, today=today_of(request))
    counted = dict(numbers or {}) | (WRITES[transition.name](moved) if transition.name in WRITES
                                     else {})  # fmt: skip
    if transition.target is not None:
        request.state, request.state_since = transition.target, now
        if transition.target in ANSWERED and request.answered_on is None and not silently:
            request.answered_on = moved.today
        if transition.target in SIDE_EXITS:
            request.ended_on = moved.today
            two_people.void(request.public_id, by)
    request.save()
    if words.pk is not None and transition.target != State.CLOSED:
        words.save()
    notice = transition.notice if words.contact and not silently else ""
    event = note(
        request, transition.name, by, source=source, numbers=counted, alone=alone, notice=notice
    )
    record(by.actor, f"request.{transition.name}", on=request.public_id, numbers=counted)
    if notice:
        app.configure_task("erasure.send_notice").defer(
            account_id=str(request.account_id), event_id=str(event.pk)
        )


def note(
    request: DeletionRequest,
    step: str,
    by: By,
    *,
    source: str,
    numbers: Mapping[str, int],
    alone: bool = False,
    notice: str = "",
) -> RequestEvent:
    """Leave an event; the scope is open."""
    event: RequestEvent = RequestEvent.objects.create(
        request=request,
        at=timezone.now(),
        step=step,
        source=source,
        target=request.state,
        actor=by.actor.kind,
        actor_id=by.id,
        alone=alone,
        numbers=dict(numbers),
        notice=notice,
    )
    return event


def _words(request: DeletionRequest) -> RequestWords:
    """The words of the request, or empty ones that are not kept once it is closed."""
    found: RequestWords | None = RequestWords.objects.filter(request=request).first()
    if found is not None:
        return found
    empty = RequestWords(request=request)
    empty.pk = None
    return empty


def today_of(request: DeletionRequest) -> dt.date:
    """The date where the request's days are counted."""
    return clocks.day_in(timezone.now(), request.time_zone)


def _active_regime(key: str) -> Regime:
    regime = Regime.objects.filter(pk=key, active=True).first()
    if regime is None:
        known = ", ".join(Regime.objects.filter(active=True).values_list("pk", flat=True))
        raise ValidationError({"regime": f"Name one of {known}."})
    return regime


def _count_days(request: DeletionRequest) -> None:
    received = clocks.day_in(request.received_at, request.time_zone)
    dates = clocks.dates_of(request.regime.terms, received)
    request.acknowledge_by, request.due_on = dates.acknowledge_by, dates.due_on


# What each step writes


@dataclass(slots=True)
class Moved:
    """A step as it is being taken. today: where the request's days are counted."""

    request: DeletionRequest
    words: RequestWords
    by: By
    values: Mapping[str, Any]
    today: dt.date


Numbers = dict[str, int]


def _acknowledge(step: Moved) -> Numbers:
    step.request.acknowledged_on = step.today
    return {}


def _ask_identity(step: Moved) -> Numbers:
    step.words.identity_asked = step.values["identity_asked"]
    step.request.acknowledged_on = step.request.acknowledged_on or step.today
    return {}


def _verify(step: Moved) -> Numbers:
    step.request.identity = step.values["identity"]
    step.request.ended_on = step.request.answered_on = None  # of one that was forwarded
    step.request.acknowledged_on = step.request.acknowledged_on or step.today
    return {}


def _take_up(step: Moved) -> Numbers:
    step.request.identity = DeletionRequest.Identity.TENANT
    step.request.ended_on = step.request.answered_on = None
    return {}


def _decline(step: Moved) -> Numbers:
    step.request.refusal, step.request.refused_by = Refusal.TENANT, step.by.id
    step.words.explanation = step.values["explanation"]
    return {}


def _scope(step: Moved) -> Numbers:
    request, words = step.request, step.words
    if request.about in (About.ON_BEHALF_OF, About.DESCRIPTION):
        names, answers = step.values["on_behalf_of"], step.values["answers"]
        if request.about == About.ON_BEHALF_OF and not names and not answers:
            names = words.on_behalf_of
        if not names and not answers:
            raise ValidationError({"answers": "Choose the answers, or names of on_behalf_of."})
        if lost := set(answers) - subjects.there(answers):
            raise ValidationError({"answers": f"{len(lost)} of the answers are not there."})
        words.on_behalf_of, request.answer_ids = names, sorted(answers)
        words.save()
    elif step.values["on_behalf_of"] or step.values["answers"]:
        raise ValidationError({"answers": "This request covers all of its subject's data."})
    request.categories = []
    known = {each.name for each in subjects.categories_for(request)}
    if unknown := set(step.values["categories"]) - known:
        raise ValidationError({"categories": f"There is no {', '.join(sorted(unknown))} of it."})
    request.categories = sorted(step.values["categories"])
    return _take_stock(step)


def _take_stock(step: Moved) -> Numbers:
    """Count what it covers; the numbers are kept with the request and its event."""
    step.request.inventory = subjects.as_json(subjects.count(step.request))
    total = sum(each["total"] for each in step.request.inventory.values())
    return {"total": total, "held": step.request.held}


def _schedule(step: Moved) -> Numbers:
    request = step.request
    earliest = clocks.earliest_execution(step.today, request.regime.cool_off_days, request.deadline)
    request.execute_on = step.values["execute_on"] or earliest
    if request.execute_on < earliest:
        raise ValidationError(
            {"execute_on": f"Give {earliest.isoformat()} or later: until then one may withdraw."}
        )
    two_people.propose(two_people.EXECUTE, request.public_id, by=step.by)
    return {"days": (request.execute_on - step.today).days}


def _unschedule(step: Moved) -> Numbers:
    step.request.execute_on = None
    two_people.void(step.request.public_id, step.by)
    return _take_stock(step)


def _skip_cool_off(step: Moved) -> Numbers:
    step.request.execute_on = step.today
    return {}


def _start(step: Moved) -> Numbers:
    from . import execution  # which takes the last step of a run itself

    execution.start(step.request)
    return {}


def _refuse(step: Moved) -> Numbers:
    step.request.refusal, step.request.refused_by = step.values["refusal"], step.by.id
    step.words.explanation = step.values["explanation"]
    return {}


def _appeal(step: Moved) -> Numbers:
    step.words.appeal = step.values["appeal"]
    return {}


def _explain(step: Moved) -> Numbers:
    step.words.explanation = step.values["explanation"]
    return {}


def _reverse(step: Moved) -> Numbers:
    step.request.refusal, step.request.ended_on = "", None
    step.request.answered_on = None
    return {}


def _reopen(step: Moved) -> Numbers:
    _reverse(step)
    step.request.refused_by = None
    return {}


def _extend(step: Moved) -> Numbers:
    request = step.request
    received = clocks.day_in(request.received_at, request.time_zone)
    request.extended_to = clocks.extended(request.regime.terms, received)
    step.words.explanation = step.values["explanation"]
    return {"days": (request.deadline - request.due_on).days}


def _change_regime(step: Moved) -> Numbers:
    step.request.regime = _active_regime(step.values["regime"])
    _count_days(step.request)
    return {}


def _certify(step: Moved) -> Numbers:
    from . import certificate

    return {"number": certificate.write(step.request).number}


def _close(step: Moved) -> Numbers:
    RequestWords.objects.filter(request=step.request).delete()
    Proposal.objects.filter(object=step.request.public_id).update(reason="")
    two_people.void(step.request.public_id, step.by)
    return {}


WRITES: Final[Mapping[str, Callable[[Moved], Numbers]]] = {
    "acknowledge": _acknowledge,
    "ask_identity": _ask_identity,
    "verify": _verify,
    "take_up": _take_up,
    "decline": _decline,
    "scope": _scope,
    "released": _take_stock,
    "schedule": _schedule,
    "unschedule": _unschedule,
    "skip_cool_off": _skip_cool_off,
    "execute": _start,
    "retry": _start,
    "rerun": _start,
    "resume": _start,
    "reject": _refuse,
    "appeal": _appeal,
    "uphold": _explain,
    "reverse": _reverse,
    "reopen": _reopen,
    "extend": _extend,
    "change_regime": _change_regime,
    "certify": _certify,
    "certify_kept": _certify,
    "close": _close,
}
"""What a step writes besides its state; those that are not here write nothing else."""


# Conditions: why a step cannot be taken, or None


def _is_third_persons(request: DeletionRequest, by: By) -> str | None:
    if request.about in (About.ON_BEHALF_OF, About.DESCRIPTION) and not request.by_owner:
        return None
    return "Only what is asked about a third person, not by the account itself, is forwarded."


def _all_held(request: DeletionRequest, by: By) -> str | None:
    total = sum(int(each["total"]) for each in request.inventory.values())
    return None if total and request.held == total else "Not all of it is held."


def _part_held(request: DeletionRequest, by: By) -> str | None:
    if _all_held(request, by) is None or not request.held:
        return "Either nothing or all of it is held."
    return None


def _something_found(request: DeletionRequest, by: By) -> str | None:
    """A mistyped name covers nothing, and a certificate would say that all of it is gone."""
    named = request.about in (About.ON_BEHALF_OF, About.DESCRIPTION)
    if not named or any(each["total"] for each in request.inventory.values()):
        return None
    return (
        "Nothing was found that it covers. Scope it by another name or by answers, or refuse it "
        "and say that there is nothing."
    )


def _hold_released(request: DeletionRequest, by: By) -> str | None:
    if request.held and sum(each.held for each in subjects.count(request).values()) < request.held:
        return None
    return "No hold on it was released."


def _in_cool_off(request: DeletionRequest, by: By) -> str | None:
    if request.execute_on and request.execute_on > today_of(request):
        return None
    return "Its cool-off is over."


def _approved(request: DeletionRequest, by: By) -> str | None:
    if approval_of(request) is None:
        return "Another operator has to approve it first."
    return None


def approval_of(request: DeletionRequest) -> Proposal | None:
    """The approved proposal to execute it as it is scheduled now; the scope is open."""
    approved = Proposal.objects.filter(
        action=two_people.EXECUTE,
        object=request.public_id,
        decision=Proposal.Decision.APPROVED,
    )
    if request.state == State.SCHEDULED:  # an earlier schedule's does not count
        approved = approved.filter(proposed_at__gte=request.state_since)
    last: Proposal | None = approved.order_by("-proposed_at").first()
    return last


def _day_has_come(request: DeletionRequest, by: By) -> str | None:
    if request.execute_on and request.execute_on <= today_of(request):
        return None
    return "The day on which it is deleted has not come."


def _run_over(request: DeletionRequest, by: By) -> str | None:
    return None if request.kept else "The run is not over."


def _nothing_kept(request: DeletionRequest, by: By) -> str | None:
    return None if not stayed(request) else "Something of it stayed."


def _some_kept(request: DeletionRequest, by: By) -> str | None:
    return None if stayed(request) else "Nothing of it stayed."


def stayed(request: DeletionRequest) -> int:
    """How many things the last run left, held ones and others."""
    return sum(int(each["held"]) + int(each["left"]) for each in request.kept.values())


def _nothing_held(request: DeletionRequest, by: By) -> str | None:
    if request.state == State.CERTIFIED and request.held:
        return "A hold still keeps something of it."
    return None


def something_silent(request: DeletionRequest) -> bool:
    """A hold keeps something of it, and one of the account's holds is silent; the scope is open.

    Which hold keeps what is not told apart: the account is told of none of it then.
    """
    return bool(request.held) and Hold.objects.active().filter(silent=True).exists()


def _silent_refusal(request: DeletionRequest, by: By) -> str | None:
    if something_silent(request):
        return "A silent hold keeps something of it: a certificate would tell."
    return None


def _silent(request: DeletionRequest, by: By) -> str | None:
    return None if something_silent(request) else "No silent hold keeps anything of it."


def _may_appeal(request: DeletionRequest, by: By) -> str | None:
    if request.ended_on is None or today_of(request) > appeal_until(request):
        return "The time in which an appeal is taken is over."
    return None


def appeal_until(request: DeletionRequest) -> dt.date:
    """The last day on which an appeal against its end is taken."""
    ended = request.ended_on or today_of(request)
    return ended + dt.timedelta(days=request.regime.appeal_days)


def _appeal_is_over(request: DeletionRequest, by: By) -> str | None:
    if request.state == State.CERTIFIED or today_of(request) > appeal_until(request):
        return None
    return "It may still be appealed, or reopened."


def _not_who_refused(request: DeletionRequest, by: By) -> str | None:
    if by.id != request.refused_by or settings.ALONE_AFTER_HOURS:
        return None
    return "Somebody else than who refused it decides an appeal."


def _may_extend(request: DeletionRequest, by: By) -> str | None:
    if not request.regime.terms.extends:
        return "The regime knows no extension."
    if request.extended_to is not None:
        return "It was extended before; there is one extension."
    if today_of(request) > request.due_on:
        return "The first deadline has passed; an extension is told before it."
    return None


def _not_extended(request: DeletionRequest, by: By) -> str | None:
    return None if request.extended_to is None else "It was extended under its regime."


def _deadline_has_come(request: DeletionRequest, by: By) -> str | None:
    return None if today_of(request) >= request.deadline else "There is time left to answer."


def _all_told(request: DeletionRequest, by: By) -> str | None:
    untold = RequestEvent.objects.filter(request=request, told_at=None).exclude(notice="")
    return "A mail about it has not left yet." if untold.exists() else None


GUARDS: Final[Mapping[str, Callable[[DeletionRequest, By], str | None]]] = {
    "is_third_persons": _is_third_persons,
    "all_held": _all_held,
    "part_held": _part_held,
    "something_found": _something_found,
    "hold_released": _hold_released,
    "in_cool_off": _in_cool_off,
    "approved": _approved,
    "day_has_come": _day_has_come,
    "run_over": _run_over,
    "nothing_kept": _nothing_kept,
    "some_kept": _some_kept,
    "nothing_held": _nothing_held,
    "nothing_silent": _silent_refusal,
    "something_silent": _silent,
    "may_appeal": _may_appeal,
    "appeal_is_over": _appeal_is_over,
    "not_who_refused": _not_who_refused,
    "may_extend": _may_extend,
    "not_extended": _not_extended,
    "deadline_has_come": _deadline_has_come,
    "all_told": _all_told,
}


# Reading what a step needs


def _read_needs(transition: Transition, given: Mapping[str, Any]) -> dict[str, Any]:
    """The needs of a step, each checked by its kind. ValidationError: by their names."""
    names = {need.name for need in transition.needs}
    faults = dict.fromkeys(set(given) - names, "This step does not need it.")
    values: dict[str, Any] = {}
    for need in transition.needs:
        value = given.get(need.name)
        if value in (None, "", (), []):
            if need.required:
                faults[need.name] = "Fill this in."
            values[need.name] = EMPTY[need.kind]
            continue
        try:
            values[need.name] = READ[need.kind](need, value)
        except (ValueError, TypeError) as error:
            faults[need.name] = str(error)
    if faults:
        raise ValidationError(faults)
    return values


def _text(need: Need, value: Any) -> str:
    text = str(value).strip()
    if not text or len(text) > LONGEST:
        raise ValueError(f"Write 1 to {LONGEST} characters.")
    return text


def _choice(need: Need, value: Any) -> str:
    if need.choices is not None and value not in need.choices.values:
        raise ValueError(f"Choose one of {', '.join(need.choices.values)}.")
    return str(value)


def _date(need: Need, value: Any) -> dt.date:
    if isinstance(value, dt.date) and not isinstance(value, dt.datetime):
        return value
    try:
        return dt.date.fromisoformat(str(value))
    except ValueError:
        raise ValueError("Write a date as 2030-01-31.") from None


def _names(need: Need, value: Any) -> list[str]:
    names = [str(name).strip() for name in value]
    if any(not name or len(name) > 200 for name in names):
        raise ValueError("Write names of 1 to 200 characters.")
    return names


def _answers(need: Need, value: Any) -> list[uuid.UUID]:
    keys = [parse_public_id(Answer.PREFIX, text) for text in value]
    found = [key for key in keys if key is not None]
    if len(found) != len(keys):
        raise ValueError("Ids of answers look like ans_ and 32 digits.")
    return found


LONGEST: Final = 1000
"""Characters of a text that a step takes; the mail to the person carries it."""

READ: Final[Mapping[NeedKind, Callable[[Need, Any], Any]]] = {
    NeedKind.TEXT: _text,
    NeedKind.CHOICE: _choice,
    NeedKind.DATE: _date,
    NeedKind.CATEGORIES: _names,
    NeedKind.NAMES: _names,
    NeedKind.ANSWERS: _answers,
}
EMPTY: Final[Mapping[NeedKind, Any]] = {
    NeedKind.TEXT: "",
    NeedKind.CHOICE: "",
    NeedKind.DATE: None,
    NeedKind.CATEGORIES: [],
    NeedKind.NAMES: [],
    NeedKind.ANSWERS: [],
}
