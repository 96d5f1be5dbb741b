"""The process in the background, with a small server in the product's place."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from codossier import service
from codossier.service import ServiceError

Serve = Callable[[str], None]

SERVER = """
import http.server, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response({status})
        self.end_headers()
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""

WORKER = "import time; time.sleep(600)"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("CODOSSIER_VAR_DIR", str(tmp_path))
    monkeypatch.setattr(service, "worker_command", lambda: [sys.executable, "-c", WORKER])
    yield
    service.stop()


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Serve:
    """Put this Python program, called with the port, in the service's place."""

    def put(text: str) -> None:
        monkeypatch.setattr(
            service, "command", lambda port: [sys.executable, "-c", text, str(port)]
        )

    return put


@pytest.fixture
def port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind((service.HOST, 0))
        return int(probe.getsockname()[1])


def test_it_starts_answers_and_stops(program: Serve, port: int) -> None:
    program(SERVER.format(status=200))
    started = service.start(port)
    assert started.url == f"http://127.0.0.1:{port}"
    assert service.running() == started
    assert service.stop() is True
    assert service.running() is None
    assert service.stop() is False


def test_its_worker_starts_and_stops_with_it(program: Serve, port: int) -> None:
    program(SERVER.format(status=200))
    worker = psutil.Process(service.start(port).worker_pid)
    assert worker.is_running()
    service.stop()
    assert not worker.is_running() or worker.status() == psutil.STATUS_ZOMBIE


def test_a_worker_that_died_does_not_keep_the_service_from_stopping(
    program: Serve, port: int
) -> None:
    program(SERVER.format(status=200))
    worker = psutil.Process(service.start(port).worker_pid)
    worker.kill()
    worker.wait()
    assert service.stop() is True


def test_the_worker_goes_past_a_pooler() -> None:
    given = {"DATABASE_URL": "pooled", "DATABASE_DIRECT_URL": "direct", "OTHER": "kept"}
    assert service.for_worker(given) == {
        "DATABASE_URL": "direct",
        "DATABASE_DIRECT_URL": "direct",
        "CODOSSIER_DATABASE_POOL_SIZE": "0",
        "CODOSSIER_DATABASE_POOLER": "no",
        "OTHER": "kept",
    }


def test_one_that_runs_is_kept(program: Serve, port: int) -> None:
    program(SERVER.format(status=200))
    assert service.start(port) == service.start()


def test_a_taken_port_is_refused_with_a_way_out(program: Serve, port: int) -> None:
    program(SERVER.format(status=200))
    with socket.socket() as other:
        other.bind((service.HOST, port))
        other.listen()
        with pytest.raises(ServiceError, match=rf"Port {port} is taken.*PORT="):
            service.start(port)


def test_without_a_wish_the_next_free_port_is_taken(
    program: Serve, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(SERVER.format(status=200))
    with socket.socket() as other:
        other.bind((service.HOST, 0))
        other.listen()
        monkeypatch.setattr(service, "PORTS", (other.getsockname()[1], port))
        assert service.start().url.endswith(f":{port}")


def test_one_that_ends_at_once_is_quoted(program: Serve, port: int) -> None:
    program("raise SystemExit('no such table')")
    with pytest.raises(ServiceError, match=r"ended at once(?s:.*)no such table"):
        service.start(port)
    assert service.running() is None


def test_one_that_answers_with_errors_is_stopped(program: Serve, port: int) -> None:
    program(SERVER.format(status=500))
    with pytest.raises(ServiceError, match="answers with errors"):
        service.start(port)
    assert service.running() is None


def test_a_process_that_took_over_its_id_is_left_alone(tmp_path: Path) -> None:
    other = subprocess.Popen(["sleep", "60"])
    try:
        record = {
            "pid": other.pid,
            "created": psutil.Process(other.pid).create_time() - 1000,
            "url": "http://127.0.0.1:1",
        }
        (tmp_path / "service.json").write_text(json.dumps(record))
        assert service.stop() is False
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": "x"}', '{"pid": 1}'])
def test_a_broken_record_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "service.json").write_text(text)
    assert service.running() is None


def test_its_own_words_reach_the_command_line(
    program: Serve, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    program(SERVER.format(status=200))
    assert service.main(["status"]) == service.NOT_RUNNING
    assert service.main(["start", "--port", str(port)]) == os.EX_OK
    assert service.main(["stop"]) == os.EX_OK
    assert capsys.readouterr().out.splitlines() == [
        "The service does not run",
        f"Serving on http://127.0.0.1:{port}",
        "The service was stopped",
    ]
