"""`/v1/invitations`: offering a membership, and taking one up without a key."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import authority
from accounts.models import Invitation, Membership
from accounts.services import invitations
from legalcontext.doors.problems import Code

from .bodies import Body, Choice, Moment, Secret, Text, read_body
from .listing import PAGED, listed, page_of
from .openapi import documented
from .views import DoorView, reply, turn_of

TAG = "people"
MISSING = (Code.NOT_FOUND,)
STATUSES = ("pending", "accepted", "revoked", "expired")


class InvitationBody(Body):
    email = serializers.EmailField(max_length=254)
    role = Choice(Membership.Role.choices, default=Membership.Role.MEMBER.value)


class AcceptanceBody(Body):
    token = Secret(max_length=200)
    name = Text(max_length=200, required=False, allow_blank=True)
    password = Secret(max_length=200, required=False)


class InvitationShown(serializers.Serializer):
    """An invitation, without its token: that went to the mailbox alone."""

    id = serializers.CharField(source="public_id")
    email = serializers.EmailField()
    role = serializers.ChoiceField(Membership.Role.choices)
    status = serializers.ChoiceField(STATUSES)
    created_at = Moment()
    expires_at = Moment()


class JoinedShown(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField()


class MembershipShown(serializers.Serializer):
    """What a new member needs to know: in which account they are now, as what."""

    member = serializers.CharField(source="public_id")
    account = JoinedShown()
    role = serializers.ChoiceField(Membership.Role.choices)


class InvitationList(DoorView):
    """Owners invite anyone, admins members; the token is mailed."""

    @documented(
        "List invitations",
        gives=listed(InvitationShown),
        parameters=PAGED,
        problems=MISSING,
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        """Newest first; an admin sees those of members."""
        rows = invitations.invitations_of(self.principal)
        return page_of(request, self.principal, rows, InvitationShown)

    @documented(
        "Invite somebody",
        takes=InvitationBody,
        gives=InvitationShown,
        status=status.HTTP_201_CREATED,
        problems=MISSING,
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        """The token is mailed to the address and shown nowhere.

        An earlier invitation of the same address ends. Nothing tells whether it was known.
        """
        with self.idempotent(request) as attempt:
            said = read_body(request, InvitationBody)
            if attempt.replay_of is not None:
                invitation = authority.governed_invitation(self.principal, attempt.replay_of)
                return made(invitation, replayed=True)
            accept_url = request.build_absolute_uri(reverse("pages:join"))
            invitation = invitations.invite(
                self.principal, accept_url=accept_url, attempt=attempt, **said
            )
        return made(invitation)


class InvitationDetail(DoorView):
    """One invitation; deleting it revokes it."""

    @documented("Read an invitation", gives=InvitationShown, problems=MISSING, tag=TAG)
    def get(self, request: Request, invitation_id: str) -> Response:
        """What has become of it."""
        invitation = authority.governed_invitation(self.principal, invitation_id)
        return reply(InvitationShown(invitation).data)

    @documented(
        "Revoke an invitation", status=status.HTTP_204_NO_CONTENT, problems=MISSING, tag=TAG
    )
    def delete(self, request: Request, invitation_id: str) -> Response:
        """Its token is worth nothing from now on."""
        invitations.revoke_invitation(self.principal, invitation_id)
        return reply()


@dataclass(frozen=True, slots=True)
class Invited:
    """Whose idempotency key it is, where nobody has a credential yet."""

    account_id: uuid.UUID
    holder_id: uuid.UUID


class InvitationAcceptance(APIView):
    """Whoever has the token from the mail needs no key."""

    authentication_classes = ()
    permission_classes = ()
    http_method_names = ["post"]

    @documented(
        "Accept an invitation",
        takes=AcceptanceBody,
        gives=MembershipShown,
        status=status.HTTP_201_CREATED,
        problems=MISSING,
        public=True,
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        """Join with the token from the mail; a new person may give a name and a password.

        An unknown token, a used one and an expired one are answered alike.
        """
        said = read_body(request, AcceptanceBody)
        invitation = invitations.find(said.pop("token"))
        with turn_of(request, Invited(invitation.account_id, invitation.pk)) as attempt:
            if attempt.replay_of is not None:
                return joined(invitations.membership_made_by(invitation), replayed=True)
            membership = invitations.accept(invitation, attempt=attempt, **said)
        return joined(membership)


def made(invitation: Invitation, *, replayed: bool = False) -> Response:
    body = InvitationShown(invitation).data
    return reply(body, http_status=status.HTTP_201_CREATED, replayed=replayed)


def joined(membership: Membership, *, replayed: bool = False) -> Response:
    body = MembershipShown(membership).data
    return reply(body, http_status=status.HTTP_201_CREATED, replayed=replayed)
