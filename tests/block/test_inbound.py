from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from legalcontext.block import Inbound, InvalidContext, read_inbound

from .strategies import blocks, json_values

FIELDS = ("jurisdiction", "forum", "audience", "role", "matter", "on_behalf_of", "privilege")


def faults_of(raw: object, pointer: str = "/context") -> dict[str, str]:
    with pytest.raises(InvalidContext) as caught:
        read_inbound(raw, pointer=pointer)
    return {fault.pointer: fault.detail for fault in caught.value.faults}


@pytest.mark.parametrize("raw", [None, {}, "", dict.fromkeys(FIELDS), dict.fromkeys(FIELDS, "")])
def test_absent_null_and_empty_are_the_same(raw: object) -> None:
    assert read_inbound(raw) == Inbound()


@pytest.mark.parametrize("field", FIELDS)
def test_known_and_unknown_strings_are_read_verbatim(field: str) -> None:
    for text in ("party", "Ünbekannt 世界", " ", "x" * 200, "😀" * 200):
        assert getattr(read_inbound({field: text}), field) == text


def test_block_is_kept_as_it_was_sent() -> None:
    raw = {"zzz": 42, "role": "party", "später": {"n": [1, 2.5, None]}, "audience": None}
    kept = read_inbound(raw).raw
    assert kept is not None
    assert list(kept.items()) == list(raw.items())
    assert type(kept["zzz"]) is int


@pytest.mark.parametrize("raw", [[], ["role"], 1, 0, 1.5, True, False, "US-CA"])
def test_block_that_is_no_object_is_refused(raw: object) -> None:
    assert list(faults_of(raw)) == ["/context"]


def test_every_bad_member_is_named() -> None:
    raw = {
        "jurisdiction": ["US-CA"],
        "forum": 3,
        "audience": True,
        "role": {"value": "party"},
        "matter": 0,
        "on_behalf_of": "x" * 201,
        "privilege": False,
        "unknown": ["is", "fine"],
    }
    assert sorted(faults_of(raw)) == sorted(f"/context/{field}" for field in FIELDS)
    assert sorted(faults_of(raw, "/metadata/a~1b")) == sorted(
        f"/metadata/a~1b/{field}" for field in FIELDS
    )


def test_bad_members_of_a_handed_on_jurisdiction_are_named() -> None:
    raw = {"jurisdiction": {"value": 1, "basis": [], "forum": "x" * 201, "later": {}}}
    assert sorted(faults_of(raw)) == [
        "/context/jurisdiction/basis",
        "/context/jurisdiction/forum",
        "/context/jurisdiction/value",
    ]


@pytest.mark.parametrize("handed", [{}, {"value": None}, {"value": "", "basis": ""}])
def test_empty_handed_on_jurisdiction_is_absent(handed: dict[str, Any]) -> None:
    assert read_inbound({"jurisdiction": handed}) == Inbound()


@pytest.mark.parametrize("text", ["a\ud800", "\udfff", "nul \x00 inside"])
def test_strings_that_cannot_be_stored_are_refused_wherever_they_stand(text: str) -> None:
    raw = {"role": text, "later": {"list": ["fine", text]}, "jurisdiction": {"value": text}}
    assert sorted(faults_of(raw)) == [
        "/context/jurisdiction/value",
        "/context/later/list/1",
        "/context/role",
    ]
    assert list(faults_of({"later": {text: 1}})) == ["/context/later"]


def test_whole_characters_beyond_the_first_plane_are_stored() -> None:
    assert read_inbound({"role": "\U0001d11e"}).role == "\U0001d11e"


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "member",
    [nested(100_000), 10**5000, float("nan"), float("inf"), b"x"],
    ids=["deep", "long", "nan", "infinite", "bytes"],
)
def test_values_that_cannot_be_written_again_are_refused(member: object) -> None:
    (pointer,) = faults_of({"later": member})
    assert pointer.startswith("/context/later")


def test_faults_do_not_repeat_what_was_sent() -> None:
    secret = "canary-" + "x" * 300
    for raw in ({"role": secret}, {"role": [secret]}, {secret: 1, "role": 1}):
        assert all("canary" not in f"{at}{detail}" for at, detail in faults_of(raw).items())


@given(json_values)
def test_any_json_is_read_or_refused_with_pointers(raw: object) -> None:
    pointers = ["/context"]
    try:
        read_inbound(raw)
    except InvalidContext as error:
        pointers = [fault.pointer for fault in error.faults]
    assert pointers
    assert all(pointer.startswith("/context") for pointer in pointers)


@given(blocks)
def test_blocks_of_strings_are_never_refused(raw: dict[str, Any]) -> None:
    read = read_inbound(raw)
    for field in FIELDS[1:]:
        assert getattr(read, field) == (raw.get(field) or None)
