"""A `Request-Id` on every response and in every log line of its request, and one such line each."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Final

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponseBase

from accounts.ids import uuid7

HEADER = "Request-Id"

WATCHED: Final = frozenset({"/health", "/healthz", "/readyz", "/metrics"})
"""Asked every few seconds by machines: logged at DEBUG only."""

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

logger = logging.getLogger("codossier.requests")

_current: ContextVar[str] = ContextVar("request_id", default="-")


def current_request_id() -> str:
    """The id of the request that is being answered, `-` outside of one."""
    return _current.get()


class RequestIdMiddleware:
    """Give every request an id of our own making; what a caller sends is never echoed."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[..., Any]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        """The response; under ASGI a coroutine of it."""
        if iscoroutinefunction(self.get_response):
            return self._answer_async(request)
        request_id, began = self._begin()
        return self._end(request, self.get_response(request), request_id, began)

    async def _answer_async(self, request: HttpRequest) -> HttpResponseBase:
        request_id, began = self._begin()
        return self._end(request, await self.get_response(request), request_id, began)

    def _begin(self) -> tuple[str, float]:
        request_id = f"req_{uuid7().hex}"
        _current.set(request_id)
        return request_id, time.perf_counter()

    def _end(
        self, request: HttpRequest, response: HttpResponseBase, request_id: str, began: float
    ) -> HttpResponseBase:
        response[HEADER] = request_id
        level = logging.DEBUG if request.path_info in WATCHED else logging.INFO
        logger.log(
            level,
            "%s %s",
            request.method if request.method in METHODS else "?",
            route_of(request),
            extra={
                "status": response.status_code,
                "duration_ms": round((time.perf_counter() - began) * 1000, 1),
            },
        )
        return response


def route_of(request: HttpRequest) -> str:
    """The address as the service knows it (`v1/asks/<str:answer_id>`): what a caller put into it
    is not logged, and neither is an address that is none of ours."""
    match = request.resolver_match
    return match.route if match is not None else "(no such address)"


class RequestIdFilter(logging.Filter):
    """Puts `request_id` on every log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request_id()
        return True
