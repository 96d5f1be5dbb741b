"""Why a frame is as it is: the same frame, every field in turn, the row that fired."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from legalcontext.block import (
    NOTHING_INFERRED,
    Inference,
    MatterFacts,
    PrincipalFacts,
    PrincipalKind,
    read_inbound,
    resolve,
)
from legalcontext.block.explain import JURISDICTION_RULES, PRIVILEGE_RULES, Explanation, explain
from legalcontext.block.marking import marked
from legalcontext.block.privilege import TABLE
from legalcontext.block.types import Candidate, Evidence

from . import strategies

INDIVIDUAL = PrincipalFacts("individual")


def explained(
    context: dict[str, Any],
    *,
    kind: PrincipalKind = "individual",
    inference: Inference = NOTHING_INFERRED,
    matter: MatterFacts | None = None,
) -> Explanation:
    return explain(read_inbound(context), inference, PrincipalFacts(kind), matter)


def verdicts(explanation: Explanation, field: str) -> dict[str, str]:
    step = next(step for step in explanation.steps if step.field == field)
    return {weighed.source: weighed.verdict for weighed in step.weighed}


def how(explanation: Explanation, field: str) -> str:
    return next(step.how for step in explanation.steps if step.field == field)


def text_means(*places: str) -> Inference:
    candidates = tuple(Candidate(p, 0.9, (strategies.evidence_for(p),)) for p in places)
    return Inference(place=places[0] if len(places) == 1 else None, candidates=candidates)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(strategies.blocks, strategies.inferences(), strategies.principals, strategies.matters)
def test_it_explains_the_very_frame_that_resolving_gives(
    block: dict[str, Any],
    inference: Inference,
    principal: PrincipalFacts,
    matter: MatterFacts | None,
) -> None:
    stated = read_inbound(block)
    told = explain(stated, inference, principal, matter)
    frame = resolve(stated, inference, principal, matter)
    assert told.frame == frame
    values = {step.field: step.value for step in told.steps}
    assert values == {
        "jurisdiction": frame.jurisdiction,
        "forum": frame.forum,
        "audience": frame.audience,
        "role": frame.role,
        "privilege": frame.label,
    }
    for step in told.steps:
        assert step.because
        deciding = [weighed for weighed in step.weighed if weighed.verdict == "decided"]
        expected = 0 if step.field == "privilege" or step.how == "unknown" else 1
        if step.field == "forum" and step.value is None:
            expected = 0
        assert len(deciding) == expected, step
    (fired,) = [tried for tried in told.table if tried.fired]
    assert (fired.line.row, fired.line.label) == (frame.row, frame.label)
    assert not fired.misses
    said = [note for step in told.steps for note in step.notes]
    assert sorted(map(repr, said)) == sorted(map(repr, frame.notes))


@pytest.mark.parametrize(
    ("context", "inference", "matter", "rule", "source"),
    [
        ({"jurisdiction": "US-CA"}, NOTHING_INFERRED, None, "J1", "stated"),
        ({"jurisdiction": "us-ca"}, NOTHING_INFERRED, None, "J2", "stated"),
        ({"jurisdiction": "California"}, NOTHING_INFERRED, None, "J2b", "stated"),
        ({"jurisdiction": "Narnia"}, NOTHING_INFERRED, None, "J3", "stated"),
        ({"jurisdiction": "CA"}, text_means("US-CA"), None, "J4", "stated"),
        ({"jurisdiction": "US-TX"}, text_means("US-OH"), None, "J5", "stated"),
        ({}, text_means("US-OH"), MatterFacts(True, None, "US-NY"), "J6", "matter"),
        ({}, text_means("US-OH"), None, "J7", "text"),
        ({}, text_means("US-OH", "US-TX"), None, "J8", "text"),
        ({}, text_means("US-OH", "CA-ON"), None, "J8", "default"),
        ({}, NOTHING_INFERRED, None, "J9", "default"),
        ({"jurisdiction": {"value": "US-TX", "basis": "inferred"}}, text_means("US-OH"), None,
         "J10", "handed on"),
    ],
)  # fmt: skip
def test_each_rule_names_the_source_that_decided(
    context: dict[str, Any],
    inference: Inference,
    matter: MatterFacts | None,
    rule: str,
    source: str,
) -> None:
    told = explained(context, inference=inference, matter=matter)
    assert told.steps[0].rule == rule
    assert verdicts(told, "jurisdiction")[source] == "decided"


def test_what_speaks_and_does_not_decide_is_said_to_be_outranked() -> None:
    told = explained(
        {"jurisdiction": "US-TX"}, inference=text_means("US-OH"), matter=MatterFacts(True)
    )
    assert verdicts(told, "jurisdiction") == {
        "stated": "decided", "matter": "silent", "handed on": "silent", "text": "outranked",
        "default": "outranked",
    }  # fmt: skip


def test_a_place_handed_on_as_stated_is_weighed_before_the_matters() -> None:
    told = explained(
        {"jurisdiction": {"value": "US-TX", "basis": "stated"}},
        matter=MatterFacts(True, None, "US-NY"),
    )
    order = [weighed.source for weighed in told.steps[0].weighed]
    assert order.index("handed on") < order.index("matter")
    assert verdicts(told, "jurisdiction")["matter"] == "outranked"


def test_a_record_that_is_no_place_is_said_to_be_not_understood() -> None:
    told = explained({}, matter=MatterFacts(True, None, "Narnia"))
    assert verdicts(told, "jurisdiction")["matter"] == "not understood"


def test_an_overridden_label_says_so() -> None:
    told = explained({"privilege": "work_product"})
    assert how(told, "privilege") == "overridden"
    assert told.steps[-1].rule == "P3"
    assert [tried.misses for tried in told.table] == [("stated label",), ()]


@pytest.mark.parametrize(
    ("context", "kind", "field", "expected"),
    [
        ({"forum": "star chamber"}, "individual", "forum", "not understood"),
        ({"role": "king"}, "individual", "role", "not understood"),
        ({"role": "party"}, "individual", "role", "as stated"),
        ({"audience": "everybody"}, "individual", "audience", "by rule"),
        ({"role": "counsel"}, "service", "audience", "by rule"),
        ({"privilege": "none"}, "individual", "privilege", "as stated"),
        ({"privilege": "secret"}, "individual", "privilege", "not understood"),
        ({}, "professional", "privilege", "by rule"),
    ],
)
def test_how_a_field_was_settled(
    context: dict[str, Any], kind: PrincipalKind, field: str, expected: str
) -> None:
    assert how(explained(context, kind=kind), field) == expected


def test_every_row_has_its_sentence() -> None:
    assert set(PRIVILEGE_RULES) == {line.row for line in TABLE}
    assert list(JURISDICTION_RULES) == [
        "J1", "J2", "J2b", *(f"J{number}" for number in range(3, 11))
    ]  # fmt: skip


def test_claims_are_told_apart_from_what_decides() -> None:
    told = explained({"matter": "mat_1", "on_behalf_of": "A client"})
    assert told.claims == {"matter": "mat_1", "on_behalf_of": "A client"}


class TestMarking:
    TEXT = "I live in Ohio, near Texas."

    def evidence(self, words: str, weight: float = 0.5, source: str = "question") -> Evidence:
        start = self.TEXT.index(words)
        return Evidence(
            source, start, start + len(words), words, "US", "city", weight, "A test says so."
        )

    def test_the_pieces_are_the_text(self) -> None:
        pieces = marked(self.TEXT, [self.evidence("Ohio")], source="question")
        assert "".join(piece.text for piece in pieces) == self.TEXT
        assert [piece.text for piece in pieces if piece.evidence] == ["Ohio"]

    def test_what_overlaps_carries_both_strongest_first(self) -> None:
        wide, narrow = self.evidence("live in Ohio", 0.2), self.evidence("Ohio", 0.9)
        pieces = marked(self.TEXT, [wide, narrow], source="question")
        assert [(p.text, len(p.evidence)) for p in pieces if p.evidence] == [
            ("live in ", 1), ("Ohio", 2)
        ]  # fmt: skip
        assert pieces[2].evidence[0] is narrow

    @pytest.mark.parametrize(("start", "end"), [(5, 5), (-4, 0), (900, 950), (9, 2)])
    def test_what_is_nowhere_marks_nothing(self, start: int, end: int) -> None:
        odd = Evidence("question", start, end, "", "US", "city", 1.0, "A test says so.")
        assert [p.evidence for p in marked(self.TEXT, [odd], source="question")] == [()]

    def test_evidence_of_another_source_is_left_out(self) -> None:
        elsewhere = self.evidence("Ohio", source="document:0")
        assert not any(p.evidence for p in marked(self.TEXT, [elsewhere], source="question"))

    def test_an_empty_text_has_no_piece(self) -> None:
        assert marked("", [], source="question") == ()
