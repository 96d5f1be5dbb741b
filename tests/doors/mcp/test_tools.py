"""The tools: how they are listed, what they answer, what they refuse, and the block around it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from accounts.idempotency import InProgress
from accounts.ids import uuid7
from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer, AnswerContent
from legalcontext.block.constants import HANDLING, NOTICE
from legalcontext.contracts import validate
from legalcontext.doors.mcp.tools import TOOLS
from matters.levels import READ
from matters.services.matters import grant
from tests import factories

from .conftest import BLOCK, LEGACY, MODERN, PROBLEM

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

SKILLS = ("triage", "consult", "document_review")
QUESTION = "My landlord in Sacramento will not return my deposit. I moved out in May."
LEASE = {"name": "lease.txt", "text": "This residential lease is governed by the law of Texas."}


def arguments_for(skill):
    documents = {"documents": [LEASE]} if skill == "document_review" else {}
    return {"question": QUESTION, **documents}


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def matter(owner):
    return factories.matter_of(owner, "Doe v. Roe", jurisdiction="US-TX")


@pytest.fixture
def client(mcp, owner):
    return mcp(factories.key_of(owner)[1])


def kept(account_id):
    with tenant_scope(account_id):
        return Answer.objects.count(), AnswerContent.objects.count()


def fits(tool, result):
    schema = TOOLS[tool].output_schema
    assert schema is not None
    Draft202012Validator(schema).validate(result["structuredContent"])
    return True


class TestList:
    def test_the_tools_stand_in_one_order_for_everybody(self, client, mcp, owner):
        names = [tool["name"] for tool in client.result("tools/list")["tools"]]
        assert names == [*SKILLS, "get_answer", "list_matters"]
        other = mcp(factories.key_of(owner, scopes=["ask"])[1], LEGACY[0])
        assert [tool["name"] for tool in other.result("tools/list")["tools"]] == names

    @pytest.mark.parametrize("version", [MODERN, *LEGACY])
    def test_each_says_what_it_takes_and_gives(self, mcp, owner, version):
        client = mcp(factories.key_of(owner)[1], version)
        for tool in client.result("tools/list")["tools"]:
            assert tool["title"]
            assert len(tool["description"]) > 100
            for schema in (tool["inputSchema"], tool["outputSchema"]):
                Draft202012Validator.check_schema(schema)
                assert schema["type"] == "object"
                # Many readers follow no references and know no unions with null.
                assert "$ref" not in json.dumps(schema)
                assert '"null"' not in json.dumps(schema)

    def test_every_argument_is_described(self, client):
        for tool in client.result("tools/list")["tools"]:
            for name, member in tool["inputSchema"]["properties"].items():
                assert member["description"], f"{tool['name']}.{name}"

    def test_an_ask_takes_what_a_quick_ask_does(self, client):
        for tool in client.result("tools/list")["tools"][:3]:
            properties = tool["inputSchema"]["properties"]
            assert set(properties) == {
                "question", "documents", "context", "keep_days", "language",
            }  # fmt: skip
            assert tool["inputSchema"]["required"] == ["question"]

    def test_the_limit_of_documents_is_stated(self, client):
        properties = client.result("tools/list")["tools"][2]["inputSchema"]["properties"]
        for words in ("20 documents", "250,000 characters"):
            assert words in properties["documents"]["description"]
        assert properties["documents"]["items"]["properties"]["text"]["maxLength"] == 250_000

    def test_annotations_are_honest(self, client):
        hints = {t["name"]: t["annotations"] for t in client.result("tools/list")["tools"]}
        for name, hint in hints.items():
            assert hint["readOnlyHint"] is (name in ("get_answer", "list_matters"))
            assert hint["openWorldHint"] is False
        for skill in SKILLS:
            assert hints[skill]["destructiveHint"] is False


class TestAsking:
    @pytest.mark.parametrize("version", [MODERN, *LEGACY])
    @pytest.mark.parametrize("skill", SKILLS)
    def test_every_skill_answers_in_every_era(self, mcp, owner, version, skill):
        client = mcp(factories.key_of(owner)[1], version)
        result = client.call(skill, arguments_for(skill))
        assert "isError" not in result or result["isError"] is False
        insight = result["structuredContent"]
        assert validate("codossier.insight/1", insight) == []
        assert fits(skill, result)
        assert insight["skill"] == skill
        assert result["_meta"][BLOCK] == insight["legal_context"]
        with tenant_scope(owner.account_id):
            assert Answer.objects.get().door == "mcp"

    @pytest.mark.parametrize("skill", SKILLS)
    def test_the_text_has_frame_handling_notice_and_id(self, mcp, skill):
        client = mcp(factories.key_of(factories.individual())[1])
        result = client.call(skill, arguments_for(skill))
        (content,) = result["content"]
        insight, text = result["structuredContent"], content["text"]
        assert content["type"] == "text"
        assert NOTICE in text
        assert HANDLING["none"] in text
        assert insight["legal_context"]["retention"] in text
        assert insight["legal_context"]["jurisdiction"]["value"] in text
        assert insight["id"] in text
        for limit in insight["limits"]:
            assert limit.split()[0] in text
        for note in insight["context_notes"]:
            assert note["message"] in text

    def test_the_block_comes_in_by_meta(self, client):
        result = client.call("triage", {"question": QUESTION}, {BLOCK: {"jurisdiction": "us-tx"}})
        assert result["_meta"][BLOCK]["jurisdiction"] == {"value": "US-TX", "basis": "stated"}

    def test_the_block_comes_in_by_argument_where_meta_is_lost(self, client):
        arguments = {"question": QUESTION, "context": {"jurisdiction": "us-tx"}}
        metas: list[dict[str, Any]] = [{}, {BLOCK: None}, {BLOCK: {}}, {BLOCK: ""}]
        for meta in metas:
            result = client.call("triage", arguments, meta)
            block = result["structuredContent"]["legal_context"]
            assert block["jurisdiction"] == {"value": "US-TX", "basis": "stated"}
            assert "context_argument_ignored" not in str(result)

    def test_meta_beats_the_argument_with_a_note(self, client):
        arguments = {"question": QUESTION, "context": {"jurisdiction": "US-NY"}}
        result = client.call("triage", arguments, {BLOCK: {"jurisdiction": "US-TX"}})
        insight = result["structuredContent"]
        assert insight["legal_context"]["jurisdiction"]["value"] == "US-TX"
        notes = [n for n in insight["context_notes"] if n["code"] == "context_argument_ignored"]
        assert len(notes) == 1
        assert notes[0]["message"] in result["content"][0]["text"]
        assert fits("triage", result)

    def test_the_same_twice_needs_no_note(self, client):
        block = {"jurisdiction": "US-TX"}
        arguments = {"question": QUESTION, "context": block}
        assert "context_argument_ignored" not in str(
            client.call("triage", arguments, {BLOCK: block})
        )

    def test_no_block_at_all_works(self, client):
        assert client.call("consult", {"question": QUESTION})["structuredContent"]

    def test_the_block_is_kept_as_it_was_sent(self, client, owner):
        block = {"z_later": {"n": 12345678901234567890}, "role": "counsel", "a": "ä\u2028世"}
        client.call("triage", {"question": QUESTION}, {BLOCK: block})
        with tenant_scope(owner.account_id):
            stored = AnswerContent.objects.get().inbound
        assert (list(stored), stored) == (list(block), block)

    def test_a_matter_named_is_read_and_labels_the_answer(self, client, matter):
        result = client.call("consult", {"question": "q?"}, {BLOCK: {"matter": matter.public_id}})
        assert result["_meta"][BLOCK]["privilege"] == "work_product"
        assert result["_meta"][BLOCK]["jurisdiction"] == {"value": "US-TX", "basis": "inferred"}

    def test_an_ask_without_a_matter_reads_no_matter(self, client, matter, recorded_sql):
        for block in (None, {}, {"matter": None}, {"matter": ""}):
            client.call("triage", {"question": f"{QUESTION} {block}"}, {BLOCK: block})
        assert not [sql for sql in recorded_sql() if "matters_" in sql and "INSERT" not in sql]

    def test_a_skill_named_in_the_arguments_changes_nothing(self, client):
        result = client.call("triage", {"question": QUESTION, "skill": "consult", "other": 1})
        assert result["structuredContent"]["skill"] == "triage"

    def test_keep_days_zero_keeps_nothing(self, client, owner):
        result = client.call("triage", {"question": QUESTION, "keep_days": 0})
        assert result["_meta"][BLOCK]["retention"] == "deleted once delivered"
        assert kept(owner.account_id) == (0, 0)

    def test_spanish_is_answered_with_spanish_headings(self, client):
        question = "Mi casero en Sacramento no me devuelve el depósito. Me mudé en mayo."
        text = client.call("triage", {"question": question})["content"][0]["text"]
        assert "Identificador de la respuesta" in text
        assert HANDLING["unknown"] in text

    @pytest.mark.parametrize("text", ["ä ß § 世界 🦉 e\u0301 é \u2028 \u202e \ufeff"])
    def test_unicode_comes_back_as_it_went_in(self, client, text):
        arguments = {
            "question": text,
            "documents": [{"name": f"{text}.txt", "text": f"{text} The Tenant pays $5."}],
        }
        message = client.message(
            "tools/call",
            {"name": "document_review", "arguments": arguments, "_meta": {BLOCK: {"role": text}}},
        )
        response = client.send(message, headers=client.headers_for(message))
        assert response.json()["result"]["_meta"][BLOCK]["role"] == text
        assert text.encode() in response.content  # raw UTF-8, no escapes


class TestRefusals:
    @pytest.mark.parametrize(
        ("arguments", "pointer"),
        [
            (None, "/question"),
            ({}, "/question"),
            ({"question": ""}, "/question"),
            ({"question": 7}, "/question"),
            ({"question": "x" * 20_001}, "/question"),
            ({"question": "q", "keep_days": -1}, "/keep_days"),
            ({"question": "q", "documents": {}}, "/documents"),
            ({"question": "q", "documents": [{"name": "n"}]}, "/documents/0/text"),
            ({"question": "q", "language": 7}, "/language"),
            ({"question": "q", "context": 7}, "/context"),
            ({"question": "q", "context": {"role": 7}}, "/context/role"),
        ],
    )
    def test_bad_values_are_named_with_what_to_do(self, client, owner, arguments, pointer):
        problem = client.refused("triage", arguments)
        assert problem["code"] in ("invalid_request", "invalid_context")
        assert pointer in {error["pointer"] for error in problem["errors"]}
        assert kept(owner.account_id) == (0, 0)

    def test_a_bad_block_in_meta_is_named_where_it_stands(self, client):
        problem = client.refused("triage", {"question": "q"}, {BLOCK: {"matter": {}, "role": [1]}})
        assert problem["code"] == "invalid_context"
        where = "/_meta/com.codossier~1legal-context"
        pointers = {error["pointer"] for error in problem["errors"]}
        assert pointers == {f"{where}/matter", f"{where}/role"}

    @pytest.mark.parametrize("block", [7, "x", [], True, False, 0])
    def test_a_block_that_is_no_object_is_refused(self, client, block):
        problem = client.refused("triage", {"question": "q"}, {BLOCK: block})
        assert problem["code"] == "invalid_context"

    def test_missing_forbidden_and_malformed_matters_are_one_refusal(self, mcp, owner, matter):
        stranger = mcp(factories.key_of(factories.colleague(owner.account))[1])
        foreign = factories.matter_of(factories.firm())
        ids = [matter.public_id, foreign.public_id, f"mat_{uuid7().hex}", "mat_x", "x", "ans_1"]
        results = []
        for matter_id in ids:
            result = stranger.call("triage", {"question": "q"}, {BLOCK: {"matter": matter_id}})
            assert result["_meta"][PROBLEM].pop("request_id")
            results.append(result)
        assert results[0]["isError"] is True
        assert results[0]["_meta"][PROBLEM] == {"code": "matter_not_found"}
        assert BLOCK not in results[0]["_meta"]
        assert all(result == results[0] for result in results)
        assert kept(owner.account_id) == (0, 0)

    @pytest.mark.parametrize("lengths", [[250_001], [125_000, 125_001]])
    def test_documents_over_the_limit_are_refused_with_the_limit(self, client, owner, lengths):
        documents = [{"name": "n", "text": "x" * length} for length in lengths]
        arguments = {"question": "q", "documents": documents}
        problem = client.refused("document_review", arguments)
        assert problem["code"] == "too_large"
        assert "250,000" in problem["errors"][0]["detail"]
        assert kept(owner.account_id) == (0, 0)

    def test_a_document_by_id_is_not_there(self, client):
        arguments = {"question": "q", "documents": [{"id": "doc_1"}]}
        problem = client.refused("document_review", arguments)
        assert problem["code"] == "not_found"
        assert problem["errors"][0]["pointer"] == "/documents/0/id"

    def test_a_refusal_whose_frame_is_known_carries_it(self, client, monkeypatch):
        def still_working(*args, **kwargs):
            raise InProgress

        monkeypatch.setattr("legalcontext.doors.mcp.asks.ask_once", still_working)
        result = client.call("triage", {"question": QUESTION})
        assert result["isError"] is True
        assert "structuredContent" not in result
        assert result["_meta"][BLOCK]["jurisdiction"] == {"value": "US-CA", "basis": "inferred"}
        assert result["_meta"][PROBLEM]["code"] == "in_progress"
        assert result["_meta"][PROBLEM]["retry_after"] > 0

    def test_a_fault_on_our_side_is_an_error_that_says_nothing_of_what_it_was(
        self, client, owner, monkeypatch
    ):
        secret = "the client's name is Zanzibar"

        def fail(*args, **kwargs):
            raise RuntimeError(secret)

        monkeypatch.setattr("legalcontext.answers.ask.infer", fail)
        response = client.request("tools/call", {"name": "triage", "arguments": {"question": "q"}})
        error = response.json()["error"]
        assert (response.status_code, response.json()["id"], error["code"]) == (500, 1, -32603)
        assert error["data"]["request_id"] == response["Request-Id"]
        assert secret not in response.text
        assert kept(owner.account_id) == (0, 0)


class TestGetAnswer:
    @pytest.fixture
    def asked(self, client):
        return client.call("triage", {"question": QUESTION})

    def test_it_reads_again_as_it_was_given(self, client, asked):
        result = client.call("get_answer", {"id": asked["structuredContent"]["id"]})
        assert result == asked
        assert fits("get_answer", result)

    def test_it_reads_what_was_asked_at_another_door(self, client, owner, rest_ask):
        insight = rest_ask(owner)
        result = client.call("get_answer", {"id": insight["id"]})
        assert result["structuredContent"] == insight

    @pytest.fixture
    def rest_ask(self, client):
        def ask(owner):
            return client.client.post(
                "/v1/asks",
                json.dumps({"skill": "triage", "question": QUESTION}),
                content_type="application/json",
                headers={"Authorization": f"Bearer {factories.key_of(owner)[1]}"},
            ).json()

        return ask

    def test_anothers_deleted_missing_and_malformed_are_one_refusal(
        self, mcp, owner, client, asked
    ):
        stranger = mcp(factories.key_of(factories.firm())[1])
        colleague = mcp(factories.key_of(factories.colleague(owner.account))[1])
        answer_id = asked["structuredContent"]["id"]
        refused = []
        for reader, wanted in [
            (stranger, answer_id),
            (colleague, answer_id),
            (client, f"ans_{uuid7().hex}"),
            (client, "ans_x"),
            (client, "../../etc"),
            (client, "x" * 4000),
        ]:
            result = reader.call("get_answer", {"id": wanted})
            assert result["_meta"][PROBLEM].pop("request_id")
            refused.append(result)
        assert refused[0]["_meta"][PROBLEM] == {"code": "not_found"}
        assert all(result == refused[0] for result in refused)

    @pytest.mark.parametrize("arguments", [None, {}, {"id": ""}, {"id": None}, {"id": 7},
                                           {"id": ["ans_1"]}, {"id": "a\x00"}])  # fmt: skip
    def test_a_wrong_id_is_told_so(self, client, arguments):
        problem = client.refused("get_answer", arguments)
        assert problem["errors"][0]["pointer"] == "/id"

    def test_one_of_a_matter_no_longer_readable_is_gone(self, mcp, owner, matter):
        reader = factories.colleague(owner.account)
        with tenant_scope(owner.account_id):
            grant(matter=matter, user=reader.user, level=READ)
        client = mcp(factories.key_of(reader)[1])
        result = client.call("triage", {"question": "q?"}, {BLOCK: {"matter": matter.public_id}})
        wanted = {"id": result["structuredContent"]["id"]}
        assert client.call("get_answer", wanted)["structuredContent"]
        with tenant_scope(owner.account_id):
            matter.delete()
        assert client.refused("get_answer", wanted)["code"] == "not_found"


class TestListMatters:
    def test_it_lists_what_may_be_read_and_no_more(self, mcp, owner, client, matter):
        factories.matter_of(factories.firm())
        result = client.call("list_matters")
        assert fits("list_matters", result)
        (listed,) = result["structuredContent"]["data"]
        assert listed["id"] == matter.public_id
        assert (listed["title"], listed["jurisdiction"]) == ("Doe v. Roe", "US-TX")
        assert (listed["owned"], listed["access"]) == (True, "manage")
        assert "forum" not in listed
        assert matter.public_id in result["content"][0]["text"]
        assert BLOCK not in result.get("_meta", {})
        colleague = mcp(factories.key_of(factories.colleague(owner.account))[1])
        assert colleague.call("list_matters")["structuredContent"]["data"] == []

    def test_pages_follow_one_another_without_loss(self, client, owner):
        made = [factories.matter_of(owner, f"M{n}").public_id for n in range(5)]
        found, arguments = [], {"limit": 2}
        while True:
            result = client.call("list_matters", arguments)
            assert fits("list_matters", result)
            page = result["structuredContent"]
            found += [matter["id"] for matter in page["data"]]
            if not page["has_more"]:
                break
            arguments = {"limit": 2, "after": page["next_cursor"]}
        assert found == made[::-1]

    @pytest.mark.parametrize(
        ("arguments", "pointer"),
        [
            ({"limit": 0}, "/limit"),
            ({"limit": 101}, "/limit"),
            ({"limit": "2"}, "/limit"),
            ({"limit": True}, "/limit"),
            ({"after": 7}, "/after"),
            ({"after": "x"}, "/after"),
            ({"after": "\ud800"}, "/after"),
        ],
    )
    def test_wrong_arguments_are_named(self, client, arguments, pointer):
        message = client.message("tools/call", {"name": "list_matters", "arguments": arguments})
        response = client.send(json.dumps(message).encode(), headers=client.headers_for(message))
        result = response.json()["result"]
        assert result["isError"] is True
        assert result["_meta"][PROBLEM]["errors"][0]["pointer"] == pointer

    def test_a_cursor_is_bound_to_its_reader(self, mcp, client, owner):
        for number in range(2):
            factories.matter_of(owner, f"M{number}")
        cursor = client.call("list_matters", {"limit": 1})["structuredContent"]["next_cursor"]
        other = mcp(factories.key_of(factories.firm())[1])
        assert other.refused("list_matters", {"after": cursor})["code"] == "invalid_request"
