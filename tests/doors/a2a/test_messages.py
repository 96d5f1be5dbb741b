"""What an agent may send, and how it becomes the one quick ask that every door takes."""

from __future__ import annotations

import base64

import pytest

from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer, AnswerContent
from legalcontext.answers.task_models import Task, TaskMessage
from legalcontext.block.constants import EXTENSION_URI as BLOCK
from legalcontext.contracts import validate
from legalcontext.doors.a2a.choosing import choose_skill
from tests import factories

from .client import A2A, insight_of, message_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

STORY = "My landlord in Sacramento will not return my deposit. I moved out in May."
LEASE = "This lease between A LLC and B is for a flat in Fresno, California. Rent is $900."


def kept(account_id):
    with tenant_scope(account_id):
        return (
            Answer.objects.count(),
            AnswerContent.objects.count(),
            Task.objects.count(),
            TaskMessage.objects.count(),
        )


class TestParts:
    def test_a_text_part_is_the_question(self, a2a, person):
        reply = a2a.send(STORY)
        assert reply.task["status"]["state"] == "TASK_STATE_COMPLETED"
        insight = insight_of(reply.task)
        assert validate("codossier.insight/1", insight) == []
        assert insight["id"] == reply.task["id"]
        assert kept(person.account_id) == (1, 1, 1, 1)

    def test_a_data_part_is_a_quick_ask(self, a2a):
        ask = {
            "schema": "codossier.quick-ask/1",
            "skill": "consult",
            "question": STORY,
            "context": {"role": "advisor"},
            "keep_days": 30.0,
        }
        reply = a2a.send(parts=[{"data": ask}])
        assert insight_of(reply.task)["skill"] == "consult"
        assert insight_of(reply.task)["legal_context"]["role"] == "advisor"
        assert reply.task["metadata"] == {"skill": "consult", "skillBasis": "stated"}

    @pytest.mark.parametrize(
        "part",
        [
            {"raw": base64.b64encode(LEASE.encode()).decode(), "filename": "lease.txt"},
            {"raw": base64.urlsafe_b64encode(LEASE.encode()).decode().rstrip("=")},
            {"text": LEASE, "filename": "lease.md", "mediaType": "text/markdown; charset=utf-8"},
        ],
    )
    def test_a_file_part_is_a_document(self, a2a, part):
        reply = a2a.send(parts=[{"text": "Anything odd?"}, part])
        insight = insight_of(reply.task)
        assert insight["skill"] == "document_review"
        name = part.get("filename", "document 1")
        assert name in {f["source"]["document"] for f in insight["findings"] if "source" in f}

    def test_numbers_come_back_as_they_went_in(self, rpc):
        metadata = {"n": 42, "big": 12345678901234567890, "real": 1.5, "whole": 2.0}
        reply = rpc.send(STORY, metadata=metadata)
        assert reply.task["history"][0]["metadata"] == metadata
        assert b'"n": 42,' in reply.response.content
        assert b"12345678901234567890" in reply.response.content

    def test_unicode_comes_back_as_it_went_in(self, a2a):
        text = "ä ß § 世界 🦉 e\u0301 \u2028 \u202e"
        reply = a2a.send(text)
        assert reply.task["history"][0]["parts"] == [{"text": text}]
        assert text.encode() in reply.response.content

    def test_original_member_names_are_read_too(self, rpc):
        message = {"message_id": "m", "role": 1, "context_id": "ctx", "parts": [{"text": STORY}]}
        reply = rpc.call(
            "SendMessage", {"message": message, "configuration": {"history_length": "0"}}
        )
        assert reply.task["contextId"] == "ctx"
        assert "history" not in reply.task

    @pytest.mark.parametrize(
        ("part", "code"),
        [
            ({"url": "https://example.org/lease.pdf"}, "CONTENT_TYPE_NOT_SUPPORTED"),
            ({"raw": "AAAA", "mediaType": "video/mp4"}, "CONTENT_TYPE_NOT_SUPPORTED"),
            ({"text": "x", "mediaType": "image/png"}, "CONTENT_TYPE_NOT_SUPPORTED"),
            ({"data": {}, "mediaType": "text/plain"}, "CONTENT_TYPE_NOT_SUPPORTED"),
            ({"raw": "not base64!"}, "INVALID_PARAMS"),
            ({"raw": "gICA"}, "INVALID_PARAMS"),
            ({"raw": "AAAA"}, "INVALID_PARAMS"),
            ({"text": "x", "data": {}}, "INVALID_PARAMS"),
            ({}, "INVALID_PARAMS"),
            ({"kind": "text"}, "INVALID_PARAMS"),
            ({"data": [1]}, "INVALID_PARAMS"),
            ({"text": 7}, "INVALID_PARAMS"),
            ({"text": "  "}, "INVALID_PARAMS"),
            ("text", "INVALID_PARAMS"),
        ],
    )
    def test_what_is_not_read_is_refused_and_nothing_is_kept(self, a2a, person, part, code):
        reply = a2a.send(parts=[part])
        assert reply.reason == code
        assert all(field.startswith("message.parts") for field in reply.fields)
        assert kept(person.account_id) == (0, 0, 0, 0)

    @pytest.mark.parametrize(
        ("member", "value", "field"),
        [
            ("role", "ROLE_AGENT", "message.role"),
            ("role", "user", "message.role"),
            ("role", None, "message.role"),
            ("parts", [], "message.parts"),
            ("parts", "text", "message.parts"),
            ("messageId", "", "message.messageId"),
            ("messageId", 7, "message.messageId"),
            ("messageId", "x" * 201, "message.messageId"),
            ("contextId", ["x"], "message.contextId"),
            ("metadata", [1], "message.metadata"),
            ("extensions", [1], "message.extensions[0]"),
            ("metadata", {"skill": "prophecy"}, "message.metadata.skill"),
        ],
    )
    def test_a_wrong_member_is_named(self, a2a, member, value, field):
        message = message_of(STORY) | {member: value}
        assert a2a.call("SendMessage", {"message": message}).fields == [field]

    def test_faults_of_a_data_part_are_named_where_they_stand(self, a2a):
        ask = {"skill": "consult", "question": STORY, "keep_days": "x", "context": {"role": 7}}
        reply = a2a.send(parts=[{"text": "see"}, {"data": ask}])
        assert reply.fields == ["message.parts[1].data.context.role"]
        ask["context"] = {}
        reply = a2a.send(parts=[{"text": "see"}, {"data": ask}])
        assert reply.fields == ["message.parts[1].data.keep_days"]

    @pytest.mark.parametrize(
        ("modes", "refused"),
        [
            ([], False),
            (["text/plain"], False),
            (["application/json", "image/png"], False),
            (["*/*"], False),
            (["image/png"], True),
        ],
    )
    def test_a_caller_who_takes_none_of_our_forms_is_told(self, a2a, modes, refused):
        reply = a2a.send(STORY, configuration={"acceptedOutputModes": modes})
        assert (reply.reason == "CONTENT_TYPE_NOT_SUPPORTED") is refused


class TestSkill:
    @pytest.mark.parametrize(
        ("question", "skill"),
        [
            (STORY, "triage"),
            ("I was served with eviction papers yesterday. What should I do?", "triage"),
            ("How long does a landlord have to return a deposit?", "consult"),
            ("My rent went up by half. Is a landlord allowed to do that?", "consult"),
            ("¿Cuánto tiempo tiene el casero para devolver el depósito?", "consult"),
        ],
    )
    def test_a_question_for_a_rule_is_a_consult_and_a_story_is_triaged(self, question, skill):
        assert choose_skill(question, has_documents=False) == skill

    def test_documents_are_reviewed(self):
        assert choose_skill("Is this fair?", has_documents=True) == "document_review"

    def test_the_choice_is_said(self, a2a):
        task = a2a.send(STORY).task
        assert task["metadata"] == {"skill": "triage", "skillBasis": "chosen"}
        assert "chosen" in task["artifacts"][0]["description"]

    def test_a_named_skill_counts(self, a2a):
        task = a2a.send(STORY, metadata={"skill": "consult"}).task
        assert task["metadata"] == {"skill": "consult", "skillBasis": "stated"}
        assert task["artifacts"][0]["name"] == "Consult"


class TestMatters:
    def test_a_readable_matter_is_read(self, binding):
        owner = factories.firm()
        matter = factories.matter_of(owner, litigation_anticipated="yes")
        a2a = A2A(factories.key_of(owner)[1], binding)
        task = a2a.send(STORY, block={"matter": matter.public_id}).task
        assert insight_of(task)["legal_context"]["privilege"] == "work_product"

    @pytest.mark.parametrize("named", ["mat_" + "0" * 32, "nonsense", "mat_\u0130"])
    @pytest.mark.parametrize("configuration", [{}, {"returnImmediately": True}])
    def test_a_refused_matter_is_one_error_and_nothing_is_kept(self, binding, named, configuration):
        owner, stranger = factories.firm(), factories.firm()
        theirs = factories.matter_of(stranger).public_id
        a2a = A2A(factories.key_of(owner)[1], binding)
        first = a2a.send(STORY, block={"matter": named}, configuration=configuration)
        other = a2a.send(STORY, block={"matter": theirs}, configuration=configuration)
        assert first.reason == "MATTER_NOT_FOUND"
        assert first.response.content == other.response.content
        assert first.status == (200 if binding == "rpc" else 400)
        if binding == "rpc":
            assert first.code == -32602
        assert kept(owner.account_id) == (0, 0, 0, 0)

    def test_the_message_id_is_free_again_after_a_refusal(self, a2a):
        refused = a2a.send(STORY, block={"matter": "mat_x"}, messageId="once")
        assert refused.reason == "MATTER_NOT_FOUND"
        assert a2a.send(STORY, messageId="once").error is None


class TestKeepDaysNought:
    ASK = {"skill": "triage", "question": STORY, "keep_days": 0}

    def test_the_answer_is_delivered_and_nothing_is_kept(self, a2a, person):
        task = a2a.send(parts=[{"data": self.ASK}]).task
        assert insight_of(task)["legal_context"]["retention"] == "deleted once delivered"
        assert kept(person.account_id) == (0, 0, 0, 0)
        assert a2a.call("GetTask", {"id": task["id"]}).reason == "TASK_NOT_FOUND"

    def test_it_streams_as_well(self, a2a, person):
        message = message_of(parts=[{"data": self.ASK}])
        reply = a2a.call("SendStreamingMessage", {"message": message}, A2A_Extensions=BLOCK)
        first, artifact, last = reply.events
        assert first["task"]["status"]["state"] == "TASK_STATE_WORKING"
        assert BLOCK in artifact["artifactUpdate"]["artifact"]["metadata"]
        assert last["statusUpdate"]["status"]["state"] == "TASK_STATE_COMPLETED"
        assert kept(person.account_id) == (0, 0, 0, 0)

    @pytest.mark.parametrize(
        "configuration",
        [
            {"returnImmediately": True},
            {"taskPushNotificationConfig": {"url": "https://example.org/hook"}},
        ],
    )
    def test_what_needs_something_kept_is_refused(self, a2a, configuration):
        reply = a2a.send(parts=[{"data": self.ASK}], configuration=configuration)
        assert reply.fields == ["configuration"]
