"""Why a frame came out as it did: each field's sources in order, and the rows that fired.

`explain` resolves as `resolve` does and then says why. Nothing of it runs when an answer is made:
whoever wants to know later works it out anew from the same inputs. A `Step` has two halves. What
an operator may see of any answer are codes and verdicts; `said` and `stated` are the words of the
caller, of the matter and of the text, and are content.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from .constants import AUDIENCES, FORUMS, LABELS, ROLES, PrincipalKind
from .frame import resolve
from .places import canonical_jurisdiction
from .privilege import TABLE, Line, matter_state, said_label
from .types import Frame, Inbound, Inference, MatterFacts, Note, PrincipalFacts

Field = Literal["jurisdiction", "forum", "audience", "role", "privilege"]
SourceName = Literal[
    "stated", "matter", "handed on", "text", "stated role", "principal", "default", "rule"
]
Verdict = Literal["decided", "silent", "outranked", "undecided", "not understood"]
How = Literal[
    "as stated", "read", "not understood", "overridden", "inferred", "assumed", "by rule", "unknown"
]
"""What became of a field: taken over, read as a code, kept without being understood, answered by
another value than was stated, inferred, assumed for want of anything, by rule, or left out."""

JURISDICTION_RULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "J1": "A place was stated by its code, and was taken as stated.",
        "J2": "A place was stated in another spelling of its code, and was read as the code.",
        "J2b": "A place was stated by a name that means one place, or that the matter or the text "
        "settles, and was read as its code.",
        "J3": "What was stated is no place that is known, or nothing settles which one is meant: "
        "it stays as stated, and no law is framed.",
        "J4": "What was stated is the code of a country and the bare suffix of a US state: it is "
        "the country, as stated.",
        "J5": "A place was stated, and the text points elsewhere: the statement stands.",
        "J6": "Nothing was stated, and the named matter has a place on record.",
        "J7": "Nothing was stated, and the text names one place, or one that is clearly where the "
        "matter sits.",
        "J8": "Nothing was stated, and several places in the text contend: the nearest place that "
        "contains them all was taken, or US where there is none.",
        "J9": "There was nothing to go on: US was assumed.",
        "J10": "The block of another answer was handed on, and its place was taken with the basis "
        "that it had there.",
    }
)
"""The rows of the jurisdiction table (docs/block.md, "Jurisdiction") in a sentence each."""

PRIVILEGE_RULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "P2": "An individual's answer carries the label none, and the notice.",
        "P3": "An individual stated a label that their answer cannot carry: it is none.",
        "P4": "A professional asked in the register for individuals: none, and the notice.",
        "P5": "A professional stated no label and named a matter of their own: work product, "
        "unless the matter is marked that no litigation is anticipated.",
        "P6": "A professional stated no label and named no matter of their own: unknown.",
        "P7": "A professional stated work product on a matter of their own: work product.",
        "P8": "A professional stated work product without a matter of their own: unknown.",
        "P9": "A professional stated attorney-client: it is taken as stated, and not examined.",
        "P10": "A professional stated none: none.",
        "P11": "A professional stated that it is not known, or something that is no label: "
        "unknown.",
        "P12": "A program asked in the register for individuals: none, and the notice.",
        "P13": "A program asked in the professional register without a label that it may give: "
        "unknown.",
        "P14": "A program stated attorney-client: taken as stated, and not verified.",
        "P15": "A program stated none: none.",
    }
)
"""The rows of the privilege table (docs/block.md, "Privilege") in a sentence each."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """One source of a field, in the order in which they are asked. said: its words (content)."""

    source: SourceName
    verdict: Verdict
    said: str | None = None


@dataclass(frozen=True, slots=True)
class Tried:
    """One line of the privilege table. misses: the columns that kept it from fitting; none: it
    fits. fired: it is the first that does."""

    line: Line
    misses: tuple[str, ...]
    fired: bool


@dataclass(frozen=True, slots=True)
class Step:
    """How one field was settled.

    value: as it stands in the block; None where it is left out. rule: J1 … J10 or P2 … P15, ""
    for fields without a table. because: that rule, or the deciding source, in a sentence.
    stated: what the caller said of it (content). notes: what the answer says about it.
    """

    field: Field
    value: str | None
    how: How
    rule: str
    because: str
    weighed: tuple[Weighed, ...] = ()
    stated: str | None = None
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """A frame, the steps to it in the order of the block, and the privilege table as it was read.

    claims: members that the caller stated and that grant and decide nothing (content).
    """

    frame: Frame
    steps: tuple[Step, ...]
    table: tuple[Tried, ...]
    claims: Mapping[str, str]


def explain(
    stated: Inbound,
    inference: Inference,
    principal: PrincipalFacts,
    matter: MatterFacts | None = None,
) -> Explanation:
    """The frame that `resolve` gives for the same inputs, and why each field is as it is."""
    frame = resolve(stated, inference, principal, matter)
    claims = {"matter": stated.matter, "on_behalf_of": stated.on_behalf_of}
    return Explanation(
        frame=frame,
        steps=(
            _jurisdiction(frame, stated, inference, matter),
            _forum(frame, stated, inference, matter),
            _audience(frame, stated, principal.kind),
            _role(frame, stated, inference, principal.kind),
            _privilege(frame, stated),
        ),
        table=_table(frame, stated, principal.kind, matter),
        claims={name: value for name, value in claims.items() if value is not None},
    )


def _jurisdiction(
    frame: Frame, stated: Inbound, inference: Inference, matter: MatterFacts | None
) -> Step:
    handed = stated.handed_on or {}
    value, basis = handed.get("value"), handed.get("basis")
    ranked = ", ".join(candidate.value for candidate in inference.candidates)
    record = matter.jurisdiction if matter is not None else None
    # A place handed on as stated stands above the matter's record, every other one below it.
    passed_on: tuple[SourceName, str | None] = (
        "handed on",
        value if value is not None and basis != "default" else None,
    )
    of_record: tuple[SourceName, str | None] = ("matter", record or None)
    said: list[tuple[SourceName, str | None]] = [
        ("stated", stated.jurisdiction),
        *((passed_on, of_record) if basis == "stated" else (of_record, passed_on)),
        ("text", inference.place or ranked or None),
    ]
    decides: SourceName = {
        "J6": "matter", "J7": "text", "J8": "text", "J9": "default", "J10": "handed on",
    }.get(frame.rule, "stated")  # type: ignore[assignment]  # fmt: skip
    if frame.rule == "J8" and frame.basis == "default":
        decides = "default"
    instead: dict[SourceName, Verdict] = {}
    if record and canonical_jurisdiction(record) is None:
        instead["matter"] = "not understood"
    if ranked and decides == "default":
        instead["text"] = "undecided"
    weighed = _weigh([*said, ("default", "US")], decides, instead)
    how: How = {"stated": "as stated", "inferred": "inferred", "default": "assumed"}[frame.basis]  # type: ignore[assignment]
    if not frame.recognised:
        how = "not understood"
    elif frame.basis == "stated" and "jurisdiction_normalized" in _codes(frame):
        how = "read"
    return Step(
        field="jurisdiction",
        value=frame.jurisdiction,
        how=how,
        rule=frame.rule,
        because=JURISDICTION_RULES[frame.rule],
        weighed=weighed,
        stated=stated.jurisdiction if stated.jurisdiction is not None else value,
        notes=_notes(frame, "jurisdiction"),
    )


def _forum(frame: Frame, stated: Inbound, inference: Inference, matter: MatterFacts | None) -> Step:
    said: list[tuple[SourceName, str | None]] = [
        ("stated", stated.forum),
        ("matter", (matter.forum if matter is not None else None) or None),
        ("handed on", (stated.handed_on or {}).get("forum")),
        ("text", inference.forum),
    ]
    decides = next((source for source, words in said if words is not None), None)
    how: How = "unknown" if decides is None else "as stated" if decides == "stated" else "inferred"
    if frame.forum is not None and frame.forum not in FORUMS:
        how = "not understood"
    because = {
        "stated": "As stated.",
        "matter": "Not stated; the named matter has it on record.",
        "handed on": "Not stated; the block of another answer says so.",
        "text": "Not stated; the text names it.",
        None: "Nothing says which forum it is, so the block leaves it out.",
    }[decides]
    return Step(
        "forum", frame.forum, how, "", because, _weigh(said, decides), stated.forum,
        _notes(frame, "forum"),
    )  # fmt: skip


def _audience(frame: Frame, stated: Inbound, kind: PrincipalKind) -> Step:
    known = stated.audience in AUDIENCES
    service = kind == "service"
    role = stated.role if service else None
    advises = role in ("counsel", "advisor")
    said: list[tuple[SourceName, str | None]] = [
        ("stated", stated.audience),
        ("stated role", role) if service else ("principal", kind),
    ]
    decides: SourceName = "stated" if known else "stated role" if service else "principal"
    if service and not known and not advises:
        decides = "rule"
        said.append(("rule", "individual"))
    because = {
        "stated": "As stated.",
        "principal": "Not stated, or no known register: the kind of the one who asks decides.",
        "stated role": "A program without a stated register: a stated role of counsel or advisor "
        "means professional.",
        "rule": "A program without a stated register or a stated role of counsel or advisor is "
        "answered as an individual.",
    }[decides]
    odd = stated.audience is not None and not known
    weighed = _weigh(said, decides, {"stated": "not understood"} if odd else {})
    return Step(
        "audience", frame.audience, "as stated" if known else "by rule", "", because, weighed,
        stated.audience, _notes(frame, "audience"),
    )  # fmt: skip


def _role(frame: Frame, stated: Inbound, inference: Inference, kind: PrincipalKind) -> Step:
    said: list[tuple[SourceName, str | None]] = [
        ("stated", stated.role),
        ("text", inference.role),
        ("principal", kind),
    ]
    decides: SourceName = next(source for source, words in said if words is not None)
    how: How = {"stated": "as stated", "text": "inferred", "principal": "by rule"}[decides]  # type: ignore[assignment]
    if stated.role is not None and stated.role not in ROLES:
        how = "not understood"
    because = {
        "stated": "As stated, word for word.",
        "text": "Not stated; the text says so plainly.",
        "principal": "Neither stated nor plain from the text: the kind of the one who asks "
        "decides.",
    }[decides]
    return Step(
        "role", frame.role, how, "", because, _weigh(said, decides), stated.role,
        _notes(frame, "role"),
    )  # fmt: skip


def _privilege(frame: Frame, stated: Inbound) -> Step:
    said = stated.privilege
    how: How = "by rule"
    if said is not None and said not in LABELS:
        how = "not understood"
    elif said == frame.label:
        how = "as stated"
    elif said is not None:
        how = "overridden"
    return Step(
        field="privilege",
        value=frame.label,
        how=how,
        rule=frame.row,
        because=PRIVILEGE_RULES[frame.row],
        stated=said,
        notes=_notes(frame, "privilege"),
    )


def _table(
    frame: Frame, stated: Inbound, kind: PrincipalKind, matter: MatterFacts | None
) -> tuple[Tried, ...]:
    """The lines of the table for this kind of principal, in order, and what kept each from
    fitting."""
    said, state = said_label(stated.privilege), matter_state(matter)
    tried: list[Tried] = []
    for line in TABLE:
        if line.principal != kind:
            continue
        misses = tuple(
            column
            for column, fits in (
                ("audience", line.audience in (None, frame.audience)),
                ("stated label", line.stated is None or said in line.stated),
                ("matter", line.matter is None or state in line.matter),
            )
            if not fits
        )
        first = not misses and not any(earlier.fired for earlier in tried)
        tried.append(Tried(line, misses, first))
    return tuple(tried)


def _weigh(
    said: list[tuple[SourceName, str | None]],
    decides: SourceName | None,
    instead: Mapping[SourceName, Verdict] = MappingProxyType({}),
) -> tuple[Weighed, ...]:
    """Each source's verdict; what speaks and does not decide is outranked, unless `instead` says
    what else became of it."""

    def verdict(source: SourceName, words: str | None) -> Verdict:
        if source == decides:
            return "decided"
        if words is None:
            return "silent"
        return instead.get(source, "outranked")

    return tuple(Weighed(source, verdict(source, words), words) for source, words in said)


def _codes(frame: Frame) -> set[str]:
    return {note.code for note in frame.notes}


def _notes(frame: Frame, field: Field) -> tuple[Note, ...]:
    return tuple(note for note in frame.notes if note.field == field)
