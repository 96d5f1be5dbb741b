#!/usr/bin/env python
"""Django's commands. Starts the embedded PostgreSQL where no other database is given."""

from __future__ import annotations

import os
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from codossier import embedded


def main() -> None:
    """Run the command named on the command line; refuse wrong settings in words."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "codossier.settings.development")
    try:
        if settings.EMBEDDED_DATABASE:
            embedded.ensure_running()
    except (ImproperlyConfigured, embedded.EmbeddedError) as error:
        sys.exit(str(error))
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
