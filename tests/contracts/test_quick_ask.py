from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given

from legalcontext.contracts import Document, InvalidAsk, QuickAsk, parse_quick_ask
from legalcontext.contracts import quick_ask as contract
from legalcontext.skills import types as skills
from tests.block.strategies import json_values

ASK: dict[str, Any] = {"skill": "triage", "question": "My landlord kept my deposit."}


def faults_of(raw: object) -> dict[str, str]:
    with pytest.raises(InvalidAsk) as caught:
        parse_quick_ask(raw)
    return {fault.pointer: fault.detail for fault in caught.value.faults}


def test_the_least_ask() -> None:
    assert parse_quick_ask(ASK) == QuickAsk(skill="triage", question=ASK["question"])


def test_a_whole_ask() -> None:
    raw = {
        "schema": "codossier.quick-ask/1",
        "skill": "document_review",
        "question": "¿Qué dice? 世界 😀",
        "documents": [
            {"id": "doc_1"},
            {"name": "lease.md", "media_type": "text/markdown", "text": "# Lease"},
            {"name": "note", "text": "Paid."},
        ],
        "context": {"jurisdiction": "US-CA", "later": 1},
        "keep_days": 30,
        "language": "es-MX",
        "later": {"kept": [42]},
    }
    ask = parse_quick_ask(raw)
    assert ask.skill == "document_review"
    assert ask.question == raw["question"]
    assert ask.documents == (
        Document(id="doc_1"),
        Document(name="lease.md", media_type="text/markdown", text="# Lease"),
        Document(name="note", media_type="text/plain", text="Paid."),
    )
    assert ask.context.jurisdiction == "US-CA"
    assert ask.context.raw == {"jurisdiction": "US-CA", "later": 1}
    assert (ask.keep_days, ask.language, ask.spoken_language) == (30, "es-MX", "es")
    assert ask.raw == raw


@pytest.mark.parametrize(
    ("document", "member"),
    [
        ({"media_type": "application/pdf", "text": "Dear tenant"}, "media_type"),
        ({"media_type": "image/png", "text": "x"}, "media_type"),
        ({"text": "%PDF-1.7 ..."}, "text"),
        ({"media_type": "text/plain", "text": "PK\x03\x04..."}, "text"),
    ],
)
def test_the_bytes_of_a_file_are_no_text(document: dict[str, str], member: str) -> None:
    raw = {**ASK, "documents": [{"name": "a", "text": "Paid."}, {"name": "b", **document}]}
    faults = faults_of(raw)
    assert list(faults) == [f"/documents/1/{member}"]
    assert "send the words" in faults[f"/documents/1/{member}"]


@pytest.mark.parametrize(
    ("language", "other"), [(None, False), ("en-GB", False), ("ES", False), ("fr", True)]
)
def test_a_language_that_answers_are_not_written_in(language: str | None, *, other: bool) -> None:
    ask = parse_quick_ask({**ASK, "language": language})
    assert ask.other_language is other
    assert ask.spoken_language == ("es" if language == "ES" else "en")


@pytest.mark.parametrize("empty", [None, ""])
def test_null_and_empty_optional_members_are_absent(empty: object) -> None:
    raw = {**ASK, "schema": empty, "context": empty, "language": empty}
    assert parse_quick_ask({**raw, "documents": None, "keep_days": None}) == parse_quick_ask(ASK)


@pytest.mark.parametrize("raw", [None, [], "triage", 1, True])
def test_an_ask_that_is_no_object_is_refused(raw: object) -> None:
    assert faults_of(raw) == {"": "Must be an object."}


def test_what_is_missing_is_named() -> None:
    assert list(faults_of({})) == ["/skill", "/question"]


@pytest.mark.parametrize(
    ("member", "value", "pointer"),
    [
        ("schema", "codossier.quick-ask/2", "/schema"),
        ("skill", "Triage", "/skill"),
        ("skill", None, "/skill"),
        ("skill", ["triage"], "/skill"),
        ("question", "", "/question"),
        ("question", " \n\t", "/question"),
        ("question", "x" * 20_001, "/question"),
        ("question", ["x"], "/question"),
        ("documents", {}, "/documents"),
        ("documents", [{"id": "d"}] * 21, "/documents"),
        ("documents", ["doc_1"], "/documents/0"),
        ("documents", [{"id": "d"}, {"name": "n"}], "/documents/1/text"),
        ("documents", [{"text": "t"}], "/documents/0/name"),
        ("documents", [{"name": "n", "text": ""}], "/documents/0/text"),
        ("documents", [{"name": "n", "text": "x" * 2_000_001}], "/documents/0/text"),
        ("documents", [{"id": "d", "text": "t"}], "/documents/0/text"),
        ("documents", [{"id": 7}], "/documents/0/id"),
        ("keep_days", -1, "/keep_days"),
        ("keep_days", 3651, "/keep_days"),
        ("keep_days", 1.5, "/keep_days"),
        ("keep_days", True, "/keep_days"),
        ("keep_days", "30", "/keep_days"),
        ("keep_days", float("nan"), "/keep_days"),
        ("language", 5, "/language"),
        ("language", "x" * 36, "/language"),
        ("context", [], "/context"),
        ("context", {"role": 5}, "/context/role"),
        ("context", {"jurisdiction": {"value": 5}}, "/context/jurisdiction/value"),
    ],
)
def test_each_bad_member_is_named(member: str, value: object, pointer: str) -> None:
    assert list(faults_of({**ASK, member: value})) == [pointer]


@pytest.mark.parametrize(
    ("member", "value"),
    [("question", "x" * 20_000), ("question", "😀" * 20_000), ("keep_days", 0), ("keep_days", 3650),
     ("keep_days", 30.0), ("documents", []), ("documents", [{"id": "d"}] * 20),
     ("documents", [{"name": "n", "text": "x" * 2_000_000}])],
    ids=["long", "wide", "none", "most", "float", "empty", "many", "long document"],
)  # fmt: skip
def test_the_limits_themselves_are_allowed(member: str, value: object) -> None:
    ask = parse_quick_ask({**ASK, member: value})
    assert ask.keep_days is None or type(ask.keep_days) is int


def test_faults_of_the_ask_and_of_its_block_come_together() -> None:
    raw = {"skill": "pray", "question": "?", "context": {"role": [], "audience": 1}}
    assert sorted(faults_of(raw)) == ["/context/audience", "/context/role", "/skill"]


def test_only_a_bad_block_is_told_apart() -> None:
    for raw, only in (
        ({**ASK, "context": {"role": 1}}, True),
        ({**ASK, "context": 1}, True),
        ({**ASK, "context": {"role": 1}, "keep_days": -1}, False),
        ({**ASK, "contextual": "\0"}, False),
    ):
        with pytest.raises(InvalidAsk) as caught:
            parse_quick_ask(raw)
        assert caught.value.only_context is only


@pytest.mark.parametrize("text", ["\ud800", "a\x00b"])
def test_strings_that_cannot_be_stored_are_named_wherever_they_stand(text: str) -> None:
    raw = {
        "skill": "triage",
        "question": text,
        "documents": [{"name": text, "text": text}],
        "context": {"role": text, "later": [text]},
        "later": {"deep": [{"er": text}]},
    }
    assert sorted(faults_of(raw)) == [
        "/context/later/0",
        "/context/role",
        "/documents/0/name",
        "/documents/0/text",
        "/later/deep/0/er",
        "/question",
    ]


def test_hostile_shapes_are_refused_and_not_repeated() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    secret = "canary" + "x" * 3_000_000
    for value in (deep, 10**5000, secret, [secret], {"a": deep}):
        raw = dict.fromkeys(("schema", "skill", "question", "documents", "context", "z"), value)
        with pytest.raises(InvalidAsk) as caught:
            parse_quick_ask(raw)
        assert "canary" not in str(caught.value)
        assert len(caught.value.faults) <= 20


def test_a_thousand_faults_are_cut_short() -> None:
    assert len(faults_of({**ASK, "later": ["\0"] * 1000})) <= 101


@given(json_values)
def test_any_json_is_read_or_refused(value: Any) -> None:
    members = ("schema", "skill", "question", "documents", "context", "keep_days", "language")
    for raw in (value, {**ASK, **dict.fromkeys(members, value)}):
        outcome: object
        try:
            outcome = parse_quick_ask(raw)
        except InvalidAsk as error:
            outcome = error.faults
        assert outcome


@pytest.mark.parametrize(
    ("language", "spoken"),
    [(None, "en"), ("en", "en"), ("es", "es"), ("ES_mx", "es"), ("de", "en"), ("est", "en")],
)
def test_spoken_language(language: str | None, spoken: str) -> None:
    assert parse_quick_ask({**ASK, "language": language}).spoken_language == spoken


def test_the_skills_are_those_of_the_service() -> None:
    assert get_args(skills.SkillName) == contract.SKILLS
