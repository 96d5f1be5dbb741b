"""Reading the arguments of the tools that take no quick ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from legalcontext.block.storable import text_fault
from legalcontext.block.types import Fault
from legalcontext.contracts import InvalidAsk


def text_argument(arguments: Mapping[str, Any], name: str) -> str:
    """A required string. InvalidAsk: it is missing, or none."""
    text = optional_text(arguments, name)
    if text is None:
        raise InvalidAsk((Fault(f"/{name}", "Is missing: add it."),))
    return text


def optional_text(arguments: Mapping[str, Any], name: str) -> str | None:
    """A string, or None where it is absent, null or empty. InvalidAsk: anything else."""
    value = arguments.get(name)
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise InvalidAsk((Fault(f"/{name}", "Must be a string."),))
    if (detail := text_fault(value)) is not None:
        raise InvalidAsk((Fault(f"/{name}", detail),))
    return value


def number_argument(
    arguments: Mapping[str, Any], name: str, *, default: int, least: int, most: int
) -> int:
    """A whole number between the bounds, or `default` where it is absent or null."""
    value = arguments.get(name)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InvalidAsk((Fault(f"/{name}", f"Must be a whole number from {least} to {most}."),))
    return value
