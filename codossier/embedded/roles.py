"""The roles of the database, and the URL by which each reaches an embedded server."""

from __future__ import annotations

from importlib import resources
from typing import Literal, get_args
from urllib.parse import quote

from .places import PORT, Place

Role = Literal["owner", "app", "operator", "backup"]
ROLES: tuple[Role, ...] = get_args(Role)

SUPERUSER = "superuser"
"""The cluster's superuser: the launcher's alone, to make roles and to install `vector`."""

DATABASE = "codossier"


def url(place: Place, role: Role) -> str:
    """A libpq URL. The folder stands in the query: a host name would lose its capitals."""
    return f"postgresql://{role}@/{DATABASE}?host={quote(str(place.socket))}&port={PORT}"


def script(name: str) -> str:
    """The text of one of the SQL scripts beside this module."""
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
