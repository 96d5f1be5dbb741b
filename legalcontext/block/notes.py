"""What an answer must say about its frame that the block has no field for: codes and words.

Notes travel beside the block (`context_notes` of the insight), never inside it. The words are
read by people and by agents: each says what was assumed, and what to do if it is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, get_args

from .constants import AUDIENCES, FORUMS, LABELS, ROLES, Basis
from .places import Canonical, name_of
from .types import Evidence, Note

NoteCode = Literal[
    "jurisdiction_normalized",
    "jurisdiction_unrecognized",
    "jurisdiction_ambiguous",
    "jurisdiction_conflict",
    "jurisdiction_inferred",
    "jurisdiction_candidates",
    "jurisdiction_defaulted",
    "jurisdiction_handed_on",
    "basis_unrecognized",
    "forum_unrecognized",
    "audience_unrecognized",
    "role_unrecognized",
    "privilege_unrecognized",
    "privilege_overridden",
    "privilege_register",
    "privilege_litigation_unset",
    "privilege_not_owned",
    "privilege_as_stated",
    "privilege_unverified",
    "privilege_us_doctrine",
]
NOTE_CODES: Final[tuple[NoteCode, ...]] = get_args(NoteCode)

QUOTED: Final = 60
"""Longest piece of the caller's own words repeated in a message, in code points."""

_EXAMPLES: Final = "US-CA for a state, US for federal or general, CA-ON, GB-SCT, or a country code"


def quoted(text: str) -> str:
    """The caller's words for a message: on one line, cut short, in quotation marks."""
    line = " ".join(text.split())
    return f"“{line if len(line) <= QUOTED else line[: QUOTED - 1] + '…'}”"


def place(code: str) -> str:
    """`US-CA` → `California (US-CA)`; an unknown code is quoted."""
    name = name_of(code)
    return f"{name} ({code})" if name != code else quoted(code)


def normalized(stated: str, reading: Canonical, evidence: Sequence[Evidence]) -> Note:
    message = f"{quoted(stated)} was read as {place(reading.value)}."
    if reading.how == "name" or reading.within:
        message += f" If another place is meant, state its code ({_EXAMPLES})."
    return _note("jurisdiction_normalized", message, "jurisdiction", evidence)


def jurisdiction_unrecognized(text: str, may_mean: Sequence[str] = ()) -> Note:
    if may_mean:
        why = f"may mean {_either(may_mean)}, and nothing in the ask tells which"
    else:
        why = "is not a place we know"
    message = (
        f"{quoted(text)} {why}, so the answer is not framed by the law of any place. "
        f"State a code: {_EXAMPLES}."
    )
    return _note("jurisdiction_unrecognized", message, "jurisdiction")


def jurisdiction_ambiguous(value: str, state: str, evidence: Sequence[Evidence]) -> Note:
    message = (
        f"{quoted(value)} is the code of {place(value)}, and was taken as stated; the text points "
        f"to {place(state)}. If the state is meant, state {state}."
    )
    return _note("jurisdiction_ambiguous", message, "jurisdiction", evidence)


def jurisdiction_conflict(value: str, others: Sequence[str], evidence: Sequence[Evidence]) -> Note:
    message = (
        f"The answer is framed by {place(value)}, as stated; the text points to {_either(others)}. "
        "If the text is right, state that place."
    )
    return _note("jurisdiction_conflict", message, "jurisdiction", evidence)


def jurisdiction_inferred(value: str, evidence: Sequence[Evidence]) -> Note:
    if any(e.source == "matter" for e in evidence):
        message = f"{place(value)} was taken from the matter's own record."
    else:
        message = f"{place(value)} was read from the text; nobody stated it."
    message += " If that is wrong, state the jurisdiction."
    return _note("jurisdiction_inferred", message, "jurisdiction", evidence)


def other_candidates(value: str, others: Sequence[str], evidence: Sequence[Evidence]) -> Note:
    """J7: one place clearly is where the matter sits, and others were named too."""
    message = (
        f"The text also names {_list(others)}; the matter was taken to sit in {place(value)}. "
        "If that is wrong, state the jurisdiction."
    )
    return _note("jurisdiction_candidates", message, "jurisdiction", evidence)


def contending_candidates(
    value: str, basis: Basis, candidates: Sequence[str], evidence: Sequence[Evidence]
) -> Note:
    """J8: several places were named and none is clearly where the matter sits."""
    taken = "what they share" if basis == "inferred" else "since they share no country"
    message = (
        f"The text names {_list(candidates)}, and none is clearly where the matter sits. "
        f"{place(value)} was taken, {taken}. State the jurisdiction to settle it."
    )
    return _note("jurisdiction_candidates", message, "jurisdiction", evidence)


def jurisdiction_defaulted() -> Note:
    message = (
        "Nothing says where the matter sits, so the United States in general (US) was assumed. "
        f"State the jurisdiction: {_EXAMPLES}."
    )
    return _note("jurisdiction_defaulted", message, "jurisdiction")


def jurisdiction_handed_on(value: str, basis: Basis, evidence: Sequence[Evidence]) -> Note:
    said = "stated" if basis == "stated" else "inferred, which handing it on does not change"
    message = (
        f"{place(value)} comes from the block of another answer that was handed on; there it was "
        f"{said}. If that is wrong, state the jurisdiction as a code."
    )
    return _note("jurisdiction_handed_on", message, "jurisdiction", evidence)


def basis_unrecognized(basis: str) -> Note:
    message = (
        f"The jurisdiction handed on has the basis {quoted(basis)}, which is not one of stated, "
        "inferred and default; it was taken as inferred."
    )
    return _note("basis_unrecognized", message, "jurisdiction")


def forum_unrecognized(value: str) -> Note:
    message = (
        f"{quoted(value)} is not a forum we know. It comes back unchanged, and nothing in the "
        f"answer rests on it. Known forums: {', '.join(FORUMS)}."
    )
    return _note("forum_unrecognized", message, "forum")


def audience_unrecognized(value: str, audience: str) -> Note:
    message = (
        f"{quoted(value)} is not one of {_or(AUDIENCES)}, so the audience counts as not stated; "
        f"the answer is written for: {audience}."
    )
    return _note("audience_unrecognized", message, "audience")


def role_unrecognized(value: str) -> Note:
    message = (
        f"{quoted(value)} is not a role we know. It comes back unchanged, and nothing in the "
        f"answer rests on it. Known roles: {', '.join(ROLES)}."
    )
    return _note("role_unrecognized", message, "role")


def privilege_unrecognized(value: str) -> Note:
    message = f"{quoted(value)} is not one of {_or(LABELS)}; it was taken as unknown."
    return _note("privilege_unrecognized", message, "privilege")


PRIVILEGE_MESSAGES: Final[Mapping[NoteCode, str]] = MappingProxyType(
    {
        "privilege_overridden": (
            "The label stated was not taken over: the answer is for an individual, whose lawyer "
            "Codossier is not, so it carries the label none. Their own lawyer can say what is "
            "privileged."
        ),
        "privilege_register": (
            "The answer is written for an individual, so it carries the label none and the notice. "
            "The matter's own papers keep their status. To ask in the professional register, state "
            "the audience professional, or leave it out."
        ),
        "privilege_litigation_unset": (
            "The matter does not say whether litigation is anticipated, and work product was "
            "assumed. Mark the matter either way to settle it."
        ),
        "privilege_not_owned": (
            "Work product was stated, but the label is given only to a verified professional who "
            "names a matter of their own; the answer says unknown. Name such a matter, or have its "
            "owner ask."
        ),
        "privilege_as_stated": (
            "The label attorney-client is the caller's word. It was not examined, and the answer "
            "does not make anything privileged."
        ),
        "privilege_unverified": (
            "The label attorney-client is the word of a caller that acts for no verified lawyer. "
            "Treat it as a claim until a lawyer confirms it."
        ),
    }
)
"""The notes of the privilege table (docs/block.md, "Privilege"), whose words never vary."""


def privilege(code: NoteCode) -> Note:
    """A note of the privilege table."""
    return _note(code, PRIVILEGE_MESSAGES[code], "privilege")


def privilege_us_doctrine(value: str) -> Note:
    message = (
        f"Work product is a doctrine of United States law, and the answer is framed by "
        f"{place(value)}. Ask counsel there what protects these papers."
    )
    return _note("privilege_us_doctrine", message, "privilege")


def _note(code: NoteCode, message: str, field: str, evidence: Iterable[Evidence] = ()) -> Note:
    return Note(code, message, field, tuple(evidence))


def _or(values: Sequence[str]) -> str:
    return f"{', '.join(values[:-1])} or {values[-1]}" if len(values) > 1 else values[0]


def _either(codes: Sequence[str]) -> str:
    return _or([place(code) for code in codes])


def _list(codes: Sequence[str]) -> str:
    return ", ".join(place(code) for code in codes)
