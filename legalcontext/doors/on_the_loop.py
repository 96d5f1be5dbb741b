"""Middleware that only computes, for ASGI: on the event loop itself, without a change of thread."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.common import CommonMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin

from .body_limit import BodyLimitMiddleware


class OnTheLoop(MiddlewareMixin):
    """Django's mixin runs each half of a middleware on a thread, since it may ask the database."""

    async def __acall__(self, request: HttpRequest) -> HttpResponseBase:
        before: Any = getattr(self, "process_request", None)
        response = before(request) if before else None
        if response is None:
            response = await self.get_response(request)  # type: ignore[misc]
        after: Any = getattr(self, "process_response", None)
        finished: HttpResponseBase = after(request, response) if after else response
        return finished


class Security(OnTheLoop, SecurityMiddleware):
    """Headers and the redirect to https."""


class InEnglish(OnTheLoop):
    """Programs get English; a thread keeps the language of what it answered before."""

    def process_request(self, request: HttpRequest) -> None:
        translation.activate(settings.LANGUAGE_CODE)


class Common(OnTheLoop, CommonMiddleware):
    """The Host header is one that is served."""


class FrameOptions(OnTheLoop, XFrameOptionsMiddleware):
    """No page of another's may frame this."""


class BodyLimit(OnTheLoop, BodyLimitMiddleware):
    """JSON 413 by Content-Length."""
