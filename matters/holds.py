"""What the database refuses to delete because it is held, as an exception of ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError

from .errors import LegalHold

HELD = "legal hold"
"""How the refusal of the triggers on held tables begins."""


@contextmanager
def refusing_what_is_held() -> Iterator[None]:
    """Around the transaction that deletes. LegalHold: something is held; nothing was deleted."""
    try:
        yield
    except IntegrityError as error:
        if HELD in str(error):
            raise LegalHold from error
        raise
