"""The record of who changed the access to a matter, or its life; the caller's scope is open."""

from __future__ import annotations

import uuid

from accounts.keyset import Position, newest
from accounts.principal import Principal
from matters.models import Matter, MatterEvent

from .lookup import managing

Action = MatterEvent.Action


def record(
    matter: Matter,
    action: str,
    *,
    actor: uuid.UUID | None,
    person: uuid.UUID | None = None,
    key: uuid.UUID | None = None,
    level: str = "",
) -> None:
    """Add an event, in the transaction that makes it true. actor, person: ids of people."""
    MatterEvent.objects.create(
        matter_id=matter.pk, action=action, actor_id=actor, person_id=person, key=key, level=level
    )


def list_events(
    principal: Principal, matter_id: str, *, limit: int, after: Position | None = None
) -> list[MatterEvent]:
    """A page of what happened to the matter's access, newest first, for those who manage it.

    NotFound: no such matter, or not theirs to manage.
    """
    with managing(principal, matter_id, to_change=False) as matter:
        events = MatterEvent.objects.select_related("actor", "person").filter(matter_id=matter.pk)
        return newest(events, limit=limit, after=after)
