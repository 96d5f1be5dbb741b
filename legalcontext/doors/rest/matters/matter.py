"""`/v1/matters`: opening, listing, changing, closing, transferring and deleting."""

from __future__ import annotations

from typing import cast

from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.keyset import Position
from legalcontext.block.types import Fault
from legalcontext.contracts.quick_ask import InvalidAsk
from legalcontext.doors.problems import Code
from legalcontext.doors.rest.bodies import Body, read_body
from legalcontext.doors.rest.listing import PAGED, listed
from legalcontext.doors.rest.openapi import documented
from legalcontext.doors.rest.views import DoorView, reply
from matters.levels import NAMES
from matters.services import grants, matters
from matters.services.matters import Seen, Shown

from .pages import page_of
from .shapes import MatterBody, MatterChange, MatterShown, TransferBody, fields_of, read_change

TAG = "matters"
STATUSES = ("open", "closed", "all")


class MatterList(DoorView):
    """The matters that may be read, and new ones."""

    @documented(
        "List matters",
        gives=listed(MatterShown),
        parameters=(
            *PAGED,
            OpenApiParameter("status", str, enum=STATUSES, description="`open` when left out"),
        ),
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        """Newest first. Closed matters are left out unless `status` asks for them."""
        shown = request.query_params.get("status") or "open"
        if shown not in STATUSES:
            raise InvalidAsk((Fault("?status", f"give one of {', '.join(STATUSES)}"),))
        return page_of(
            request,
            self.principal,
            lambda limit, after: matters.list_matters(
                self.principal, limit=limit, after=after, status=cast(Shown, shown)
            ),
            MatterShown,
            place=lambda seen: Position(seen.matter.created_at, seen.matter.pk),
            status=shown,
        )

    @documented(
        "Open a matter",
        takes=MatterBody,
        gives=MatterShown,
        status=status.HTTP_201_CREATED,
        problems=(Code.NOT_FOUND,),
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        """The acting person owns it. A program opens none, and neither does a bound key."""
        with self.idempotent(request) as attempt:
            said = fields_of(read_body(request, MatterBody))
            if attempt.replay_of is not None:
                seen = matters.read_matter(self.principal, attempt.replay_of)
            else:
                seen = matters.open_matter(self.principal, attempt=attempt, **said)
        replayed = attempt.replay_of is not None
        return shown_as(seen, http_status=status.HTTP_201_CREATED, replayed=replayed)


class MatterDetail(DoorView):
    """One matter."""

    @documented("Read a matter", gives=MatterShown, problems=(Code.NOT_FOUND,), tag=TAG)
    def get(self, request: Request, matter_id: str) -> Response:
        """Open or closed; with the level that the reader has on it."""
        return shown_as(matters.read_matter(self.principal, matter_id))

    @documented(
        "Change a matter",
        takes=MatterChange,
        gives=MatterShown,
        problems=(Code.NOT_FOUND,),
        tag=TAG,
    )
    def patch(self, request: Request, matter_id: str) -> Response:
        """Title, jurisdiction, forum, and whether litigation is anticipated; needs `work`.

        Owner, status, grants and walls have addresses of their own and are refused here.
        """
        changes = read_change(request)
        return shown_as(matters.update_matter(self.principal, matter_id, changes))

    @documented(
        "Delete a matter",
        status=status.HTTP_204_NO_CONTENT,
        problems=(Code.NOT_FOUND, Code.LEGAL_HOLD),
        tag=TAG,
    )
    def delete(self, request: Request, matter_id: str) -> Response:
        """With all that is in it, its grants and its answers, or, where anything is held, nothing.

        Needs `manage`. There is no undo.
        """
        matters.delete_matter(self.principal, matter_id)
        return reply()


class MatterClosure(DoorView):
    """The end of the work."""

    @documented(
        "Close a matter", takes=Body, gives=MatterShown, problems=(Code.NOT_FOUND,), tag=TAG
    )
    def post(self, request: Request, matter_id: str) -> Response:
        """Read only from now on: nothing in it changes, and no ask may name it. Needs `manage`."""
        with self.idempotent(request) as attempt:
            read_body(request, Body)
            if attempt.replay_of is not None:
                seen = matters.read_matter(self.principal, attempt.replay_of)
            else:
                seen = matters.close_matter(self.principal, matter_id, attempt=attempt)
        return shown_as(seen, replayed=attempt.replay_of is not None)


class MatterReopening(DoorView):
    """Work goes on."""

    @documented(
        "Reopen a matter", takes=Body, gives=MatterShown, problems=(Code.NOT_FOUND,), tag=TAG
    )
    def post(self, request: Request, matter_id: str) -> Response:
        """It may be changed and named again. Needs `manage`."""
        with self.idempotent(request) as attempt:
            read_body(request, Body)
            if attempt.replay_of is not None:
                seen = matters.read_matter(self.principal, attempt.replay_of)
            else:
                seen = matters.reopen_matter(self.principal, matter_id, attempt=attempt)
        return shown_as(seen, replayed=attempt.replay_of is not None)


class MatterTransfer(DoorView):
    """Another owner of record."""

    @documented(
        "Transfer a matter",
        takes=TransferBody,
        status=status.HTTP_204_NO_CONTENT,
        problems=(Code.NOT_FOUND,),
        tag=TAG,
    )
    def post(self, request: Request, matter_id: str) -> Response:
        """The grants move with it: the new owner has every level, the old one what `keep` says.

        Needs `manage`. It shows nothing of the matter, which the caller may just have given away.
        """
        with self.idempotent(request) as attempt:
            said = read_body(request, TransferBody)
            if attempt.replay_of is None:
                keep = NAMES[said["keep"]] if "keep" in said else None
                grants.transfer(
                    self.principal, matter_id, to=said["to"], keep=keep, attempt=attempt
                )
        return reply(replayed=attempt.replay_of is not None)


def shown_as(
    seen: Seen, *, http_status: int = status.HTTP_200_OK, replayed: bool = False
) -> Response:
    return reply(MatterShown(seen).data, http_status=http_status, replayed=replayed)
