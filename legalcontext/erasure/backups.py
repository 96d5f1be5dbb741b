"""Dump and restore, as the role `backup`; a restored database comes up closed.

Closed means that the database itself refuses to be connected to: `CONNECT` is taken from
everybody but its owner, so no process of the service reaches it, of whatever version, and every
door says `unavailable`. It costs no query while it is open. `replay` opens it.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
import shutil
import subprocess
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psycopg
from django.conf import settings
from django.utils import timezone
from psycopg import conninfo, sql

FORMAT: Final = 1
DUMP: Final = ("--format=custom", "--no-comments")
RESTORE: Final = ("--exit-on-error", "--no-comments")


class BackupError(Exception):
    """It cannot be done; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What stands beside a dump. started_at: what was deleted from then on may be in it."""

    started_at: dt.datetime
    database: str
    sha256: str

    @classmethod
    def of(cls, dump: Path) -> Manifest:
        """The manifest of a dump, held against it. BackupError: missing, or of another dump."""
        try:
            said = json.loads(_beside(dump).read_text(encoding="utf-8"))
            manifest = cls(
                dt.datetime.fromisoformat(said["started_at"]), said["database"], said["sha256"]
            )
        except (OSError, ValueError, KeyError, TypeError):
            raise BackupError(
                f"There is no manifest {_beside(dump).name} beside the dump. It says when the dump "
                "was begun, without which nobody knows what was deleted since."
            ) from None
        if manifest.sha256 != _digest(dump):
            raise BackupError("The dump is not the one that its manifest was written for.")
        return manifest


def dump(path: Path) -> Manifest:
    """Write the whole database to a new file, and its manifest beside it.

    The file is content, as the database is: only its owner may read it. BackupError.
    """
    if path.exists():
        raise BackupError(f"{path} is there already: name a new file.")
    started_at = timezone.now()
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.touch(mode=0o600)
    try:
        _run("pg_dump", *DUMP, f"--file={unfinished}", database=_name())
        manifest = Manifest(started_at, _name(), _digest(unfinished))
        _beside(path).touch(mode=0o600)
        _beside(path).write_text(
            json.dumps(
                {
                    "backup": FORMAT,
                    "started_at": started_at.isoformat(),
                    "database": manifest.database,
                    "sha256": manifest.sha256,
                }
            )
            + "\n",
            encoding="utf-8",
        )
        unfinished.rename(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return manifest


def restore(dump: Path, database: str) -> Manifest:
    """Make a new database of a dump, closed to everybody until it was replayed.

    BackupError: there is one of this name, the dump is broken, or the server refuses. What was
    made of it by then is removed again.
    """
    manifest = Manifest.of(dump)
    with _session(_name()) as session:
        try:
            session.execute(
                sql.SQL("CREATE DATABASE {} OWNER {}").format(
                    sql.Identifier(database), sql.Identifier(owner())
                )
            )
        except psycopg.Error as error:
            raise BackupError(f"The database {database} cannot be made: {_first(error)}") from None
        try:
            close(database)
            _remember(database, {"made_at": manifest.started_at.isoformat()})
            _run("pg_restore", *RESTORE, str(dump), database=database)
        except (BackupError, psycopg.Error) as error:
            session.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(database)))
            raise BackupError(str(error)) from None
    return manifest


def replace(database: str) -> str:
    """Put a restored database in the place of the service's; where the old one is kept.

    BackupError: somebody is connected to one of them.
    """
    current = _name()
    old = f"{current}_before_{timezone.now():%Y%m%d%H%M%S}"
    rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
    with _session("postgres") as session:
        session.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(owner())))
        try:
            for before, after in ((current, old), (database, current)):
                session.execute(rename.format(sql.Identifier(before), sql.Identifier(after)))
        except psycopg.Error as error:
            raise BackupError(
                f"{_first(error)} Stop web, workers and the admin first, then try again."
            ) from None
    return old


def close(database: str) -> None:
    """Let nobody but its owner connect to it."""
    _change(database, "REVOKE CONNECT, TEMPORARY ON DATABASE {} FROM PUBLIC")


def open_again(database: str) -> None:
    """Let the service connect to it."""
    _change(database, "GRANT CONNECT ON DATABASE {} TO PUBLIC")


def is_closed(database: str) -> bool:
    """Whether the application's role is refused."""
    with _session(_name()) as session:
        row = session.execute(
            "SELECT has_database_privilege(%s, %s, 'CONNECT')",
            [settings.DATABASES["default"]["USER"], database],
        ).fetchone()
    return not (row and row[0])


def made_at(database: str) -> dt.datetime | None:
    """When the dump was begun that this database was restored from; None: it was not restored."""
    with _session(_name()) as session:
        row = session.execute(
            "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %s",
            [database],
        ).fetchone()
    try:
        return dt.datetime.fromisoformat(json.loads(row[0])["made_at"]) if row else None
    except (TypeError, ValueError, KeyError):
        return None


def remember_replay(database: str) -> None:
    """Write beside the database that it was replayed."""
    came_from = made_at(database)
    said = {"replayed_at": timezone.now().isoformat()}
    _remember(database, said | ({"made_at": came_from.isoformat()} if came_from else {}))


def owner() -> str:
    """The role that owns the tables."""
    alias = settings.DATABASES.get("owner")
    return str(alias["USER"]) if alias else "owner"


def url_of(database: str) -> str:
    """The backup role's URL for this database."""
    return conninfo.make_conninfo(_url(), dbname=database)


def _remember(database: str, said: dict[str, str]) -> None:
    with _session(_name()) as session:
        session.execute(
            sql.SQL("COMMENT ON DATABASE {} IS {}").format(
                sql.Identifier(database), sql.Literal(json.dumps(said))
            )
        )


def _change(database: str, statement: Any) -> None:
    with _session(_name()) as session:
        session.execute(sql.SQL(statement).format(sql.Identifier(database)))


def _url() -> str:
    url: str = settings.DATABASE_BACKUP_URL
    if not url:
        raise BackupError("Set DATABASE_BACKUP_URL to the database as the role backup.")
    return url


def _name() -> str:
    """The service's own database, on the server of the backup URL."""
    name: str = settings.DATABASES["default"]["NAME"]
    return name


def _session(database: str) -> Any:
    try:
        return closing(psycopg.connect(url_of(database), autocommit=True))
    except psycopg.OperationalError as error:
        raise BackupError(_first(error)) from None


def _run(program: str, *arguments: str, database: str) -> None:
    """Run one of PostgreSQL's programs on a database; the password is in no argument."""
    found = shutil.which(program, path=_path())
    if found is None:
        raise BackupError(f"{program} is not there: install PostgreSQL's client programs.")
    parts = conninfo.conninfo_to_dict(url_of(database))
    password = parts.pop("password", None)
    target = conninfo.make_conninfo("", **parts)
    environment = os.environ | ({"PGPASSWORD": str(password)} if password else {})
    done = subprocess.run(
        [found, f"--dbname={target}", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        # Its words name objects and say what is wrong; rows stand in none of them.
        lines = done.stderr.strip().splitlines() or ["it gave no reason"]
        raise BackupError(f"{program} failed: {lines[0]}")


def _path() -> str:
    own = settings.DATABASE_PROGRAMS
    return os.pathsep.join([*([str(own)] if own else []), *os.get_exec_path()])


def _beside(dump: Path) -> Path:
    return dump.with_name(dump.name + ".json")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _first(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
