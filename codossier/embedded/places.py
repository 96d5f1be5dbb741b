"""Where the embedded server lives: a pure function of the checkout and of the folders' modes.

The settings call this at every start, so it only looks: nothing is created here.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from codossier.settings import environment

from .errors import EmbeddedError
from .users import OsUser, Users, current_users

SOCKET_PATH_LIMIT = 107
"""Bytes of a Unix socket's whole path (sun_path of Linux, less its closing NUL)."""

PORT = 5432
"""No TCP port: it only names the socket file."""

SOCKET_FILE = f".s.PGSQL.{PORT}"
FALLBACK_FOLDER = Path("/var/tmp")  # noqa: S108 - a private folder in it, its owner checked

_SHELL_SAFE = re.compile(r"[^\"$`\\\n]*")
"""pg_ctl hands its paths to /bin/sh between double quotes."""

_SOCKET_SAFE = re.compile(r"[A-Za-z0-9/._-]*")
"""libpq and PostgreSQL read socket folders as comma-separated lists."""


@dataclass(frozen=True, slots=True)
class Place:
    """The folders of one server.

    home: data, configuration and, where needed, copied programs.
    socket: the folder of its socket.
    users: who starts it and who runs it.
    """

    home: Path
    socket: Path
    users: Users

    @property
    def data(self) -> Path:
        return self.home / "data"

    @property
    def configuration(self) -> Path:
        return self.home / "configuration"

    @property
    def log(self) -> Path:
        """The server's own log; it lies in the data because only the server's user writes it."""
        return self.data / "server.log"


def default_place() -> Place:
    """The place of this checkout: `postgres` under the variable folder, or a private folder."""
    return place_for(environment.VAR_DIR.value() / "postgres")


def place_for(preferred: Path, fallback_folder: Path = FALLBACK_FOLDER) -> Place:
    """The place for a server that would best live in `preferred`.

    The home falls back to a private folder of `fallback_folder` when the server's user cannot
    reach `preferred`, and stays there once it holds the data; so does the socket when its path is
    too long. Raises EmbeddedError when the passwd database lacks a user, when the data would be
    out of reach, or when the private folder is somebody else's.
    """
    users = current_users()
    preferred = preferred.absolute()
    fallback = fallback_folder / _private_name(preferred, users.launcher)
    home = _home(preferred, fallback, users)
    socket = home / "socket"
    if not _suits_socket(socket):
        socket = fallback / "socket"
    if fallback in (home, socket.parent):
        _check_owner(fallback, users.launcher)
    return Place(home, socket, users)


def _home(preferred: Path, fallback: Path, users: Users) -> Path:
    in_preferred, in_fallback = (_holds_data(folder) for folder in (preferred, fallback))
    if _suits(preferred, users.server):
        return fallback if in_fallback and not in_preferred else preferred
    if in_preferred and not in_fallback:
        raise EmbeddedError(
            f"The database in {preferred} cannot be reached by the user '{users.server.name}', "
            "who runs the server. Make its parent folders passable again (chmod o+x), "
            "or remove it to begin anew."
        )
    return fallback


def _holds_data(folder: Path) -> bool:
    return os.access(folder / "data", os.F_OK)


def _check_owner(folder: Path, launcher: OsUser) -> None:
    """The folder lies where everybody may make folders: one made by another user is no home."""
    try:
        status = folder.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != launcher.uid:
        raise EmbeddedError(
            f"{folder} is not a folder of the user '{launcher.name}'. "
            "Remove it, or set DATABASE_URL to a server of your own."
        )


def _private_name(preferred: Path, launcher: OsUser) -> str:
    digest = hashlib.sha256(os.fsencode(preferred)).hexdigest()[:12]
    return f"codossier-{launcher.uid}-{digest}"


def _suits(path: Path, user: OsUser) -> bool:
    return _SHELL_SAFE.fullmatch(str(path)) is not None and can_pass(path.parent, user)


def _suits_socket(folder: Path) -> bool:
    length = len(os.fsencode(folder / SOCKET_FILE))
    return length <= SOCKET_PATH_LIMIT and _SOCKET_SAFE.fullmatch(str(folder)) is not None


def can_pass(folder: Path, user: OsUser) -> bool:
    """`user` may traverse `folder` and every folder above it, as far as they exist."""
    resolved = folder.resolve()
    for step in (resolved, *resolved.parents):
        try:
            status = step.stat()
        except FileNotFoundError:
            continue
        except PermissionError:
            return False
        if not permits(status, user, read=False, execute=True):
            return False
    return True


def permits(status: os.stat_result, user: OsUser, *, read: bool, execute: bool) -> bool:
    """The mode bits allow `user`, by his own or his main group's right, to read and/or execute."""
    if user.uid == 0:
        return True
    wanted = (stat.S_IROTH if read else 0) | (stat.S_IXOTH if execute else 0)
    if status.st_uid == user.uid:
        wanted <<= 6
    elif status.st_gid == user.gid:
        wanted <<= 3
    return status.st_mode & wanted == wanted
