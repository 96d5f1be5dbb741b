"""`/v1/account`: the account that the credential acts in."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.ids import public_id
from accounts.models import Account, Membership, Scope, ServiceIdentity
from accounts.principal import Principal
from accounts.services import account as accounts
from legalcontext.doors.problems import Code

from .bodies import Body, Moment, Text, read_body
from .openapi import documented
from .views import DoorView, reply

TAG = "account"


class AccountChange(Body):
    name = Text(max_length=200, required=False)
    time_zone = Text(max_length=64, required=False, help_text="IANA name")


class AccountShown(serializers.Serializer):
    """The account, and as whom the credential acts in it: a member with a role, or a service."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    kind = serializers.ChoiceField(Account.Kind.choices)
    time_zone = serializers.CharField()
    status = serializers.ChoiceField(Account.Status.choices)
    created_at = Moment()
    member = serializers.CharField(allow_null=True)
    role = serializers.ChoiceField(Membership.Role.choices, allow_null=True)
    service = serializers.CharField(allow_null=True)
    scopes = serializers.ListField(child=serializers.ChoiceField(Scope.choices))


class AccountView(DoorView):
    """Who one is and where; an owner changes the account's name and time zone."""

    @documented("Read the account", gives=AccountShown, tag=TAG)
    def get(self, request: Request) -> Response:
        """Where the credential acts, as whom, and with which scopes."""
        account = accounts.account_of(self.principal)
        return reply(account_json(account, self.principal))

    @documented(
        "Change the account",
        takes=AccountChange,
        gives=AccountShown,
        problems=(Code.NOT_FOUND,),
        tag=TAG,
    )
    def patch(self, request: Request) -> Response:
        """Name and time zone, by an owner; kind and status are the operators'."""
        account = accounts.change_account(self.principal, **read_body(request, AccountChange))
        return reply(account_json(account, self.principal))


def account_json(account: Account, principal: Principal) -> dict[str, Any]:
    """The account as this principal sees it."""
    membership, service = principal.membership_id, principal.service_id
    seen = {
        "public_id": account.public_id,
        "name": account.name,
        "kind": account.kind,
        "time_zone": account.time_zone,
        "status": account.status,
        "created_at": account.created_at,
        "member": public_id(Membership.PREFIX, membership) if membership else None,
        "role": principal.role,
        "service": public_id(ServiceIdentity.PREFIX, service) if service else None,
        "scopes": sorted(principal.scopes),
    }
    return dict(AccountShown(seen).data)
