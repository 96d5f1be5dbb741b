"""Bodies by serializer, read strictly: right types only, and no member that nobody declared."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeVar

from django.http import QueryDict
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from legalcontext.answers.insight import timestamp
from legalcontext.block.types import Fault
from legalcontext.contracts.quick_ask import InvalidAsk

NAME_LENGTH = 100
"""The longest name of an unknown member that is repeated in a pointer."""

WITH_A_ZONE: Final = re.compile(r"[Tt ].*([Zz]|[+-]\d\d:?\d\d)$")
"""RFC 3339 has a zone; without one, a time would be another one than was meant."""


class Text(serializers.CharField):
    """A string on one line; DRF would take a number for one."""

    default_error_messages = {
        "invalid": "give a string",
        "unprintable": "give one line without control characters",
    }

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        text: str = super().to_internal_value(data)
        if not text.isprintable():
            self.fail("unprintable")
        return text


class Secret(serializers.CharField):
    """A string that is taken as it is, spaces at its ends included."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, write_only=True, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        text: str = super().to_internal_value(data)
        return text


class Choice(serializers.ChoiceField):
    """One of some strings. The refusal names them, and repeats nothing of what was sent."""

    def __init__(self, choices: Any, **kwargs: Any) -> None:
        super().__init__(choices, **kwargs)
        self.error_messages["invalid_choice"] = f"give one of {', '.join(self.choices)}"

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid_choice")
        text: str = super().to_internal_value(data)
        return text


class Flag(serializers.BooleanField):
    """true or false; DRF would take "yes" and 1."""

    default_error_messages = {"invalid": "give true or false"}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class Number(serializers.IntegerField):
    """A whole number; DRF would take "12", 12.0 and true."""

    default_error_messages = {"invalid": "give a whole number"}

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return super().to_internal_value(data)


class Day(serializers.DateField):
    """A calendar day, as 2030-01-31 and in no other of ISO 8601's spellings."""

    default_error_messages = {"invalid": "give a day as 2030-01-31"}

    def to_internal_value(self, value: Any) -> dt.date:
        if not isinstance(value, str) or len(value) != len("2030-01-31"):
            self.fail("invalid", format="YYYY-MM-DD")
        day: dt.date = super().to_internal_value(value)
        if day.isoformat() != value:
            self.fail("invalid", format="YYYY-MM-DD")
        return day


class Moment(serializers.DateTimeField):
    """RFC 3339; out in UTC, to the second."""

    default_error_messages = {"invalid": "give a time as 2030-01-31T12:00:00Z"}

    def to_internal_value(self, value: Any) -> Any:
        if not isinstance(value, str) or not WITH_A_ZONE.search(value):
            self.fail("invalid", format="RFC 3339")
        return super().to_internal_value(value)

    def to_representation(self, value: Any) -> Any:
        return timestamp(value) if isinstance(value, dt.datetime) else None


@extend_schema_field(
    {"oneOf": [{"type": "string", "format": "date"}, {"type": "string", "format": "date-time"}]}
)
class DayOrMoment(Moment):
    """A day, which is a whole one of the account's time zone, or RFC 3339."""

    default_error_messages = {"invalid": "give a day as 2030-01-31, or a time with its zone"}

    def to_internal_value(self, value: Any) -> Any:
        if isinstance(value, str) and len(value) == len("2030-01-31"):
            return Day().to_internal_value(value)
        return super().to_internal_value(value)


class Body(serializers.Serializer):
    """The members that a body may have."""


SomeBody = TypeVar("SomeBody", bound=Body)


def read_body(request: Request, kind: type[Body]) -> dict[str, Any]:
    """What was sent, read. InvalidAsk: every wrong, missing and unknown member, by its pointer.

    No body at all counts as an empty object.
    """
    sent: Any = request.data
    if not isinstance(sent, Mapping):
        raise InvalidAsk((Fault("", "send a JSON object"),))
    body = kind(data=sent)
    unknown = tuple(
        Fault(_pointer(name), "there is no such member") for name in sent if name not in body.fields
    )
    if not body.is_valid() or unknown:
        raise InvalidAsk((*unknown, *faults_of(body.errors)))
    read: dict[str, Any] = body.validated_data
    return read


def flag_of(query: QueryDict, name: str) -> bool:
    """`?name=true` or `?name=false`; false when absent. InvalidAsk: anything else."""
    text = query.get(name, "false")
    if text not in ("true", "false"):
        raise InvalidAsk((Fault(f"?{name}", "give true or false"),))
    return text == "true"


def faults_of(errors: Any, at: str = "") -> Iterator[Fault]:
    """DRF's nested errors, flat, each with its JSON pointer."""
    if isinstance(errors, Mapping):
        for name, inner in errors.items():
            own = name == "non_field_errors"
            yield from faults_of(inner, at if own else f"{at}/{name}")
        return
    for place, inner in enumerate(errors):
        if isinstance(inner, Mapping | list):
            yield from faults_of(inner, f"{at}/{place}")
        else:
            yield Fault(at, str(inner))


def _pointer(name: str) -> str:
    """Where an unknown member is; the whole body, where its name is not fit to be repeated."""
    if len(name) > NAME_LENGTH or not name.isascii() or not name.isprintable():
        return ""
    return "/" + name.replace("~", "~0").replace("/", "~1")
