"""Start and stop one embedded server.

Starting is convergent: each step looks whether it is done, so an interruption anywhere, of the
launcher or of the server, is made good by starting again.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg
from psycopg import sql

from . import configuration, roles
from .errors import EmbeddedError
from .places import PORT, Place
from .software import MAJOR_VERSION, programs_for

RETRY_SECONDS = 10
"""How long a start that fails is repeated: the remains of a killed server look alive that long."""

STARTUP_SECONDS = 60
"""How long one start may take: after a crash the server first replays its log."""

CONNECT_SECONDS = 5

INITDB_OPTIONS = (
    f"--username={roles.SUPERUSER}",
    "--auth=peer",
    "--encoding=UTF8",
    # The same order of texts on every machine, whatever locales it has.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
)

_Finished = subprocess.CompletedProcess[str]


@dataclass(frozen=True, slots=True)
class Server:
    """The server of one place."""

    place: Place

    def start(self) -> bool:
        """Start the server unless it answers; make its roles and its database where missing.

        Returns whether it had to be started. Two processes may call it at once: one starts, the
        other waits and finds it running. Raises EmbeddedError when it cannot be started.
        """
        if self.answers():
            return False
        self._make_home()
        with self._lock():
            if self.answers():
                return False
            programs = programs_for(self.place.users.server, self.place.home)
            self._make_data(programs)
            self._make_socket_folder()
            self._configure()
            self._launch(programs)
            self._furnish()
        return True

    def stop(self) -> bool:
        """Stop the server, its clients' transactions rolled back. Returns whether it ran.

        Raises EmbeddedError when it does not stop.
        """
        if not self.place.home.exists():
            return False
        with self._lock():
            if self.process() is None:
                return False
            programs = programs_for(self.place.users.server, self.place.home)
            stopped = self._control(programs, "stop", "-m", "fast")
            if stopped.returncode != 0:
                raise EmbeddedError(f"PostgreSQL did not stop: {_words(stopped)}")
        return True

    def answers(self) -> bool:
        """The application's role can connect to the finished database and run a query."""
        try:
            with psycopg.connect(
                roles.url(self.place, "app"), connect_timeout=CONNECT_SECONDS
            ) as connection:
                connection.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def process(self) -> psutil.Process | None:
        """The running server, None when there is none.

        The id in the data folder may belong by now to any other process, or to the unburied
        remains of a killed server: it counts only when that process works in the data folder.
        """
        try:
            first_line = (self.place.data / "postmaster.pid").read_text().partition("\n")[0]
            process = psutil.Process(int(first_line))
            if process.status() == psutil.STATUS_ZOMBIE:
                return None
            same = Path(process.cwd()).samefile(self.place.data)
        except (OSError, ValueError, psutil.Error):
            return None
        return process if same else None

    # Folders

    def _make_home(self) -> None:
        home = self.place.home
        self._make_parents(home)
        self._make_folder(home)
        if self.place.socket.parent != home:
            self._make_folder(self.place.socket.parent)

    def _make_parents(self, home: Path) -> None:
        """Make the missing parents passable, whatever the umask: the place relies on it."""
        missing = [parent for parent in home.parents if not parent.exists()]
        for parent in reversed(missing):
            parent.mkdir(exist_ok=True)
            parent.chmod(0o755)

    def _make_folder(self, folder: Path) -> None:
        """A folder of the launcher's that only the server's main group may pass through."""
        users = self.place.users
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise EmbeddedError(f"Cannot make the folder {folder}: {error.strerror}.") from None
        if folder.is_symlink() or folder.stat().st_uid != users.launcher.uid:
            raise EmbeddedError(
                f"{folder} belongs to another user than '{users.launcher.name}'. "
                "Work as that user, or remove the folder to begin anew."
            )
        if users.differ:
            os.chown(folder, -1, users.server.gid)
            folder.chmod(0o710)
        else:
            folder.chmod(0o700)

    def _make_socket_folder(self) -> None:
        self.place.socket.mkdir(mode=0o700, exist_ok=True)
        self._give_to_server(self.place.socket)

    def _give_to_server(self, path: Path) -> None:
        if self.place.users.differ:
            server = self.place.users.server
            os.chown(path, server.uid, server.gid, follow_symlinks=False)

    @contextmanager
    def _lock(self) -> Iterator[None]:
        """One launcher at a time. The system frees the lock when its holder dies."""
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(self.place.home / "launcher.lock", flags, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    # Steps of a start

    def _make_data(self, programs: Path) -> None:
        """initdb into a folder beside the data, then rename: a half-made one is never taken."""
        data = self.place.data
        if data.exists():
            self._check_data(data)
            return
        unfinished = data.with_name("data.new")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        self._give_to_server(unfinished)
        made = self._run(programs / "initdb", "-D", str(unfinished), *INITDB_OPTIONS)
        if made.returncode != 0:
            raise EmbeddedError(f"PostgreSQL could not make its data folder: {_words(made)}")
        unfinished.rename(data)

    def _check_data(self, data: Path) -> None:
        owner, server = data.stat().st_uid, self.place.users.server
        if owner != server.uid:
            raise EmbeddedError(
                f"The data in {data} belongs to user id {owner}, not to '{server.name}'. "
                "Start it as the user who made it, or remove it to begin anew."
            )
        version = (data / "PG_VERSION").read_text().strip()
        if version != MAJOR_VERSION:
            raise EmbeddedError(
                f"The data in {data} is of PostgreSQL {version}; this launcher brings "
                f"{MAJOR_VERSION}. Dump it with the old version, or remove it to begin anew."
            )

    def _configure(self) -> None:
        folder = self.place.configuration
        self._make_folder(folder)
        for name, text in configuration.files(self.place).items():
            path = folder / name
            path.write_text(text, encoding="utf-8")
            if self.place.users.differ:
                os.chown(path, -1, self.place.users.server.gid)
                path.chmod(0o640)
            else:
                path.chmod(0o600)
        if self.place.users.differ:
            folder.chmod(0o750)

    def _launch(self, programs: Path) -> None:
        """Start the server process and wait until the superuser can connect."""
        deadline = time.monotonic() + RETRY_SECONDS
        self._keep_last_log()
        while True:
            problem = ""
            if self.process() is None:
                (self.place.data / "postmaster.pid").unlink(missing_ok=True)
                started = self._control(programs, "start", "-l", str(self.place.log))
                problem = _words(started) if started.returncode else ""
            try:
                self._as_superuser("postgres", "SELECT 1")
            except psycopg.OperationalError as error:
                if time.monotonic() > deadline:
                    raise EmbeddedError(
                        f"PostgreSQL did not start: {problem or error}\n"
                        f"What it said itself is in {self.place.log}."
                    ) from None
                time.sleep(0.2)
            else:
                return

    def _keep_last_log(self) -> None:
        """Keep one earlier log, so that the two together stay small."""
        with suppress(FileNotFoundError):
            self.place.log.replace(self.place.log.with_suffix(".log.before"))

    def _furnish(self) -> None:
        """Roles, extensions, database. The database opens last: that it answers proves the rest."""
        self._as_superuser("postgres", roles.script("roles.sql"))
        self._as_superuser("template1", roles.script("extensions.sql"))
        if not self._has_database():
            self._on_database("CREATE DATABASE {} OWNER owner ALLOW_CONNECTIONS false")
        # Temporary tables could stand in for real ones in a function's search path.
        self._on_database("REVOKE TEMPORARY ON DATABASE {} FROM PUBLIC")
        self._on_database("ALTER DATABASE {} ALLOW_CONNECTIONS true")
        self._as_superuser(roles.DATABASE, roles.script("extensions.sql"))

    def _has_database(self) -> bool:
        with self._superuser("postgres") as connection:
            found = connection.execute(
                "SELECT FROM pg_database WHERE datname = %s", [roles.DATABASE]
            )
            return found.rowcount > 0

    def _on_database(self, statement: str) -> None:
        name = sql.Identifier(roles.DATABASE)
        self._as_superuser("postgres", sql.SQL(statement).format(name))

    # Programs and connections

    def _superuser(self, database: str) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(
            host=str(self.place.socket),
            port=PORT,
            user=roles.SUPERUSER,
            dbname=database,
            autocommit=True,
            connect_timeout=CONNECT_SECONDS,
        )

    def _as_superuser(self, database: str, statement: str | sql.Composed) -> None:
        """Run text of this package, never of another source; several statements are one script."""
        with self._superuser(database) as connection:
            connection.execute(statement.encode() if isinstance(statement, str) else statement)

    def _run(self, program: Path, *arguments: str) -> _Finished:
        """Run one of PostgreSQL's programs as the server's user, with a clean environment."""
        return subprocess.run(
            [str(program), *arguments],
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
            **self.place.users.as_server(),
        )

    def _control(self, programs: Path, command: str, *arguments: str) -> _Finished:
        """Have pg_ctl start or stop the server and wait for it."""
        folder = str(self.place.configuration)
        wait = ("-w", "-t", str(STARTUP_SECONDS))
        return self._run(programs / "pg_ctl", command, "-D", folder, *wait, *arguments)


def _words(finished: _Finished) -> str:
    return (finished.stderr.strip() or finished.stdout.strip()) or "it said nothing."
