"""For working on the product on one machine, and for the demonstration."""

from __future__ import annotations

from . import environment
from .base import *
from .base import VAR_DIR
from .logs import logging_for
from .secret import kept_card_key, kept_secret

SECRET_KEY = environment.SECRET_KEY.value() or kept_secret(VAR_DIR / "secret_key")
ALLOWED_HOSTS = list(environment.ALLOWED_HOSTS.value() or ("localhost", "127.0.0.1", "[::1]"))
DEBUG = environment.DEBUG.value()
# Static files straight from the apps, without collectstatic.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
LOGGING = logging_for(environment.LOG_LEVEL.value(), formatter="plain")
A2A_CARD_KEY = environment.CARD_KEY.value() or kept_card_key(VAR_DIR / "card_key.pem")
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True  # passkeys over plain HTTP, on this machine alone
