"""What is refused about deletion requests, in plain exceptions."""

from __future__ import annotations


class NotPossible(Exception):
    """This step cannot be taken now. The text says why, in a sentence for whoever asked."""


class AlreadyOpen(NotPossible):
    """The same is asked for already. request_id: the open request, which the caller may read."""

    def __init__(self, request_id: str) -> None:
        super().__init__(
            f"The request {request_id} asks for the same and is still open: follow that one. To "
            "ask under other rules, withdraw it first."
        )
        self.request_id = request_id
