"""Forum, audience and role; and what holds for every frame."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legalcontext.block import (
    AUDIENCES,
    FORUMS,
    HANDLING,
    LABELS,
    NOTE_CODES,
    NOTHING_INFERRED,
    NOTICE,
    ROLES,
    Evidence,
    Frame,
    Inference,
    MatterFacts,
    PrincipalFacts,
    PrincipalKind,
    context_notes,
    outbound,
    read_inbound,
    resolve,
)
from legalcontext.contracts import validate

from .strategies import blocks, inferences, matters, principals

MATTER = MatterFacts(owned=True, forum="probate court")
HANDED = {"value": "US-CA", "basis": "inferred", "forum": "tax court"}
FORUM_WORDS = Evidence("question", 0, 12, "traffic court", "traffic court", "court", 1.0, "Named.")
PROSE = Inference(forum="traffic court", forum_evidence=(FORUM_WORDS,))


def framed(
    raw: dict[str, Any],
    kind: PrincipalKind = "individual",
    inference: Inference = NOTHING_INFERRED,
    matter: MatterFacts | None = None,
) -> Frame:
    return resolve(read_inbound(raw), inference, PrincipalFacts(kind), matter)


@pytest.mark.parametrize(
    ("raw", "inference", "matter", "forum", "source"),
    [
        ({"forum": "family court", "jurisdiction": HANDED}, PROSE, MATTER, "family court", None),
        ({"jurisdiction": HANDED}, PROSE, MATTER, "probate court", "matter"),
        ({"jurisdiction": HANDED}, PROSE, None, "tax court", "handed_on"),
        ({}, PROSE, None, "traffic court", "question"),
        ({}, NOTHING_INFERRED, None, None, None),
    ],
)
def test_forum_is_stated_then_of_record_then_handed_on_then_read(
    raw: dict[str, Any],
    inference: Inference,
    matter: MatterFacts | None,
    forum: str | None,
    source: str | None,
) -> None:
    frame = framed(raw, inference=inference, matter=matter)
    assert frame.forum == forum
    assert [e.source for e in frame.evidence if e.value == forum] == ([source] if source else [])
    assert outbound(frame, "kept").get("jurisdiction", {}).get("forum") == forum


@pytest.mark.parametrize(
    ("kind", "audience", "role", "expected"),
    [
        ("individual", None, "counsel", "individual"),
        ("professional", None, "party", "professional"),
        ("individual", "professional", None, "professional"),
        ("professional", "individual", None, "individual"),
        ("professional", "child", None, "professional"),
        ("service", None, "counsel", "professional"),
        ("service", None, "advisor", "professional"),
        ("service", "child", "advisor", "professional"),
        ("service", None, "party", "individual"),
        ("service", None, "guardian", "individual"),
        ("service", None, None, "individual"),
        ("service", "individual", "counsel", "individual"),
    ],
)
def test_audience(
    kind: PrincipalKind, audience: str | None, role: str | None, expected: str
) -> None:
    assert framed({"audience": audience, "role": role}, kind).audience == expected


def test_an_inferred_role_chooses_no_audience() -> None:
    frame = framed({}, "service", Inference(role="counsel"))
    assert (frame.role, frame.audience, frame.row) == ("counsel", "individual", "P12")


@pytest.mark.parametrize(
    ("kind", "stated", "inferred", "expected"),
    [
        ("individual", "counsel", "party", "counsel"),
        ("individual", "guardian ad litem", "party", "guardian ad litem"),
        ("professional", None, "party", "party"),
        ("individual", None, None, "party"),
        ("professional", None, None, "counsel"),
        ("service", None, None, "other"),
    ],
)
def test_role(kind: PrincipalKind, stated: str | None, inferred: str | None, expected: str) -> None:
    assert framed({"role": stated}, kind, Inference(role=inferred)).role == expected


@pytest.mark.parametrize("field", ["forum", "audience", "role", "privilege"])
def test_unknown_strings_of_open_lists_are_said(field: str) -> None:
    (said,) = [n for n in framed({field: "Ünbekannt"}).notes if n.field == field]
    assert said.code == f"{field}_unrecognized"
    assert "Ünbekannt" in said.message


@pytest.mark.parametrize(
    ("field", "known"), [("forum", FORUMS), ("audience", AUDIENCES), ("role", ROLES)]
)
def test_known_values_come_back_unchanged_and_unsaid(field: str, known: tuple[str, ...]) -> None:
    for value in known:
        frame = framed({field: value})
        assert getattr(frame, field) == value
        assert not [n for n in frame.notes if n.field == field]


def test_a_long_or_broken_string_is_cut_in_messages_and_whole_in_the_block() -> None:
    role = "first line\nsecond " + "x" * 150
    frame = framed({"role": role})
    (said,) = [n for n in frame.notes if n.code == "role_unrecognized"]
    assert outbound(frame, "kept")["role"] == role
    assert "x" * 100 not in said.message
    assert "\n" not in said.message


@pytest.mark.parametrize(("place", "said"), [("US", False), ("US-PR", False), ("CA-ON", True)])
def test_work_product_outside_the_us_is_a_doctrine_of_another_law(place: str, said: bool) -> None:
    frame = framed({"jurisdiction": place}, "professional", matter=MatterFacts(True, True))
    assert frame.label == "work_product"
    assert ("privilege_us_doctrine" in [n.code for n in frame.notes]) == said


@settings(max_examples=1000)
@given(blocks, inferences(), principals, matters)
def test_invariants(
    raw: dict[str, Any],
    inference: Inference,
    principal: PrincipalFacts,
    matter: MatterFacts | None,
) -> None:
    stated = read_inbound(raw)
    frame = resolve(stated, inference, principal, matter)
    block = outbound(frame, "kept 12 months under the account")
    professional = principal.kind == "professional"

    assert frame.label in LABELS
    assert block["handling"] == HANDLING[frame.label]
    if frame.label == "work_product":
        assert professional
        assert matter is not None
        assert matter.owned
        assert frame.audience == "professional"
    if frame.label == "attorney_client":
        assert stated.privilege == "attorney_client"
    for_individual = principal.kind == "individual" or frame.audience == "individual"
    assert for_individual == ("notice" in block)
    assert block.get("notice", NOTICE) == NOTICE
    if for_individual:
        assert frame.label == "none"
    if stated.audience in AUDIENCES:
        assert block["audience"] == stated.audience
    if stated.role is not None:
        assert block["role"] == stated.role
    if stated.forum is not None:
        assert block["jurisdiction"]["forum"] == stated.forum
    assert (frame.basis == "stated") == (
        stated.jurisdiction is not None
        or bool(
            stated.handed_on
            and "value" in stated.handed_on
            and stated.handed_on.get("basis") == "stated"
        )
    )
    said = [note.code for note in frame.notes]
    assert len(said) == len(set(said))
    assert set(said) <= set(NOTE_CODES)
    assert ("privilege_unrecognized" in said) == (stated.privilege not in (None, *LABELS))
    assert validate("codossier.legal-context/1.0", block) == []
    assert all(
        set(note) == {"code", "message", "field", "evidence"} for note in context_notes(frame)
    )


@given(blocks, inferences(), principals, matters, st.text(min_size=1, max_size=50))
def test_neither_the_person_acted_for_nor_an_unknown_member_changes_the_frame(
    raw: dict[str, Any],
    inference: Inference,
    principal: PrincipalFacts,
    matter: MatterFacts | None,
    name: str,
) -> None:
    name = name.encode("utf-8", "ignore").decode().replace("\0", "") or "A client"
    plain = resolve(read_inbound(raw), inference, principal, matter)
    other = read_inbound({**raw, "on_behalf_of": name, "later": [name], "handling": name})
    assert resolve(other, inference, principal, matter) == plain


@pytest.mark.parametrize("kind", ["individual", "professional"])
@given(role=st.sampled_from((None, *ROLES, "guardian")), stated=st.sampled_from((None, *LABELS)))
def test_role_moves_no_label_of_a_person(
    kind: PrincipalKind, role: str | None, stated: str | None
) -> None:
    plain = framed({"privilege": stated}, kind)
    assert framed({"privilege": stated, "role": role}, kind).row == plain.row


def test_a_record_and_a_place_handed_on_that_nobody_can_read_make_one_note() -> None:
    raw = {"jurisdiction": {"value": "Nowhere land", "basis": "inferred"}}
    matter = MatterFacts(
        owned=True, litigation_anticipated=None, jurisdiction="Neverland", forum=None
    )
    frame = resolve(read_inbound(raw), Inference(), PrincipalFacts("individual"), matter)
    (note,) = [note for note in frame.notes if note.code == "jurisdiction_unrecognized"]
    assert "Nowhere land" in note.message
