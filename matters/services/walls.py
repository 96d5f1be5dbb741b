"""Ethical walls: a named person is shut out of a matter, whatever else they have.

Each opens the principal's account and needs the level manage; NotFound is the one refusal.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import ValidationError

from accounts.errors import NotFound
from accounts.idempotency import NO_KEY, Attempt
from accounts.ids import public_id
from accounts.models import Membership
from accounts.principal import Principal
from matters.models import Wall

from .events import Action, record
from .grants import grants_of
from .lookup import managing, member, members


@dataclass(frozen=True, slots=True)
class Walled:
    """A person who is shut out of a matter."""

    person: Membership
    wall: Wall


def place_wall(
    principal: Principal,
    matter_id: str,
    *,
    member_id: str,
    reason: str,
    attempt: Attempt = NO_KEY,
) -> Walled:
    """Shut a person out of the matter, whatever else they have, at once.

    Their grants are taken away, so lifting the wall gives nothing back by itself. A wall that
    stands already stays as it is. ValidationError: no member, or the owner of record, who first
    transfers the matter.
    """
    with managing(principal, matter_id) as matter:
        placer = principal.user_id
        if placer is None:  # no program manages a matter
            raise NotFound
        person = member(principal, member_id)
        if person is None:
            raise ValidationError({"member": "No member of this account has this id."})
        if person.user_id == matter.owner_id:
            raise ValidationError(
                {"member": "The owner of record is not walled off; transfer the matter first."}
            )
        wall, placed = Wall.objects.get_or_create(
            matter=matter,
            user=person.user,
            defaults={"placed_by_id": placer, "reason": reason},
        )
        if placed:
            grants_of(matter, person.user_id).delete()
            record(matter, Action.WALLED, actor=principal.user_id, person=person.user_id)
        attempt.finish(public_id(Membership.PREFIX, person.pk))
        return Walled(person, wall)


def lift_wall(principal: Principal, matter_id: str, member_id: str) -> None:
    """Take a wall away; access is then given anew or not at all. NotFound: there is none."""
    with managing(principal, matter_id) as matter:
        person = member(principal, member_id)
        if person is None:
            raise NotFound
        lifted, _ = Wall.objects.filter(matter=matter, user=person.user).delete()
        if not lifted:
            raise NotFound
        record(matter, Action.UNWALLED, actor=principal.user_id, person=person.user_id)


def list_walls(principal: Principal, matter_id: str) -> list[Walled]:
    """Who is shut out of the matter, by when they joined the account."""
    with managing(principal, matter_id, to_change=False) as matter:
        walls = {wall.user_id: wall for wall in Wall.objects.filter(matter=matter)}
        return [Walled(person, walls[person.user_id]) for person in members(principal, walls)]


def read_wall(principal: Principal, matter_id: str, member_id: str) -> Walled:
    """One person's wall. NotFound: there is none."""
    for found in list_walls(principal, matter_id):
        if public_id(Membership.PREFIX, found.person.pk) == member_id:
            return found
    raise NotFound
