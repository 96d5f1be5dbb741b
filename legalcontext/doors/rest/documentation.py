"""`/openapi.json` and `/docs/`: what this door takes and gives, for programs and for people."""

from __future__ import annotations

import functools
import hashlib
import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request

from .framework import JSONRenderer
from .openapi import documented
from .views import PublicView

TAG = "the service itself"
AN_HOUR = 3_600


@functools.cache
def document() -> bytes:
    """The document; it is the same for everybody, and made once in a process."""
    generator: Any = SchemaGenerator
    schema = generator().get_schema(request=None, public=True)
    return json.dumps(schema, ensure_ascii=False).encode()


def _etag(request: HttpRequest) -> str:
    return f'"{hashlib.sha256(document()).hexdigest()[:32]}"'


class OpenApiDocument(PublicView):
    """The document that programs read."""

    @documented(
        "Read this document",
        gives={"type": "object", "required": ["openapi", "info", "paths"]},
        public=True,
        conditional=True,
        tag=TAG,
    )
    @method_decorator([cache_control(public=True, max_age=AN_HOUR), condition(etag_func=_etag)])
    def get(self, request: Request) -> HttpResponse:
        """OpenAPI 3.1: every address of this door, with examples of what it answers."""
        return HttpResponse(document(), content_type="application/json")


class Documentation(PublicView, SpectacularSwaggerSplitView):
    """The page that people read; its scripts come from this service."""

    url_name = "openapi"
    renderer_classes = [JSONRenderer]  # of what it refuses
    template_name = "doors/swagger.html"

    @documented(
        "Read the documentation",
        gives={"type": "string"},
        media_type="text/html",
        public=True,
        tag=TAG,
    )
    def get(self, request: Request) -> HttpResponse:
        """This document to read, and to try in a browser."""
        page: Any = super().get(request)  # type: ignore[no-untyped-call]
        return render(
            request._request, page.template_name, page.data, content_type=page.content_type
        )
