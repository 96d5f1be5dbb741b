"""The one error of the launcher."""


class EmbeddedError(RuntimeError):
    """The embedded PostgreSQL cannot be used; the message says why and what to do."""
