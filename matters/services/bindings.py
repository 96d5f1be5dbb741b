"""Bindings: which matters a key may reach, and how far.

Those that take a `principal` open its account; NotFound is the one refusal. The others are for
callers with the scope open.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError

from accounts.errors import NotFound
from accounts.idempotency import NO_KEY, Attempt
from accounts.ids import public_id
from accounts.models import ApiKey, Scope
from accounts.principal import Principal
from accounts.services.keys import make_key
from accounts.tenancy import tenant_scope
from matters.levels import MANAGE, READ
from matters.models import KeyBinding, Matter

from .events import Action, record
from .lookup import find, key_of_account, require_to_change


def bind_key(*, key: ApiKey, matter: Matter, level: str = READ) -> KeyBinding:
    """Let a bound key do `level` on the matter. Binding again sets the level."""
    binding, _ = KeyBinding.objects.update_or_create(
        key=key, matter=matter, defaults={"level": level}
    )
    found: KeyBinding = binding
    return found


def bind(
    principal: Principal,
    matter_id: str,
    *,
    key_id: str,
    level: str,
    attempt: Attempt = NO_KEY,
) -> KeyBinding:
    """Bind a key to the matter, up to `level`, or set the level that it has.

    A service key: by an owner or admin of the account who manages the matter; it reads or works,
    and never manages. One's own bound key: by whoever may read the matter; it narrows what the
    person has and adds nothing. A bound key binds none: it would widen itself.

    ValidationError: no such key of theirs, an unbound key, or a service key that would manage.
    """
    require_to_change(principal)
    if principal.bound:
        raise NotFound
    with tenant_scope(principal.account_id):
        matter = find(principal, matter_id, lock=True)
        key = key_of_account(principal, key_id)
        if key is None or not _may_bind(principal, matter, key):
            raise ValidationError({"key": "There is no such key that you may bind."})
        if not key.bound:
            raise ValidationError(
                {"key": "This key is not bound: it has its person's matters. Make a bound key."}
            )
        if key.service_id is not None and level == MANAGE:
            raise ValidationError({"level": "A service key reads or works; it never manages."})
        binding = bind_key(key=key, matter=matter, level=level)
        record(matter, Action.BOUND, actor=principal.user_id, key=key.pk, level=level)
        attempt.finish(public_id(ApiKey.PREFIX, key.pk))
        return _with_key(binding, key)


def make_bound_key(
    principal: Principal, *, matters: Sequence[str], level: str, **key: Any
) -> tuple[ApiKey, str]:
    """A key and its secret, bound to these matters from the beginning; all of it or nothing.

    key: as `make_key` takes it; level: on each of the matters. NotFound, InsufficientScope,
    ValidationError: as `make_key` and `bind`.
    """
    with tenant_scope(principal.account_id):
        made, secret = make_key(principal, **key)
        for matter_id in matters:
            bind(principal, matter_id, key_id=made.public_id, level=level)
    return made, secret


def unbind(principal: Principal, matter_id: str, key_id: str) -> None:
    """End a key's binding: one's own, or any, for those who manage the matter. NotFound: none."""
    require_to_change(principal)
    with tenant_scope(principal.account_id):
        matter = find(principal, matter_id, lock=True)
        bindings = _bindings(principal, matter)
        binding = next((b for b in bindings if b.key.public_id == key_id), None)
        if binding is None:
            raise NotFound
        binding.delete()
        record(matter, Action.UNBOUND, actor=principal.user_id, key=binding.key_id)


def list_bindings(principal: Principal, matter_id: str) -> list[KeyBinding]:
    """The keys bound to the matter: all of them for those who manage it, else one's own."""
    principal.require(Scope.MATTERS_READ)
    with tenant_scope(principal.account_id):
        return _bindings(principal, find(principal, matter_id))


def read_binding(principal: Principal, matter_id: str, key_id: str) -> KeyBinding:
    """One key's binding. NotFound: there is none that the caller may see."""
    for found in list_bindings(principal, matter_id):
        if found.key.public_id == key_id:
            return found
    raise NotFound


def carry_over(old: ApiKey, new: ApiKey) -> None:
    """Bind the key that replaces another to the same matters, for rotation."""
    KeyBinding.objects.bulk_create(
        [
            KeyBinding(key=new, matter_id=binding.matter_id, level=binding.level)
            for binding in KeyBinding.objects.filter(key=old)
        ],
        ignore_conflicts=True,
    )


def _may_bind(principal: Principal, matter: Matter, key: ApiKey) -> bool:
    if key.membership_id is not None:
        return key.membership_id == principal.membership_id
    return principal.sees_metadata_of_all and _manages(principal, matter)


def _bindings(principal: Principal, matter: Matter) -> list[KeyBinding]:
    """Those that the principal may see; each has its key and the key's holder loaded."""
    bindings = KeyBinding.objects.filter(matter=matter).order_by("pk")
    keys = ApiKey.objects.select_related("membership__user", "service").in_bulk(
        [binding.key_id for binding in bindings]
    )
    shown = [_with_key(binding, keys[binding.key_id]) for binding in bindings]
    if _manages(principal, matter):
        return shown
    return [b for b in shown if b.key.membership_id == principal.membership_id is not None]


def _with_key(binding: KeyBinding, key: ApiKey) -> KeyBinding:
    binding.key = key
    return binding


def _manages(principal: Principal, matter: Matter) -> bool:
    visible: bool = Matter.objects.visible_to(principal, MANAGE).filter(pk=matter.pk).exists()
    return visible
