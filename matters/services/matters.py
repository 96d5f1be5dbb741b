"""Matters themselves, one function a use case.

Those that take a `principal` open its account; the others are for callers with the scope open.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.core.exceptions import ValidationError

from accounts.erasure_registry import about_to_delete
from accounts.errors import NotFound
from accounts.idempotency import NO_KEY, Attempt
from accounts.keyset import Position, newest
from accounts.models import Membership, Scope, User
from accounts.principal import Principal
from accounts.tenancy import current_account_id, tenant_scope
from legalcontext.block import canonical_jurisdiction
from matters.holds import refusing_what_is_held
from matters.levels import MANAGE
from matters.models import Matter

from . import conflicts
from .bindings import bind_key
from .events import Action, record
from .file import public_ids_in
from .grants import grant
from .lookup import access_of, find, find_open, members, require_to_change

__all__ = ["bind_key", "create_matter", "grant", "owns"]

EDITABLE = ("title", "jurisdiction", "forum", "litigation_anticipated")
"""What a general update changes; owner, status, grants and walls have routes of their own."""

MOST_TITLES = 100
"""Matters that a list to choose from offers."""

Shown = Literal["open", "closed", "all"]


@dataclass(frozen=True, slots=True)
class Seen:
    """A matter as one principal sees it. access: their level; owner: the owner's membership."""

    matter: Matter
    access: str
    owner: Membership | None


def owns(principal: Principal, matter: Matter) -> bool:
    """The acting person is the owner of record (reader, colleague, staff and superuser are not)."""
    return principal.user_id is not None and matter.owner_id == principal.user_id


def open_matter(
    principal: Principal, *, title: str, attempt: Attempt = NO_KEY, **fields: Any
) -> Seen:
    """A new matter, owned by the acting person.

    NotFound: the credential acts for no person, or is bound to matters that exist already.
    ValidationError: as for `create_matter`.
    """
    require_to_change(principal)
    if principal.user_id is None or principal.bound:
        raise NotFound
    with tenant_scope(principal.account_id):
        owner = User(pk=principal.user_id)
        matter = create_matter(owner=owner, title=title, actor=principal.user_id, **fields)
        attempt.finish(matter.public_id)
        return _seen(principal, [matter])[0]


def create_matter(
    *, owner: User, title: str, actor: uuid.UUID | None = None, **fields: Any
) -> Matter:
    """A matter owned by `owner`, who gets every grant on it.

    actor: who opens it; None: an operator. fields: jurisdiction (any spelling of a known code),
    forum, litigation_anticipated.
    ValidationError: an unknown place, or an owner who is no active member of the account.
    """
    if not Membership.objects.filter(
        account=current_account_id(), user=owner, status=Membership.Status.ACTIVE
    ).exists():
        raise ValidationError(
            {"owner": "The owner of a matter is an active member of the account."}
        )
    matter = Matter(owner_id=owner.pk)
    change_matter(matter, title=title, **fields)
    grant(matter=matter, user=owner, level=MANAGE)
    record(matter, Action.CREATED, actor=actor, person=owner.pk, level=MANAGE)
    return matter


def change_matter(matter: Matter, **changes: Any) -> None:
    """Set some of EDITABLE, and keep the index for conflict checks true.

    ValidationError: an unknown place, an empty title, a value too long. ValueError: any other
    field, whoever asks.
    """
    if strangers := set(changes) - set(EDITABLE):
        raise ValueError(f"not changed by an update: {', '.join(sorted(strangers))}")
    for name, value in changes.items():
        setattr(matter, name, value)
    try:
        matter.jurisdiction = canonical_place(matter.jurisdiction)
    except ValidationError as error:
        raise ValidationError({"jurisdiction": error}) from None
    matter.clean_fields(exclude=["account", "owner"])
    is_new = matter._state.adding
    matter.save(force_insert=is_new, update_fields=None if is_new else [*changes])
    if "title" in changes:
        conflicts.index_title(matter)


def canonical_place(text: str) -> str:
    """The canonical code of a place in any spelling; "" stays "". ValidationError: not known."""
    if not text:
        return ""
    canonical = canonical_jurisdiction(text)
    if canonical is None:
        raise ValidationError("Not a known place; write a code like US-CA, US or GB.")
    return canonical.value


def read_matter(principal: Principal, matter_id: str) -> Seen:
    """One matter, open or closed. NotFound: missing, malformed, forbidden, behind a wall."""
    principal.require(Scope.MATTERS_READ)
    with tenant_scope(principal.account_id):
        return _seen(principal, [find(principal, matter_id)])[0]


def list_matters(
    principal: Principal, *, limit: int, after: Position | None = None, status: Shown = "open"
) -> list[Seen]:
    """A page of the matters that `principal` may read, newest first; closed ones only on request.

    One more than `limit` comes back when there is a next page.
    """
    principal.require(Scope.MATTERS_READ)
    with tenant_scope(principal.account_id):
        matters = Matter.objects.visible_to(principal)
        if status != "all":
            matters = matters.filter(status=status)
        return _seen(principal, newest(matters, limit=limit, after=after))


def list_titles(principal: Principal, *, most: int = MOST_TITLES) -> list[Matter]:
    """The newest open matters that `principal` may read, to choose one from; in one query."""
    principal.require(Scope.MATTERS_READ)
    with tenant_scope(principal.account_id):
        return newest(Matter.objects.visible_to(principal).open(), limit=most - 1, after=None)


def update_matter(principal: Principal, matter_id: str, changes: Mapping[str, Any]) -> Seen:
    """Set some of EDITABLE; needs the level work.

    NotFound, MatterClosed: nothing is changed. ValidationError: as for `change_matter`.
    """
    require_to_change(principal)
    with tenant_scope(principal.account_id):
        matter = find_open(principal, matter_id)
        change_matter(matter, **changes)
        return _seen(principal, [matter])[0]


def close_matter(principal: Principal, matter_id: str, *, attempt: Attempt = NO_KEY) -> Seen:
    """From now on the matter is read only: nothing in it changes and no ask may name it.

    Needs the level manage (NotFound). Closing twice changes nothing.
    """
    return _turn(principal, matter_id, Matter.Status.CLOSED, Action.CLOSED, attempt)


def reopen_matter(principal: Principal, matter_id: str, *, attempt: Attempt = NO_KEY) -> Seen:
    """Work goes on. Needs the level manage (NotFound). Reopening twice changes nothing."""
    return _turn(principal, matter_id, Matter.Status.OPEN, Action.REOPENED, attempt)


def delete_matter(principal: Principal, matter_id: str) -> None:
    """Delete the matter with all that is in it, its grants and its answers, or nothing at all.

    Needs the level manage (NotFound). LegalHold (this room's, or that of whoever keeps the record
    of deletions): something in it is held; nothing was deleted.
    """
    require_to_change(principal)
    with refusing_what_is_held(), tenant_scope(principal.account_id):
        matter = find(principal, matter_id, MANAGE, lock=True)
        about_to_delete([matter.public_id, *public_ids_in(matter)])
        record(matter, Action.DELETED, actor=principal.user_id)
        matter.delete()


def _turn(principal: Principal, matter_id: str, status: str, action: str, attempt: Attempt) -> Seen:
    require_to_change(principal)
    with tenant_scope(principal.account_id):
        matter = find(principal, matter_id, MANAGE, lock=True)
        if matter.status != status:
            matter.status = status
            matter.save(update_fields=["status"])
            record(matter, action, actor=principal.user_id)
        attempt.finish(matter.public_id)
        return _seen(principal, [matter])[0]


def _seen(principal: Principal, matters: Sequence[Matter]) -> list[Seen]:
    access = access_of(principal, matters)
    owners = {m.user_id: m for m in members(principal, {m.owner_id for m in matters})}
    return [Seen(m, access[m.pk], owners.get(m.owner_id)) for m in matters]
