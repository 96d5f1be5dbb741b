"""`/v1/accesses`: when somebody of the service looked into the account's content, and why."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.keyset import Position as KeysetPosition
from legalcontext.answers.history import Position
from legalcontext.answers.insight import timestamp
from legalcontext.oversight.access import accesses_of
from legalcontext.oversight.models import ContentAccess

from .account import TAG
from .bodies import Moment
from .listing import PAGED, listed
from .openapi import documented
from .pagination import limit_of, page_json, position_of
from .views import DoorView, reply


class AccessShown(serializers.Serializer):
    id = serializers.CharField()
    of = serializers.CharField(help_text="ans_… or mat_…")
    operator = serializers.CharField()
    reason = serializers.CharField(
        allow_null=True, help_text="null once what it was about has been deleted"
    )
    granted_at = Moment()
    ends_at = Moment(help_text="when it ended, or will")
    readings = serializers.IntegerField(help_text="how often the content was shown")
    last_read_at = Moment(allow_null=True)


class AccessList(DoorView):
    """Accesses of the service's operators to content."""

    @documented(
        "List accesses to content",
        gives=listed(AccessShown),
        parameters=PAGED,
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        """Owners see those to anything of the account, others those to what they asked or own;
        newest first."""
        limit = limit_of(request.query_params)
        after = position_of(request.query_params, self.principal, {})
        rows = accesses_of(
            self.principal,
            limit=limit,
            after=KeysetPosition(after.created_at, after.answer_id) if after else None,
        )
        page = page_json(
            rows,
            limit=limit,
            principal=self.principal,
            filters={},
            position=lambda access: Position(access.granted_at, access.pk),
            render=shown,
        )
        return reply(page)


def shown(access: ContentAccess) -> dict[str, Any]:
    """The access as its account sees it."""
    return {
        "id": access.public_id,
        "of": access.of,
        "operator": access.operator_name,
        "reason": access.reason or None,
        "granted_at": timestamp(access.granted_at),
        "ends_at": timestamp(access.ended_at or access.ends_at),
        "readings": access.readings,
        "last_read_at": timestamp(access.last_read_at) if access.last_read_at else None,
    }
