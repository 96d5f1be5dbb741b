"""Cursors: where a page ended, signed and bound to the tenant, the reader and the filters."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import uuid
from collections.abc import Mapping
from typing import Final

from django.core import signing

from accounts.principal import Principal

SALT: Final = "codossier.rest.cursor"


class InvalidCursor(ValueError):
    """Not a cursor of ours, or one from another account, reader or set of filters."""


def write_cursor(
    principal: Principal, filters: Mapping[str, str | None], *, at: dt.datetime, key: uuid.UUID
) -> str:
    """The cursor of a page that ended with the row `key`, made at `at`."""
    value = [_binding(principal, filters), at.isoformat(), key.hex]
    return signing.dumps(value, salt=SALT, compress=True)


def read_cursor(
    cursor: str, principal: Principal, filters: Mapping[str, str | None]
) -> tuple[dt.datetime, uuid.UUID]:
    """Where the page ended that a cursor stands for. Raises InvalidCursor."""
    try:
        bound, moment, key = signing.loads(cursor, salt=SALT)
        if bound != _binding(principal, filters):
            raise signing.BadSignature
        return dt.datetime.fromisoformat(moment), uuid.UUID(key)
    except (signing.BadSignature, ValueError, TypeError):
        raise InvalidCursor from None


def _binding(principal: Principal, filters: Mapping[str, str | None]) -> str:
    bound = json.dumps(
        [str(principal.account_id), str(principal.holder_id), sorted(filters.items())]
    )
    return hashlib.sha256(bound.encode()).hexdigest()[:16]
