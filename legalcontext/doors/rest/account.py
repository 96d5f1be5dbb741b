"""`/v1/account`: the account that the credential acts in."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.ids import public_id
from accounts.models import Account, Membership, ServiceIdentity
from accounts.principal import Principal
from accounts.services import account as accounts

from .bodies import Body, Moment, Text, read_body
from .views import DoorView, reply


class AccountChange(Body):
    name = Text(max_length=200, required=False)
    time_zone = Text(max_length=64, required=False, help_text="IANA name")


class AccountView(DoorView):
    """Who one is and where; an owner changes the account's name and time zone."""

    def get(self, request: Request) -> Response:
        account = accounts.account_of(self.principal)
        return reply(account_json(account, self.principal))

    def patch(self, request: Request) -> Response:
        account = accounts.change_account(self.principal, **read_body(request, AccountChange))
        return reply(account_json(account, self.principal))


class AccountShown(serializers.Serializer):
    """The account's part of the answer."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    kind = serializers.ChoiceField(Account.Kind.choices)
    time_zone = serializers.CharField()
    status = serializers.ChoiceField(Account.Status.choices)
    created_at = Moment()


def account_json(account: Account, principal: Principal) -> dict[str, Any]:
    """The account, and as whom the credential acts in it: a member with a role, or a service."""
    membership, service = principal.membership_id, principal.service_id
    return {
        **AccountShown(account).data,
        "member": public_id(Membership.PREFIX, membership) if membership else None,
        "role": principal.role,
        "service": public_id(ServiceIdentity.PREFIX, service) if service else None,
        "scopes": sorted(principal.scopes),
    }
