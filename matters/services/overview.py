"""A matter as a whole, for a page of it: what stands in it, or who has access, in few queries."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.errors import NotFound
from accounts.ids import parse_public_id
from accounts.models import Scope
from accounts.principal import Principal
from accounts.tenancy import tenant_scope
from matters.levels import LEVELS, MANAGE
from matters.models import KeyDate, Matter, MatterUserPermission, Note, Party, Wall

from .lookup import access_of, find


@dataclass(frozen=True, slots=True)
class Contents:
    """What stands in a matter. access: the caller's level; the owner is loaded with the matter."""

    matter: Matter
    access: str
    parties: list[Party]
    dates: list[KeyDate]
    notes: list[Note]


@dataclass(frozen=True, slots=True)
class Access:
    """Who has which level on a matter, and who is shut out, by person (`User.pk`)."""

    matter: Matter
    levels: dict[object, str]
    walls: dict[object, Wall]


def contents_of(principal: Principal, matter_id: str, *, most: int) -> Contents:
    """The matter and up to `most` entries of each kind, in five queries.

    NotFound: missing, malformed, forbidden, behind a wall.
    """
    principal.require(Scope.MATTERS_READ)
    key = parse_public_id(Matter.PREFIX, matter_id)
    with tenant_scope(principal.account_id):
        visible = Matter.objects.visible_to(principal).select_related("owner")
        matter = visible.filter(pk=key).first() if key else None
        if matter is None:
            raise NotFound
        return Contents(
            matter=matter,
            access=access_of(principal, [matter])[matter.pk],
            parties=list(Party.objects.filter(matter=matter).order_by("-pk")[:most]),
            dates=list(KeyDate.objects.filter(matter=matter).order_by("date", "pk")[:most]),
            notes=list(
                Note.objects.filter(matter=matter)
                .select_related("author", "service")
                .order_by("-pk")[:most]
            ),
        )


def access_to(principal: Principal, matter_id: str) -> Access:
    """Everybody who has a level or is shut out, in three queries. Needs manage (NotFound)."""
    principal.require(Scope.MATTERS_READ)
    with tenant_scope(principal.account_id):
        matter = find(principal, matter_id, MANAGE)
        ranks: dict[object, int] = {}
        rows = MatterUserPermission.objects.filter(content_object=matter)
        for user_id, codename in rows.values_list("user_id", "permission__codename"):
            ranks[user_id] = max(ranks.get(user_id, 0), LEVELS.index(codename))
        return Access(
            matter=matter,
            levels={user_id: LEVELS[rank] for user_id, rank in ranks.items()},
            walls={wall.user_id: wall for wall in Wall.objects.filter(matter=matter)},
        )
