"""Placing and releasing legal holds, and asking what is held; the account's scope is open."""

from __future__ import annotations

import datetime as dt
import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection
from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.tenancy import current_account_id

from .audit import Actor, record
from .errors import AlreadyReleased
from .holdable import REFUSAL
from .holding import LOCK
from .models import AuditEvent, Hold

AFTER_RELEASE = ("answers.redate", "erasure.sweep_account")
"""Jobs of the rooms above, by name: what a released hold had kept from its date or its end.

Of a silent hold none is queued: a job names its account, and whoever works on jobs may not know
of such holds. The hourly sweep of all accounts does the same (`released_in_silence`).
"""

LOOKS_BACK: Final = dt.timedelta(days=7)
"""How long a sweep may be late, and still sees what was released in silence before it."""


@dataclass(frozen=True, slots=True)
class HoldScope:
    """What a hold holds: exactly one of a matter, a person, an answer, or what was made in a time.

    made_from, made_until: half-open; one of them may be left out.
    """

    matter_id: uuid.UUID | None = None
    person_id: uuid.UUID | None = None
    answer_id: uuid.UUID | None = None
    made_from: dt.datetime | None = None
    made_until: dt.datetime | None = None


finders: Final[dict[str, Callable[[uuid.UUID], bool]]] = {}
"""Field of a hold's scope → whether what it names is there, in the open account. The rooms that
keep it register theirs from `ready()`."""


def require_present(scope: HoldScope) -> None:
    """What an operator's hold names is something of the account; its scope is open.

    A mistyped id would hold nothing, and look as if it did. ValidationError, by the field.
    """
    for field, there in finders.items():
        named = getattr(scope, field)
        if named is not None and not there(named):
            raise ValidationError(
                {field: "There is nothing of this account with this id. Check it, and the account."}
            )


def times_of(
    first: dt.date | dt.datetime | None, last: dt.date | dt.datetime | None, *, time_zone: str
) -> tuple[dt.datetime | None, dt.datetime | None]:
    """`made_from` and `made_until` of what somebody named, on every door alike.

    A plain day is a whole one of the account's time zone, the last one included; a moment is
    itself, and the end is half-open. ValidationError: a day that has no next one.
    """
    zone = ZoneInfo(time_zone)
    try:
        return _moment(first, zone), _moment(last, zone, days=1)
    except OverflowError:
        raise ValidationError({"made_until": "There is no day after this one."}) from None


def _moment(
    named: dt.date | dt.datetime | None, zone: ZoneInfo, *, days: int = 0
) -> dt.datetime | None:
    """A moment as it is; of a day its beginning, so many days later, in UTC."""
    if named is None or isinstance(named, dt.datetime):
        return named
    day = named + dt.timedelta(days=days)
    return dt.datetime.combine(day, dt.time.min, tzinfo=zone).astimezone(dt.UTC)


def place_hold(
    *, scope: HoldScope, reason: str, review_on: dt.date, by: Actor, silent: bool = False
) -> Hold:
    """Hold what `scope` names from this transaction's end on; deletes under way wait and refuse.

    ValidationError: no reason, a scope that is none or two, an empty time, a review in the past,
    or a silent hold that is not an operator's.
    """
    hold = Hold(
        matter_id=scope.matter_id,
        person_id=scope.person_id,
        answer_id=scope.answer_id,
        made_from=scope.made_from,
        made_until=scope.made_until,
        reason=reason.strip(),
        review_on=review_on,
        authority=_authority(by),
        silent=silent,
        placed_by=by.id,
    )
    hold.full_clean()
    _lock("pg_advisory_xact_lock")
    hold.save(force_insert=True)
    record(by, "hold.place", on=hold.public_id)
    return hold


def release_hold(hold: Hold, *, reason: str, by: Actor) -> Hold:
    """End a hold; what waited for it is queued again, or goes with the next sweep where it was
    silent. AlreadyReleased; ValidationError: no reason.

    An owner releases what owners placed; what an operator placed is for operators to release.
    """
    if not reason.strip():
        raise ValidationError({"reason": "Say why it is released."})
    released = Hold.objects.active().filter(pk=hold.pk)
    if _authority(by) == Hold.Authority.OWNER:
        released = released.filter(authority=Hold.Authority.OWNER)
    now = timezone.now()
    if not released.update(released_at=now, released_by=by.id, release_reason=reason.strip()):
        raise AlreadyReleased
    record(by, "hold.release", on=hold.public_id)
    for task in () if hold.silent else AFTER_RELEASE:
        app.configure_task(task, allow_unknown=True).defer(account_id=str(current_account_id()))
    hold.refresh_from_db()
    return hold


def released_in_silence() -> bool:
    """Whether a silent hold of the account ended lately, so that no job was queued for it; the
    account's scope is open."""
    since = timezone.now() - LOOKS_BACK
    return bool(Hold.objects.filter(silent=True, released_at__gte=since).exists())


def review_hold(hold: Hold, *, review_on: dt.date, by: Actor) -> None:
    """Say that the hold is still needed, and when it is looked at again.

    AlreadyReleased. ValidationError: not a later day.
    """
    today = timezone.now().date()
    if review_on <= today:
        raise ValidationError({"review_on": "Give a later day, when it is looked at again."})
    said = Hold.objects.active().filter(pk=hold.pk)
    if not said.update(review_on=review_on, reviewed_at=timezone.now(), reviewed_by=by.id):
        raise AlreadyReleased
    record(by, "hold.review", on=hold.public_id, numbers={"days": (review_on - today).days})
    hold.refresh_from_db()


def wait_for_holds() -> None:
    """Let no hold be placed until this transaction ends.

    Whoever deletes many asks first what is held, then writes the ledger, then deletes; a hold
    that came between would find in the ledger what it has kept.
    """
    _lock("pg_advisory_xact_lock_shared")


def refused_rows(error: IntegrityError) -> int | None:
    """How many held rows the database refused to delete, or None: another kind of refusal."""
    found = re.search(rf"{REFUSAL}: (\d+) row", str(error))
    return int(found[1]) if found else None


def _authority(by: Actor) -> Hold.Authority:
    if by.kind == AuditEvent.Actor.OPERATOR:
        return Hold.Authority.OPERATOR
    return Hold.Authority.OWNER


def _lock(function: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {function}({LOCK.format(account='%s')})",
            [current_account_id()],
        )
