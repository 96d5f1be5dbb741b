"""The contracts, public and cacheable, and the page of the extension's identifier."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition
from rest_framework.request import Request
from rest_framework.response import Response

from legalcontext import contracts
from legalcontext.block import constants
from legalcontext.doors.problems import Code

from .openapi import documented
from .views import PublicView

TAG = "contracts"
SCHEMA_MEDIA_TYPE = "application/schema+json"
A_DAY = 86_400

INDEX: dict[str, Any] = {
    "type": "object",
    "required": ["data"],
    "properties": {
        "data": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["contract", "url"],
                "properties": {
                    "contract": {"type": "string", "description": "name and version"},
                    "url": {"type": "string", "format": "uri"},
                },
            },
        }
    },
}

cacheable = cache_control(public=True, max_age=A_DAY)


def _bytes(name: str, version: str) -> bytes:
    try:
        schema = contracts.get(name, version)
    except KeyError:
        raise Http404 from None
    return json.dumps(schema, ensure_ascii=False, indent=2).encode()


def _etag(request: HttpRequest, name: str, version: str) -> str:
    return f'"{hashlib.sha256(_bytes(name, version)).hexdigest()[:32]}"'


class ContractList(PublicView):
    """Every contract with its address."""

    @documented("List contracts", gives=INDEX, public=True, tag=TAG)
    @method_decorator(cacheable)
    def get(self, request: Request) -> Response:
        """Each name and version with its address."""
        listed: list[dict[str, Any]] = [
            {
                "contract": f"{name}/{version}",
                "url": request.build_absolute_uri(reverse("contract", args=[name, version])),
            }
            for name, version in contracts.all_contracts()
        ]
        return Response({"data": listed})


class Contract(PublicView):
    """One contract."""

    @documented(
        "Read a contract",
        gives={"type": "object", "required": ["$schema", "$id"]},
        media_type=SCHEMA_MEDIA_TYPE,
        problems=(Code.NOT_FOUND,),
        public=True,
        conditional=True,
        tag=TAG,
    )
    @method_decorator([cacheable, condition(etag_func=_etag)])
    def get(self, request: Request, name: str, version: str) -> HttpResponse:
        """JSON Schema 2020-12."""
        return HttpResponse(_bytes(name, version), content_type=SCHEMA_MEDIA_TYPE)


class Extension(PublicView):
    """The page behind the extension's identifier."""

    @documented(
        "Read about the legal-context block",
        gives={"type": "string"},
        media_type="text/html",
        public=True,
        tag=TAG,
    )
    @method_decorator(cacheable)
    def get(self, request: Request) -> HttpResponse:
        """What the block is, and its schema: the page of the A2A extension's identifier."""
        name, _, version = constants.LEGAL_CONTEXT_CONTRACT.partition("/")
        return render(
            request._request,
            "doors/extension.html",
            {
                "extension_uri": constants.EXTENSION_URI,
                "mcp_meta_key": constants.MCP_META_KEY,
                "handling": constants.HANDLING,
                "notice": constants.NOTICE,
                "contract": constants.LEGAL_CONTEXT_CONTRACT,
                "schema": _bytes(name, version).decode(),
                "schema_url": reverse("contract", args=[name, version]),
            },
        )
