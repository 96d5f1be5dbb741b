"""How DRF is set up for this door: credentials, JSON in and out, no content negotiation."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.models import AnonymousUser
from rest_framework import authentication, exceptions, negotiation, parsers, permissions, renderers
from rest_framework.request import Request

from accounts.principal import Principal, Unauthenticated
from legalcontext.doors.credentials import principal_of_request
from legalcontext.doors.json_body import EMPTY, UnreadableBody, read_json


class KeyAuthentication(authentication.BaseAuthentication):
    """`request.auth` is the Principal; `request.user` stays anonymous, since no view may ask it."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Principal]:
        try:
            return AnonymousUser(), principal_of_request(request._request)
        except Unauthenticated as error:
            raise exceptions.AuthenticationFailed from error

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="codossier"'


class HasPrincipal(permissions.BasePermission):
    def has_permission(self, request: Request, view: Any) -> bool:
        return isinstance(request.auth, Principal)


class StrictJSONParser(parsers.BaseParser):
    media_type = "application/json"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            body = stream.read()
            parser_context["request"]._codossier_body = body
            return read_json(body)
        except UnreadableBody as error:
            raise exceptions.ParseError(str(error)) from None


def sent_body(request: Request) -> bytes:
    """The bytes of the body that was parsed; empty when there was none."""
    return getattr(request, "_codossier_body", b"")


def whole_body(request: Request) -> Any:
    """The value of a body that has to be there; without one it is refused by name."""
    sent = request.data  # reads it
    if not sent_body(request):
        raise exceptions.ParseError(EMPTY)
    return sent


class JSONRenderer(renderers.BaseRenderer):
    """Raw UTF-8 on the wire, members in the order of the contract."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, media_type: Any = None, renderer_context: Any = None) -> bytes:
        if data is None:
            return b""
        return json.dumps(data, ensure_ascii=False, allow_nan=False).encode("utf-8")


class AlwaysJSON(negotiation.BaseContentNegotiation):
    """Every client gets JSON, whatever it says it accepts: a refusal would help nobody."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        media_type = (request.content_type or "").partition(";")[0].strip().lower()
        return next((p for p in parsers if p.media_type == media_type), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type
