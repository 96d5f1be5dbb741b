"""`/v1/members`: the people of the account, their roles, suspension and leaving."""

from __future__ import annotations

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import authority
from accounts.models import Membership
from accounts.services import members
from legalcontext.doors.problems import Code

from .bodies import Body, Choice, Moment, Text, read_body
from .listing import PAGED, listed, page_of
from .openapi import documented
from .views import DoorView, reply

TAG = "people"
MISSING = (Code.NOT_FOUND,)
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

    @documented(
        "List members", gives=listed(MemberShown), parameters=PAGED, problems=MISSING, tag=TAG
    )
    def get(self, request: Request) -> Response:
        """Newest first; colleagues see each other, programs see nobody."""
        rows = members.members_of(self.principal)
        return page_of(request, self.principal, rows, MemberShown)


class MemberDetail(DoorView):
    """One of them."""

    @documented("Read a member", gives=MemberShown, problems=MISSING, tag=TAG)
    def get(self, request: Request, member_id: str) -> Response:
        """As the list shows them."""
        return shown(authority.member(self.principal, member_id))


class MemberRole(DoorView):
    """Another role: an owner gives any, an admin none."""

    @documented("Give a role", takes=RoleBody, gives=MemberShown, problems=MISSING, tag=TAG)
    def put(self, request: Request, member_id: str) -> Response:
        """An owner gives any; the last owner who can act stays one."""
        role = read_body(request, RoleBody)["role"]
        return shown(members.give_role(self.principal, member_id, role))


class MemberProfession(DoorView):
    """What one says of one's own profession; an operator verifies it."""

    @documented(
        "Declare a profession",
        takes=ProfessionBody,
        gives=MemberShown,
        problems=MISSING,
        tag=TAG,
    )
    def put(self, request: Request, member_id: str) -> Response:
        """Of oneself only; what an operator has verified or suspended stays."""
        said = read_body(request, ProfessionBody)["professional_status"]
        return shown(members.declare_profession(self.principal, member_id, said))


class MemberSuspension(DoorView):
    """An end of access that loses nothing."""

    @documented("Suspend a member", takes=Body, gives=MemberShown, problems=MISSING, tag=TAG)
    def post(self, request: Request, member_id: str) -> Response:
        """Refuse the person's credentials in this account from the next call on."""
        with self.idempotent(request) as attempt:
            read_body(request, Body)
            if attempt.replay_of is not None:
                return shown(authority.member(self.principal, attempt.replay_of), replayed=True)
            member = members.suspend_member(self.principal, member_id, attempt=attempt)
        return shown(member)


class MemberResumption(DoorView):
    """The end of a suspension."""

    @documented("Resume a member", takes=Body, gives=MemberShown, problems=MISSING, tag=TAG)
    def post(self, request: Request, member_id: str) -> Response:
        """Accept the person's credentials again, but for those that ended meanwhile."""
        with self.idempotent(request) as attempt:
            read_body(request, Body)
            if attempt.replay_of is not None:
                return shown(authority.member(self.principal, attempt.replay_of), replayed=True)
            member = members.resume_member(self.principal, member_id, attempt=attempt)
        return shown(member)


class MemberRemoval(DoorView):
    """Leaving the account."""

    @documented(
        "Remove a member",
        takes=RemovalBody,
        status=status.HTTP_204_NO_CONTENT,
        problems=MISSING,
        tag=TAG,
    )
    def post(self, request: Request, member_id: str) -> Response:
        """Keys and sessions end at once, grants too.

        While matters are theirs it is refused and names them, unless `transfer_to` names the
        member who takes them over.
        """
        with self.idempotent(request) as attempt:
            said = read_body(request, RemovalBody)
            if attempt.replay_of is None:
                members.remove_member(self.principal, member_id, attempt=attempt, **said)
        return reply(replayed=attempt.replay_of is not None)


def shown(member: Membership, *, replayed: bool = False) -> Response:
    return reply(MemberShown(member).data, replayed=replayed)
