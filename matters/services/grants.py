"""Grants and ownership: who has which level on a matter, and whose it is.

Those that take a `principal` open its account and need the level manage; NotFound is the one
refusal. The others are for callers with the scope open.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError

from accounts.errors import NotFound
from accounts.idempotency import NO_KEY, Attempt
from accounts.ids import public_id
from accounts.models import Membership, User
from accounts.principal import Principal
from matters.levels import LEVELS, MANAGE, up_to
from matters.models import Matter, MatterUserPermission, Wall
from matters.models.access import permission_id

from .events import Action, record
from .lookup import managing, member, members


@dataclass(frozen=True, slots=True)
class Grant:
    """A person of the account and their level on a matter."""

    person: Membership
    level: str


def grant(*, matter: Matter, user: User, level: str) -> None:
    """Give `user` the level (one of LEVELS) with every level below it, and take those above."""
    held = up_to(level)
    grants_of(matter, user.pk).exclude(permission__codename__in=held).delete()
    MatterUserPermission.objects.bulk_create(
        [
            MatterUserPermission(
                content_object=matter, user_id=user.pk, permission_id=permission_id(name)
            )
            for name in held
        ],
        ignore_conflicts=True,
    )


def share(
    principal: Principal,
    matter_id: str,
    *,
    member_id: str,
    level: str,
    attempt: Attempt = NO_KEY,
) -> Grant:
    """Set a person's level on the matter, up or down. member_id: `mem_…`; level: one of LEVELS.

    ValidationError: no active member, behind a wall, or the owner of record, whose level stands.
    """
    with managing(principal, matter_id) as matter:
        person = _active_member(principal, "member", member_id)
        if person.user_id == matter.owner_id:
            raise ValidationError(
                {"member": "The owner of record has every level; transfer the matter first."}
            )
        _refuse_walled(matter, "member", person)
        grant(matter=matter, user=person.user, level=level)
        record(
            matter,
            Action.SHARED,
            actor=principal.user_id,
            person=person.user_id,
            level=level,
        )
        attempt.finish(public_id(Membership.PREFIX, person.pk))
        return Grant(person, level)


def unshare(principal: Principal, matter_id: str, member_id: str) -> None:
    """Take every level from a person; from the next call on the matter is missing for them.

    NotFound: no such grant. ValidationError: the owner of record.
    """
    with managing(principal, matter_id) as matter:
        person = member(principal, member_id)
        if person is None or not grants_of(matter, person.user_id).exists():
            raise NotFound
        if person.user_id == matter.owner_id:
            raise ValidationError("The owner of record keeps access; transfer the matter first.")
        grants_of(matter, person.user_id).delete()
        record(matter, Action.UNSHARED, actor=principal.user_id, person=person.user_id)


def list_grants(principal: Principal, matter_id: str) -> list[Grant]:
    """Everybody who has a level on the matter, the owner of record too, by when they joined."""
    with managing(principal, matter_id, to_change=False) as matter:
        ranks: dict[uuid.UUID, int] = {}
        rows = MatterUserPermission.objects.filter(content_object=matter)
        for user_id, codename in rows.values_list("user_id", "permission__codename"):
            ranks[user_id] = max(ranks.get(user_id, 0), LEVELS.index(codename))
        return [
            Grant(person, LEVELS[ranks[person.user_id]])
            for person in members(principal, ranks.keys())
        ]


def read_grant(principal: Principal, matter_id: str, member_id: str) -> Grant:
    """One person's grant. NotFound: they have none."""
    for found in list_grants(principal, matter_id):
        if public_id(Membership.PREFIX, found.person.pk) == member_id:
            return found
    raise NotFound


def transfer(
    principal: Principal,
    matter_id: str,
    *,
    to: str,
    keep: str | None = None,
    attempt: Attempt = NO_KEY,
) -> None:
    """Make another person the owner of record. to: `mem_…`.

    The grants move with it: the new owner gets every level, the old one is left with `keep` (one
    of LEVELS), or with nothing. ValidationError: no active member, the owner already, or walled.
    """
    with managing(principal, matter_id) as matter:
        heir = _active_member(principal, "to", to)
        if heir.user_id == matter.owner_id:
            raise ValidationError({"to": "This person is the owner of record already."})
        _refuse_walled(matter, "to", heir)
        change_owner(matter, heir.user, keep=keep, actor=principal.user_id)
        attempt.finish(matter.public_id)


def change_owner(
    matter: Matter, heir: User, *, keep: str | None = None, actor: uuid.UUID | None
) -> None:
    """The change itself, unchecked: see `transfer`. actor: who does it, None for a command."""
    leaving = matter.owner
    matter.owner = heir
    matter.save(update_fields=["owner"])
    grant(matter=matter, user=heir, level=MANAGE)
    if keep is None:
        grants_of(matter, leaving.pk).delete()
    else:
        grant(matter=matter, user=leaving, level=keep)
    record(matter, Action.TRANSFERRED, actor=actor, person=heir.pk, level=MANAGE)


def grants_of(matter: Matter, user_id: uuid.UUID) -> Any:
    """The rows of one person's grant, one a level."""
    return MatterUserPermission.objects.filter(content_object=matter, user_id=user_id)


def _active_member(principal: Principal, field: str, membership_id: str) -> Membership:
    person = member(principal, membership_id)
    if person is None or person.status != Membership.Status.ACTIVE:
        raise ValidationError({field: "No active member of this account has this id."})
    return person


def _refuse_walled(matter: Matter, field: str, person: Membership) -> None:
    if Wall.objects.filter(matter=matter, user=person.user).exists():
        raise ValidationError({field: "A wall shuts this person out of the matter; lift it first."})
