"""JSON bodies, read strictly: UTF-8 only, each member once, no constants that are not JSON, bounded
nesting."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn


class UnreadableBody(ValueError):
    """The body is not JSON as RFC 8259 has it; the text says what to do."""


EMPTY: Final = "The body is empty; send a JSON object."


def read_json(body: bytes) -> Any:
    """The value of a JSON body. Integers stay integers, members keep their order.

    UnreadableBody: not UTF-8, not JSON, a member twice, NaN or Infinity, a number too long, nested
    too deeply.
    The messages never repeat what was sent.
    """
    if not body:
        raise UnreadableBody(EMPTY)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableBody(
            f"The body is not UTF-8 (byte {error.start}); encode it as UTF-8."
        ) from None
    try:
        return json.loads(
            text, parse_constant=_refuse_constant, object_pairs_hook=_each_member_once
        )
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")
        raise UnreadableBody(
            f"The body is not JSON: {what} at line {error.lineno}, column {error.colno}."
        ) from None
    except UnreadableBody:
        raise
    except RecursionError:
        raise UnreadableBody("The body is nested too deeply; send a flat object.") from None
    except ValueError:
        raise UnreadableBody(
            "The body has a number that is too long or is not JSON (NaN, Infinity)."
        ) from None


def _each_member_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of two members of one name, readers take now the first and now the last: neither is sure."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise UnreadableBody("The body has an object with the same member twice; send each once.")
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)
