"""The Legal Context Protocol on this door: references to terms in messages, and its declaration.

It names *terms of service*, never the legal-context block; the two are not merged. A reference
stands in a message's metadata with nothing activated. The declaration on the card is another
matter: it is read strictly, since a requirement that is not understood cannot be met.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from legalcontext.block.types import Fault

KEY: Final = "legalContext"
ALIAS: Final = "legal_context"
"""Also read; what is returned stands under KEY."""

SHA256: Final = "sha256"
DIGEST: Final = re.compile(r"0[xX][0-9a-fA-F]{64}")
MAX_TEXT: Final = 2000

FIELDS: Final = ("minimumLevel", "acceptedJurisdictions", "acceptedDisputeMethods")
LEVELS: Final = range(1, 5)
"""Informational, Provable, Signed, Integrated."""


def read_reference(metadata: Mapping[str, Any], pointer: str) -> tuple[Any, list[Fault]]:
    """The reference `{type, value}` in a metadata map, or None, and what is wrong with it.

    pointer: of the map. A sha256 is kept in lower case; types that are not known are kept as sent.
    """
    key = KEY if metadata.get(KEY) is not None else ALIAS
    raw = metadata.get(key)
    if raw is None:
        return None, []
    at = f"{pointer}/{key}"
    if not isinstance(raw, Mapping):
        return None, [Fault(at, "Must be an object with type and value.")]
    faults = [
        Fault(f"{at}/{name}", f"Must be a text of 1 to {MAX_TEXT} characters.")
        for name in ("type", "value")
        if not isinstance(raw.get(name), str) or not 0 < len(raw[name]) <= MAX_TEXT
    ]
    if faults:
        return None, faults
    value = raw["value"]
    if raw["type"] == SHA256:
        if not DIGEST.fullmatch(value):
            return None, [Fault(f"{at}/value", "Must be 0x and 64 hexadecimal digits.")]
        value = value.lower()
    return {"type": raw["type"], "value": value}, []


def read_requirements(text: str) -> dict[str, Any]:
    """The params of the declaration, from JSON. Raises ValueError with what is wrong.

    minimumLevel is required and a whole number from 1 to 4; the lists are optional, an empty one
    accepts nothing and is refused, and so are blank entries and fields that are not known.
    """
    raw = json.loads(text)
    if not isinstance(raw, dict):
        raise ValueError("capability/not-an-object")
    if set(raw) - set(FIELDS):
        raise ValueError("capability/unrecognized-field")
    level = raw.get("minimumLevel")
    if type(level) is not int or level not in LEVELS:
        raise ValueError("capability/minimum-level-invalid")
    read: dict[str, Any] = {"minimumLevel": level}
    for name in FIELDS[1:]:
        if name not in raw:
            continue
        entries = raw[name]
        if not isinstance(entries, list) or not entries:
            raise ValueError("capability/accepted-list-empty")
        if not all(isinstance(entry, str) and entry.strip() for entry in entries):
            raise ValueError("capability/accepted-entry-blank")
        read[name] = list(entries)
    return read
