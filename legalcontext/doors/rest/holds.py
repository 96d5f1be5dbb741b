"""`/v1/holds`: what the account's owners hold, so that nobody deletes it."""

from __future__ import annotations

import uuid
from typing import Any

from rest_framework import serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.ids import public_id
from accounts.keyset import Position as KeysetPosition
from accounts.models import Membership, ServiceIdentity
from legalcontext.answers import holds
from legalcontext.answers.history import Position
from legalcontext.answers.insight import timestamp
from legalcontext.answers.models import Answer
from legalcontext.doors.problems import Code
from legalcontext.retention.models import Hold
from matters.models import Matter

from .bodies import Body, Day, DayOrMoment, Moment, Text, read_body
from .listing import PAGED, listed
from .openapi import documented
from .pagination import limit_of, page_json, position_of
from .views import DoorView, reply

TAG = "retention"


class ScopeBody(Body):
    """One of them; the two times together are one."""

    matter = Text(max_length=60, required=False)
    person = Text(max_length=60, required=False, help_text="mem_… or svc_…")
    answer = Text(max_length=60, required=False)
    made_from = DayOrMoment(required=False)
    made_until = DayOrMoment(
        required=False,
        help_text="a day is a whole one of the account's time zone, and held too; a time is where "
        "it ends",
    )

    def to_internal_value(self, data: Any) -> Any:
        """A name that means nothing must not pass for a hold on something else."""
        unknown = set(data) - set(self.fields) if isinstance(data, dict) else set()
        if unknown:
            raise ValidationError({name: ["there is no such member"] for name in unknown})
        return super().to_internal_value(data)


class HoldBody(Body):
    reason = Text(max_length=1000)
    scope = ScopeBody()
    review_on = Day(help_text="a later day, when somebody asks whether it is still needed")


class ReleaseBody(Body):
    reason = Text(max_length=1000)


class ScopeShown(serializers.Serializer):
    """One of them; the two times together are one."""

    matter = serializers.CharField(required=False)
    person = serializers.CharField(required=False)
    answer = serializers.CharField(required=False)
    made_from = Moment(required=False)
    made_until = Moment(required=False)


class HoldShown(serializers.Serializer):
    id = serializers.CharField()
    scope = ScopeShown()
    reason = serializers.CharField()
    review_on = serializers.DateField()
    authority = serializers.ChoiceField(Hold.Authority.choices)
    placed_at = Moment()
    released_at = Moment(allow_null=True)
    release_reason = serializers.CharField(allow_null=True)


class HoldList(DoorView):
    """Place a hold; list those that the account may know of."""

    @documented(
        "List holds",
        gives=listed(HoldShown),
        parameters=PAGED,
        problems=(Code.NOT_FOUND,),
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        """For owners; newest first, released ones among them."""
        limit = limit_of(request.query_params)
        after = position_of(request.query_params, self.principal, {})
        rows = holds.list_holds(
            self.principal,
            limit=limit,
            after=KeysetPosition(after.created_at, after.answer_id) if after else None,
        )
        page = page_json(
            rows,
            limit=limit,
            principal=self.principal,
            filters={},
            position=lambda hold: Position(hold.placed_at, hold.pk),
            render=shown,
        )
        return reply(page)

    @documented(
        "Place a hold",
        takes=HoldBody,
        gives=HoldShown,
        status=status.HTTP_201_CREATED,
        problems=(Code.NOT_FOUND, Code.MATTER_NOT_FOUND),
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        """For owners. What it names is deleted by nobody until it is released."""
        with self.idempotent(request) as attempt:
            if attempt.replay_of is not None:
                hold = holds.read_hold(self.principal, attempt.replay_of)
                return reply(shown(hold), http_status=status.HTTP_201_CREATED, replayed=True)
            said = read_body(request, HoldBody)
            hold = holds.place_hold(
                self.principal,
                holds.Named(**said["scope"]),
                reason=said["reason"],
                review_on=said["review_on"],
                attempt=attempt,
            )
        return reply(shown(hold), http_status=status.HTTP_201_CREATED)


class HoldDetail(DoorView):
    """One hold, active or released."""

    @documented("Read a hold", gives=HoldShown, problems=(Code.NOT_FOUND,), tag=TAG)
    def get(self, request: Request, hold_id: str) -> Response:
        """For owners."""
        return reply(shown(holds.read_hold(self.principal, hold_id)))


class HoldRelease(DoorView):
    """End a hold that an owner placed."""

    @documented(
        "Release a hold", takes=ReleaseBody, gives=HoldShown, problems=(Code.NOT_FOUND,), tag=TAG
    )
    def post(self, request: Request, hold_id: str) -> Response:
        """For owners, and holds of owners. What waited for it goes soon after."""
        with self.idempotent(request) as attempt:
            if attempt.replay_of is not None:
                hold = holds.read_hold(self.principal, attempt.replay_of)
                return reply(shown(hold), replayed=True)
            said = read_body(request, ReleaseBody)
            hold = holds.release_hold(
                self.principal, hold_id, reason=said["reason"], attempt=attempt
            )
        return reply(shown(hold))


def shown(hold: Hold) -> dict[str, Any]:
    """The hold as its account sees it."""
    return {
        "id": hold.public_id,
        "scope": scope_json(hold),
        "reason": hold.reason,
        "review_on": hold.review_on.isoformat(),
        "authority": hold.authority,
        "placed_at": timestamp(hold.placed_at),
        "released_at": timestamp(hold.released_at) if hold.released_at else None,
        "release_reason": hold.release_reason or None,
    }


def scope_json(hold: Hold) -> dict[str, Any]:
    """What it holds, in the words in which it was asked for."""
    if hold.matter_id is not None:
        return {"matter": public_id(Matter.PREFIX, hold.matter_id)}
    if hold.answer_id is not None:
        return {"answer": public_id(Answer.PREFIX, hold.answer_id)}
    if hold.person_id is not None:
        return {"person": _person(hold.account_id, hold.person_id)}
    times = {"made_from": hold.made_from, "made_until": hold.made_until}
    return {name: timestamp(time) for name, time in times.items() if time is not None}


def _person(account_id: Any, person_id: uuid.UUID) -> str:
    """The membership of the held person, or the service identity."""
    members = Membership.objects.filter(account=account_id, user=person_id)
    member = members.order_by("-created_at").first()
    return member.public_id if member else public_id(ServiceIdentity.PREFIX, person_id)
