"""Where a client that was refused finds out how to get in: RFC 9728, and a page for people."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from legalcontext.block.constants import MCP_META_KEY

from .protocol import SERVED
from .responses import SCOPES
from .tools import TOOLS

AN_HOUR = 3600


@require_safe
@cache_control(public=True, max_age=AN_HOUR)
def resource_metadata(request: HttpRequest) -> HttpResponse:
    """The protected resource's metadata, public.

    It names no authorization server: credentials are API keys, and the documentation says how to
    get and send one.
    """
    response = JsonResponse(
        {
            "resource": request.build_absolute_uri(reverse("mcp")),
            "resource_name": "Codossier",
            "resource_documentation": request.build_absolute_uri(reverse("mcp-documentation")),
            "bearer_methods_supported": ["header"],
            "scopes_supported": [str(scope) for scope in SCOPES],
        }
    )
    response["Access-Control-Allow-Origin"] = "*"
    return response


@require_safe
@cache_control(public=True, max_age=AN_HOUR)
def documentation(request: HttpRequest) -> HttpResponse:
    """How to add this server to a client: the page that the metadata points to."""
    return render(
        request,
        "doors/mcp.html",
        {
            "url": request.build_absolute_uri(reverse("mcp")),
            "meta_key": MCP_META_KEY,
            "versions": SERVED,
            "tools": TOOLS.values(),
        },
    )
