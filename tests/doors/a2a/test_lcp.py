"""References to terms of service: read, checked, kept, and answered in kind."""

from __future__ import annotations

import json

import pytest

from legalcontext.doors.a2a.lcp import read_reference, read_requirements

from .client import insight_of

UPPER = "0X" + "AB" * 32
LOWER = "0x" + "ab" * 32


class TestReferences:
    @pytest.mark.parametrize("key", ["legalContext", "legal_context"])
    @pytest.mark.parametrize("value", [UPPER, LOWER])
    def test_a_digest_is_kept_in_lower_case(self, key, value):
        read, faults = read_reference({key: {"type": "sha256", "value": value}}, "/m")
        assert (read, faults) == ({"type": "sha256", "value": LOWER}, [])

    @pytest.mark.parametrize("kind", ["ipfs", "ar", "url", "future-kind"])
    def test_other_types_are_kept_as_they_are(self, kind):
        read, _ = read_reference({"legalContext": {"type": kind, "value": "Qm-X", "x": 1}}, "")
        assert read == {"type": kind, "value": "Qm-X"}

    @pytest.mark.parametrize("metadata", [{}, {"legalContext": None}, {"legalcontext": {}}])
    def test_silence_is_none(self, metadata):
        assert read_reference(metadata, "") == (None, [])

    @pytest.mark.parametrize(
        ("raw", "pointer"),
        [
            ("sha256", "/m/legalContext"),
            ([], "/m/legalContext"),
            ({"type": "sha256"}, "/m/legalContext/value"),
            ({"type": 7, "value": LOWER}, "/m/legalContext/type"),
            ({"type": "sha256", "value": "0x7f83b165..."}, "/m/legalContext/value"),
            ({"type": "sha256", "value": LOWER[2:]}, "/m/legalContext/value"),
            ({"type": "sha256", "value": LOWER + "0"}, "/m/legalContext/value"),
            ({"type": "url", "value": ""}, "/m/legalContext/value"),
            ({"type": "url", "value": "x" * 2001}, "/m/legalContext/value"),
        ],
    )
    def test_a_wrong_one_is_named(self, raw, pointer):
        read, faults = read_reference({"legalContext": raw}, "/m")
        assert read is None
        assert [fault.pointer for fault in faults] == [pointer]


@pytest.mark.django_db
@pytest.mark.usefixtures("notes")
class TestOnTasks:
    REFERENCE = {"type": "sha256", "value": UPPER}

    def test_it_is_answered_in_kind_and_never_merged_with_the_block(self, a2a):
        task = a2a.send("What is a summons?", metadata={"legal_context": self.REFERENCE}).task
        kept = {"type": "sha256", "value": LOWER}
        assert task["metadata"]["legalContext"] == kept
        read = a2a.call("GetTask", {"id": task["id"], "historyLength": 0}).result
        assert read["metadata"]["legalContext"] == kept
        (listed,) = a2a.call("ListTasks").result["tasks"]
        assert listed["metadata"]["legalContext"] == kept
        assert LOWER not in json.dumps(insight_of(task))

    def test_without_one_there_is_none(self, a2a):
        assert "legalContext" not in a2a.send("What is a summons?").task["metadata"]

    def test_a_wrong_one_is_refused(self, a2a):
        wrong = {"type": "sha256", "value": "0x7f83b165"}
        reply = a2a.send("What is a summons?", metadata={"legalContext": wrong})
        assert reply.fields == ["message.metadata.legalContext.value"]


class TestRequirements:
    def test_three_fields_and_no_others(self):
        text = (
            '{"minimumLevel": 4, "acceptedJurisdictions": ["US"], "acceptedDisputeMethods": ["x"]}'
        )
        assert read_requirements(text) == json.loads(text)

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("[]", "capability/not-an-object"),
            ("{}", "capability/minimum-level-invalid"),
            ('{"minimumLevel": "2"}', "capability/minimum-level-invalid"),
            ('{"minimumLevel": true}', "capability/minimum-level-invalid"),
            ('{"minimumLevel": 0}', "capability/minimum-level-invalid"),
            ('{"minimumLevel": 5}', "capability/minimum-level-invalid"),
            ('{"minimumLevel": 2, "maximum": 1}', "capability/unrecognized-field"),
            ('{"minimumLevel": 2, "acceptedJurisdictions": []}', "capability/accepted-list-empty"),
            (
                '{"minimumLevel": 2, "acceptedDisputeMethods": [" "]}',
                "capability/accepted-entry-blank",
            ),
        ],
    )
    def test_what_cannot_be_understood_is_refused(self, text, code):
        with pytest.raises(ValueError, match=code):
            read_requirements(text)
