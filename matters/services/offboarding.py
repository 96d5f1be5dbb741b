"""What ties a person to an account's matters, as `accounts.hooks` asks it when they leave."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError

from accounts.models import Membership
from matters.models import Matter, MatterUserPermission, Wall

from .grants import change_owner


class Matters:
    """The matters that a member owns, open or closed, and the grants that they hold."""

    def of(self, membership: Membership) -> Sequence[str]:
        """The public ids of the matters that somebody else has to take over."""
        return [matter.public_id for matter in _owned(membership)]

    def transfer(self, membership: Membership, to: Membership) -> None:
        """Make `to` the owner of record of them all; it needs no access to hand them over.

        ValidationError: a wall shuts `to` out of one; transfer that one to somebody else first.
        """
        matters = _owned(membership)
        walled = Wall.objects.filter(user=to.user, matter__in=matters)
        shut = ", ".join(sorted(wall.matter.public_id for wall in walled.select_related("matter")))
        if shut:
            raise ValidationError(
                {"transfer_to": f"A wall shuts this person out of {shut}; transfer it first."}
            )
        for matter in matters:
            change_owner(matter, to.user, actor=None)

    def end(self, membership: Membership) -> None:
        """Take every grant away. Walls stay: should the person come back, they still stand."""
        MatterUserPermission.objects.filter(user=membership.user).delete()


def _owned(membership: Membership) -> list[Matter]:
    """Locked, so that none of them changes hands meanwhile; oldest first."""
    owned = Matter.objects.filter(owner=membership.user).order_by("created_at", "pk")
    return list(owned.select_related("owner").select_for_update(of=("self",), no_key=True))
