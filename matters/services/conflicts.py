"""The conflict check: does a name stand in any matter of the account, yes or no, and no more.

It asks over the whole account, also where the asker may read nothing: that is what it is for. So
the answer tells nothing apart from itself, whoever asks and whatever was found.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Final

from django.core.exceptions import ValidationError

from accounts.errors import NotFound
from accounts.idempotency import NO_KEY, Attempt
from accounts.ids import parse_public_id
from accounts.keyset import Position, newest
from accounts.limits import consume
from accounts.models import Scope
from accounts.principal import Principal
from accounts.tenancy import tenant_scope
from matters.models import ConflictCheck, ConflictName, Matter, Party
from matters.names import digest_of, names_in_title

MAX_NAMES: Final = 20
MAX_NAME_LENGTH: Final = 200
CHECKS_PER_WINDOW: Final = 30
WINDOW: Final = dt.timedelta(hours=1)
"""A person's checks in an hour, over all their keys: enough to take in clients, too few to try
out a list of names."""

_ALLOWANCE: Final = uuid.UUID("5b7a6f0e-1d0c-4c57-9a67-0a3f0d1c2e11")


def asker_of(principal: Principal) -> uuid.UUID:
    """The person, where they may check: an owner or admin of the account, or a verified
    professional. NotFound: anybody else. No program: it could ask for every name there is.
    """
    person = principal.user_id
    if person is None or not (principal.sees_metadata_of_all or principal.kind == "professional"):
        raise NotFound
    return person


def check_names(
    principal: Principal, names: Sequence[str], *, attempt: Attempt = NO_KEY
) -> ConflictCheck:
    """Whether any of the names stands in a matter of the account; the asking is recorded.

    NotFound: not theirs to ask. RateLimited: over CHECKS_PER_WINDOW. ValidationError: no name, too
    many, or one that is empty or too long.
    """
    principal.require(Scope.MATTERS_READ)
    asker = asker_of(principal)
    if not 1 <= len(names) <= MAX_NAMES:
        raise ValidationError({"names": f"Give 1 to {MAX_NAMES} names."})
    if not all(name.strip() and len(name) <= MAX_NAME_LENGTH for name in names):
        raise ValidationError({"names": f"A name has 1 to {MAX_NAME_LENGTH} characters."})
    consume(uuid.uuid5(_ALLOWANCE, principal.holder_id.hex), limit=CHECKS_PER_WINDOW, window=WINDOW)
    with tenant_scope(principal.account_id):
        digests = {digest_of(name) for name in names}
        check = ConflictCheck.objects.create(
            asker_id=asker,
            names=len(names),
            found=ConflictName.objects.filter(
                account_id=principal.account_id, digest__in=digests
            ).exists(),
        )
        attempt.finish(check.public_id)
    made: ConflictCheck = check
    return made


def read_check(principal: Principal, check_id: str) -> ConflictCheck:
    """A check of one's own, for a replay. NotFound: missing, or another's."""
    principal.require(Scope.MATTERS_READ)
    asker, key = asker_of(principal), parse_public_id(ConflictCheck.PREFIX, check_id)
    if key is None:
        raise NotFound
    with tenant_scope(principal.account_id):
        check: ConflictCheck | None = ConflictCheck.objects.filter(asker_id=asker, pk=key).first()
    if check is None:
        raise NotFound
    return check


def list_checks(
    principal: Principal, *, limit: int, after: Position | None = None
) -> list[ConflictCheck]:
    """A page of the account's checks, newest first, for its owners and admins (NotFound)."""
    principal.require(Scope.MATTERS_READ)
    if not principal.sees_metadata_of_all:
        raise NotFound
    with tenant_scope(principal.account_id):
        checks = ConflictCheck.objects.select_related("asker")
        return newest(checks, limit=limit, after=after)


# The index; the caller has the scope open


def index_title(matter: Matter) -> None:
    """Set the names of the matter's title in the index."""
    ConflictName.objects.filter(matter=matter, party=None).delete()
    ConflictName.objects.bulk_create(
        ConflictName(matter=matter, digest=digest)
        for digest in {digest_of(name) for name in names_in_title(matter.title)}
    )


def index_party(party: Party) -> None:
    """Set the party's name in the index."""
    ConflictName.objects.filter(party=party).delete()
    ConflictName.objects.create(
        matter_id=party.matter_id, party=party, digest=digest_of(party.name)
    )
