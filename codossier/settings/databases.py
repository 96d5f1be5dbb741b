"""The database aliases: `default` (role app), `owner`, `operator`. `docs/database.md`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from psycopg.conninfo import conninfo_to_dict

from codossier import embedded

from . import environment

KEEP_SECONDS = 60
"""How long a thread keeps its connection between requests."""

DJANGO_NAMES = {
    "host": "HOST",
    "port": "PORT",
    "user": "USER",
    "password": "PASSWORD",
    "dbname": "NAME",
}


def is_embedded() -> bool:
    """No server is given, so the embedded one is used."""
    return not environment.DATABASE_URL.value()


def configured() -> dict[str, dict[str, Any]]:
    """Django's DATABASES. `owner` is there only where a URL for it is (migrations and tests)."""
    aliases = {
        "default": _default(environment.DATABASE_URL.value() or _embedded("app")),
        "operator": _alias(operator_url()),
    }
    if owner := owner_url():
        # The test database is made by its owner; the other aliases are pointed at it.
        aliases["owner"] = _alias(owner) | {
            "TEST": {"NAME": environment.TEST_DATABASE_NAME.value(), "DEPENDENCIES": []}
        }
        for alias in ("default", "operator"):
            aliases[alias]["TEST"] = {"MIRROR": "owner"}
    return aliases


def owner_url() -> str:
    """The owner's URL, `""` where none is given."""
    return environment.DATABASE_OWNER_URL.value() or _embedded("owner")


def operator_url() -> str:
    """The operator's URL. Production refuses to start without one; elsewhere `app` stands in."""
    return (
        environment.DATABASE_OPERATOR_URL.value()
        or _embedded("operator")
        or environment.DATABASE_URL.value()
    )


def backup_url() -> str:
    """The backup role's URL, `""` where none is given."""
    return environment.DATABASE_BACKUP_URL.value() or _embedded("backup")


def programs() -> Path | None:
    """The folder of `pg_dump` and `pg_restore` that came with the embedded server, if it did."""
    return embedded.client_programs()


def direct_url() -> str:
    """The application's URL past any pooler."""
    return (
        environment.DATABASE_DIRECT_URL.value()
        or environment.DATABASE_URL.value()
        or _embedded("app")
    )


def _embedded(role: embedded.Role) -> str:
    return embedded.default_url(role) if is_embedded() else ""


def _default(url: str) -> dict[str, Any]:
    alias = _alias(url)
    # A connection that a restarted server has dropped is replaced before it is used.
    alias["CONN_HEALTH_CHECKS"] = True
    if size := environment.DATABASE_POOL_SIZE.value():
        alias["OPTIONS"]["pool"] = {"min_size": 1, "max_size": size, "timeout": 10}
    else:
        alias["CONN_MAX_AGE"] = KEEP_SECONDS
    if environment.DATABASE_POOLER.value():
        alias["DISABLE_SERVER_SIDE_CURSORS"] = True
        alias["OPTIONS"]["prepare_threshold"] = None
    return alias


def _alias(url: str) -> dict[str, Any]:
    """libpq's own reading of the URL; what Django has no word for becomes an option."""
    parts = conninfo_to_dict(url)
    alias: dict[str, Any] = {"ENGINE": "django.db.backends.postgresql", "ATOMIC_REQUESTS": False}
    alias |= {name: str(parts.pop(key, "")) for key, name in DJANGO_NAMES.items()}
    return alias | {"OPTIONS": dict(parts)}
