"""Immutable values passed between the rooms: what was read, inferred, known, and decided.

Offsets are Unicode code points, half-open (`text[start:end]` are the words).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .constants import Audience, Basis, Label, PrincipalKind


@dataclass(frozen=True, slots=True)
class Evidence:
    """One observation that speaks for a value, with the words it rests on.

    source: `question`, `document:<index>` (0-based, in the order sent), `matter`, `handed_on` or
        `stated` (the words of the inbound block, where they had to be read).
    start, end: code points into that source's text; 0, 0 where there is no text (`matter`).
    text: the words themselves; for `matter` and `handed_on` the recorded value.
    value: what it speaks for (a jurisdiction code, a forum, a role).
    kind: the family of the rule (`residence`, `court`, `statute`, `city`, `clause`, …).
    weight: strength, 0 to 1. why: one plain English sentence.
    """

    source: str
    start: int
    end: int
    text: str
    value: str
    kind: str
    weight: float
    why: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place that the text may mean, with the sum of its evidence; ranked best first."""

    value: str
    score: float
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Inference:
    """What prose alone says about the frame; every field may be empty.

    place: the one place (or the one that is clearly where the matter sits), J7; None when
        several contend (J8) or nothing was found (J9).
    candidates: all places named, ranked, the chosen one included.
    forum, role: as the words say plainly, else None.
    """

    place: str | None = None
    candidates: tuple[Candidate, ...] = ()
    forum: str | None = None
    role: str | None = None
    evidence: tuple[Evidence, ...] = ()
    """All evidence, of any field (places, forum, role), in order of appearance."""
    forum_evidence: tuple[Evidence, ...] = ()
    role_evidence: tuple[Evidence, ...] = ()
    contending: tuple[str, ...] | None = None
    """The candidates that contend where `place` is None; None means all of them. A past home or
    an origin is a candidate that contends for nothing: it frames no law by itself."""


NOTHING_INFERRED = Inference()


@dataclass(frozen=True, slots=True)
class PrincipalFacts:
    """What the block needs to know of the credential: its kind, for the label and the audience."""

    kind: PrincipalKind


@dataclass(frozen=True, slots=True)
class MatterFacts:
    """What the block needs to know of a named matter that the principal may read.

    owned: the acting person is the owner of record (a reader, a colleague, staff is not).
    litigation_anticipated: None = the mark is unset.
    """

    owned: bool
    litigation_anticipated: bool | None = None
    jurisdiction: str | None = None
    forum: str | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Something the answer must say about the frame that the block has no field for."""

    code: str
    message: str
    field: str
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of one answer: the outbound block without its retention sentence, and the notes.

    rule, row: which rule of the jurisdiction table (J1 … J10) and which row of the privilege
    table (P2 … P15) decided. notice: present exactly for an individual principal or audience.
    recognised: False when the stated jurisdiction is not a known code (J3): no law is framed.
    """

    jurisdiction: str
    basis: Basis
    forum: str | None
    audience: Audience
    role: str
    label: Label
    notice: bool
    rule: str
    row: str
    recognised: bool = True
    notes: tuple[Note, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Inbound:
    """A block as the caller stated it, read: absent, null and "" are all None.

    raw: the block exactly as it was sent, unknown members included.
    handed_on: the `jurisdiction` object of an outbound block passed on (J10), else None.
    """

    jurisdiction: str | None = None
    forum: str | None = None
    audience: str | None = None
    role: str | None = None
    matter: str | None = None
    on_behalf_of: str | None = None
    privilege: str | None = None
    handed_on: Mapping[str, Any] | None = None
    raw: Mapping[str, Any] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong part of the caller's input: its JSON pointer (RFC 6901), and what to do about it."""

    pointer: str
    detail: str


class InvalidContext(ValueError):
    """The inbound block has members of the wrong type or too long: refused, each one named."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(f"{f.pointer}: {f.detail}" for f in faults))
        self.faults = faults
