"""The service under ASGI: `/a2a` with its streams; in the demonstration, all of it."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "codossier.settings.production")

application = get_asgi_application()
