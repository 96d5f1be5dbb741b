"""The privilege table: which label an answer carries, and on which row.

`TABLE` is the table of docs/block.md ("Privilege"), line by line; the first line that fits
decides. P1, the refused matter, is no line of it: a refused ask has no frame. Nothing else moves
the label: not a role, not `on_behalf_of`, not the jurisdiction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from .constants import LABELS, Audience, Label, PrincipalKind
from .notes import NoteCode
from .types import MatterFacts

Stated = Literal["absent", "none", "attorney_client", "work_product", "unknown", "unrecognised"]
MatterState = Literal["none", "not_owned", "unset", "litigation", "no_litigation"]

ANY: Final = None
OWNED: Final = frozenset[MatterState]({"unset", "litigation", "no_litigation"})
NOT_OWNED: Final = frozenset[MatterState]({"none", "not_owned"})
KNOWN: Final = frozenset[Stated]({"none", "attorney_client", "work_product", "unknown"})
NOT_SAID: Final = frozenset[Stated]({"absent", "unknown", "unrecognised"})


@dataclass(frozen=True, slots=True)
class Line:
    """One line: when it fits (None = any) and what it gives. A row may need several lines."""

    row: str
    principal: PrincipalKind
    audience: Audience | None
    stated: frozenset[Stated] | None
    matter: frozenset[MatterState] | None
    label: Label
    notice: bool
    note: NoteCode | None = None

    def fits(
        self, principal: PrincipalKind, audience: Audience, stated: Stated, matter: MatterState
    ) -> bool:
        return (
            self.principal == principal
            and self.audience in (ANY, audience)
            and (self.stated is ANY or stated in self.stated)
            and (self.matter is ANY or matter in self.matter)
        )


def _stated(*values: Stated) -> frozenset[Stated]:
    return frozenset(values)


def _matter(*values: MatterState) -> frozenset[MatterState]:
    return frozenset(values)


# fmt: off
TABLE: Final[tuple[Line, ...]] = (
    Line("P2", "individual", ANY, NOT_SAID | _stated("none"), ANY, "none", True),
    Line("P3", "individual", ANY, _stated("attorney_client", "work_product"), ANY,
         "none", True, "privilege_overridden"),
    Line("P4", "professional", "individual", ANY, ANY, "none", True, "privilege_register"),
    Line("P5", "professional", "professional", _stated("absent"), _matter("no_litigation"),
         "unknown", False),
    Line("P5", "professional", "professional", _stated("absent"), _matter("litigation"),
         "work_product", False),
    Line("P5", "professional", "professional", _stated("absent"), _matter("unset"),
         "work_product", False, "privilege_litigation_unset"),
    Line("P6", "professional", "professional", _stated("absent"), NOT_OWNED, "unknown", False),
    Line("P7", "professional", "professional", _stated("work_product"), OWNED,
         "work_product", False),
    Line("P8", "professional", "professional", _stated("work_product"), NOT_OWNED,
         "unknown", False, "privilege_not_owned"),
    Line("P9", "professional", "professional", _stated("attorney_client"), ANY,
         "attorney_client", False, "privilege_as_stated"),
    Line("P10", "professional", "professional", _stated("none"), ANY, "none", False),
    Line("P11", "professional", "professional", _stated("unknown", "unrecognised"), ANY,
         "unknown", False),
    Line("P12", "service", "individual", KNOWN, ANY, "none", True, "privilege_overridden"),
    Line("P12", "service", "individual", _stated("absent", "unrecognised"), ANY, "none", True),
    Line("P13", "service", "professional", NOT_SAID, ANY, "unknown", False),
    Line("P13", "service", "professional", _stated("work_product"), ANY,
         "unknown", False, "privilege_not_owned"),
    Line("P14", "service", "professional", _stated("attorney_client"), ANY,
         "attorney_client", False, "privilege_unverified"),
    Line("P15", "service", "professional", _stated("none"), ANY, "none", False),
)
# fmt: on


def decide_label(
    principal: PrincipalKind, audience: Audience, stated: str | None, matter: MatterFacts | None
) -> Line:
    """The line of the table that decides. audience: of the answer. stated: as the caller said."""
    said, state = said_label(stated), matter_state(matter)
    return next(line for line in TABLE if line.fits(principal, audience, said, state))


def said_label(stated: str | None) -> Stated:
    """What the caller said, as the table knows it."""
    if stated is None:
        return "absent"
    return next((label for label in LABELS if label == stated), "unrecognised")


def matter_state(matter: MatterFacts | None) -> MatterState:
    """The named matter, as the table knows it."""
    if matter is None:
        return "none"
    if not matter.owned:
        return "not_owned"
    if matter.litigation_anticipated is None:
        return "unset"
    return "litigation" if matter.litigation_anticipated else "no_litigation"
