"""A `Request-Id` on every response, and in every log line of its request."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponseBase

from accounts.ids import uuid7

HEADER = "Request-Id"

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
        request_id = self._begin()
        return self._end(self.get_response(request), request_id)

    async def _answer_async(self, request: HttpRequest) -> HttpResponseBase:
        request_id = self._begin()
        return self._end(await self.get_response(request), request_id)

    def _begin(self) -> str:
        request_id = f"req_{uuid7().hex}"
        _current.set(request_id)
        return request_id

    def _end(self, response: HttpResponseBase, request_id: str) -> HttpResponseBase:
        response[HEADER] = request_id
        return response


class RequestIdFilter(logging.Filter):
    """Puts `request_id` on every log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request_id()
        return True
