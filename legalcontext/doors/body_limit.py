"""Bodies over the limit are refused before a view reads them, on every door."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from legalcontext.doors.refusals import refuse
from legalcontext.doors.rest.rendering import too_large

DRAIN_LIMITS = 4
"""How many times the limit is read and thrown away, so that a client sees the answer instead of
a broken connection; a longer body is left unread and the server closes the connection."""
CHUNK = 1 << 16


class BodyLimitMiddleware(MiddlewareMixin):
    """JSON 413 by Content-Length."""

    def process_request(self, request: HttpRequest) -> HttpResponseBase | None:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        try:
            length = int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            return None
        if length <= limit:
            return None
        left = min(length, DRAIN_LIMITS * limit)
        while left > 0 and (chunk := request.read(min(CHUNK, left))):
            left -= len(chunk)
        return refuse(request, too_large())
