"""For the tests: as production where behaviour is concerned, quick where it is not."""

from __future__ import annotations

from .base import *

SECRET_KEY = "a key for tests that signs nothing outside of them: 0123456789"  # noqa: S105
ALLOWED_HOSTS = ["testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# Tests serve no static files, so none are collected.
WHITENOISE_AUTOREFRESH = True
