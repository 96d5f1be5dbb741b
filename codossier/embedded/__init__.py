"""The embedded PostgreSQL: the server of a pip wheel, started on a socket of its own.

Used wherever `DATABASE_URL` is not set. Never runs as root, opens no TCP port, has no passwords:
the operating system says who connects. `docs/database.md` describes it for its users.
"""

from __future__ import annotations

from .errors import EmbeddedError
from .places import Place, default_place
from .roles import ROLES, Role, url
from .server import Server
from .software import client_programs

__all__ = [
    "ROLES",
    "EmbeddedError",
    "Place",
    "Role",
    "Server",
    "client_programs",
    "default_place",
    "default_url",
    "ensure_running",
    "url",
]


def ensure_running() -> Server:
    """Start this checkout's server unless it answers already; safe to call from several processes.

    Raises EmbeddedError, in words that say what to do, when it cannot be started.
    """
    server = Server(default_place())
    server.start()
    return server


def default_url(role: Role) -> str:
    """The URL by which `role` reaches this checkout's server; nothing is started or written."""
    return url(default_place(), role)
