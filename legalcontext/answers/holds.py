"""Holds that an account's owners place on what is theirs; legal process comes by operators."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from accounts.authority import require_owner
from accounts.idempotency import NO_KEY, Attempt
from accounts.ids import parse_public_id
from accounts.keyset import Position, page
from accounts.models import Membership, ServiceIdentity
from accounts.principal import Principal
from accounts.tenancy import tenant_scope
from legalcontext.retention import holds
from legalcontext.retention.audit import actor_of
from legalcontext.retention.holds import HoldScope
from legalcontext.retention.models import Hold
from matters.models import Matter

from .errors import MatterNotFound, NotFound
from .models import Answer


@dataclass(frozen=True, slots=True)
class Named:
    """What a hold is to hold, by public ids: one of a matter, a person (mem_… or svc_…), an
    answer, or a time of which one end may be left out: days of the account's time zone, both
    included, or moments, half-open (`retention.holds.times_of`)."""

    matter: str | None = None
    person: str | None = None
    answer: str | None = None
    made_from: dt.date | dt.datetime | None = None
    made_until: dt.date | dt.datetime | None = None


def place_hold(
    principal: Principal,
    named: Named,
    *,
    reason: str,
    review_on: dt.date,
    attempt: Attempt = NO_KEY,
) -> Hold:
    """Place a hold on something of the account.

    accounts' NotFound: not an owner. NotFound, MatterNotFound: what is named is not there for the
    caller. ValidationError: as for `retention.holds.place_hold`.
    """
    require_owner(principal)
    with tenant_scope(principal.account_id):
        hold = holds.place_hold(
            scope=scope_of(principal, named),
            reason=reason,
            review_on=review_on,
            by=actor_of(principal, "owner"),
        )
        attempt.finish(hold.public_id)
    return hold


def list_holds(principal: Principal, *, limit: int, after: Position | None = None) -> list[Hold]:
    """A page of the holds that the account may know of, newest first; released ones among them."""
    require_owner(principal)
    with tenant_scope(principal.account_id):
        return page(Hold.objects.told(), by="placed_at", limit=limit, after=after)


@dataclass(frozen=True, slots=True)
class HeldAnswer:
    """An answer that a hold names. readable: the caller may read its content too."""

    answer: Answer
    readable: bool


def held_answers(principal: Principal, named: Iterable[uuid.UUID]) -> dict[uuid.UUID, HeldAnswer]:
    """Answers that holds name, by key, as an owner may know of them: when, and which kind.

    Those that nobody reads any more are left out. Two queries; none where nothing is named.
    """
    require_owner(principal)
    keys = set(named)
    if not keys:
        return {}
    with tenant_scope(principal.account_id):
        answers = list(Answer.objects.current().filter(pk__in=keys))
        readable = set(
            Answer.objects.readable_by(principal).filter(pk__in=keys).values_list("pk", flat=True)
        )
    return {answer.pk: HeldAnswer(answer, answer.pk in readable) for answer in answers}


def read_hold(principal: Principal, hold_id: str) -> Hold:
    """One hold. NotFound: missing, malformed, or not for the account to know of."""
    require_owner(principal)
    with tenant_scope(principal.account_id):
        return _find(hold_id)


def release_hold(
    principal: Principal, hold_id: str, *, reason: str, attempt: Attempt = NO_KEY
) -> Hold:
    """End a hold that an owner placed; what waited for it goes.

    NotFound: as for `read_hold`, and holds of operators. AlreadyReleased; ValidationError.
    """
    require_owner(principal)
    with tenant_scope(principal.account_id):
        hold = _find(hold_id)
        if hold.authority != Hold.Authority.OWNER:
            raise NotFound
        holds.release_hold(hold, reason=reason, by=actor_of(principal, "owner"))
        attempt.finish(hold.public_id)
    return hold


def scope_of(principal: Principal, named: Named) -> HoldScope:
    """The ids behind the names; the account's scope is open.

    ValidationError: none or two were named.
    """
    times = named.made_from is not None or named.made_until is not None
    if (
        sum((named.matter is not None, named.person is not None, named.answer is not None, times))
        != 1
    ):
        raise ValidationError(
            {"scope": "Name one of matter, person, answer, or a time by made_from and made_until."}
        )
    if named.matter is not None:
        matter_id = parse_public_id(Matter.PREFIX, named.matter)
        if not Matter.objects.visible_to(principal).filter(pk=matter_id).exists():
            raise MatterNotFound
        return HoldScope(matter_id=matter_id)
    if named.answer is not None:
        answer_id = parse_public_id(Answer.PREFIX, named.answer)
        if not Answer.objects.deletable_by(principal).current().filter(pk=answer_id).exists():
            raise NotFound
        return HoldScope(answer_id=answer_id)
    if named.person is not None:
        return HoldScope(person_id=_person(principal.account_id, named.person))
    made_from, made_until = holds.times_of(
        named.made_from, named.made_until, time_zone=principal.time_zone
    )
    return HoldScope(made_from=made_from, made_until=made_until)


def _person(account_id: uuid.UUID, text: str) -> uuid.UUID:
    """The person behind a membership (a removed one too), or the service identity. NotFound."""
    if member := parse_public_id(Membership.PREFIX, text):
        members = Membership.objects.filter(account=account_id, pk=member)
        for user_id in members.values_list("user_id", flat=True):
            return user_id
    service = parse_public_id(ServiceIdentity.PREFIX, text)
    if service and ServiceIdentity.objects.filter(account=account_id, pk=service).exists():
        return service
    raise NotFound


def _find(hold_id: str) -> Hold:
    key = parse_public_id(Hold.PREFIX, hold_id)
    hold: Hold | None = Hold.objects.told().filter(pk=key).first() if key else None
    if hold is None:
        raise NotFound
    return hold
