"""For serving. Refuses to start without its variables; passes `check --deploy`."""

from __future__ import annotations

from . import environment

environment.check_required()

from .base import *  # noqa: E402

SECRET_KEY = environment.SECRET_KEY.value()

environment.check_not_testing()

SECURE_SSL_REDIRECT = True
# Probes come from inside, without the proxy. `/metrics` carries a token, and stays behind TLS.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
if environment.TLS_PROXY.value():
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = environment.HSTS_SECONDS.value()
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
LANGUAGE_COOKIE_SECURE = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
