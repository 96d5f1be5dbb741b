"""`python -m codossier.embedded start | stop | status | url [role]`."""

from __future__ import annotations

import argparse
import sys

from django.core.exceptions import ImproperlyConfigured

from . import ROLES, EmbeddedError, Server, default_place, url

NOT_RUNNING = 3
"""Exit status of `status` for a service that does not run (as in the LSB)."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        return _run(options)
    except (EmbeddedError, ImproperlyConfigured) as error:
        print(error, file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m codossier.embedded", description="The embedded PostgreSQL of this checkout."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("start", help="start it, unless it runs")
    commands.add_parser("stop", help="stop it; the data stays")
    commands.add_parser("status", help=f"say whether it runs (exit status {NOT_RUNNING} if not)")
    address = commands.add_parser("url", help="print the URL by which a role reaches it")
    address.add_argument("role", nargs="?", choices=ROLES, default="app")
    return parser


def _run(options: argparse.Namespace) -> int:
    place = default_place()
    server = Server(place)
    match options.command:
        case "url":
            print(url(place, options.role))
        case "start":
            started = server.start()
            print(f"PostgreSQL {'started' if started else 'was running'} in {place.home}")
        case "stop":
            print("PostgreSQL stopped" if server.stop() else "PostgreSQL was not running")
        case "status":
            process = server.process()
            if process is None:
                print(f"PostgreSQL does not run in {place.home}")
                return NOT_RUNNING
            print(f"PostgreSQL runs in {place.home} (process {process.pid})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
