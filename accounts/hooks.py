"""What higher rooms do when something of the directory is renewed or ends.

`accounts` imports no room above it, so a room registers its part from its app's `ready()`. Every
function runs in the account's open `tenant_scope`, in the transaction of the change itself: what
raises undoes the whole change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from .models import ApiKey, Membership


class Obligations(Protocol):
    """What ties people to an account in one room: matters that they own, grants that they hold."""

    def of(self, membership: Membership) -> Sequence[str]:
        """The public ids of what somebody else has to take over before the person can leave."""

    def transfer(self, membership: Membership, to: Membership) -> None:
        """Hand all of it to `to`. ValidationError: what `to` cannot take over, by its id."""

    def end(self, membership: Membership) -> None:
        """Take away what the person was given; called once nothing of theirs is left."""


obligations: Final[list[Obligations]] = []
"""Asked in this order when a person leaves an account."""

carriers: Final[list[Callable[[ApiKey, ApiKey], None]]] = []
"""Called with the old and the new key of a rotation, to carry over what hangs on the old one."""


def register_obligations(part: Obligations) -> None:
    """Have a room asked when a person leaves an account. Registering twice changes nothing."""
    if part not in obligations:
        obligations.append(part)


def register_carrier(carry: Callable[[ApiKey, ApiKey], None]) -> None:
    """Have a room carry over what hangs on a key. Registering twice changes nothing."""
    if carry not in carriers:
        carriers.append(carry)
