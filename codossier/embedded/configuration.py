"""The server's configuration files, written anew at every start.

They lie outside the data, so that the unprivileged user who runs the server, which other
programs may share, cannot change who may connect.
"""

from __future__ import annotations

from .places import PORT, Place
from .roles import ROLES, SUPERUSER

IDENT_MAP = "codossier"


def files(place: Place) -> dict[str, str]:
    """File name → text."""
    return {
        "postgresql.conf": _server(place),
        "pg_hba.conf": f"local all all peer map={IDENT_MAP}\n",
        "pg_ident.conf": "".join(
            f'{IDENT_MAP} "{place.users.launcher.name}" {role}\n' for role in (SUPERUSER, *ROLES)
        ),
    }


def _server(place: Place) -> str:
    settings = {
        "data_directory": str(place.data),
        # A socket and no TCP port.
        "listen_addresses": "",
        "port": str(PORT),
        "unix_socket_directories": str(place.socket),
        "unix_socket_permissions": "0700",
        # Durability as in production: a measurement with it off would say nothing.
        "fsync": "on",
        "synchronous_commit": "on",
        "full_page_writes": "on",
        # Errors are logged without the statement and without the row it was about: both hold
        # what clients asked.
        "log_min_error_statement": "panic",
        "log_error_verbosity": "terse",
        "log_statement": "none",
        "log_checkpoints": "off",
        "log_timezone": "UTC",
        "timezone": "UTC",
        "lc_messages": "C",
    }
    return "".join(f"{name} = {_quoted(value)}\n" for name, value in settings.items())


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"
