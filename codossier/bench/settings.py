"""The bench has a database of its own, beside the real one on the same server."""

from __future__ import annotations

from codossier.settings.development import *
from codossier.settings.development import DATABASES

DATABASE_NAME = "bench_codossier"
for alias in DATABASES.values():
    alias["NAME"] = DATABASE_NAME

ROOT_URLCONF = "codossier.bench.urls"
RATE_LIMIT_PER_MINUTE = 1_000_000
DEBUG = False
