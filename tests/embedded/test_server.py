"""A real server, started, killed, interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from codossier.embedded import EmbeddedError, Place, Role, Server, url
from codossier.embedded.roles import SUPERUSER
from codossier.embedded.software import programs_for

START = """
import sys
from pathlib import Path
from codossier.embedded import Server
from codossier.embedded.places import place_for
print(Server(place_for(Path(sys.argv[1]), Path(sys.argv[2]))).start())
"""

HOLD_A_TRANSACTION = """
import sys, time, psycopg
connection = psycopg.connect(sys.argv[1])
connection.execute("CREATE TABLE half_done (id int)")
print("open", flush=True)
time.sleep(60)
"""


def ask(server: Server, statement: str, role: Role = "app") -> list[tuple[object, ...]]:
    with psycopg.connect(url(server.place, role)) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def as_superuser(server: Server, statement: str) -> None:
    with psycopg.connect(
        host=str(server.place.socket), user=SUPERUSER, dbname="postgres", autocommit=True
    ) as connection:
        connection.execute(statement)


def kill(process: psutil.Process) -> None:
    os.kill(process.pid, signal.SIGKILL)
    psutil.wait_procs([process], timeout=10)


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    """A process that has nothing to do with PostgreSQL."""
    process = subprocess.Popen(["sleep", "60"])
    yield process
    process.kill()
    process.wait()


class TestStarting:
    def test_a_running_server_is_left_as_it_is(self, running: Server) -> None:
        before = running.process()
        assert running.start() is False
        assert before is not None
        assert running.process() == before

    def test_a_stopped_server_answers_no_more_and_starts_again(self, running: Server) -> None:
        assert running.stop() is True
        assert running.process() is None
        assert running.answers() is False
        assert running.stop() is False
        assert running.start() is True
        assert running.answers() is True

    def test_of_two_starters_one_starts_and_both_succeed(
        self, running: Server, private_folders: Path
    ) -> None:
        running.stop()
        command = [sys.executable, "-c", START, str(running.place.home), str(private_folders)]
        both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
        said = sorted(starter.communicate()[0].strip() for starter in both)
        assert [starter.returncode for starter in both] == [0, 0]
        assert said == ["False", "True"]
        assert running.answers()

    def test_a_start_broken_off_in_initdb_is_made_good(
        self, passable_folder: Path, place: Place
    ) -> None:
        home = passable_folder / "broken"
        broken = Server(Place(home, home / "socket", place.users))
        rest = home / "data.new" / "base"
        rest.mkdir(parents=True)
        (rest / "half").write_text("a file that was being written")
        try:
            broken.start()
            assert broken.answers()
            assert not rest.exists()
        finally:
            broken.stop()

    def test_a_start_broken_off_before_the_database_is_made_good(self, running: Server) -> None:
        as_superuser(running, "CREATE DATABASE spare")
        as_superuser(running, "ALTER DATABASE codossier RENAME TO kept")
        try:
            assert running.answers() is False
            running.start()
            assert running.answers() is True
        finally:
            as_superuser(running, "DROP DATABASE codossier")
            as_superuser(running, "ALTER DATABASE kept RENAME TO codossier")
            as_superuser(running, "DROP DATABASE spare")

    def test_data_of_another_version_is_refused_in_words(self, running: Server) -> None:
        running.stop()
        version = running.place.data / "PG_VERSION"
        version.write_text("17\n")
        try:
            with pytest.raises(EmbeddedError, match=r"is of PostgreSQL 17.*Dump it"):
                running.start()
        finally:
            version.write_text("18\n")

    def test_a_server_that_cannot_start_is_named_with_its_log(
        self, running: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("codossier.embedded.server.RETRY_SECONDS", 0)
        running.stop()
        control = running.place.data / "global" / "pg_control"
        content = control.read_bytes()
        control.write_bytes(b"")
        try:
            with pytest.raises(EmbeddedError, match=r"did not start: .*pg_control(?s:.*)\.log"):
                running.start()
        finally:
            control.write_bytes(content)


class TestKilling:
    def test_a_killed_server_comes_back_with_every_row(self, running: Server) -> None:
        ask(running, "CREATE TABLE kept_rows AS SELECT generate_series(1, 1000) AS n", "owner")
        process = running.process()
        assert process is not None
        kill(process)
        assert running.start() is True
        assert ask(running, "SELECT count(*) FROM kept_rows", "owner") == [(1000,)]

    def test_a_killed_client_leaves_the_server_running_and_nothing_half_done(
        self, running: Server
    ) -> None:
        client = subprocess.Popen(
            [sys.executable, "-c", HOLD_A_TRANSACTION, url(running.place, "owner")],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert client.stdout is not None
        with client.stdout:
            assert client.stdout.readline() == "open\n"
            client.kill()
            client.wait()
        assert running.answers()
        assert ask(running, "SELECT to_regclass('half_done')", "owner") == [(None,)]

    @pytest.mark.parametrize("buried", [True, False], ids=["another process", "a zombie"])
    def test_its_old_process_id_in_other_hands_does_not_stop_a_start(
        self, running: Server, sleeper: subprocess.Popen[bytes], buried: bool
    ) -> None:
        lines = (running.place.data / "postmaster.pid").read_text().splitlines()
        running.stop()
        if not buried:
            sleeper.kill()
            os.waitid(os.P_PID, sleeper.pid, os.WEXITED | os.WNOWAIT)
        stale = running.place.data / "postmaster.pid"
        stale.write_text("\n".join([str(sleeper.pid), *lines[1:]]) + "\n")
        os.chown(stale, running.place.users.server.uid, -1)
        assert running.process() is None
        assert running.start() is True


class TestDoors:
    def test_it_listens_on_its_socket_only(self, running: Server) -> None:
        process = running.process()
        assert process is not None
        assert [c.laddr for c in process.net_connections("inet") if c.status == "LISTEN"] == []
        assert running.place.socket.stat().st_mode & 0o777 == 0o700

    def test_it_keeps_what_it_has_said_it_kept(self, running: Server) -> None:
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            assert ask(running, f"SHOW {setting}") == [("on",)]

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
    def test_another_user_of_the_machine_is_refused(self, running: Server) -> None:
        place = running.place
        psql = programs_for(place.users.server, place.home) / "psql"
        refused = subprocess.run(
            [str(psql), url(place, "app"), "-c", "SELECT 1"],
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
            **place.users.as_server(),
        )
        assert refused.returncode != 0
        assert "Peer authentication failed" in refused.stderr

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root starts it as somebody else")
    def test_it_does_not_run_as_root(self, running: Server) -> None:
        process = running.process()
        assert process is not None
        assert {*process.uids()} == {running.place.users.server.uid}

    def test_its_log_repeats_neither_statement_nor_row(self, running: Server) -> None:
        ask(running, "CREATE TABLE IF NOT EXISTS strict (word text CHECK (word = 'x'))", "owner")
        with pytest.raises(psycopg.errors.CheckViolation):
            ask(running, "INSERT INTO strict VALUES ('confidential')", "owner")
        log = running.place.log.read_text()
        assert "violates check constraint" in log
        assert "confidential" not in log


class TestRoles:
    ATTRIBUTES = """
        SELECT rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication
        FROM pg_roles WHERE rolname = current_user
    """

    @pytest.mark.parametrize(
        ("role", "creates_databases", "bypasses"),
        [
            ("owner", True, False),
            ("app", False, False),
            ("operator", False, False),
            ("backup", True, True),
        ],
    )
    def test_each_role_may_what_it_should(
        self, running: Server, role: Role, creates_databases: bool, bypasses: bool
    ) -> None:
        expected = (False, creates_databases, False, bypasses, False)
        assert ask(running, self.ATTRIBUTES, role) == [expected]

    def test_only_backup_is_a_member_of_others(self, running: Server) -> None:
        members = ask(
            running,
            """
            SELECT member::regrole::text, roleid::regrole::text FROM pg_auth_members
            WHERE member::regrole::text IN ('owner', 'app', 'operator', 'backup') ORDER BY 2
            """,
        )
        assert members == [("backup", "owner"), ("backup", "pg_read_all_data")]

    @pytest.mark.parametrize("role", ["app", "operator"])
    @pytest.mark.parametrize(
        "statement",
        ["CREATE TABLE t (id int)", "CREATE TEMPORARY TABLE t (id int)", "SET ROLE owner"],
    )
    def test_the_serving_roles_can_make_nothing(
        self, running: Server, role: Role, statement: str
    ) -> None:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            ask(running, statement, role)

    def test_a_database_that_the_owner_makes_has_vectors(self, running: Server) -> None:
        with psycopg.connect(url(running.place, "owner"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE test_vectors")
        other = url(running.place, "owner").replace("/codossier?", "/test_vectors?")
        with psycopg.connect(other) as connection:
            distance = connection.execute("SELECT '[3,4]'::vector <-> '[0,0]'::vector").fetchone()
        as_superuser(running, "DROP DATABASE test_vectors")
        assert distance == (5.0,)
