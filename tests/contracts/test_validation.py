from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from legalcontext.block import InvalidContext, read_inbound
from legalcontext.contracts import UnknownContract, all_contracts, get, validate
from legalcontext.contracts.registry import references
from tests.block.strategies import json_values

BLOCK: dict[str, Any] = {
    "jurisdiction": {"value": "US-CA", "basis": "inferred", "forum": "state trial court"},
    "audience": "individual",
    "role": "party",
    "privilege": "none",
    "handling": "Keep it.",
    "retention": "kept",
    "source": "notes",
    "notice": "Information.",
}

INSIGHT: dict[str, Any] = {
    "schema": "codossier.insight/1",
    "id": "ans_1",
    "skill": "document_review",
    "created_at": "2026-03-01T12:00:00Z",
    "summary": "A lease.",
    "findings": [
        {
            "kind": "deadline",
            "title": "Answer due",
            "detail": "Count from service.",
            "severity": "urgent",
            "due_on": "2026-03-31",
            "citations": ["c1"],
            "source": {"document": "lease.txt", "page": 1, "start": 0, "end": 3, "quote": "The"},
        }
    ],
    "citations": [
        {
            "id": "c1",
            "note": "us-ca/answer@1",
            "title": "Answering",
            "authority": "A statute",
            "jurisdiction": "US-CA",
            "as_of": "2026-01-01",
            "reviewed": False,
            "quote": "Words",
        }
    ],
    "limits": ["Nobody reviewed this note."],
    "question_back": {
        "field": "jurisdiction",
        "prompt": "Where?",
        "options": [{"value": "US-CA", "label": "California"}],
    },
    "legal_context": BLOCK,
    "context_notes": [
        {
            "code": "jurisdiction_inferred",
            "message": "Read from the text.",
            "field": "jurisdiction",
            "evidence": [
                {
                    "source": "question",
                    "start": 0,
                    "end": 10,
                    "text": "Sacramento",
                    "value": "US-CA",
                    "kind": "city",
                    "weight": 0.9,
                    "why": "A city there.",
                }
            ],
        }
    ],
    "expires_at": "2027-03-01T12:00:00Z",
}


def at(value: Any, path: str, change: Any) -> dict[str, Any]:
    """A copy of the value with one member changed, or taken out where `change` is Ellipsis."""
    changed = copy.deepcopy(value)
    *parents, last = [int(p) if p.isdigit() else p for p in path.strip("/").split("/")]
    node = changed
    for parent in parents:
        node = node[parent]
    if change is ...:
        del node[last]
    else:
        node[last] = change
    assert isinstance(changed, dict)
    return changed


def pointers(contract: str, value: object) -> list[str]:
    return [fault.pointer for fault in validate(contract, value)]


def test_an_insight_and_its_block_fit() -> None:
    assert validate("codossier.insight/1", INSIGHT) == []
    assert validate("codossier.legal-context/1.0", BLOCK) == []


@pytest.mark.parametrize(
    "path",
    ["/summary", "/findings/0/kind", "/citations/0/quote", "/legal_context/handling",
     "/legal_context/jurisdiction/basis", "/context_notes/0/evidence", "/question_back/prompt",
     "/context_notes/0/evidence/0/why", "/findings/0/source/quote", "/expires_at"],
)  # fmt: skip
def test_a_missing_member_is_named_by_its_own_pointer(path: str) -> None:
    assert pointers("codossier.insight/1", at(INSIGHT, path, ...)) == [path]


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ("/schema", "codossier.insight/2"),
        ("/created_at", "yesterday"),
        ("/findings", {}),
        ("/findings/0/due_on", "2026-02-30"),
        ("/findings/0/due_on", "20260228"),
        ("/findings/0/source/page", 0),
        ("/findings/0/source/start", -1),
        ("/findings/0/source/start", True),
        ("/citations/0/reviewed", "no"),
        ("/context_notes/0/evidence/0/weight", 1.5),
        ("/legal_context/notice", None),
        ("/legal_context/jurisdiction", "US-CA"),
    ],
)
def test_a_wrong_member_is_named(path: str, wrong: object) -> None:
    assert pointers("codossier.insight/1", at(INSIGHT, path, wrong)) == [path]


def test_unknown_values_and_members_are_accepted() -> None:
    value = at(INSIGHT, "/legal_context/privilege", "common_interest")
    value = at(value, "/findings/0/kind", "omen")
    value = at(value, "/legal_context/later", {"a": 1})
    assert validate("codossier.insight/1", value) == []


def test_every_fault_is_found_at_once() -> None:
    value = at(at(INSIGHT, "/summary", ...), "/legal_context/role", 5)
    assert sorted(pointers("codossier.insight/1", value)) == ["/legal_context/role", "/summary"]


def test_pointers_are_escaped() -> None:
    assert pointers("codossier.insight/1", {**INSIGHT, "a/b~c": "\ud800"}) == ["/a~1b~0c"]


def test_faults_of_a_referred_contract_do_not_repeat_what_was_sent() -> None:
    canary = "canary" * 100
    for value in (canary, {"role": [canary]}, {"jurisdiction": {"value": {"x": canary}}}):
        faults = validate("codossier.insight/1", {**INSIGHT, "legal_context": value})
        assert faults
        assert not [fault for fault in faults if "canary" in fault.detail]


def test_unknown_contract() -> None:
    with pytest.raises(UnknownContract):
        validate("codossier.insight/2", {})


@settings(max_examples=300)
@given(json_values)
def test_our_words_refuse_what_the_schema_refuses(value: Any) -> None:
    for name, version in all_contracts():
        plain = Draft202012Validator(get(name, version), registry=references())
        found = set(pointers(f"{name}/{version}", value))
        if not plain.is_valid(value):
            assert found
        elif found:
            # Beyond the schema, we only refuse what cannot be stored.
            said = [f.detail for f in validate(f"{name}/{version}", value)]
            assert all("NUL" in s or "surrogate" in s or "finite" in s for s in said)


@settings(max_examples=300)
@given(json_values)
def test_the_reader_of_the_block_refuses_what_its_schema_refuses(value: Any) -> None:
    ask = {"skill": "triage", "question": "Where?", "context": value}
    by_schema = set(pointers("codossier.quick-ask/1", ask))
    by_reader: set[str] = set()
    try:
        read_inbound(value)
    except InvalidContext as error:
        by_reader = {fault.pointer for fault in error.faults}
    if not isinstance(value, dict):
        # The reader looks no further into what is no block at all.
        by_schema &= {"/context"}
    assert by_reader == by_schema
