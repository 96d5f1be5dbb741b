"""What cannot be kept as it was sent, wherever it stands in a JSON value.

The inbound block is stored as it came, members we do not know included. PostgreSQL's JSON takes
neither NUL nor half of a surrogate pair; Python reads and writes neither endless nesting nor
endless integers. Each is refused at the door, by its pointer, before anything is kept.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from .types import Fault

MAX_DEPTH: Final = 64
"""Deepest nesting of arrays and objects in a value that is kept."""

MAX_INTEGER_BITS: Final = 4096
"""Longest integer that is kept: about 1,230 digits, well under Python's limit for reading back."""

MAX_FAULTS: Final = 100
"""Most faults reported at once, so that a refusal stays shorter than what it refuses."""

MAX_NAME: Final = 200
"""Longest member name repeated in a pointer, in code points."""


def pointer_to(parent: str, member: str | int) -> str:
    """The RFC 6901 pointer of a member of `parent`."""
    return f"{parent}/{str(member).replace('~', '~0').replace('/', '~1')}"


def unstorable(value: object, pointer: str = "") -> list[Fault]:
    """Every part of a JSON value that cannot be kept, in order; empty when all of it can."""
    faults: list[Fault] = []
    pending: list[tuple[str, object, int]] = [(pointer, value, 0)]
    while pending and len(faults) < MAX_FAULTS:
        where, item, depth = pending.pop()
        if isinstance(item, Mapping | list | tuple):
            if depth == MAX_DEPTH:
                faults.append(Fault(where, f"Must not be nested more than {MAX_DEPTH} deep."))
                continue
            members, wrong = _members(where, item)
            faults += wrong
            pending += [(at, member, depth + 1) for at, member in reversed(members)]
        elif (detail := _wrong(item)) is not None:
            faults.append(Fault(where, detail))
    return faults[:MAX_FAULTS]


def text_fault(text: str) -> str | None:
    """Why a string cannot be kept, in words that say what to do; None when it can."""
    if "\x00" in text:
        return "Must not contain the NUL character (U+0000): remove it."
    try:
        text.encode()
    except UnicodeEncodeError:
        return "Must not contain half of a surrogate pair (U+D800–U+DFFF): send whole characters."
    return None


def _members(
    where: str, item: Mapping[object, object] | list[object] | tuple[object, ...]
) -> tuple[list[tuple[str, object]], list[Fault]]:
    if not isinstance(item, Mapping):
        return [(pointer_to(where, index), member) for index, member in enumerate(item)], []
    members: list[tuple[str, object]] = []
    faults: list[Fault] = []
    for name, member in item.items():
        if not isinstance(name, str):
            faults.append(Fault(where, "Has a member whose name is not a string: name it by one."))
        elif len(name) > MAX_NAME:
            detail = f"Has a member whose name is longer than {MAX_NAME} characters: shorten it."
            faults.append(Fault(where, detail))
        elif (detail_ := text_fault(name)) is not None:
            # The name itself cannot be written, so the pointer names the object that holds it.
            faults.append(Fault(where, f"Has a member whose name cannot be kept. {detail_}"))
        else:
            members.append((pointer_to(where, name), member))
    return members, faults


def _wrong(item: object) -> str | None:
    if isinstance(item, str):
        return text_fault(item)
    if isinstance(item, bool) or item is None:
        return None
    if isinstance(item, int):
        if item.bit_length() > MAX_INTEGER_BITS:
            return "Must not be an integer of more than 1,200 digits: send it as a string."
        return None
    if isinstance(item, float):
        return None if math.isfinite(item) else "Must be a finite number: JSON has no other."
    return "Must be a JSON value: an object, array, string, number, true, false or null."
