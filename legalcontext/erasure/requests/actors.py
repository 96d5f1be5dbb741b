"""Who takes a step: whoever asked, an owner of the account, an operator, or the jobs."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from accounts.models import Scope
from accounts.principal import Principal
from legalcontext.erasure.request_models import DeletionRequest
from legalcontext.retention.audit import Actor, actor_of
from legalcontext.retention.models import AuditEvent

from .states import APPROVE, OVERRIDE, WORK, Who

PERMISSIONS: Final = (WORK, APPROVE, OVERRIDE)


@dataclass(frozen=True, slots=True)
class By:
    """Who acts. permissions: of PERMISSIONS, an operator's. owner: of the account, with the scope
    for it."""

    actor: Actor
    permissions: frozenset[str] = frozenset()
    owner: bool = False

    @property
    def id(self) -> uuid.UUID | None:
        return self.actor.id

    @property
    def is_operator(self) -> bool:
        return self.actor.kind == AuditEvent.Actor.OPERATOR

    def stands_as(self, request: DeletionRequest) -> frozenset[Who]:
        """All that one is to this request."""
        if self.actor.kind == AuditEvent.Actor.SYSTEM:
            return frozenset({Who.SYSTEM})
        if self.is_operator:
            return frozenset({Who.OPERATOR})
        standing = {Who.REQUESTER} if self.id and self.id == request.requester_id else set()
        return frozenset(standing | ({Who.OWNER} if self.owner else set()))

    def may(self, permission: str) -> bool:
        return not permission or permission in self.permissions


SYSTEM: Final = By(Actor(AuditEvent.Actor.SYSTEM, "request"))


def by_operator(user: Any, *, having: Collection[str] = PERMISSIONS) -> By:
    """An operator with those permissions that their roles give. user: a User of the admin."""
    granted = frozenset(each for each in having if user.has_perm(each))
    return By(Actor(AuditEvent.Actor.OPERATOR, "request", user.pk), permissions=granted)


def by_principal(principal: Principal) -> By:
    """Whoever a credential or a session acts for."""
    owner = principal.is_owner and Scope.ACCOUNT_MANAGE in principal.scopes
    return By(actor_of(principal, "request"), owner=owner)
