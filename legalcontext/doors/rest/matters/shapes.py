"""What is sent and shown about matters."""

from __future__ import annotations

import datetime as dt
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from accounts.ids import public_id
from accounts.models import ApiKey
from legalcontext.block.types import Fault
from legalcontext.contracts.quick_ask import InvalidAsk
from legalcontext.doors.rest.bodies import Body, Choice, Flag, Moment, Text, read_body
from matters.levels import NAMES, name_of
from matters.models import Matter, MatterEvent, Note, Party
from matters.services.conflicts import MAX_NAME_LENGTH, MAX_NAMES

LEVELS = tuple(NAMES)
ID_LENGTH = 60
ELSEWHERE = {
    "/owner": "the owner changes by POST …/transfer",
    "/status": "the status changes by POST …/close and POST …/reopen",
    "/grants": "grants change by POST …/grants and DELETE …/grants/{member}",
    "/walls": "walls change by POST …/walls and DELETE …/walls/{member}",
    "/account": "a matter stays in its account",
}
"""What a general update refuses, and where it is changed instead."""


class Prose(serializers.CharField):
    """Text of any number of lines, kept as it was sent."""

    default_error_messages = {"invalid": "give a string"}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        text: str = super().to_internal_value(data)
        if text and not text.strip():
            self.fail("blank")
        return text


class Day(serializers.DateField):
    """A calendar day, as 2030-01-31."""

    default_error_messages = {"invalid": "give a day as 2030-01-31"}

    def to_internal_value(self, value: Any) -> dt.date:
        # One spelling: ISO 8601 has others, which the schema's `date` does not know.
        if not isinstance(value, str) or len(value) != len("2030-01-31"):
            self.fail("invalid", format="YYYY-MM-DD")
        day: dt.date = super().to_internal_value(value)
        if day.isoformat() != value:
            self.fail("invalid", format="YYYY-MM-DD")
        return day


# Bodies


class MatterBody(Body):
    title = Text(max_length=200)
    jurisdiction = Text(
        max_length=200,
        required=False,
        allow_null=True,
        allow_blank=True,
        help_text="any spelling of a known place; kept as its code",
    )
    forum = Text(max_length=200, required=False, allow_null=True, allow_blank=True)
    litigation_anticipated = Flag(
        required=False, allow_null=True, help_text="null: not said; it moves the privilege label"
    )


class MatterChange(MatterBody):
    title = Text(max_length=200, required=False)


class TransferBody(Body):
    to = Text(max_length=ID_LENGTH, help_text="the member who becomes the owner of record")
    keep = Choice(
        LEVELS,
        required=False,
        help_text="what the old owner is left with; left out: nothing",
    )


class GrantBody(Body):
    member = Text(max_length=ID_LENGTH)
    level = Choice(LEVELS)


class BindingBody(Body):
    key = Text(max_length=ID_LENGTH)
    level = Choice(LEVELS, default="read")


class WallBody(Body):
    member = Text(max_length=ID_LENGTH)
    reason = Text(max_length=500)


class PartyBody(Body):
    name = Text(max_length=200)
    role = Text(max_length=100, required=False, allow_blank=True)
    side = Choice(Party.Side.choices, required=False)


class PartyChange(PartyBody):
    name = Text(max_length=200, required=False)


class KeyDateBody(Body):
    title = Text(max_length=200)
    date = Day()
    note = Prose(max_length=2000, required=False, allow_blank=True)


class KeyDateChange(KeyDateBody):
    title = Text(max_length=200, required=False)
    date = Day(required=False)


class NoteBody(Body):
    text = Prose(max_length=20_000)


class NoteChange(Body):
    text = Prose(max_length=20_000, required=False)


class CheckBody(Body):
    names = serializers.ListField(
        child=Text(max_length=MAX_NAME_LENGTH), allow_empty=False, max_length=MAX_NAMES
    )


def fields_of(read: dict[str, Any]) -> dict[str, Any]:
    """The body of a matter as its columns have it: null is the empty string."""
    anticipated = {True: "yes", False: "no", None: ""}
    return {
        name: anticipated[value] if name == "litigation_anticipated" else value or ""
        for name, value in read.items()
    }


def read_change(request: Request) -> dict[str, Any]:
    """A general update. InvalidAsk: what is changed elsewhere is refused, and says where."""
    try:
        return fields_of(read_body(request, MatterChange))
    except InvalidAsk as error:
        raise InvalidAsk(
            tuple(Fault(f.pointer, ELSEWHERE.get(f.pointer, f.detail)) for f in error.faults)
        ) from None


# What is shown


class PersonShown(serializers.Serializer):
    """A member of the account, by id and name."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField(source="user.name")


class WriterShown(serializers.Serializer):
    """Who wrote something: a person (`usr_…`) or a program (`svc_…`)."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()


class LevelShown(serializers.ChoiceField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(LEVELS, **kwargs)

    def to_representation(self, value: Any) -> Any:
        return name_of(value) if value else None


class NoneIfEmpty(serializers.CharField):
    """A column that is empty where nothing is known, shown as null."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_null=True, **kwargs)

    def to_representation(self, value: Any) -> Any:
        return value or None


class Anticipated(serializers.BooleanField):
    """true, false, or null where it was not said."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_null=True, **kwargs)

    def to_representation(self, value: Any) -> Any:
        return {"yes": True, "no": False}.get(value)


class MatterShown(serializers.Serializer):
    """A matter as its reader sees it; `access` is the reader's own level."""

    id = serializers.CharField(source="matter.public_id")
    title = serializers.CharField(source="matter.title")
    owner = PersonShown(allow_null=True)
    jurisdiction = NoneIfEmpty(source="matter.jurisdiction")
    forum = NoneIfEmpty(source="matter.forum")
    litigation_anticipated = Anticipated(source="matter.litigation_anticipated")
    status = serializers.ChoiceField(Matter.Status.choices, source="matter.status")
    access = LevelShown()
    created_at = Moment(source="matter.created_at")


class GrantShown(serializers.Serializer):
    member = PersonShown(source="person")
    level = LevelShown()


class BoundKeyShown(serializers.Serializer):
    """Which key it is, and for whom it acts: a member or a service."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    last_four = serializers.CharField()
    member = serializers.SerializerMethodField()
    service = serializers.SerializerMethodField()

    def get_member(self, key: ApiKey) -> str | None:
        return key.membership.public_id if key.membership else None

    def get_service(self, key: ApiKey) -> str | None:
        return key.service.public_id if key.service else None


class BindingShown(serializers.Serializer):
    key = BoundKeyShown()
    level = LevelShown()


class WallShown(serializers.Serializer):
    member = PersonShown(source="person")
    reason = serializers.CharField(source="wall.reason")
    placed_by = WriterShown(source="wall.placed_by")
    placed_at = Moment(source="wall.placed_at")


class EventShown(serializers.Serializer):
    """A change of access or status; `actor` is null where it came with a person's leaving."""

    action = serializers.ChoiceField(MatterEvent.Action.choices)
    actor = WriterShown(allow_null=True)
    person = WriterShown(allow_null=True)
    key = serializers.SerializerMethodField()
    level = LevelShown(allow_null=True)
    created_at = Moment()

    def get_key(self, event: MatterEvent) -> str | None:
        return public_id(ApiKey.PREFIX, event.key) if event.key else None


class PartyShown(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    role = serializers.CharField()
    side = serializers.ChoiceField(Party.Side.choices)
    created_at = Moment()


class KeyDateShown(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    title = serializers.CharField()
    date = serializers.DateField()
    note = serializers.CharField()
    created_at = Moment()


class NoteShown(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    text = serializers.CharField()
    author = serializers.SerializerMethodField()
    created_at = Moment()
    edited_at = Moment(allow_null=True)

    @extend_schema_field(WriterShown)
    def get_author(self, note: Note) -> dict[str, Any]:
        return dict(WriterShown(note.author or note.service).data)


ANSWERS = {True: "refer to whoever clears conflicts", False: "nothing found"}


class CheckShown(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    answer = serializers.SerializerMethodField()
    names = serializers.IntegerField(help_text="how many were asked")
    checked_at = Moment()

    @extend_schema_field({"type": "string", "enum": list(ANSWERS.values())})
    def get_answer(self, check: Any) -> str:
        return ANSWERS[check.found]


class RecordedCheckShown(CheckShown):
    asker = WriterShown()
