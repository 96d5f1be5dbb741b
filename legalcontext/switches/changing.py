"""Changing what the service answers: every change is on record, with its reason."""

from __future__ import annotations

from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.models import User

from .deciding import forget
from .models import LONGEST_REASON, Switch, SwitchChange

SETTLED: Final = ("effect", "referral", "referral_es", "unreviewed")
"""What a change is from and to."""


@transaction.atomic
def set_switch(switch: Switch, *, by: User | None, reason: str) -> Switch:
    """Keep a switch as it is now, new or changed. by: None for somebody at the command line.

    ValidationError: a scope that has a line already, nothing said, an effect without its words,
    no reason.
    """
    _check(reason)
    switch.full_clean()
    before = Switch.objects.select_for_update().filter(pk=switch.pk).first()
    switch.changed_at = timezone.now()
    switch.save()
    if before is not None and scope(before) != scope(switch):
        # Of the old scope it is taken away, of the new one it is made.
        _record(before, by=by, reason=reason, before=settled(before), after=None)
        before = None
    _record(
        switch,
        by=by,
        reason=reason,
        before=settled(before) if before else None,
        after=settled(switch),
    )
    _tell()
    return switch


@transaction.atomic
def remove_switch(switch: Switch, *, by: User | None, reason: str) -> None:
    """Take a switch away: what is less specific decides again. ValidationError: no reason."""
    _check(reason)
    _record(switch, by=by, reason=reason, before=settled(switch), after=None)
    Switch.objects.filter(pk=switch.pk).delete()
    _tell()


def settled(switch: Switch) -> dict[str, Any]:
    """What a switch says, what is empty left out."""
    return {name: getattr(switch, name) for name in SETTLED if getattr(switch, name)}


def scope(switch: Switch) -> tuple[str, str, str]:
    """Which asks a switch is for."""
    return switch.place, switch.skill, switch.audience


def _record(
    switch: Switch,
    *,
    by: User | None,
    reason: str,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    SwitchChange.objects.create(
        by=by,
        place=switch.place,
        skill=switch.skill,
        audience=switch.audience,
        before=before,
        after=after,
        reason=" ".join(reason.split()),
    )


def _check(reason: str) -> None:
    words = " ".join(reason.split())
    if not words or len(words) > LONGEST_REASON or not words.isprintable():
        raise ValidationError(
            {"reason": f"Say why, in plain words and at most {LONGEST_REASON} characters."}
        )


def _tell() -> None:
    """This process knows at once; the transaction's end counts, and a rollback does no harm."""
    forget()
    transaction.on_commit(forget)
