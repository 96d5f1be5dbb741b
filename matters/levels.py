"""The three levels of access to a matter, coarse and rising."""

from __future__ import annotations

from typing import Final

READ: Final = "read_matter"
WORK: Final = "work_matter"
MANAGE: Final = "manage_matter"

LEVELS: Final = (READ, WORK, MANAGE)
"""Whoever has one holds a grant of each below it too, so that a list asks for one permission only
(asking for two at once makes guardian read all rows into Python)."""

NAMES: Final = {"read": READ, "work": WORK, "manage": MANAGE}
"""What the doors call them."""

CHOICES: Final = [(level, name) for name, level in NAMES.items()]


def up_to(level: str) -> tuple[str, ...]:
    """The level and every one below it."""
    return LEVELS[: LEVELS.index(level) + 1]


def from_(level: str) -> tuple[str, ...]:
    """The level and every one above it."""
    return LEVELS[LEVELS.index(level) :]


def name_of(level: str) -> str:
    """`read`, `work` or `manage`."""
    return level.removesuffix("_matter")
