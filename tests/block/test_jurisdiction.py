"""Rows J1 to J10."""

from __future__ import annotations

from typing import Any

import pytest

from legalcontext.block import (
    NOTHING_INFERRED,
    Candidate,
    Frame,
    Inference,
    MatterFacts,
    Note,
    PrincipalFacts,
    outbound,
    read_inbound,
    resolve,
)

from .strategies import evidence_for
from .test_places import COUNTRIES, STATES, TERRITORIES

AMBIGUOUS_SUFFIXES = [
    code[3:] for code in STATES if code[3:] in COUNTRIES and code[3:] not in TERRITORIES
]


def inferred(*values: str, place: str | None = None) -> Inference:
    """What inference gives for a text that names these places, best first."""
    candidates = tuple(
        Candidate(v, 1.0 / (i + 1), (evidence_for(v),)) for i, v in enumerate(values)
    )
    evidence = tuple(e for candidate in candidates for e in candidate.evidence)
    return Inference(place=place, candidates=candidates, evidence=evidence)


def framed(
    jurisdiction: Any = None,
    inference: Inference = NOTHING_INFERRED,
    matter: MatterFacts | None = None,
) -> Frame:
    stated = read_inbound({"jurisdiction": jurisdiction})
    return resolve(stated, inference, PrincipalFacts("individual"), matter)


def note(frame: Frame, code: str) -> Note:
    (found,) = [n for n in frame.notes if n.code == code]
    return found


def codes(frame: Frame) -> list[str]:
    return [n.code for n in frame.notes]


@pytest.mark.parametrize("code", [*STATES, "US", "CA-ON", "GB-SCT", "GB-EAW", "EU", "XK", "FR"])
def test_j1_known_code(code: str) -> None:
    frame = framed(code)
    assert (frame.jurisdiction, frame.basis, frame.rule) == (code, "stated", "J1")
    assert codes(frame) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [("us-ca", "US-CA"), ("US_CA", "US-CA"), ("UK", "GB"), ("EL", "GR"), ("USA", "US"),
     (" US-CA ", "US-CA"), ("TX", "US-TX")]
    + [(suffix, f"US-{suffix}") for suffix in TERRITORIES],
)  # fmt: skip
def test_j2_odd_spelling(text: str, code: str) -> None:
    frame = framed(text)
    assert (frame.jurisdiction, frame.basis, frame.rule) == (code, "stated", "J2")
    assert codes(frame) == ["jurisdiction_normalized"]
    (evidence,) = frame.evidence
    assert (evidence.source, evidence.text, evidence.value) == ("stated", text, code)


def test_j2_subdivision_elsewhere_is_evidence_for_its_country() -> None:
    frame = framed("DE-BY")
    assert (frame.jurisdiction, frame.rule) == ("DE", "J2")
    assert "DE-BY" in note(frame, "jurisdiction_normalized").evidence[0].why


@pytest.mark.parametrize(
    ("text", "code"),
    [("California", "US-CA"), ("New York State", "US-NY"), ("Ontario, Canada", "CA-ON"),
     ("England", "GB-ENG")],
)  # fmt: skip
def test_j2b_unambiguous_name(text: str, code: str) -> None:
    frame = framed(text)
    assert (frame.jurisdiction, frame.basis, frame.rule) == (code, "stated", "J2b")
    assert codes(frame) == ["jurisdiction_normalized"]


@pytest.mark.parametrize(
    ("inference", "code"),
    [
        (inferred("US-GA", place="US-GA"), "US-GA"),
        (inferred("GE", "US-GA", place="GE"), "GE"),
        (inferred("US", place="US"), "US-GA"),
    ],
)
def test_j2b_ambiguous_name_is_read_with_the_text(inference: Inference, code: str) -> None:
    frame = framed("Georgia", inference)
    assert (frame.jurisdiction, frame.basis, frame.rule) == (code, "stated", "J2b")
    assert codes(frame) == ["jurisdiction_normalized"]


def test_j2b_ambiguous_name_is_read_with_the_matter() -> None:
    matter = MatterFacts(owned=True, jurisdiction="US-GA")
    assert framed("Georgia", matter=matter).jurisdiction == "US-GA"


@pytest.mark.parametrize("inference", [NOTHING_INFERRED, inferred("US-GA", "GE"), inferred("DE")])
def test_j3_ambiguous_name_that_the_text_does_not_settle(inference: Inference) -> None:
    frame = framed("Georgia", inference)
    assert (frame.jurisdiction, frame.basis, frame.rule) == ("Georgia", "stated", "J3")
    message = note(frame, "jurisdiction_unrecognized").message
    assert "GE" in message
    assert "US-GA" in message


@pytest.mark.parametrize("text", ["Narnia", " ", "US-ZZ", "ジャパン", "x" * 200])
def test_j3_not_recognised(text: str) -> None:
    frame = framed(text, inferred("US-CA", place="US-CA"))
    assert (frame.jurisdiction, frame.basis, frame.rule) == (text, "stated", "J3")
    assert not frame.recognised
    assert codes(frame) == ["jurisdiction_unrecognized"]


def test_j4_concerns_26_suffixes() -> None:
    assert len(AMBIGUOUS_SUFFIXES) == 26


@pytest.mark.parametrize("suffix", AMBIGUOUS_SUFFIXES)
def test_j4_bare_suffix_is_the_country(suffix: str) -> None:
    state = f"US-{suffix}"
    quiet = framed(suffix)
    assert (quiet.jurisdiction, quiet.basis, quiet.rule) == (suffix, "stated", "J4")
    assert codes(quiet) == []
    for inference in (
        inferred(state, place=state),
        inferred("US", state, place="US"),
        inferred("US-WY", state),
    ):
        frame = framed(suffix, inference)
        assert (frame.jurisdiction, frame.basis, frame.rule) == (suffix, "stated", "J4")
        assert codes(frame) == ["jurisdiction_ambiguous"]
        said = note(frame, "jurisdiction_ambiguous")
        assert state in said.message
        assert {e.value for e in said.evidence} == {state}


def test_j4_lower_case_is_normalized_and_never_rewritten() -> None:
    frame = framed("ca", inferred("US-CA", place="US-CA"))
    assert frame.jurisdiction == "CA"
    assert codes(frame) == ["jurisdiction_normalized", "jurisdiction_ambiguous"]


def test_j4_text_that_points_elsewhere_is_a_conflict() -> None:
    assert codes(framed("CA", inferred("US-TX", place="US-TX"))) == ["jurisdiction_conflict"]
    assert codes(framed("CA", inferred("CA-ON", place="CA-ON"))) == []


@pytest.mark.parametrize(
    ("stated", "inference", "conflict"),
    [
        ("US-CA", inferred("US-NV", place="US-NV"), True),
        ("US-CA", inferred("US-OR", "US-ME"), True),
        ("DE", inferred("US", place="US"), True),
        ("US-CA", inferred("US-CA", "US-NV"), False),
        ("US-CA", inferred("US-CA", "US-NV", place="US-CA"), False),
        ("US", inferred("US-CA", place="US-CA"), False),
        ("US-CA", inferred("US", "US-TX", place="US"), False),
        ("GB-ENG", inferred("GB-EAW", place="GB-EAW"), False),
        ("EU", inferred("FR", place="FR"), False),
    ],
)
def test_j5_contradiction(stated: str, inference: Inference, conflict: bool) -> None:
    frame = framed(stated, inference)
    assert (frame.jurisdiction, frame.basis) == (stated, "stated")
    assert frame.rule == ("J5" if conflict else "J1")
    assert codes(frame) == (["jurisdiction_conflict"] if conflict else [])
    if conflict:
        assert note(frame, "jurisdiction_conflict").evidence == inference.evidence


def test_j6_the_matter_beats_prose_and_an_inference_handed_on() -> None:
    matter = MatterFacts(owned=False, jurisdiction="us-ny")
    for stated in (None, {"value": "US-NV", "basis": "inferred"}):
        frame = framed(stated, inferred("US-CA", place="US-CA"), matter)
        assert (frame.jurisdiction, frame.basis, frame.rule) == ("US-NY", "inferred", "J6")
        assert codes(frame) == ["jurisdiction_inferred"]
        assert frame.evidence[0].source == "matter"


def test_j6_a_record_that_is_no_place_is_passed_over_and_said() -> None:
    frame = framed(None, inferred("US-CA", place="US-CA"), MatterFacts(True, None, "Narnia"))
    assert (frame.jurisdiction, frame.rule) == ("US-CA", "J7")
    assert codes(frame) == ["jurisdiction_unrecognized", "jurisdiction_inferred"]


def test_j7_one_place() -> None:
    inference = inferred("US-CA", place="US-CA")
    frame = framed(None, inference)
    assert (frame.jurisdiction, frame.basis, frame.rule) == ("US-CA", "inferred", "J7")
    assert codes(frame) == ["jurisdiction_inferred"]
    assert frame.evidence == inference.evidence


def test_j7_other_places_are_candidates() -> None:
    frame = framed(None, inferred("US-NV", "US-TX", "US-CA", place="US-NV"))
    assert frame.jurisdiction == "US-NV"
    others = note(frame, "jurisdiction_candidates")
    assert [e.value for e in others.evidence] == ["US-TX", "US-CA"]


@pytest.mark.parametrize(
    ("values", "value", "basis"),
    [
        (("US-OH", "US-FL"), "US", "inferred"),
        (("CA-ON", "CA-QC"), "CA", "inferred"),
        (("GB-SCT", "GB-ENG", "GB"), "GB", "inferred"),
        (("GE", "US-GA"), "US", "default"),
        (("DE", "FR"), "US", "default"),
    ],
)
def test_j8_several_places(values: tuple[str, ...], value: str, basis: str) -> None:
    frame = framed(None, inferred(*values))
    assert (frame.jurisdiction, frame.basis, frame.rule) == (value, basis, "J8")
    assert codes(frame) == ["jurisdiction_candidates"]
    assert tuple(e.value for e in frame.notes[0].evidence) == values
    assert [c.value for c in frame.candidates] == list(values)


@pytest.mark.parametrize("stated", [None, "", {}, {"value": "US-CA", "basis": "default"}])
def test_j9_nothing_to_go_on(stated: Any) -> None:
    frame = framed(stated)
    assert (frame.jurisdiction, frame.basis, frame.rule) == ("US", "default", "J9")
    assert codes(frame) == ["jurisdiction_defaulted"]


@pytest.mark.parametrize(
    ("value", "expected", "others"),
    [
        ("US-CA", "US-CA", []),
        ("us-ca", "US-CA", ["jurisdiction_normalized"]),
        ("California", "US-CA", ["jurisdiction_normalized"]),
        ("Narnia", "Narnia", ["jurisdiction_unrecognized"]),
        ("CA", "CA", []),
    ],
)
def test_j10_handed_on_as_stated(value: str, expected: str, others: list[str]) -> None:
    matter = MatterFacts(owned=True, jurisdiction="US-NY")
    frame = framed({"value": value, "basis": "stated"}, matter=matter)
    assert (frame.jurisdiction, frame.basis, frame.rule) == (expected, "stated", "J10")
    assert codes(frame) == ["jurisdiction_handed_on", *others]
    assert {e.source for e in frame.evidence} == {"handed_on"}


@pytest.mark.parametrize("basis", ["inferred", None, ""])
def test_j10_inference_handed_on_beats_prose_and_stays_an_inference(basis: str | None) -> None:
    frame = framed({"value": "us-nv", "basis": basis}, inferred("US-CA", place="US-CA"))
    assert (frame.jurisdiction, frame.basis, frame.rule) == ("US-NV", "inferred", "J10")
    assert codes(frame) == ["jurisdiction_handed_on"]
    assert note(frame, "jurisdiction_handed_on").evidence[0].source == "handed_on"


def test_j10_unknown_basis_is_taken_as_inferred_and_said() -> None:
    frame = framed({"value": "US-NV", "basis": "sworn"})
    assert (frame.jurisdiction, frame.basis) == ("US-NV", "inferred")
    assert codes(frame) == ["jurisdiction_handed_on", "basis_unrecognized"]


def test_j10_default_handed_on_is_as_if_absent() -> None:
    frame = framed({"value": "US", "basis": "default"}, inferred("US-CA", place="US-CA"))
    assert (frame.jurisdiction, frame.basis, frame.rule) == ("US-CA", "inferred", "J7")
    assert codes(frame) == ["jurisdiction_inferred"]


def test_j10_a_whole_outbound_block_can_be_handed_on() -> None:
    first = resolve(
        read_inbound({"role": "party"}),
        inferred("US-CA", place="US-CA"),
        PrincipalFacts("individual"),
        None,
    )
    block = outbound(
        first, "kept 12 months under the account; delete it from the account's history"
    )
    again = resolve(read_inbound(block), NOTHING_INFERRED, PrincipalFacts("individual"), None)
    assert (again.jurisdiction, again.basis) == ("US-CA", "inferred")
    assert outbound(again, block["retention"]) == block
