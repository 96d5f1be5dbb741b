"""What the core refuses, in plain exceptions; each door renders them its own way."""


class NotFound(LookupError):
    """No such thing for this caller: missing, malformed and forbidden are one and the same."""


class MatterNotFound(NotFound):
    """The named matter does not exist or may not be read (P1); the ask is refused, nothing kept."""


class DocumentNotFound(NotFound):
    """A document named by id does not exist or may not be read with this ask."""

    def __init__(self, pointer: str) -> None:
        super().__init__(pointer)
        self.pointer = pointer
