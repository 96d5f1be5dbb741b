"""Validating a value against a contract, with words that say what to do about each fault.

The words are our own for two reasons: a library's message repeats the caller's input, which may
be secret or megabytes long, and to write it out may itself fail (endless nesting).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, cast

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from legalcontext.block.storable import MAX_FAULTS, pointer_to, unstorable
from legalcontext.block.types import Fault

from .registry import references, schema_of

Schema = Mapping[str, Any]

_TYPES: Final = {
    "string": "a string",
    "object": "an object",
    "array": "an array",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
}
NOT_BLANK: Final = r"\S"
"""The pattern by which a contract asks for more than white space."""


def validate(contract_id: str, value: object) -> list[Fault]:
    """Every fault of a JSON value against `<name>/<version>`, each with its RFC 6901 pointer.

    Strings and numbers that cannot be stored are faults too. Empty: the value fits. Raises
    UnknownContract, and nothing else whatever the value.
    """
    faults = {fault.pointer: fault for fault in unstorable(value)}
    for error in _validator(contract_id).iter_errors(cast(Any, value)):
        if len(faults) == MAX_FAULTS:
            break
        pointer = ""
        for member in error.absolute_path:
            pointer = pointer_to(pointer, member)
        faults.setdefault(pointer, Fault(pointer, error.message))
    return list(faults.values())


@cache
def _validator(contract_id: str) -> Validator:
    return cast(Validator, _Worded(schema_of(contract_id), registry=references()))


def _type(
    validator: Validator, types: Any, value: Any, schema: Schema
) -> Iterator[ValidationError]:
    named = [types] if isinstance(types, str) else list(types)
    if any(validator.is_type(value, name) for name in named):
        return
    wanted = [_TYPES[name] for name in named if name != "null"]
    # Only the first is said: where a contract allows several, the others stand for "absent".
    yield ValidationError(f"Must be {wanted[0]}." if wanted else "Must be left out here.")


def _required(
    validator: Validator, names: Any, value: Any, schema: Schema
) -> Iterator[ValidationError]:
    if validator.is_type(value, "object"):
        for name in names:
            if name not in value:
                yield ValidationError("Is missing: add it.", path=(name,))


def _enum(
    validator: Validator, values: Any, value: Any, schema: Schema
) -> Iterator[ValidationError]:
    if not _among(value, values):
        said = [known for known in values if known]
        one_of = "one of " if len(said) > 1 else ""
        yield ValidationError(f"Must be {one_of}{', '.join(said)}.")


def _const(
    validator: Validator, known: Any, value: Any, schema: Schema
) -> Iterator[ValidationError]:
    if not _among(value, [known]):
        yield ValidationError(f"Must be {known}.")


def _among(value: Any, values: Sequence[str | None]) -> bool:
    return (isinstance(value, str) or value is None) and value in values


def _min_length(
    validator: Validator, least: int, value: Any, schema: Schema
) -> Iterator[ValidationError]:
    if validator.is_type(value, "string") and len(value) < least:
        yield ValidationError("Must not be empty.")


def _max_length(
    validator: Validator, most: int, value: Any, schema: Schema
) -> Iterator[ValidationError]:
    if validator.is_type(value, "string") and len(value) > most:
        # A string that may only be empty stands for "absent" beside a type of its own.
        said = f"Must be at most {most:,} characters long." if most else "Must be an object."
        yield ValidationError(said)


def _max_items(
    validator: Validator, most: int, value: Any, schema: Schema
) -> Iterator[ValidationError]:
    if validator.is_type(value, "array") and len(value) > most:
        yield ValidationError(f"Must have at most {most:,} items.")


def _minimum(
    validator: Validator, least: Any, value: Any, schema: Schema
) -> Iterator[ValidationError]:
    if validator.is_type(value, "number") and value < least:
        yield ValidationError(f"Must be at least {least:,}.")


def _maximum(
    validator: Validator, most: Any, value: Any, schema: Schema
) -> Iterator[ValidationError]:
    if validator.is_type(value, "number") and value > most:
        yield ValidationError(f"Must be at most {most:,}.")


def _pattern(
    validator: Validator, pattern: str, value: Any, schema: Schema
) -> Iterator[ValidationError]:
    if validator.is_type(value, "string") and not re.search(pattern, value):
        said = "Must not be blank." if pattern == NOT_BLANK else f"Must match {pattern}."
        yield ValidationError(said)


def _format(
    validator: Validator, name: str, value: Any, schema: Schema
) -> Iterator[ValidationError]:
    if name == "date" and validator.is_type(value, "string") and not _is_date(value):
        yield ValidationError("Must be a date, as in 2026-01-31.")


def _is_date(text: str) -> bool:
    try:
        return len(text) == len("2026-01-31") and bool(dt.date.fromisoformat(text))
    except ValueError:
        return False


WORDED: Final = MappingProxyType(
    {
        "type": _type,
        "required": _required,
        "enum": _enum,
        "const": _const,
        "minLength": _min_length,
        "maxLength": _max_length,
        "maxItems": _max_items,
        "minimum": _minimum,
        "maximum": _maximum,
        "pattern": _pattern,
        "format": _format,
    }
)
"""Every keyword that the contracts use to refuse something, with what says why."""

_Worded: Final = extend(Draft202012Validator, WORDED)  # type: ignore[no-untyped-call]
