"""What the database refuses to delete because it is held, as an exception of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import IntegrityError

from .errors import LegalHold

REFUSAL: Final = re.compile(r"legal hold: (\d+) row")
"""How the refusal of the triggers on held tables begins."""


@contextmanager
def refusing_what_is_held() -> Iterator[None]:
    """Around the transaction that deletes. LegalHold: something is held; nothing was deleted."""
    try:
        yield
    except IntegrityError as error:
        if found := REFUSAL.search(str(error)):
            raise LegalHold(int(found[1])) from error
        raise
