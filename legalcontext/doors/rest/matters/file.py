"""`/v1/matters/{id}/parties`, `/dates` and `/notes`, all alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from accounts.keyset import Position
from legalcontext.doors.problems import Code
from legalcontext.doors.rest.bodies import Body, read_body
from legalcontext.doors.rest.listing import PAGED, listed
from legalcontext.doors.rest.openapi import documented
from legalcontext.doors.rest.views import DoorView, reply
from matters.models import KeyDate, Note, Party
from matters.services import file

from .pages import by_creation, by_day, page_of
from .shapes import (
    KeyDateBody,
    KeyDateChange,
    KeyDateShown,
    NoteBody,
    NoteChange,
    NoteShown,
    PartyBody,
    PartyChange,
    PartyShown,
)

TAG = "what stands in a matter"
MISSING = (Code.NOT_FOUND,)


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of entry: its model, its words, its shapes, and the order of its list."""

    model: Any
    one: str
    many: str
    body: type[Body]
    change: type[Body]
    shown: type[Serializer]
    place: Callable[[Any], Position] = by_creation


def views_of(kind: Kind) -> tuple[type[DoorView], type[DoorView]]:
    """The view of a matter's entries, and that of one of them."""
    gives, model = kind.shown, kind.model

    class Entries(DoorView):
        @documented(
            f"List {kind.many}", gives=listed(gives), parameters=PAGED, problems=MISSING, tag=TAG
        )
        def get(self, request: Request, matter_id: str) -> Response:
            """Needs `read`."""
            return page_of(
                request,
                self.principal,
                lambda limit, after: file.list_entries(
                    self.principal, model, matter_id, limit=limit, after=after
                ),
                gives,
                place=kind.place,
            )

        @documented(
            f"Add a {kind.one}",
            takes=kind.body,
            gives=gives,
            status=status.HTTP_201_CREATED,
            problems=MISSING,
            tag=TAG,
        )
        def post(self, request: Request, matter_id: str) -> Response:
            """Needs `work`, and an open matter."""
            with self.idempotent(request) as attempt:
                said = read_body(request, kind.body)
                if attempt.replay_of is not None:
                    entry = file.read_entry(self.principal, model, matter_id, attempt.replay_of)
                else:
                    entry = file.add_entry(self.principal, model, matter_id, said, attempt=attempt)
            return reply(
                gives(entry).data,
                http_status=status.HTTP_201_CREATED,
                replayed=attempt.replay_of is not None,
            )

    class Entry(DoorView):
        @documented(f"Read a {kind.one}", gives=gives, problems=MISSING, tag=TAG)
        def get(self, request: Request, matter_id: str, entry_id: str) -> Response:
            """Needs `read`."""
            return reply(gives(file.read_entry(self.principal, model, matter_id, entry_id)).data)

        @documented(
            f"Change a {kind.one}", takes=kind.change, gives=gives, problems=MISSING, tag=TAG
        )
        def patch(self, request: Request, matter_id: str, entry_id: str) -> Response:
            """Needs `work`, and an open matter; a note is changed by its author alone."""
            said = read_body(request, kind.change)
            entry = file.change_entry(self.principal, model, matter_id, entry_id, said)
            return reply(gives(entry).data)

        @documented(
            f"Delete a {kind.one}",
            status=status.HTTP_204_NO_CONTENT,
            problems=(*MISSING, Code.LEGAL_HOLD),
            tag=TAG,
        )
        def delete(self, request: Request, matter_id: str, entry_id: str) -> Response:
            """Needs `work`, and an open matter; a note of another's needs `manage`."""
            file.remove_entry(self.principal, model, matter_id, entry_id)
            return reply()

    return Entries, Entry


PartyList, PartyDetail = views_of(
    Kind(Party, "party", "parties", PartyBody, PartyChange, PartyShown)
)
DateList, DateDetail = views_of(
    Kind(KeyDate, "key date", "key dates", KeyDateBody, KeyDateChange, KeyDateShown, by_day)
)
NoteList, NoteDetail = views_of(Kind(Note, "note", "notes", NoteBody, NoteChange, NoteShown))
