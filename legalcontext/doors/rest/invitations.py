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

from .bodies import Body, Choice, Moment, Secret, Text, read_body
from .listing import page_of
from .views import DoorView, reply, turn_of

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


class InvitationList(DoorView):
    """Owners invite anyone, admins members; the token is mailed."""

    def get(self, request: Request) -> Response:
        rows = invitations.invitations_of(self.principal)
        return page_of(request, self.principal, rows, InvitationShown)

    def post(self, request: Request) -> Response:
        with self.idempotent(request) as attempt:
            said = read_body(request, InvitationBody)
            if attempt.replay_of is not None:
                invitation = authority.governed_invitation(self.principal, attempt.replay_of)
                return made(invitation, replayed=True)
            accept_url = request.build_absolute_uri(reverse("invitation-accept"))
            invitation = invitations.invite(
                self.principal, accept_url=accept_url, attempt=attempt, **said
            )
        return made(invitation)


class InvitationDetail(DoorView):
    """One invitation; deleting it revokes it."""

    def get(self, request: Request, invitation_id: str) -> Response:
        invitation = authority.governed_invitation(self.principal, invitation_id)
        return reply(InvitationShown(invitation).data)

    def delete(self, request: Request, invitation_id: str) -> Response:
        invitations.revoke_invitation(self.principal, invitation_id)
        return reply()


@dataclass(frozen=True, slots=True)
class Invited:
    """Whose idempotency key it is, where nobody has a credential yet."""

    account_id: uuid.UUID
    holder_id: uuid.UUID


class InvitationAcceptance(APIView):
    """Take an invitation up with the token from the mail. Whoever has it needs no key.

    An unknown token, a used one and an expired one are answered alike.
    """

    authentication_classes = ()
    permission_classes = ()
    http_method_names = ["post"]

    def post(self, request: Request) -> Response:
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
    """What the new member needs to know: which account, as what."""
    body = {
        "member": membership.public_id,
        "account": {"id": membership.account.public_id, "name": membership.account.name},
        "role": membership.role,
    }
    return reply(body, http_status=status.HTTP_201_CREATED, replayed=replayed)
