"""The contracts, public and cacheable, and the page of the extension's identifier."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from legalcontext import contracts
from legalcontext.block import constants

SCHEMA_MEDIA_TYPE = "application/schema+json"
A_DAY = 86_400


def _bytes(name: str, version: str) -> bytes:
    try:
        schema = contracts.get(name, version)
    except KeyError:
        raise Http404 from None
    return json.dumps(schema, ensure_ascii=False, indent=2).encode()


def _etag(request: HttpRequest, name: str, version: str) -> str:
    return f'"{hashlib.sha256(_bytes(name, version)).hexdigest()[:32]}"'


@require_safe
@cache_control(public=True, max_age=A_DAY)
def index(request: HttpRequest) -> HttpResponse:
    """Every contract with its address."""
    listed: list[dict[str, Any]] = [
        {
            "contract": f"{name}/{version}",
            "url": request.build_absolute_uri(reverse("contract", args=[name, version])),
        }
        for name, version in contracts.all_contracts()
    ]
    return HttpResponse(
        json.dumps({"data": listed}, ensure_ascii=False), content_type="application/json"
    )


@require_safe
@cache_control(public=True, max_age=A_DAY)
@condition(etag_func=_etag)
def contract(request: HttpRequest, name: str, version: str) -> HttpResponse:
    """One contract: JSON Schema 2020-12. 404: no such name or version."""
    return HttpResponse(_bytes(name, version), content_type=SCHEMA_MEDIA_TYPE)


@require_safe
@cache_control(public=True, max_age=A_DAY)
def extension(request: HttpRequest) -> HttpResponse:
    """The page behind the extension's identifier: what the block is, and its schema."""
    name, _, version = constants.LEGAL_CONTEXT_CONTRACT.partition("/")
    return render(
        request,
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
