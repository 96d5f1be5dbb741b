"""Activation: by the header alone, exactly, told back on every reply (4.6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legalcontext.block.constants import EXTENSION_URI as BLOCK
from legalcontext.doors.a2a.extensions import negotiate

from .client import insight_of, message_of

QUESTION = "My landlord in Sacramento will not return my deposit."
OTHER = "https://example.org/ext/v2"
V2 = BLOCK.replace("/v1", "/v2")

HEADERS = {
    "alone": (BLOCK, (BLOCK,)),
    "among others": (f"{OTHER}, {BLOCK}", (BLOCK,)),
    "twice": (f"{BLOCK},{BLOCK}", (BLOCK,)),
    "with spaces": (f"  {BLOCK} ,, ", (BLOCK,)),
    "absent": (None, ()),
    "empty": ("", ()),
    "another version": (V2, ()),
    "another case": (BLOCK.upper(), ()),
    "a slash more": (BLOCK + "/", ()),
    "only unknown ones": (OTHER, ()),
}


@pytest.mark.parametrize("name", HEADERS)
def test_uris_are_compared_exactly(name):
    header, active = HEADERS[name]
    assert negotiate(header, (BLOCK,)) == active


@given(header=st.text(), declared=st.lists(st.text(min_size=1), max_size=3))
def test_only_what_is_declared_and_named_is_active(header, declared):
    active = negotiate(header, declared)
    assert len(set(active)) == len(active)
    assert all(uri in declared and uri in header for uri in active)


pytestmark = pytest.mark.usefixtures("notes")


@pytest.mark.django_db
class TestActive:
    def test_the_block_is_read_and_answered(self, a2a):
        reply = a2a.send(QUESTION, block={"jurisdiction": "US-TX", "role": "counsel"})
        (artifact,) = reply.task["artifacts"]
        assert reply.active == BLOCK
        assert artifact["extensions"] == [BLOCK]
        assert artifact["metadata"][BLOCK] == insight_of(reply.task)["legal_context"]
        assert artifact["metadata"][BLOCK]["jurisdiction"] == {"value": "US-TX", "basis": "stated"}
        assert artifact["metadata"][BLOCK]["role"] == "counsel"

    def test_without_a_block_the_defaults_count(self, a2a):
        reply = a2a.call("SendMessage", {"message": message_of(QUESTION)}, A2A_Extensions=BLOCK)
        (artifact,) = reply.task["artifacts"]
        assert artifact["metadata"][BLOCK]["jurisdiction"]["basis"] == "inferred"

    @pytest.mark.parametrize(
        ("block", "field"),
        [
            ({"role": 7}, "role"),
            ({"jurisdiction": ["US-CA"]}, "jurisdiction"),
            ({"matter": {"id": "x"}}, "matter"),
            ({"jurisdiction": {"value": 1}}, "jurisdiction.value"),
        ],
    )
    def test_a_wrong_type_is_named_by_its_path(self, a2a, block, field):
        reply = a2a.send(QUESTION, block=block)
        assert reply.fields == [f'message.metadata["{BLOCK}"].{field}']
        assert reply.active == BLOCK

    def test_a_block_that_is_no_object_is_refused(self, a2a):
        assert a2a.send(QUESTION, block=[1]).fields == [f'message.metadata["{BLOCK}"]']

    def test_unknown_values_and_members_are_accepted(self, a2a):
        reply = a2a.send(QUESTION, block={"role": "guardian ad litem", "x-more": [1, 2.5]})
        assert insight_of(reply.task)["legal_context"]["role"] == "guardian ad litem"

    def test_errors_name_what_was_activated_too(self, a2a):
        reply = a2a.call("GetTask", {"id": "ans_nothing"}, A2A_Extensions=BLOCK)
        assert (reply.reason, reply.active) == ("TASK_NOT_FOUND", BLOCK)


@pytest.mark.django_db
class TestInactive:
    def test_a_block_without_the_header_is_not_read(self, a2a):
        message = message_of(QUESTION, metadata={BLOCK: {"jurisdiction": "US-TX", "role": 7}},
                             extensions=[BLOCK])  # fmt: skip
        reply = a2a.call("SendMessage", {"message": message}, X_A2A_Extensions=BLOCK)
        (artifact,) = reply.task["artifacts"]
        assert reply.active is None
        assert "metadata" not in artifact
        assert "extensions" not in artifact
        assert insight_of(reply.task)["legal_context"]["jurisdiction"]["value"] == "US-CA"

    def test_every_answer_carries_the_block_in_its_data_and_its_words(self, a2a):
        (artifact,) = a2a.send(QUESTION).task["artifacts"]
        text, data = artifact["parts"]
        block = data["data"]["legal_context"]
        assert block["handling"] in text["text"]
        assert block["notice"] in text["text"]

    def test_a_later_reader_sees_the_block_only_with_the_header(self, a2a):
        task_id = a2a.send(QUESTION, block={"role": "counsel"}).task["id"]
        plain = a2a.call("GetTask", {"id": task_id})
        assert BLOCK not in str(plain.result["artifacts"][0].get("metadata"))
        assert BLOCK not in str(plain.result["history"])
        active = a2a.call("GetTask", {"id": task_id}, A2A_Extensions=BLOCK)
        assert active.result["artifacts"][0]["metadata"][BLOCK]["role"] == "counsel"
        assert active.result["history"][0]["metadata"][BLOCK] == {"role": "counsel"}
