"""What is done with matters, one function a use case; the caller has the account's scope open."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from guardian.shortcuts import assign_perm

from accounts.models import ApiKey, Membership, User
from accounts.principal import Principal
from accounts.tenancy import current_account_id
from legalcontext.block import canonical_jurisdiction
from matters.models import LEVELS, MANAGE, KeyBinding, Matter


def create_matter(*, owner: User, title: str, **fields: Any) -> Matter:
    """A matter owned by `owner`, who gets every grant on it.

    fields: jurisdiction (any spelling of a known code), forum, litigation_anticipated.
    ValidationError: an unknown place, or an owner who is no active member of the account.
    """
    if not Membership.objects.filter(
        account=current_account_id(), user=owner, status=Membership.Status.ACTIVE
    ).exists():
        raise ValidationError(
            {"owner": "The owner of a matter is an active member of the account."}
        )
    matter = Matter(owner=owner, title=title, **fields)
    try:
        matter.jurisdiction = canonical_place(matter.jurisdiction)
    except ValidationError as error:
        raise ValidationError({"jurisdiction": error}) from None
    matter.full_clean()
    matter.save()
    grant(matter=matter, user=owner, level=MANAGE)
    return matter


def canonical_place(text: str) -> str:
    """The canonical code of a place in any spelling; "" stays "". ValidationError: not known."""
    if not text:
        return ""
    canonical = canonical_jurisdiction(text)
    if canonical is None:
        raise ValidationError("Not a known place; write a code like US-CA, US or GB.")
    return canonical.value


def grant(*, matter: Matter, user: User, level: str) -> None:
    """Give `user` the level (read, work or manage) and every level below it."""
    for permission in LEVELS[: LEVELS.index(level) + 1]:
        assign_perm(permission, user, matter)


def bind_key(*, key: ApiKey, matter: Matter) -> None:
    """Let a bound key read the matter. Binding twice changes nothing."""
    KeyBinding.objects.get_or_create(key=key, matter=matter)


def owns(principal: Principal, matter: Matter) -> bool:
    """The acting person is the owner of record (reader, colleague, staff and superuser are not)."""
    return principal.user_id is not None and matter.owner_id == principal.user_id
