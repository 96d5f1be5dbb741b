"""Writing the record: who did what to which object, on whose authority."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from accounts.principal import Principal

from .models import AuditEvent


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts. kind: one of AuditEvent.Actor. id: the person or service identity.

    authority: on whose word, in one of a few words (`self`, `owner`, `legal process`, `policy`).
    """

    kind: str
    authority: str
    id: uuid.UUID | None = None
    key_id: uuid.UUID | None = None


SWEEP = Actor(AuditEvent.Actor.SYSTEM, "policy")
"""The sweep, which acts on nobody's word but the policy's."""


def actor_of(principal: Principal, authority: str = "self") -> Actor:
    """The principal as an actor."""
    kind = AuditEvent.Actor.PERSON if principal.user_id else AuditEvent.Actor.SERVICE
    return Actor(kind, authority, principal.user_id or principal.service_id, principal.key_id)


def operator(user_id: uuid.UUID | None = None) -> Actor:
    """An operator of the service; None for somebody at its command line."""
    return Actor(AuditEvent.Actor.OPERATOR, "legal process", user_id)


def record(
    actor: Actor, action: str, *, on: str = "", numbers: Mapping[str, int] | None = None
) -> None:
    """Add an event, in the transaction that makes it true; the account's scope is open.

    on: the public id of the object. numbers: counts by name; nothing else, so no content.
    """
    AuditEvent.objects.create(
        actor=actor.kind,
        actor_id=actor.id,
        key_id=actor.key_id,
        authority=actor.authority,
        action=action,
        object=on,
        numbers=dict(numbers or {}),
    )
