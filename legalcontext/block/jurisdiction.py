"""The jurisdiction table, J1 to J10: where the matter sits, on what basis, and what to say.

Who decides, first to last: what the caller states, the named matter's record, a block handed
on, the text, the default. Rules: docs/block.md, "Jurisdiction".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from . import notes
from .constants import Basis
from .places import (
    Canonical,
    canonical_jurisdiction,
    common_parent,
    compatible,
    readings,
    state_meant_by,
)
from .types import Candidate, Evidence, Inbound, Inference, MatterFacts, Note

DEFAULT: Final = "US"
"""The jurisdiction when there is nothing to go on (specification, `jurisdiction.basis`)."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Where the matter sits. rule: the row that decided. recognised: False for J3."""

    value: str
    basis: Basis
    rule: str
    recognised: bool = True
    notes: tuple[Note, ...] = ()
    evidence: tuple[Evidence, ...] = ()


def decide_jurisdiction(
    stated: Inbound, inference: Inference, matter: MatterFacts | None
) -> Decision:
    """The first source that speaks decides; see the module's order."""
    handed = stated.handed_on or {}
    handed_value, handed_basis = handed.get("value"), handed.get("basis")
    if stated.jurisdiction is not None:
        return _as_stated(stated.jurisdiction, "stated", inference, matter)
    if handed_value is not None and handed_basis == "stated":
        return _handed_on_as_stated(handed_value, inference, matter)
    unread: tuple[Note, ...] = ()
    if matter is not None and matter.jurisdiction:
        of_record = canonical_jurisdiction(matter.jurisdiction)
        if of_record is not None:
            return _of_record(matter.jurisdiction, of_record)
        unread = (notes.jurisdiction_unrecognized(matter.jurisdiction),)
    if handed_value is not None and handed_basis != "default":
        decision = _handed_on_as_inferred(handed_value, handed_basis)
    elif inference.place is not None or _contending_values(inference):
        decision = _from_text(inference)
    else:
        decision = Decision(DEFAULT, "default", "J9", notes=(notes.jurisdiction_defaulted(),))
    said = {note.code for note in decision.notes}
    # Each code once: where the decision itself rests on an unread place, that one is told.
    unread = tuple(note for note in unread if note.code not in said)
    return replace(decision, notes=unread + decision.notes)


def _as_stated(
    text: str, source: str, inference: Inference, matter: MatterFacts | None
) -> Decision:
    """J1 to J5."""
    found = readings(text)
    reading = found[0] if len(found) == 1 else _chosen(found, inference, matter)
    if reading is None:
        note = notes.jurisdiction_unrecognized(text, [r.value for r in found])
        return Decision(text, "stated", "J3", recognised=False, notes=(note,))
    read = _evidence_of_reading(text, source, reading)
    said: tuple[Note, ...] = ()
    if reading.how != "code":
        said = (notes.normalized(text, reading, read),)
    rule, doubt = _doubt(text, reading.value, inference)
    if rule is None:
        rule = {"code": "J1", "spelling": "J2", "name": "J2b"}[reading.how]
    return Decision(reading.value, "stated", rule, notes=said + doubt, evidence=read)


def _chosen(
    found: Sequence[Canonical], inference: Inference, matter: MatterFacts | None
) -> Canonical | None:
    """The reading of an ambiguous name that the matter's record or the text speaks for (J2b)."""
    hints = [matter.jurisdiction] if matter and matter.jurisdiction else []
    hints += [inference.place] if inference.place else []
    for hint in hints:
        fitting = [reading for reading in found if compatible(reading.value, hint)]
        if len(fitting) == 1:
            return fitting[0]
    return None


def _doubt(text: str, value: str, inference: Inference) -> tuple[str | None, tuple[Note, ...]]:
    """The row (J4, J5 or none) and the note when the text speaks against what was stated."""
    state = state_meant_by(text)
    places = _places_of(inference)
    if state is not None and _points_to(state, inference):
        evidence = _evidence_for([state], inference)
        return "J4", (notes.jurisdiction_ambiguous(value, state, evidence),)
    if places and not any(compatible(value, place) for place in places):
        evidence = _evidence_for(places, inference)
        return "J5", (notes.jurisdiction_conflict(value, places, evidence),)
    return ("J4" if state is not None else None), ()


def _points_to(state: str, inference: Inference) -> bool:
    """Whether the text means `state`; a federal subject (`US`) may have it as a candidate."""
    if inference.place in (None, DEFAULT):
        return any(candidate.value == state for candidate in inference.candidates)
    return inference.place == state


def _places_of(inference: Inference) -> list[str]:
    if inference.place is not None:
        return [inference.place]
    return [candidate.value for candidate in inference.candidates]


def _handed_on_as_stated(value: str, inference: Inference, matter: MatterFacts | None) -> Decision:
    """J10, basis stated: read as J1 to J4."""
    decision = _as_stated(value, "handed_on", inference, matter)
    evidence = _handed_on_evidence(value, decision.value)
    note = notes.jurisdiction_handed_on(decision.value, "stated", evidence)
    return replace(decision, rule="J10", notes=(note, *decision.notes), evidence=evidence)


def _handed_on_as_inferred(value: str, basis: str | None) -> Decision:
    """J10, basis inferred; so too where the basis is missing or is none of the three."""
    reading = canonical_jurisdiction(value)
    taken = reading.value if reading else value
    evidence = _handed_on_evidence(value, taken)
    said = [notes.jurisdiction_handed_on(taken, "inferred", evidence)]
    if basis not in (None, "inferred"):
        said.append(notes.basis_unrecognized(basis))
    if reading is None:
        said.append(notes.jurisdiction_unrecognized(value, [r.value for r in readings(value)]))
    return Decision(
        taken, "inferred", "J10", recognised=reading is not None,
        notes=tuple(said), evidence=evidence,
    )  # fmt: skip


def _of_record(text: str, reading: Canonical) -> Decision:
    """J6: the named matter's own record."""
    why = "The named matter has this jurisdiction on record."
    evidence = (Evidence("matter", 0, 0, text, reading.value, "record", 1.0, why),)
    note = notes.jurisdiction_inferred(reading.value, evidence)
    return Decision(reading.value, "inferred", "J6", notes=(note,), evidence=evidence)


def _from_text(inference: Inference) -> Decision:
    """J7: one place, or one that is clearly where the matter sits; else J8."""
    ranked = [candidate.value for candidate in inference.candidates]
    contending = _contending_values(inference)
    value = inference.place or (contending[0] if len(contending) == 1 else None)
    if value is None:
        return _contending([c for c in inference.candidates if c.value in contending])
    evidence = _evidence_for([value], inference)
    said = [notes.jurisdiction_inferred(value, evidence)]
    if others := [place for place in ranked if place != value]:
        said.append(notes.other_candidates(value, others, _evidence_for(others, inference)))
    return Decision(value, "inferred", "J7", notes=tuple(said), evidence=evidence)


def _contending_values(inference: Inference) -> tuple[str, ...]:
    """The candidates that could each be the place, where none of them is clearly it."""
    if inference.contending is not None:
        return inference.contending
    return tuple(candidate.value for candidate in inference.candidates)


def _contending(candidates: Sequence[Candidate]) -> Decision:
    """J8: the nearest place that contains them all, or the default where there is none."""
    ranked = [candidate.value for candidate in candidates]
    parent = common_parent(ranked)
    basis: Basis = "default" if parent is None else "inferred"
    value = DEFAULT if parent is None else parent
    evidence = tuple(e for candidate in candidates for e in candidate.evidence)
    note = notes.contending_candidates(value, basis, ranked, evidence)
    return Decision(value, basis, "J8", notes=(note,), evidence=evidence)


def _evidence_for(values: Sequence[str], inference: Inference) -> tuple[Evidence, ...]:
    """The text's evidence for these places, in their order."""
    of = {candidate.value: candidate.evidence for candidate in inference.candidates}
    found: list[Evidence] = []
    for value in values:
        found += of.get(value) or [e for e in inference.evidence if e.value == value]
    return tuple(found)


def _evidence_of_reading(text: str, source: str, reading: Canonical) -> tuple[Evidence, ...]:
    """The stated words, where they had to be read; none for a code that stood as it was."""
    if reading.how == "code":
        return ()
    what = {"spelling": "an odd spelling of", "name": "a name of"}[reading.how]
    why = f"The caller's words are {what} {reading.value}."
    if reading.within is not None:
        why = f"The caller's words name {reading.within}, a place in {reading.value}."
    return (Evidence(source, 0, len(text), text, reading.value, reading.how, 1.0, why),)


def _handed_on_evidence(text: str, value: str) -> tuple[Evidence, ...]:
    why = "The block of another answer, handed on by the caller, says so."
    return (Evidence("handed_on", 0, len(text), text, value, "handed_on", 1.0, why),)
