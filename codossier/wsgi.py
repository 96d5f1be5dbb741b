"""The service under WSGI: REST, MCP, pages and the admin."""

import os
from collections.abc import Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "codossier.settings.production")

pages = get_wsgi_application()  # sets Django up, which the handlers of the doors need

from .handlers import DoorWSGIHandler, is_of_a_door  # noqa: E402

doors = DoorWSGIHandler()


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """The doors of programs by themselves, everything else with the middleware of pages."""
    return (doors if is_of_a_door(environ.get("PATH_INFO", "")) else pages)(environ, start_response)
