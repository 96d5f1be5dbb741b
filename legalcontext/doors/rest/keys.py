"""`/v1/keys`: one's own keys, and those of the account's programs. A secret is shown once."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import authority
from accounts.models import ApiKey, Scope
from accounts.services import keys
from legalcontext.doors.problems import Code

from .bodies import Body, Choice, Flag, Moment, Text, read_body
from .listing import PAGED, listed, page_of
from .openapi import documented
from .views import DoorView, reply

TAG = "keys"
MISSING = (Code.NOT_FOUND,)


class KeyBody(Body):
    """What is left out is as in the key that asks."""

    name = Text(max_length=100)
    scopes = serializers.ListField(
        child=Choice(Scope.choices), allow_empty=False, max_length=20, required=False
    )
    mode = Choice(ApiKey.Mode.choices, required=False)
    bound = Flag(required=False, help_text="reads no matter but those it is bound to")
    expires_at = Moment(required=False, allow_null=True)
    service = Text(max_length=60, required=False, help_text="the program that it acts for")


class RotationBody(Body):
    expires_at = Moment(required=False, allow_null=True)
    old_expires_at = Moment(
        required=False, allow_null=True, help_text="when the old key ends by itself"
    )


class KeyShown(serializers.Serializer):
    """A key without its secret."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    service = serializers.CharField(source="service.public_id", default=None, allow_null=True)
    mode = serializers.ChoiceField(ApiKey.Mode.choices)
    last_four = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(Scope.choices))
    bound = serializers.BooleanField()
    created_at = Moment()
    expires_at = Moment(allow_null=True)
    revoked_at = Moment(allow_null=True)
    last_used_at = Moment(allow_null=True)


class NewKeyShown(KeyShown):
    """A key with its secret, which is null where the answer is a repeat."""

    secret = serializers.CharField(allow_null=True)


class KeyList(DoorView):
    """Make keys for oneself; owners and admins for the account's programs too."""

    @documented(
        "List keys",
        gives=listed(KeyShown),
        parameters=(
            *PAGED,
            OpenApiParameter("service", str, description="of this program instead of one's own"),
        ),
        problems=MISSING,
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        """Newest first, ended ones included; never a secret."""
        service = request.query_params.get("service") or None
        rows = keys.keys_of(self.principal, service=service)
        return page_of(request, self.principal, rows, KeyShown, service=service)

    @documented(
        "Make a key",
        takes=KeyBody,
        gives=NewKeyShown,
        status=status.HTTP_201_CREATED,
        problems=MISSING,
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        """For oneself, or, by an owner or admin, for a program of the account.

        A key makes none that may more than itself: no scope that it lacks, none that outlives it.
        The secret is in this answer and in no other, a repeat of it included.
        """
        with self.idempotent(request) as attempt:
            said = read_body(request, KeyBody)
            if attempt.replay_of is not None:
                return made(authority.key(self.principal, attempt.replay_of), replayed=True)
            key, secret = keys.make_key(self.principal, attempt=attempt, **said)
        return made(key, secret)


class KeyDetail(DoorView):
    """One key; deleting it revokes it, and its next call is refused."""

    @documented("Read a key", gives=KeyShown, problems=MISSING, tag=TAG)
    def get(self, request: Request, key_id: str) -> Response:
        """Without its secret."""
        return reply(key_json(authority.key(self.principal, key_id)))

    @documented("Revoke a key", status=status.HTTP_204_NO_CONTENT, problems=MISSING, tag=TAG)
    def delete(self, request: Request, key_id: str) -> Response:
        """Its next call is refused."""
        keys.revoke_key(key=authority.key(self.principal, key_id))
        return reply()


class KeyRotation(DoorView):
    """A new secret for the same holder; the old key lives on until it is revoked or ends."""

    @documented(
        "Rotate a key",
        takes=RotationBody,
        gives=NewKeyShown,
        status=status.HTTP_201_CREATED,
        problems=MISSING,
        tag=TAG,
    )
    def post(self, request: Request, key_id: str) -> Response:
        """A key like it with a new secret; two of a rotation may be live at once."""
        with self.idempotent(request) as attempt:
            said = read_body(request, RotationBody)
            if attempt.replay_of is not None:
                return made(authority.key(self.principal, attempt.replay_of), replayed=True)
            key, secret = keys.rotate_key(self.principal, key_id, attempt=attempt, **said)
        return made(key, secret)


def key_json(key: ApiKey) -> dict[str, Any]:
    return dict(KeyShown(key).data)


def made(key: ApiKey, secret: str | None = None, *, replayed: bool = False) -> Response:
    """The new key; its secret is in this one answer, and null when the answer is repeated."""
    body = {**key_json(key), "secret": secret}
    return reply(body, http_status=status.HTTP_201_CREATED, replayed=replayed)
