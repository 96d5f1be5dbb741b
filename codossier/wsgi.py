"""The service under WSGI: REST, MCP, pages and the admin."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "codossier.settings.production")

application = get_wsgi_application()
