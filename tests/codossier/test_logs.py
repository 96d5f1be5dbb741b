"""Log lines are structured and hold nothing that a client said."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

import pytest

from codossier.settings.logs import JsonFormatter, WithoutAddress, logging_for


def line(**attributes: Any) -> dict[str, Any]:
    record = logging.makeLogRecord({"name": "codossier", "levelname": "ERROR"} | attributes)
    text = JsonFormatter().format(record)
    assert "\n" not in text
    parsed: dict[str, Any] = json.loads(text)
    return parsed


def test_a_record_is_one_object_with_its_time_in_utc() -> None:
    written = line(msg="kept %s", args=("ans_1",), created=0.0)
    assert written == {
        "time": "1970-01-01T00:00:00.000+00:00",
        "level": "ERROR",
        "logger": "codossier",
        "message": "kept ans_1",
    }


def test_only_named_fields_are_written() -> None:
    written = line(msg="answered", request_id="req_1", status=200, question="May I deduct it?")
    assert written["request_id"] == "req_1"
    assert written["status"] == 200
    assert "question" not in written


def test_an_exception_is_its_type_and_places_without_its_message() -> None:
    try:
        raise ValueError("Failing row contains (May I deduct it?)")
    except ValueError:
        written = line(msg="failed", exc_info=sys.exc_info())
    assert written["exception"] == "ValueError"
    assert written["places"][-1].endswith(
        "test_an_exception_is_its_type_and_places_without_its_message"
    )
    assert "deduct" not in json.dumps(written)


@pytest.mark.parametrize(
    ("name", "msg", "args", "said"),
    [
        ("django.request", "%s: %s", ("Not Found", "/my/secret"), "Not Found"),
        ("django.request", "Not Found: %s", ("/my/secret",), "Not Found"),
        ("django.security.DisallowedHost", "Invalid HTTP_HOST header: 'secret'", (),
         "Invalid HTTP_HOST header"),
        ("codossier", "kept: %s", ("ans_1",), "kept: ans_1"),
    ],
)  # fmt: skip
def test_djangos_own_records_do_not_repeat_an_address(
    name: str, msg: str, args: tuple[str, ...], said: str
) -> None:
    record = logging.makeLogRecord({"name": name, "msg": msg, "args": args})
    assert WithoutAddress().filter(record)
    assert record.getMessage() == said


@pytest.mark.parametrize("level", ["DEBUG", "INFO"])
def test_sql_is_logged_at_no_level(level: str) -> None:
    assert logging_for(level, formatter="json")["loggers"]["django.db.backends"] == {
        "level": "WARNING"
    }
