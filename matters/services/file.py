"""What stands in a matter: parties, key dates and notes, all handled alike.

Reading needs the level read, changing the level work and an open matter. Each function opens the
principal's account; NotFound is the one refusal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from django.utils import timezone

from accounts.erasure_registry import about_to_delete
from accounts.errors import NotFound
from accounts.idempotency import NO_KEY, Attempt
from accounts.ids import parse_public_id, public_id
from accounts.keyset import Position, newest, page
from accounts.models import Scope
from accounts.principal import Principal
from accounts.tenancy import tenant_scope
from matters.holds import refusing_what_is_held
from matters.levels import MANAGE
from matters.models import KeyDate, Matter, Note, Party

from . import conflicts
from .lookup import find, find_open, require_to_change

Entry = TypeVar("Entry", Party, KeyDate, Note)

EDITABLE: Mapping[Any, tuple[str, ...]] = {
    Party: ("name", "role", "side"),
    KeyDate: ("title", "date", "note"),
    Note: ("text",),
}


def list_entries(
    principal: Principal,
    kind: type[Entry],
    matter_id: str,
    *,
    limit: int,
    after: Position | None = None,
) -> list[Entry]:
    """A page: key dates in the order of their days, the others newest first."""
    principal.require(Scope.MATTERS_READ)
    with tenant_scope(principal.account_id):
        entries = _entries(kind, find(principal, matter_id))
        if kind is KeyDate:
            return page(entries, by="date", limit=limit, after=after, newest_first=False)
        return newest(entries, limit=limit, after=after)


def read_entry(principal: Principal, kind: type[Entry], matter_id: str, entry_id: str) -> Entry:
    """One entry of a matter that may be read."""
    principal.require(Scope.MATTERS_READ)
    with tenant_scope(principal.account_id):
        return _entry(kind, find(principal, matter_id), entry_id)


def add_entry(
    principal: Principal,
    kind: type[Entry],
    matter_id: str,
    fields: Mapping[str, Any],
    *,
    attempt: Attempt = NO_KEY,
) -> Entry:
    """A new entry; a note is its writer's. MatterClosed; ValidationError: a wrong value."""
    require_to_change(principal)
    with tenant_scope(principal.account_id):
        entry = kind(matter=find_open(principal, matter_id))
        if isinstance(entry, Note):
            entry.author_id, entry.service_id = principal.user_id, principal.service_id
        _set(entry, fields)
        attempt.finish(entry.public_id)
        return _entry(kind, entry.matter, entry.public_id)


def change_entry(
    principal: Principal,
    kind: type[Entry],
    matter_id: str,
    entry_id: str,
    changes: Mapping[str, Any],
) -> Entry:
    """Set some of an entry's fields. A note is changed by its writer alone (NotFound)."""
    require_to_change(principal)
    with tenant_scope(principal.account_id):
        entry = _entry(kind, find_open(principal, matter_id), entry_id)
        if isinstance(entry, Note):
            if not _wrote(principal, entry):
                raise NotFound
            entry.edited_at = timezone.now()
        _set(entry, changes)
        return entry


def remove_entry(principal: Principal, kind: type[Entry], matter_id: str, entry_id: str) -> None:
    """Delete an entry for good; a note by its writer or by whoever manages the matter.

    LegalHold: it is held, and stays.
    """
    require_to_change(principal)
    with refusing_what_is_held(), tenant_scope(principal.account_id):
        matter = find_open(principal, matter_id)
        entry = _entry(kind, matter, entry_id)
        if isinstance(entry, Note) and not _wrote(principal, entry):
            find(principal, matter_id, MANAGE)
        about_to_delete([entry.public_id])
        entry.delete()


def public_ids_in(matter: Matter) -> list[str]:
    """The public ids of everything that stands in the matter; the caller has the scope open."""
    return [
        public_id(kind.PREFIX, key)
        for kind in EDITABLE
        for key in kind.objects.filter(matter=matter).values_list("pk", flat=True)
    ]


def _set(entry: Party | KeyDate | Note, values: Mapping[str, Any]) -> None:
    if strangers := set(values) - set(EDITABLE[type(entry)]):
        raise ValueError(f"not a field of an entry: {', '.join(sorted(strangers))}")
    for name, value in values.items():
        setattr(entry, name, value)
    entry.clean_fields(exclude=["account", "matter", "author", "service"])
    entry.save()
    if isinstance(entry, Party):
        conflicts.index_party(entry)


def _entries(kind: type[Entry], matter: Matter) -> Any:
    entries: Any = kind.objects.filter(matter=matter)
    return entries.select_related("author", "service") if kind is Note else entries


def _entry(kind: type[Entry], matter: Matter, entry_id: str) -> Entry:
    key = parse_public_id(kind.PREFIX, entry_id)
    entry: Entry | None = _entries(kind, matter).filter(pk=key).first() if key else None
    if entry is None:
        raise NotFound
    return entry


def _wrote(principal: Principal, note: Note) -> bool:
    """Both sides are (author, service), of which exactly one is set."""
    return (note.author_id, note.service_id) == (principal.user_id, principal.service_id)
