"""What is refused about matters, in plain exceptions; each door renders them its own way.

Missing, malformed and forbidden matters are `accounts.errors.NotFound`, one and the same.
"""


class MatterClosed(Exception):
    """The matter may be read, but it is closed: nothing in it changes until it is reopened."""


class LegalHold(Exception):
    """The database refused to delete what is held, and so all of it. held: how many rows, at
    least: it stops at the first table."""

    def __init__(self, held: int) -> None:
        super().__init__(f"{held} held")
        self.held = held
