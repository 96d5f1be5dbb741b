"""Keys: time-ordered UUIDs made here, and the prefixed form in which the world sees them."""

from __future__ import annotations

import os
import re
import time
import uuid
from typing import Final

PREFIXES: Final = {
    "acc": "account",
    "usr": "person",
    "mem": "membership",
    "inv": "invitation",
    "svc": "service identity",
    "key": "API key",
    "mat": "matter",
    "doc": "document",
    "ans": "answer",
    "rpt": "report that an answer is wrong",
    "job": "job",
    "hld": "legal hold",
    "del": "deletion",
    "rcl": "recall of a note",
    "pty": "party of a matter",
    "dat": "key date of a matter",
    "nte": "note of a matter",
    "chk": "conflict check",
    "acs": "access to content",
    "drq": "deletion request",
    "prp": "proposal of an operator",
    "crt": "certificate of deletion",
}
"""Every prefix of a public id, and what it names."""

_HEX: Final = re.compile(r"[0-9a-f]{32}\Z")


def uuid7() -> uuid.UUID:
    """A UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, then random bits; sorts by creation."""
    value = (time.time_ns() // 1_000_000) << 80 | int.from_bytes(os.urandom(10), "big")
    value = value & ~(0xF << 76) | 0x7 << 76  # version 7
    value = value & ~(0x3 << 62) | 0x2 << 62  # RFC variant
    return uuid.UUID(int=value)


def public_id(prefix: str, value: uuid.UUID) -> str:
    """`ans_` and 32 lower-case hexadecimal digits. KeyError: the prefix is not in PREFIXES."""
    if prefix not in PREFIXES:
        raise KeyError(prefix)
    return f"{prefix}_{value.hex}"


def parse_public_id(prefix: str, text: object) -> uuid.UUID | None:
    """The key behind a public id, or None for anything malformed.

    None rather than an error: on every door a malformed id counts as a missing one, so that the
    form of an id tells nothing.
    """
    if not isinstance(text, str) or not text.startswith(f"{prefix}_"):
        return None
    digits = text[len(prefix) + 1 :]
    return uuid.UUID(hex=digits) if _HEX.match(digits) else None
