"""What a switch refuses, in a plain exception."""


class SwitchedOff(Exception):
    """The operator has switched such asks off. skill, audience, place: of the ask."""

    def __init__(self, *, skill: str, audience: str, place: str) -> None:
        super().__init__(skill, audience, place)
        self.skill = skill
        self.audience = audience
        self.place = place
