"""The base of every view that asks for a credential."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.idempotency import KEY_LENGTH, Attempt, Holder, fingerprint, once
from accounts.limits import Allowance, consume
from accounts.principal import Principal, Unauthenticated
from accounts.tenancy import tenant_scope
from legalcontext.block.types import Fault
from legalcontext.contracts.quick_ask import InvalidAsk

from .allowance import allowance_headers
from .framework import sent_body

REPLAYED = {"Idempotent-Replayed": "true"}
NO_STORE = {"Cache-Control": "no-store"}


class DoorView(APIView):
    """A view that asks for a credential and counts the call against its allowance."""

    http_method_names = ["get", "post", "put", "patch", "delete", "head"]
    allowance: Allowance | None = None

    @property
    def principal(self) -> Principal:
        """Who acts; there is always one, since the view lets nobody else in."""
        principal: Any = self.request.auth
        if not isinstance(principal, Principal):
            raise Unauthenticated
        return principal

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.allowance = consume(self.principal.credential)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        response = super().finalize_response(request, response, *args, **kwargs)
        if self.allowance is not None:
            for name, value in allowance_headers(self.allowance).items():
                response[name] = value
        return response

    def idempotent(self, request: Request) -> AbstractContextManager[Attempt]:
        """The turn of this POST under its `Idempotency-Key`, if it carries one."""
        return turn_of(request, self.principal)

    def done(self, attempt: Attempt) -> None:
        """The POST has been answered, and kept nothing."""
        with tenant_scope(self.principal.account_id):
            attempt.finish("")


class PublicView(APIView):
    """A view for everybody, read only."""

    authentication_classes = ()
    permission_classes = ()
    http_method_names = ["get", "head"]


def reply(
    body: Mapping[str, Any] | None = None,
    *,
    http_status: int = status.HTTP_200_OK,
    replayed: bool = False,
) -> Response:
    """An answer that nothing on the way may store; without a body 204."""
    if body is None:
        http_status = status.HTTP_204_NO_CONTENT
    headers = {**NO_STORE, **REPLAYED} if replayed else NO_STORE
    return Response(body, status=http_status, headers=headers)


def turn_of(request: Request, holder: Holder) -> AbstractContextManager[Attempt]:
    """The turn of a POST under its `Idempotency-Key`, if it carries one.

    InvalidAsk: the header is not 1 to 255 visible ASCII characters.
    """
    key = request.headers.get("Idempotency-Key")
    if key is not None and not (
        1 <= len(key) <= KEY_LENGTH and key.isascii() and key.isprintable() and " " not in key
    ):
        raise InvalidAsk(
            (Fault("Idempotency-Key", f"send 1 to {KEY_LENGTH} visible ASCII characters"),)
        )
    _ = request.data  # reads the body
    method, path = (request.method or "").encode(), request.path.encode()
    return once(holder, key, fingerprint(method, path, sent_body(request)))
