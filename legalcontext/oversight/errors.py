"""What is refused about looking into an account's content, in plain exceptions."""


class MayNotOpen(Exception):
    """The operator's roles do not give them access to content."""


class NothingToOpen(LookupError):
    """No such answer or matter, or nobody reads it any more."""


class AccessEnded(Exception):
    """The access has run out, or was given back: ask again, with a reason."""
