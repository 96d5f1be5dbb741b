"""The rows of the pages of questions and answers, matters, retention and deletion requests."""

from __future__ import annotations

from typing import Any

TABLE: dict[str, tuple[int, ...]] = {}

OF_ANOTHER: dict[str, tuple[int, ...]] = {}

BODIES: dict[str, dict[str, Any]] = {}


def named(world: Any, route: str, kind: str, *, own: bool) -> dict[str, str] | None:
    """What stands in the address of one of these routes; None: the route is not one of them."""
    return None


def body(world: Any, call: str) -> dict[str, Any] | None:
    """What is sent, where it depends on the world."""
    return None
