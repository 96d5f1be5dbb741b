"""What every kind of process shares. Values come from `environment.py`, never from elsewhere."""

from __future__ import annotations

from typing import Any

from . import content_policy, databases, environment
from .logs import logging_for
from .mail import mail_server
from .unfold import UNFOLD as UNFOLD

BASE_DIR = environment.ROOT
VAR_DIR = environment.VAR_DIR.value()

DEBUG = False
SECRET_KEY_FALLBACKS = list(environment.SECRET_KEY_FALLBACKS.value())
ALLOWED_HOSTS = list(environment.ALLOWED_HOSTS.value())
CSRF_TRUSTED_ORIGINS = list(environment.CSRF_TRUSTED_ORIGINS.value())

INSTALLED_APPS = [
    # The operators' admin: unfold's templates come before Django's.
    "unfold.apps.BasicAppConfig",
    "unfold.contrib.filters",
    "unfold.contrib.forms",
    "unfold.contrib.guardian",
    "unfold.contrib.import_export",
    "import_export",
    "accounts.backoffice.apps.OperatorsAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "guardian",
    "procrastinate.contrib.django",
    "accounts",
    "matters",
    "legalcontext.retention",
    "legalcontext.switches",
    "legalcontext.knowledge",
    "legalcontext.answers",
    "legalcontext.erasure",
    "legalcontext.oversight",
    "legalcontext.doors",
]

MIDDLEWARE = [
    "legalcontext.doors.request_id.RequestIdMiddleware",
    "legalcontext.doors.failed_requests.FailedRequestsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "legalcontext.doors.content_policy.ContentPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "legalcontext.doors.pages.middleware.PagesMiddleware",
    "django.middleware.common.CommonMiddleware",
    "legalcontext.doors.body_limit.FormLimitMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

DOOR_MIDDLEWARE = [
    "legalcontext.doors.request_id.RequestIdMiddleware",
    "legalcontext.doors.failed_requests.FailedRequestsMiddleware",
    "legalcontext.doors.on_the_loop.Security",
    "legalcontext.doors.on_the_loop.InEnglish",
    "legalcontext.doors.on_the_loop.Common",
    "legalcontext.doors.on_the_loop.BodyLimit",
    "legalcontext.doors.on_the_loop.FrameOptions",
]
"""What of it the doors of programs have (`codossier.handlers`): they know no session, no page."""

ROOT_URLCONF = "codossier.urls"
WSGI_APPLICATION = "codossier.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "legalcontext.doors.pages.context.pages",
            ],
        },
    }
]

# Database

EMBEDDED_DATABASE = databases.is_embedded()
DATABASES = databases.configured()
DATABASE_BACKUP_URL = databases.backup_url()
DATABASE_PROGRAMS = databases.programs()
DATABASE_DIRECT_URL = databases.direct_url()
DATABASE_ROUTERS = ["accounts.tenancy.router.TenantRouter"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
PROCRASTINATE_DATABASE_ALIAS = "default"

# People and permissions

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
    "guardian.backends.ObjectPermissionBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
# No row for "nobody signed in": who is not a principal has no permissions to look up.
ANONYMOUS_USER_NAME = None
GUARDIAN_MONKEY_PATCH_GROUP = False
# Signing in, confirming an address, resetting a password, second factors and sessions: allauth's
# pages under /accounts/. They answer alike for known and unknown addresses.
SIGN_UP = environment.SIGN_UP.value()
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_CHANGE_EMAIL = True  # one address a person: a new one replaces it once confirmed
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = False  # a shared computer forgets who used it
ACCOUNT_EMAIL_NOTIFICATIONS = True  # a changed password or second factor is told by mail
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ("password", "mfa")
ACCOUNT_REAUTHENTICATION_TIMEOUT = 900  # seconds that a step-up lasts: time to fill in a form
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"
ALLAUTH_TRUSTED_PROXY_COUNT = environment.TRUSTED_PROXIES.value()
MFA_ADAPTER = "accounts.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Codossier"
MFA_TOTP_TOLERANCE = 1  # clocks of phones are off by up to half a minute
MFA_RECOVERY_CODES_SHOW_ONCE = True
_SIGN_IN = "legalcontext.doors.pages.forms.sign_in"
ACCOUNT_FORMS = {
    "login": f"{_SIGN_IN}.LoginForm",
    "signup": f"{_SIGN_IN}.SignupForm",
    "reset_password": f"{_SIGN_IN}.ResetPasswordForm",
    "reset_password_from_key": f"{_SIGN_IN}.ResetPasswordKeyForm",
    "change_password": f"{_SIGN_IN}.ChangePasswordForm",
    "set_password": f"{_SIGN_IN}.SetPasswordForm",
    "add_email": f"{_SIGN_IN}.AddEmailForm",
    "reauthenticate": f"{_SIGN_IN}.ReauthenticateForm",
}
MFA_FORMS = {
    "authenticate": f"{_SIGN_IN}.AuthenticateForm",
    "reauthenticate": f"{_SIGN_IN}.ConfirmCodeForm",
    "activate_totp": f"{_SIGN_IN}.ActivateTOTPForm",
    "add_webauthn": f"{_SIGN_IN}.AddPasskeyForm",
    "edit_webauthn": f"{_SIGN_IN}.EditPasskeyForm",
}
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "pages:home"
SESSION_COOKIE_AGE = 86_400  # a day at most, where a browser brings its sessions back
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

# Requests

DATA_UPLOAD_MAX_MEMORY_SIZE = environment.MAX_BODY_BYTES.value()
RATE_LIMIT_PER_MINUTE = environment.RATE_LIMIT_PER_MINUTE.value()
FILE_UPLOAD_PERMISSIONS = 0o600
# What is uploaded stays in memory: nothing that an account sends lies in a folder for a while.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {"DIRECTIVES": content_policy.STRICT}
CONTENT_POLICY_EXCEPTIONS = content_policy.EXCEPTIONS
QUICK_EXIT_URL = environment.QUICK_EXIT_URL.value()

MCP_ALLOWED_ORIGINS = list(environment.MCP_ORIGINS.value())

# A2A

A2A_CARD_KEY = environment.CARD_KEY.value()
A2A_STREAMS = environment.STREAMS.value()
A2A_CONFORMANCE = environment.A2A_CONFORMANCE.value()
PUSH_NETWORKS = environment.PUSH_NETWORKS.value()
LCP_REQUIREMENTS = environment.LCP_REQUIREMENTS.value()
LCP_REQUIRED = environment.LCP_REQUIRED.value()

CSRF_FAILURE_VIEW = "legalcontext.doors.refusals.csrf_failure"
APPEND_SLASH = False  # no door redirects: a redirected POST loses its body

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["legalcontext.doors.rest.framework.KeyAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["legalcontext.doors.rest.framework.HasPrincipal"],
    "DEFAULT_RENDERER_CLASSES": ["legalcontext.doors.rest.framework.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["legalcontext.doors.rest.framework.StrictJSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "legalcontext.doors.rest.framework.AlwaysJSON",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "legalcontext.doors.rest.rendering.exception_handler",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Codossier",
    "DESCRIPTION": (
        "Legal quick asks: triage, consult and document review. Every answer carries its legal "
        "context: what was assumed, and how it may be handled."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "MatterLevel": ["read", "work", "manage"],
        "MatterStatus": "matters.models.Matter.Status",
        "ActiveStatus": "accounts.models.Account.Status",
        "InvitationStatus": ["pending", "accepted", "revoked", "expired"],
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "legalcontext.doors.rest.openapi.complete",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # No badge from another service, which would be told of this one.
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None},
}

# Knowledge: practitioner notes and their search

KNOWLEDGE_UNREVIEWED = environment.UNREVIEWED_NOTES.value()
KNOWLEDGE_EMBEDDER_DIR = VAR_DIR / "search"
KNOWLEDGE_EMBEDDER_THREADS = environment.EMBEDDER_THREADS.value()

# Mail

_mail = mail_server(environment.SMTP_URL.value())
EMAIL_BACKEND = _mail.backend
EMAIL_HOST = _mail.host
EMAIL_PORT = _mail.port
EMAIL_HOST_USER = _mail.user
EMAIL_HOST_PASSWORD = _mail.password
EMAIL_USE_SSL = _mail.tls_from_the_start
EMAIL_USE_TLS = not _mail.tls_from_the_start
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = environment.MAIL_FROM.value()

# Retention and erasure

RETENTION_MONTHS = environment.RETENTION_MONTHS.value()
RETENTION_CEILING = environment.RETENTION_CEILING.value()
LEDGER_STORAGE = environment.LEDGER_STORAGE.value() or VAR_DIR / "ledger"
BACKUP_DAYS = environment.BACKUP_DAYS.value()
ALONE_AFTER_HOURS = environment.ALONE_AFTER_HOURS.value()

# Counters of signing in, shared by all processes

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "doors_counter",
        "KEY_FUNCTION": "legalcontext.doors.counters.key_of",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}

# Language, time, files

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español")]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["codossier.formats"]
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"

# Health

METRICS_TOKEN = environment.METRICS_TOKEN.value()

LOGGING = logging_for(environment.LOG_LEVEL.value(), formatter="json")
