"""`/v1/members`: the people of the account, their roles, suspension and leaving."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import authority
from accounts.models import Membership
from accounts.services import members

from .bodies import Body, Choice, Moment, Text, read_body
from .listing import page_of
from .views import DoorView, reply

STATUSES = (Membership.Status.ACTIVE, Membership.Status.SUSPENDED)


class MemberShown(serializers.Serializer):
    """A member as colleagues see each other."""

    id = serializers.CharField(source="public_id")
    user = serializers.CharField(source="user.public_id")
    name = serializers.CharField(source="user.name")
    email = serializers.EmailField(source="user.email")
    role = serializers.ChoiceField(Membership.Role.choices)
    status = serializers.ChoiceField([(s.value, s.label) for s in STATUSES])
    professional_status = serializers.ChoiceField(Membership.ProfessionalStatus.choices)
    created_at = Moment()


class RoleBody(Body):
    role = Choice(Membership.Role.choices)


class ProfessionBody(Body):
    professional_status = Choice([(s.value, s.label) for s in members.DECLARABLE])


class RemovalBody(Body):
    transfer_to = Text(
        max_length=60, required=False, help_text="the member who takes over what is the leaver's"
    )


class MemberList(DoorView):
    """The account's people."""

    def get(self, request: Request) -> Response:
        rows = members.members_of(self.principal)
        return page_of(request, self.principal, rows, MemberShown)


class MemberDetail(DoorView):
    """One of them."""

    def get(self, request: Request, member_id: str) -> Response:
        return shown(authority.member(self.principal, member_id))


class MemberRole(DoorView):
    """Another role: an owner gives any, an admin none."""

    def put(self, request: Request, member_id: str) -> Response:
        role = read_body(request, RoleBody)["role"]
        return shown(members.give_role(self.principal, member_id, role))


class MemberProfession(DoorView):
    """What one says of one's own profession; an operator verifies it."""

    def put(self, request: Request, member_id: str) -> Response:
        said = read_body(request, ProfessionBody)["professional_status"]
        return shown(members.declare_profession(self.principal, member_id, said))


class MemberSuspension(DoorView):
    """Refuse the person's credentials in this account from the next call on."""

    def post(self, request: Request, member_id: str) -> Response:
        with self.idempotent(request) as attempt:
            read_body(request, Body)
            if attempt.replay_of is not None:
                return shown(authority.member(self.principal, attempt.replay_of), replayed=True)
            member = members.suspend_member(self.principal, member_id, attempt=attempt)
        return shown(member)


class MemberResumption(DoorView):
    """Accept them again."""

    def post(self, request: Request, member_id: str) -> Response:
        with self.idempotent(request) as attempt:
            read_body(request, Body)
            if attempt.replay_of is not None:
                return shown(authority.member(self.principal, attempt.replay_of), replayed=True)
            member = members.resume_member(self.principal, member_id, attempt=attempt)
        return shown(member)


class MemberRemoval(DoorView):
    """End the membership, after somebody has taken over what is the person's."""

    def post(self, request: Request, member_id: str) -> Response:
        with self.idempotent(request) as attempt:
            said = read_body(request, RemovalBody)
            if attempt.replay_of is None:
                members.remove_member(self.principal, member_id, attempt=attempt, **said)
        return reply(replayed=attempt.replay_of is not None)


def shown(member: Membership, *, replayed: bool = False) -> Response:
    return reply(MemberShown(member).data, replayed=replayed)
