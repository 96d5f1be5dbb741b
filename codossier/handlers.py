"""Django's handlers for the doors of programs, without the middleware of pages.

Sessions, messages, form tokens and the like cost every call, two changes of thread each under
ASGI, and the doors ask none of them anything: their credential comes with the call.
"""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIHandler

DOORS: Final = frozenset({"a2a", "mcp", "v1"})
"""The first parts of their addresses."""


def is_of_a_door(path: str) -> bool:
    """Whether a program's door is meant."""
    return path.lstrip("/").partition("/")[0] in DOORS


class ShortStack(BaseHandler):
    """Loads `DOOR_MIDDLEWARE` in place of the pages'."""

    def load_middleware(self, is_async: bool = False) -> None:
        everything: Any = settings.MIDDLEWARE
        settings.MIDDLEWARE = settings.DOOR_MIDDLEWARE
        try:
            super().load_middleware(is_async=is_async)
        finally:
            settings.MIDDLEWARE = everything


class DoorASGIHandler(ShortStack, ASGIHandler):
    """Under ASGI."""


class DoorWSGIHandler(ShortStack, WSGIHandler):
    """Under WSGI."""
