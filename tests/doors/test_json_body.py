"""JSON bodies are read strictly, and a refusal says what to do."""

from __future__ import annotations

import pytest

from legalcontext.doors.json_body import UnreadableBody, read_json


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "The body is empty"),
        (b'{"skill": "triage", "skill": "consult"}', "the same member twice"),
        (b'{"context": [{"role": "party", "role": "counsel"}]}', "the same member twice"),
        (b'{"question": "a\nb"}', "Invalid control character at line 1, column 16"),
        (b'{"question": ', "Expecting value at line 1"),
        (b'{"keep_days": NaN}', "NaN"),
        (b'"\xff"', "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_what_cannot_be_read_is_refused(body: bytes, says: str) -> None:
    with pytest.raises(UnreadableBody) as caught:
        read_json(body)
    assert says in str(caught.value)
    assert "at at" not in str(caught.value)


def test_the_same_name_in_two_objects_is_fine() -> None:
    assert read_json(b'[{"a": 1}, {"a": {"a": 2}}]') == [{"a": 1}, {"a": {"a": 2}}]
