from __future__ import annotations

import json
from typing import Any

import pytest

from legalcontext.block import (
    HANDLING,
    NOTHING_INFERRED,
    PrincipalFacts,
    context_notes,
    outbound,
    read_inbound,
    resolve,
    retention_sentence,
)


def test_the_block_has_the_shape_and_order_of_the_specification() -> None:
    frame = resolve(
        read_inbound({"jurisdiction": "US-CA", "forum": "state trial court"}),
        NOTHING_INFERRED,
        PrincipalFacts("individual"),
        None,
    )
    assert json.dumps(outbound(frame, retention_sentence(months=12))) == json.dumps(
        {
            "jurisdiction": {"value": "US-CA", "basis": "stated", "forum": "state trial court"},
            "audience": "individual",
            "role": "party",
            "privilege": "none",
            "handling": "Not privileged. Do not assume confidentiality protections; "
            "share only with the person and their counsel.",
            "retention": "kept 12 months under the account; delete it from the account's history",
            "source": "Codossier practitioner knowledge base; not case-law research",
            "notice": "Legal information, not legal advice. "
            "No lawyer-client relationship is formed.",
        }
    )


def test_what_does_not_apply_is_left_out() -> None:
    frame = resolve(read_inbound(None), NOTHING_INFERRED, PrincipalFacts("professional"), None)
    block = outbound(frame, "kept")
    assert "notice" not in block
    assert list(block["jurisdiction"]) == ["value", "basis"]


def test_the_fixed_texts() -> None:
    assert HANDLING == {
        "none": "Not privileged. Do not assume confidentiality protections; share only with the "
        "person and their counsel.",
        "attorney_client": "Marked attorney-client by the caller; not determined here. Keep "
        "between the client and their counsel; do not forward without counsel's approval.",
        "work_product": "May be work product; a court decides. Keep within the professional's "
        "team; do not disclose to an adversary or a third party without counsel's approval.",
        "unknown": "Privilege not known. Treat as confidential until counsel decides; share only "
        "with the asker and their counsel.",
    }


@pytest.mark.parametrize(
    ("term", "sentence"),
    [
        ({"months": 12}, "kept 12 months under the account; delete it from the account's history"),
        ({"months": 1}, "kept 1 month under the account; delete it from the account's history"),
        (
            {"months": 6, "under": "matter"},
            "kept 6 months under the matter; delete it from the account's history",
        ),
        ({"days": 30}, "kept 30 days under the account; delete it from the account's history"),
        ({"days": 1}, "kept 1 day under the account; delete it from the account's history"),
        (
            {"months": 12, "keep_days": 30, "under": "matter"},
            "kept 30 days under the matter; delete it from the account's history",
        ),
        ({"months": 12, "keep_days": 0}, "deleted once delivered"),
        ({"days": 0}, "deleted once delivered"),
        (
            {"months": 12, "test_key": True},
            "kept 1 day under the account; delete it from the account's history",
        ),
        (
            {"months": 12, "keep_days": 30, "test_key": True},
            "kept 1 day under the account; delete it from the account's history",
        ),
        ({"months": 12, "keep_days": 0, "test_key": True}, "deleted once delivered"),
        (
            {"months": 12, "keep_days": 0, "held": True},
            "held under a legal hold; it cannot be deleted until the hold is released",
        ),
    ],
)
def test_retention_sentences(term: dict[str, Any], sentence: str) -> None:
    assert retention_sentence(**term) == sentence


@pytest.mark.parametrize("term", [{}, {"months": 1, "days": 1}, {"months": -1}, {"keep_days": -1}])
def test_a_term_must_be_given_once_and_not_be_negative(term: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="term"):
        retention_sentence(**term)


def test_notes_are_json_with_their_evidence() -> None:
    frame = resolve(
        read_inbound({"jurisdiction": "us-ca"}), NOTHING_INFERRED, PrincipalFacts("service"), None
    )
    (note,) = json.loads(json.dumps(context_notes(frame)))
    assert note == {
        "code": "jurisdiction_normalized",
        "message": "“us-ca” was read as California (US-CA).",
        "field": "jurisdiction",
        "evidence": [
            {
                "source": "stated",
                "start": 0,
                "end": 5,
                "text": "us-ca",
                "value": "US-CA",
                "kind": "spelling",
                "weight": 1.0,
                "why": "The caller's words are an odd spelling of US-CA.",
            }
        ],
    }
