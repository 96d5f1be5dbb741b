"""`/v1/conflict-checks`: does a name stand in any matter of the account."""

from __future__ import annotations

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.keyset import Position
from legalcontext.doors.problems import Code
from legalcontext.doors.rest.bodies import read_body
from legalcontext.doors.rest.listing import PAGED, listed
from legalcontext.doors.rest.openapi import documented
from legalcontext.doors.rest.views import DoorView, reply
from matters.models import ConflictCheck
from matters.services import conflicts

from .pages import page_of
from .shapes import CheckBody, CheckShown, RecordedCheckShown

TAG = "conflict checks"


class ConflictChecks(DoorView):
    """Ask, and see that it was asked."""

    @documented(
        "Check for conflicts",
        takes=CheckBody,
        gives=CheckShown,
        status=status.HTTP_201_CREATED,
        problems=(Code.NOT_FOUND,),
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        """Names only. The answer is one for all of them and says nothing about any matter: either
        `refer to whoever clears conflicts` or `nothing found`. For owners, admins and verified
        professionals; every check is recorded, without the names."""
        with self.idempotent(request) as attempt:
            said = read_body(request, CheckBody)
            if attempt.replay_of is not None:
                check = conflicts.read_check(self.principal, attempt.replay_of)
            else:
                check = conflicts.check_names(self.principal, said["names"], attempt=attempt)
        return reply(
            CheckShown(check).data,
            http_status=status.HTTP_201_CREATED,
            replayed=attempt.replay_of is not None,
        )

    @documented(
        "List conflict checks",
        gives=listed(RecordedCheckShown),
        parameters=PAGED,
        problems=(Code.NOT_FOUND,),
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        """Who asked, when, how many names and what the answer was; for owners and admins."""
        return page_of(
            request,
            self.principal,
            lambda limit, after: conflicts.list_checks(self.principal, limit=limit, after=after),
            RecordedCheckShown,
            place=_place,
        )


def _place(check: ConflictCheck) -> Position:
    return Position(check.checked_at, check.pk)
