"""Reading what a request says, member by member; every wrong one is named with its path.

ProtoJSON's leniency is kept: null is absent, an integer may come as a string or with a zero
fraction, an enumeration as its number, a member under its original name (`history_length`), and
members that are not known are ignored.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from legalcontext.block.storable import pointer_to, unstorable
from legalcontext.block.types import Fault

from .errors import invalid_params, task_not_found

INT32: Final = 2**31 - 1
IDS: Final = ("/id", "/taskId")
"""Here a malformed id counts as a missing one, as everywhere."""
INTEGER: Final = re.compile(r"-?\d{1,10}(\.0*)?")


class Members:
    """An object of the request. Faults are collected, and told together by `Request.check`."""

    def __init__(self, raw: Any, pointer: str, faults: list[Fault]) -> None:
        self.pointer = pointer
        self.faults = faults
        self.raw: Mapping[str, Any] = in_camel_case(raw) if isinstance(raw, Mapping) else {}
        if raw is not None and not isinstance(raw, Mapping):
            self.fault("", "Must be an object.")

    def __contains__(self, name: str) -> bool:
        return self.raw.get(name) is not None

    def at(self, name: str | int) -> str:
        """The pointer of a member; of the object itself for ""."""
        return self.pointer if name == "" else pointer_to(self.pointer, name)

    def fault(self, name: str | int, detail: str) -> None:
        self.faults.append(Fault(self.at(name), detail))

    def text(
        self, name: str, *, required: bool = False, most: int | None = None, blank: bool = True
    ) -> str:
        """A string, "" where it is absent."""
        value = self.raw.get(name)
        if value is None:
            value = ""
        elif not isinstance(value, str):
            self.fault(name, "Must be a string.")
            return ""
        if required and not value.strip():
            self.fault(name, "Is missing: add it.")
        elif value and not blank and not value.strip():
            self.fault(name, "Must not be blank.")
        elif most is not None and len(value) > most:
            self.fault(name, f"Must be at most {most:,} characters long.")
            return ""
        return value

    def whole_number(self, name: str, *, least: int = 0, most: int = INT32) -> int | None:
        """A whole number from `least` to `most`, None where it is absent."""
        value = self.raw.get(name)
        if value is None:
            return None
        number = _whole(value)
        if number is None:
            self.fault(name, "Must be a whole number.")
        elif not least <= number <= most:
            self.fault(name, f"Must be from {least:,} to {most:,}.")
            return None
        return number

    def flag(self, name: str) -> bool:
        """True or false; false where it is absent."""
        value = self.raw.get(name)
        if value in ("true", "false"):  # as in a query
            return bool(value == "true")
        if value is not None and not isinstance(value, bool):
            self.fault(name, "Must be true or false.")
        return value is True

    def list_of(self, name: str) -> Sequence[Any]:
        """An array, empty where it is absent."""
        value = self.raw.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            self.fault(name, "Must be an array.")
            return []
        return value

    def texts(self, name: str) -> list[str]:
        """An array of strings."""
        read = []
        for index, item in enumerate(self.list_of(name)):
            if isinstance(item, str):
                read.append(item)
            else:
                self.faults.append(Fault(pointer_to(self.at(name), index), "Must be a string."))
        return read

    def members(self, name: str) -> Members:
        """An object; an empty one where it is absent."""
        return Members(self.raw.get(name), self.at(name), self.faults)

    def choice(self, name: str, names: Sequence[str]) -> str:
        """The name of an enumeration's value, also by its number; "" where it is absent.

        names: by number, the first stands for none.
        """
        value = self.raw.get(name)
        if value is None or value == "":
            return ""
        if type(value) is int and 0 <= value < len(names):
            value = names[value]
        if value not in names:
            self.fault(name, f"Must be one of {', '.join(names[1:])}.")
            return ""
        return "" if value == names[0] else str(value)

    def moment(self, name: str) -> dt.datetime | None:
        """A time as in RFC 3339, None where it is absent."""
        value = self.text(name)
        if not value:
            return None
        try:
            moment = dt.datetime.fromisoformat(value)
        except ValueError:
            moment = None
        if moment is None or moment.tzinfo is None:
            self.fault(name, "Must be a time, as in 2026-01-31T12:00:00Z.")
            return None
        try:
            return moment.astimezone(dt.UTC)
        except OverflowError:
            self.fault(name, "Must be a time between the years 1 and 9999.")
            return None


class Request(Members):
    """The whole of a request's parameters. A2AError (-32602): it cannot be kept as it is."""

    def __init__(self, raw: Any) -> None:
        super().__init__(raw, "", [])
        self.faults += unstorable(self.raw)
        if any(fault.pointer in IDS for fault in self.faults):
            raise task_not_found()
        self.check()

    def check(self) -> None:
        """Raises A2AError (-32602) with everything that was found wrong so far."""
        if self.faults:
            raise invalid_params(*{fault.pointer: fault for fault in self.faults}.values())


_ORIGINAL: Final = frozenset(
    """accepted_output_modes task_push_notification_config history_length return_immediately
    context_id task_id message_id reference_task_ids media_type page_size page_token
    status_timestamp_after include_artifacts""".split()
)
"""The original names of the members that are read here."""


def in_camel_case(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """An object with the protocol's members under their names in JSON."""
    if not any(name in _ORIGINAL for name in raw):
        return raw
    named = {_camel(name) if name in _ORIGINAL else name: value for name, value in raw.items()}
    return named | {name: raw[name] for name in named if name in raw}


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(word.title() for word in rest)


def _whole(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    if isinstance(value, str) and INTEGER.fullmatch(value):
        return int(value.partition(".")[0])
    return None
