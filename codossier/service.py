"""The service in the background of one machine: for the demonstration and for development.

Two processes: the web server, and the worker of the jobs (the sweep, exports).
`python -m codossier.service start | stop | status | foreground`, with `--port N`. Production runs
under its own process manager; `docs/settings.md` names what it must set.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from http import HTTPStatus
from pathlib import Path

import psutil
from django.core.exceptions import ImproperlyConfigured

from codossier.settings import environment

HOST = "127.0.0.1"
PORTS = range(8000, 8020)
"""Tried in this order when no port is asked for."""

READY_SECONDS = 60
STOP_SECONDS = 15
HEALTH_PATH = "/health"
LOG_LINES = 20
"""How much of its log is shown when it does not start."""

NOT_RUNNING = 3
"""Exit status of `status` for a service that does not run (as in the LSB)."""

DEFAULTS = {
    "DJANGO_SETTINGS_MODULE": "codossier.settings.development",
    # Under ASGI threads come and go: connections are kept in a pool instead.
    "CODOSSIER_DATABASE_POOL_SIZE": "8",
}


class ServiceError(RuntimeError):
    """The service cannot be started; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Service:
    """A running service. created: a process's start, which tells it from a later namesake.

    worker_pid: the worker's process; 0 while there is none.
    """

    pid: int
    created: float
    url: str
    worker_pid: int = 0
    worker_created: float = 0


def running() -> Service | None:
    """The service that was started from this checkout and still runs."""
    try:
        service = Service(**json.loads(_record().read_text(encoding="utf-8")))
        alive = _process(service.pid, service.created)
    except (OSError, ValueError, TypeError):
        return None
    return service if alive else None


def start(port: int | None = None, variables: Mapping[str, str] | None = None) -> Service:
    """Start the service in the background and wait until it answers; one that runs is kept.

    port: None takes the first free one. variables: environment variables that the process gets
    besides this process's own. Raises ServiceError when the port is taken or it does not answer.
    """
    if (service := running()) is not None:
        return service
    port = _free_port(port)
    _record().parent.mkdir(parents=True, exist_ok=True)
    given = {**DEFAULTS, **os.environ, **(variables or {})}
    process, created = _in_background(command(port), given, _log())
    service = Service(process.pid, created, f"http://{HOST}:{port}")
    _write_record(service)
    try:
        _wait_until_ready(service, process)
    except ServiceError:
        stop()
        raise
    worker, worker_created = _in_background(worker_command(), for_worker(given), _worker_log())
    service = replace(service, worker_pid=worker.pid, worker_created=worker_created)
    _write_record(service)
    return service


def stop() -> bool:
    """Stop the service, its requests and jobs finished first. Returns whether it ran."""
    service = running()
    if service is not None:
        both = (
            _process(service.pid, service.created),
            _process(service.worker_pid, service.worker_created),
        )
        processes = [process for process in both if process is not None]
        for process in processes:
            process.terminate()
        _, alive = psutil.wait_procs(processes, timeout=STOP_SECONDS)
        for stubborn in alive:
            stubborn.kill()
    _record().unlink(missing_ok=True)
    return service is not None


def command(port: int) -> list[str]:
    """The server process. Its access log is off: it would repeat what stands in addresses."""
    return [
        sys.executable, "-m", "uvicorn", "codossier.asgi:application",
        "--host", HOST, "--port", str(port), "--lifespan", "off",
        "--no-access-log", "--no-server-header", "--log-level", "warning",
        "--timeout-graceful-shutdown", "5",
    ]  # fmt: skip


def worker_command() -> list[str]:
    """The worker process: one job at a time, told of new ones by the database."""
    return [
        sys.executable, "manage.py", "procrastinate", "worker",
        "--concurrency", "1", "--shutdown-graceful-timeout", str(STOP_SECONDS - 5),
    ]  # fmt: skip


def for_worker(variables: Mapping[str, str]) -> dict[str, str]:
    """The worker's environment: it listens, so it goes past any pooler, and needs no pool."""
    direct = variables.get("DATABASE_DIRECT_URL") or variables.get("DATABASE_URL", "")
    changed = {"DATABASE_URL": direct, "CODOSSIER_DATABASE_POOL_SIZE": "0"}
    return {**variables, **changed, "CODOSSIER_DATABASE_POOLER": "no"}


def _in_background(
    arguments: list[str], variables: Mapping[str, str], log: Path
) -> tuple[subprocess.Popen[bytes], float]:
    """The process, in a session of its own, and when it began."""
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            arguments,
            cwd=environment.ROOT,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    return process, psutil.Process(process.pid).create_time()


def _process(pid: int, created: float) -> psutil.Process | None:
    """The process of this id, if it is still the one that began then and has not ended."""
    if pid <= 0:
        return None
    try:
        process = psutil.Process(pid)
        same = process.create_time() == created
        return process if same and process.status() != psutil.STATUS_ZOMBIE else None
    except psutil.Error:
        return None


def _record() -> Path:
    return environment.VAR_DIR.value() / "service.json"


def _log() -> Path:
    return environment.VAR_DIR.value() / "service.log"


def _worker_log() -> Path:
    return environment.VAR_DIR.value() / "worker.log"


def _write_record(service: Service) -> None:
    """All at once, so that a reader never finds half of it."""
    record = _record()
    fresh = record.with_suffix(".new")
    fresh.write_text(json.dumps(asdict(service)), encoding="utf-8")
    fresh.replace(record)


def _free_port(wanted: int | None) -> int:
    for port in PORTS if wanted is None else (wanted,):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            # As the server itself does: a port in TIME_WAIT counts as free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    taken = f"Port {wanted} is" if wanted else f"Ports {PORTS[0]} to {PORTS[-1]} are"
    raise ServiceError(f"{taken} taken by other programs. Choose another: make … PORT=9000.")


def _wait_until_ready(service: Service, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while (status := _status(service.url + HEALTH_PATH)) is None:
        if process.poll() is not None:
            raise ServiceError(f"The service ended at once. It said:\n{_last_words()}")
        if time.monotonic() > deadline:
            raise ServiceError(
                f"The service did not answer within {READY_SECONDS} s. It said:\n{_last_words()}"
            )
        time.sleep(0.1)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise ServiceError(f"The service answers with errors. It said:\n{_last_words()}")


def _status(url: str) -> int | None:
    """The HTTP status of the answer, None when there is none."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310 - our own http URL
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


def _last_words() -> str:
    return "\n".join(_log().read_text(encoding="utf-8").splitlines()[-LOG_LINES:])


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m codossier.service", description=__doc__)
    parser.add_argument("command", choices=("start", "stop", "status", "foreground"))
    parser.add_argument("--port", type=int, help="the port to serve on (default: the first free)")
    options = parser.parse_args(arguments)
    try:
        return _run(options)
    except (ServiceError, ImproperlyConfigured) as error:
        print(error, file=sys.stderr)
        return 1


def _run(options: argparse.Namespace) -> int:
    match options.command:
        case "start":
            print(f"Serving on {start(options.port).url}")
        case "stop":
            print("The service was stopped" if stop() else "The service was not running")
        case "status":
            service = running()
            print(f"Serving on {service.url}" if service else "The service does not run")
            return 0 if service else NOT_RUNNING
        case "foreground":
            os.environ.update({**DEFAULTS, **os.environ})
            # Ctrl-C reaches the worker too: it stays in the terminal's process group.
            subprocess.Popen(worker_command(), cwd=environment.ROOT, env=for_worker(os.environ))
            os.execv(sys.executable, command(options.port or PORTS[0]))  # noqa: S606
    return 0


if __name__ == "__main__":
    sys.exit(main())
