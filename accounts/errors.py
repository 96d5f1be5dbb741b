"""What the directory refuses, in plain exceptions; each door renders them its own way.

Wrong values are Django's ValidationError, with the field's name where one is at fault.
"""


class NotFound(LookupError):
    """No such thing for this caller: missing, malformed and forbidden are one and the same."""


class StillResponsible(Exception):
    """A person cannot leave an account yet. ids: the public ids of what is still theirs."""

    def __init__(self, ids: tuple[str, ...]) -> None:
        super().__init__(", ".join(ids))
        self.ids = ids
