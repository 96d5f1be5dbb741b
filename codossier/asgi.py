"""The service under ASGI: `/a2a` with its streams; in the demonstration, all of it."""

import os
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "codossier.settings.production")

pages = get_asgi_application()  # sets Django up, which the handlers of the doors need

from .handlers import DoorASGIHandler, is_of_a_door  # noqa: E402

doors = DoorASGIHandler()


async def application(scope: Any, receive: Any, send: Any) -> None:
    """The doors of programs by themselves, everything else with the middleware of pages."""
    await (doors if is_of_a_door(scope.get("path", "")) else pages)(scope, receive, send)
