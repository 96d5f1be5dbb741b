"""Which operating-system user starts the server, and which one it runs as."""

from __future__ import annotations

import os
import pwd
from dataclasses import dataclass
from typing import Any

from .errors import EmbeddedError

UNPRIVILEGED = "nobody"
"""The user the server runs as when root starts it: PostgreSQL refuses to run as root."""


@dataclass(frozen=True, slots=True)
class OsUser:
    """An entry of the passwd database."""

    name: str
    uid: int
    gid: int


@dataclass(frozen=True, slots=True)
class Users:
    """launcher: who calls (and who may connect); server: who runs PostgreSQL and owns its data."""

    launcher: OsUser
    server: OsUser

    @property
    def differ(self) -> bool:
        """Root started it, so the server runs as somebody else."""
        return self.launcher.uid != self.server.uid

    def as_server(self) -> dict[str, Any]:
        """The arguments that make `subprocess.run` run a program as the server's user."""
        if not self.differ:
            return {}
        return {"user": self.server.uid, "group": self.server.gid, "extra_groups": []}


def _entry(entry: pwd.struct_passwd) -> OsUser:
    return OsUser(entry.pw_name, entry.pw_uid, entry.pw_gid)


def current_users() -> Users:
    """The users of this process. Raises EmbeddedError when the passwd database lacks one."""
    uid = os.geteuid()
    try:
        launcher = _entry(pwd.getpwuid(uid))
    except KeyError:
        raise EmbeddedError(
            f"User id {uid} has no entry in the passwd database, and PostgreSQL needs one. "
            "Add an entry, or set DATABASE_URL to a server of your own."
        ) from None
    if uid != 0:
        return Users(launcher, launcher)
    try:
        return Users(launcher, _entry(pwd.getpwnam(UNPRIVILEGED)))
    except KeyError:
        raise EmbeddedError(
            f"PostgreSQL does not run as root, and there is no user '{UNPRIVILEGED}' to run it. "
            "Create that user, work as another user than root, or set DATABASE_URL."
        ) from None
