"""What is refused about keeping and deleting, in plain exceptions."""

from __future__ import annotations


class LegalHold(Exception):
    """Nothing of it could be deleted. held: how many of the things that were asked for are held."""

    def __init__(self, held: int) -> None:
        super().__init__(f"{held} held")
        self.held = held


class AlreadyReleased(Exception):
    """The hold was released before."""


class InvalidTerm(ValueError):
    """A policy's months are out of range. ceiling: the most that the service allows."""

    def __init__(self, ceiling: int) -> None:
        super().__init__(f"1 to {ceiling} months")
        self.ceiling = ceiling
