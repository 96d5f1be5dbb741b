"""Reading the block that a caller states: open lists of strings, nothing required.

Rules: docs/block.md, "Reading the block". A string that is not known is kept as it is; a value
of the wrong type, a string that is too long or one that cannot be stored is the caller's fault,
and every such member is named at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .constants import MAX_STRING
from .storable import pointer_to, text_fault, unstorable
from .types import Fault, Inbound, InvalidContext

FIELDS: Final = (
    "jurisdiction", "forum", "audience", "role", "matter", "on_behalf_of", "privilege",
)  # fmt: skip
"""What a caller may state, in the specification's order."""

HANDED_ON_FIELDS: Final = ("value", "basis", "forum")
"""What is read of an outbound block's `jurisdiction` that is passed on (J10)."""


def read_inbound(raw: object, *, pointer: str = "/context") -> Inbound:
    """The block as stated. Absent (None), `{}`, `""` and a block of absent fields are all empty.

    raw: any JSON value. pointer: where the block stands in the caller's message.
    Raises InvalidContext naming every member that is wrong, and nothing else.
    """
    if raw is None or raw == "":
        return Inbound()
    if not isinstance(raw, Mapping):
        raise InvalidContext((Fault(pointer, "Must be an object; leave it out to state nothing."),))
    faults = {fault.pointer: fault for fault in unstorable(raw, pointer)}
    values: dict[str, str | None] = {}
    handed_on: dict[str, str] | None = None
    for field in FIELDS:
        value, at = raw.get(field), pointer_to(pointer, field)
        if field == "jurisdiction" and isinstance(value, Mapping):
            handed_on = _handed_on(value, at, faults)
        else:
            values[field] = _string(value, at, faults)
    if faults:
        raise InvalidContext(tuple(faults.values()))
    return Inbound(**values, handed_on=handed_on or None, raw=raw)


def _handed_on(
    value: Mapping[str, object], pointer: str, faults: dict[str, Fault]
) -> dict[str, str]:
    read = {
        field: _string(value.get(field), pointer_to(pointer, field), faults)
        for field in HANDED_ON_FIELDS
    }
    return {field: text for field, text in read.items() if text is not None}


def _string(value: object, pointer: str, faults: dict[str, Fault]) -> str | None:
    """The stated string, or None where nothing was stated; adds a fault where it is neither."""
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        faults.setdefault(pointer, Fault(pointer, _not_a_string(pointer)))
    elif len(value) > MAX_STRING:
        detail = f"Must be at most {MAX_STRING} characters long."
        faults.setdefault(pointer, Fault(pointer, detail))
    elif text_fault(value) is None:
        return value
    return None


def _not_a_string(pointer: str) -> str:
    if pointer.endswith("/jurisdiction"):
        return "Must be a string, or the `jurisdiction` object of an answer's block handed on."
    return "Must be a string; leave it out to state nothing."
