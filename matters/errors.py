"""What is refused about matters, in plain exceptions; each door renders them its own way.

Missing, malformed and forbidden matters are `accounts.errors.NotFound`, one and the same.
"""


class MatterClosed(Exception):
    """The matter may be read, but it is closed: nothing in it changes until it is reopened."""


class LegalHold(Exception):
    """Something in the matter is held, so nothing of it is deleted."""
