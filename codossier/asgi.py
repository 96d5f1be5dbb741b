"""The service under ASGI: `/a2a` with its streams; in the demonstration, all of it."""

import os
from typing import Any

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.handlers.asgi import ASGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "codossier.settings.production")

A2A = "/a2a"


class A2AHandler(ASGIHandler):
    """Django's handler without the middleware of pages.

    Sessions, messages and the like are written for threads: under ASGI each of them costs every
    call two changes of thread, and the door asks none of them anything.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        everything = settings.MIDDLEWARE
        settings.MIDDLEWARE = settings.A2A_MIDDLEWARE
        try:
            super().load_middleware(is_async=is_async)
        finally:
            settings.MIDDLEWARE = everything


pages = get_asgi_application()
a2a = A2AHandler()


async def application(
    scope: Any,
    receive: Any,
    send: Any,
) -> None:
    """The A2A door by itself, everything else as under WSGI."""
    path = scope.get("path", "")
    of_door = path == A2A or path.startswith(f"{A2A}/")
    await (a2a if of_door else pages)(scope, receive, send)
