"""Keeps what an account's request failed with, so that support finds it by its `Request-Id`.

Whatever turns a credential into a principal notes the account, and whatever turns an error into a
problem notes the code; what both were noted for is kept (`accounts.failures`).
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Final

from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.http import HttpRequest, HttpResponseBase

from accounts.failures import keep_failure

from .request_id import METHODS, current_request_id, route_of

NOT_KEPT: Final = frozenset({"unauthenticated", "rate_limited"})
"""Codes that a caller can make any number of."""

_account: ContextVar[uuid.UUID | None] = ContextVar("account", default=None)
_code: ContextVar[str] = ContextVar("code", default="")


def note_account(account_id: uuid.UUID) -> None:
    """For whom the request is answered, once the credential has said so."""
    _account.set(account_id)


def note_code(code: str) -> None:
    """With which problem the request is answered; the last one counts."""
    _code.set(code)


class FailedRequestsMiddleware:
    """Stands inside the one that gives the request its id."""

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
        _begin()
        response = self.get_response(request)
        if failure := _failure(request, response):
            _keep(failure)
        return response

    async def _answer_async(self, request: HttpRequest) -> HttpResponseBase:
        _begin()
        response: HttpResponseBase = await self.get_response(request)
        if failure := _failure(request, response):
            await sync_to_async(_keep)(failure)
        return response


def _begin() -> None:
    _account.set(None)
    _code.set("")


def _failure(request: HttpRequest, response: HttpResponseBase) -> dict[str, Any] | None:
    """What is kept of a request; None: it did not fail, or is of nobody's account."""
    account_id, code = _account.get(), _code.get()
    if account_id is None or not code or code in NOT_KEPT:
        return None
    return {
        "account_id": account_id,
        "request_id": current_request_id(),
        "method": request.method if request.method in METHODS else "?",
        "route": route_of(request),
        "status": response.status_code,
        "code": code,
    }


def _keep(failure: dict[str, Any]) -> None:
    keep_failure(**failure)
