"""Logging: one line of JSON a record on standard error, and never what a client said.

Exceptions are logged by their type and the places they passed. Their messages are left out:
the database's repeat the row, a parser's the text.
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

FIELDS = ("request_id", "status", "duration_ms")
"""What a record may carry beside its message (`extra={…}`); anything else is left out."""


class JsonFormatter(logging.Formatter):
    """A record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0]:
            line["exception"] = record.exc_info[0].__qualname__
            line["places"] = places(record.exc_info[2])
        return json.dumps(line, ensure_ascii=False, default=str)


class PlainFormatter(logging.Formatter):
    """A record as a line for people at a terminal, with as little of what was said as the JSON.

    Development has it too: the demonstration runs there, and its log is a file.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line; below it the places an exception passed."""
        line = f"{record.levelname} {record.name} [{getattr(record, 'request_id', '-')}] "
        line += record.getMessage()
        told = [f"{name}={getattr(record, name)}" for name in FIELDS[1:] if hasattr(record, name)]
        if told:
            line += f" ({', '.join(told)})"
        if record.exc_info and record.exc_info[0]:
            line += f"\n  {record.exc_info[0].__qualname__} at"
            line += "".join(f"\n    {place}" for place in places(record.exc_info[2]))
        return line


class WithoutAddress(logging.Filter):
    """Cuts what Django's own records say after a colon: the address or the host as it was sent.

    `Not Found: /what/somebody/typed` becomes `Not Found`; the line of the request has its route.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Always lets the record pass."""
        if record.name.startswith(("django.request", "django.security")):
            record.msg, record.args = record.getMessage().partition(":")[0], ()
        return True


def places(trace: TracebackType | None) -> list[str]:
    """The places an exception passed, outermost first, as `file:line function`."""
    return [f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(trace)]


def logging_for(level: str, *, formatter: str) -> dict[str, Any]:
    """Django's LOGGING. formatter: `json`, or `plain` for people at a terminal."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {"()": f"{__name__}.JsonFormatter"},
            "plain": {"()": f"{__name__}.PlainFormatter"},
        },
        "filters": {
            "request_id": {"()": "legalcontext.doors.request_id.RequestIdFilter"},
            "without_address": {"()": f"{__name__}.WithoutAddress"},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": formatter,
                "filters": ["request_id", "without_address"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own handlers (a console in DEBUG, mail to administrators) are replaced.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            # Its records are the SQL with the values.
            "django.db.backends": {"level": "WARNING"},
            # Say at every start which tasks they found.
            "procrastinate.blueprints": {"level": "WARNING"},
            "procrastinate.periodic": {"level": "WARNING"},
        },
    }
