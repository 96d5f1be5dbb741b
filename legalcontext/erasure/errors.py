"""What is refused about deletion requests, in plain exceptions."""

from __future__ import annotations


class NotPossible(Exception):
    """This step cannot be taken now. The text says why, in a sentence for whoever asked."""
