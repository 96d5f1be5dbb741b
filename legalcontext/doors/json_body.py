"""JSON bodies, read strictly: UTF-8 only, no constants that are not JSON, bounded nesting."""

from __future__ import annotations

import json
from typing import Any, NoReturn


class UnreadableBody(ValueError):
    """The body is not JSON as RFC 8259 has it; the text says what to do."""


def read_json(body: bytes) -> Any:
    """The value of a JSON body. Integers stay integers, members keep their order.

    UnreadableBody: not UTF-8, not JSON, NaN or Infinity, a number too long, nested too deeply.
    The messages never repeat what was sent.
    """
    if not body:
        raise UnreadableBody("The body is empty; send a JSON object.")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableBody(
            f"The body is not UTF-8 (byte {error.start}); encode it as UTF-8."
        ) from None
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise UnreadableBody(
            f"The body is not JSON: {error.msg} at line {error.lineno}, column {error.colno}."
        ) from None
    except RecursionError:
        raise UnreadableBody("The body is nested too deeply; send a flat object.") from None
    except ValueError:
        raise UnreadableBody(
            "The body has a number that is too long or is not JSON (NaN, Infinity)."
        ) from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)
