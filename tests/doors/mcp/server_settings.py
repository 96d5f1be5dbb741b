"""The test settings, for a server process of its own on the loopback."""

from __future__ import annotations

from codossier.settings.test import *  # noqa: F403

ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
RATE_LIMIT_PER_MINUTE = 1_000_000
