"""Tasks: read, listed, cancelled, gone on with, and never made twice."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from accounts.tenancy import tenant_scope
from legalcontext.answers.ask import ask
from legalcontext.answers.models import Answer
from legalcontext.answers.task_models import Task
from legalcontext.block.constants import EXTENSION_URI as BLOCK
from legalcontext.doors.a2a import work
from tests import factories

from .client import A2A, insight_of, message_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

STORY = "My landlord in Sacramento will not return my deposit."
LEASE = {"text": "This lease is made in Fresno, California. Rent is $900.", "filename": "lease.txt"}


@pytest.fixture
def nothing_runs(monkeypatch):
    """Work that is left to the background is not done."""
    left: list[work.Work] = []
    monkeypatch.setattr("legalcontext.doors.a2a.operations.in_background", left.append)
    return left


def waiting(a2a, **message):
    """A task that waits for a document."""
    task = a2a.send("Please look at my lease.", metadata={"skill": "document_review"}, **message)
    assert task.task["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
    return task.task


class TestReading:
    def test_it_reads_as_it_was_sent(self, a2a):
        sent = a2a.send(STORY, block={"role": "family"})
        read = a2a.call("GetTask", {"id": sent.task["id"]}, A2A_Extensions=BLOCK)
        assert read.result == sent.task

    @pytest.mark.parametrize(("length", "shown"), [(0, 0), (1, 1), (2, 2), (9, 3), (None, 3)])
    def test_history_is_cut_from_the_front(self, a2a, length, shown):
        task = waiting(a2a)
        a2a.send(parts=[LEASE], taskId=task["id"])
        params = {"id": task["id"]} | ({} if length is None else {"historyLength": length})
        history = a2a.call("GetTask", params).result.get("history", [])
        assert len(history) == shown
        if shown:
            assert history[-1]["parts"] == [LEASE]

    @pytest.mark.parametrize("length", [-1, "x", 1.5, 2**40])
    def test_a_wrong_length_is_named(self, a2a, length):
        reply = a2a.call("GetTask", {"id": "ans_x", "historyLength": length})
        assert reply.fields == ["historyLength"]

    def test_an_answer_that_ran_out_is_a_missing_task(self, a2a, person):
        task_id = a2a.send(STORY).task["id"]
        with tenant_scope(person.account_id):
            Answer.objects.update(expires_at=timezone.now() - dt.timedelta(seconds=1))
        assert a2a.call("GetTask", {"id": task_id}).reason == "TASK_NOT_FOUND"
        assert a2a.call("ListTasks").result["tasks"] == []

    def test_deleting_the_answer_deletes_the_task(self, a2a, person):
        task_id = a2a.send(STORY).task["id"]
        with tenant_scope(person.account_id):
            Answer.objects.get().delete()
            assert not Task.objects.exists()
        assert a2a.call("GetTask", {"id": task_id}).reason == "TASK_NOT_FOUND"


class TestListing:
    def test_the_last_changed_comes_first_and_pages_fit_together(self, a2a):
        sent = [a2a.send(f"{STORY} {n}").task["id"] for n in range(3)]
        listed, token = [], ""
        while True:
            page = a2a.call("ListTasks", {"pageSize": 2, "pageToken": token}).result
            assert page["totalSize"] == 3
            listed += [task["id"] for task in page["tasks"]]
            token = page["nextPageToken"]
            if not token:
                break
        assert listed == sent[::-1]

    def test_artifacts_and_messages_come_when_asked_for(self, a2a):
        a2a.send(STORY)
        (plain,) = a2a.call("ListTasks").result["tasks"]
        assert "artifacts" not in plain
        assert "history" not in plain
        params = {"includeArtifacts": True, "historyLength": 1}
        (full,) = a2a.call("ListTasks", params).result["tasks"]
        assert insight_of(full)["skill"] == "triage"
        assert len(full["history"]) == 1

    def test_filters(self, a2a):
        done, open_ = a2a.send(STORY, contextId="one").task, waiting(a2a, contextId="two")

        def listed(**params):
            return [task["id"] for task in a2a.call("ListTasks", params).result["tasks"]]

        assert listed(contextId="one") == [done["id"]]
        assert listed(status="TASK_STATE_INPUT_REQUIRED") == [open_["id"]]
        assert listed(status="TASK_STATE_SUBMITTED") == []
        assert listed(statusTimestampAfter=open_["status"]["timestamp"]) == [open_["id"]]
        assert listed(statusTimestampAfter="2999-01-01T00:00:00+01:00") == []

    @pytest.mark.parametrize(
        ("params", "field"),
        [
            ({"pageSize": 0}, "pageSize"),
            ({"pageSize": 101}, "pageSize"),
            ({"pageToken": "x"}, "pageToken"),
            ({"status": "done"}, "status"),
            ({"statusTimestampAfter": "yesterday"}, "statusTimestampAfter"),
            ({"statusTimestampAfter": "2026-01-01T00:00:00"}, "statusTimestampAfter"),
            ({"includeArtifacts": "maybe"}, "includeArtifacts"),
        ],
    )
    def test_wrong_parameters_are_named(self, a2a, params, field):
        assert a2a.call("ListTasks", params).fields == [field]

    def test_a_token_is_of_use_to_its_reader_and_filters_alone(self, binding, a2a):
        for n in range(2):
            a2a.send(f"{STORY} {n}")
        token = a2a.call("ListTasks", {"pageSize": 1}).result["nextPageToken"]
        stranger = A2A(factories.key_of(factories.individual())[1], binding)
        for client, more in ((stranger, {}), (a2a, {"contextId": "x"})):
            reply = client.call("ListTasks", {"pageToken": token, **more})
            assert reply.fields == ["pageToken"]


class TestCancelling:
    def test_a_waiting_task_is_cancelled_once(self, a2a):
        task_id = waiting(a2a)["id"]
        cancelled = a2a.call("CancelTask", {"id": task_id})
        assert cancelled.result["status"]["state"] == "TASK_STATE_CANCELED"
        assert a2a.call("CancelTask", {"id": task_id}).reason == "TASK_NOT_CANCELABLE"

    def test_an_answered_task_is_not_cancelled(self, a2a):
        task_id = a2a.send(STORY).task["id"]
        assert a2a.call("CancelTask", {"id": task_id}).reason == "TASK_NOT_CANCELABLE"

    def test_what_was_cancelled_while_it_was_worked_on_gets_no_answer(
        self, a2a, person, nothing_runs
    ):
        task = a2a.send(STORY, configuration={"returnImmediately": True}).task
        assert task["status"]["state"] == "TASK_STATE_WORKING"
        a2a.call("CancelTask", {"id": task["id"]})
        assert work.carry_out(nothing_runs[0]).insight is None
        read = a2a.call("GetTask", {"id": task["id"]}).result
        assert read["status"]["state"] == "TASK_STATE_CANCELED"
        with tenant_scope(person.account_id):
            assert not Answer.objects.exists()

    @pytest.mark.parametrize("body", [b"", b"null", b"{}"])
    def test_its_body_may_be_empty(self, rpc, body):
        task_id = waiting(rpc)["id"]
        response = rpc.post(body, f"/a2a/tasks/{task_id}:cancel")
        assert response.json()["status"]["state"] == "TASK_STATE_CANCELED"


class TestGoingOn:
    def test_a_review_without_a_document_asks_for_one_and_goes_on_with_it(self, a2a):
        task = waiting(a2a)
        said = task["status"]["message"]
        assert said["role"] == "ROLE_AGENT"
        assert "document" in said["parts"][0]["text"]
        done = a2a.send(parts=[LEASE], taskId=task["id"]).task
        assert (done["id"], done["contextId"]) == (task["id"], task["contextId"])
        assert done["status"]["state"] == "TASK_STATE_COMPLETED"
        assert insight_of(done)["skill"] == "document_review"

    def test_an_emergency_is_told_before_a_document_is_asked_for(self, a2a):
        task = a2a.send(
            "My husband is hitting me right now. Please look at the lease.",
            metadata={"skill": "document_review"},
        ).task
        text = task["status"]["message"]["parts"][0]["text"]
        assert text.index("document") > 40

    def test_the_first_block_stays_and_a_later_one_overrides_its_fields(self, a2a):
        task_id = a2a.send(
            "Look at this.",
            block={"jurisdiction": "US-TX", "role": "family"},
            metadata={"skill": "document_review"},
        ).task["id"]
        done = a2a.send(parts=[LEASE], taskId=task_id, block={"role": "advisor"}).task
        block = insight_of(done)["legal_context"]
        assert block["jurisdiction"] == {"value": "US-TX", "basis": "stated"}
        assert block["role"] == "advisor"

    def test_words_of_a_later_message_are_read_as_words(self, a2a):
        task_id = waiting(a2a)["id"]
        done = a2a.send(
            parts=[{"text": "I live in Austin, Texas."}, {"text": "Rent: $5.", "filename": "a"}],
            taskId=task_id,
        ).task
        assert insight_of(done)["legal_context"]["jurisdiction"] == {
            "value": "US-TX",
            "basis": "inferred",
        }

    def test_nothing_is_carried_to_another_task_of_the_context(self, a2a):
        first = a2a.send(STORY, block={"jurisdiction": "US-TX"}, contextId="shared").task
        second = a2a.send("What is a summons?", contextId=first["contextId"]).task
        block = insight_of(second)["legal_context"]
        assert block["jurisdiction"] == {"value": "US", "basis": "default"}
        assert insight_of(second)["question_back"]["field"] == "jurisdiction"

    def test_three_messages_keep_their_order(self, a2a):
        task_id = waiting(a2a)["id"]
        again = a2a.send("Sorry, here it comes.", taskId=task_id).task
        assert again["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
        done = a2a.send(parts=[LEASE], taskId=task_id).task
        roles = [message["role"] for message in done["history"]]
        assert roles == ["ROLE_USER", "ROLE_AGENT"] * 2 + ["ROLE_USER"]

    def test_another_context_is_refused(self, a2a):
        task_id = waiting(a2a)["id"]
        reply = a2a.send(parts=[LEASE], taskId=task_id, contextId="another")
        assert reply.fields == ["message.contextId"]

    @pytest.mark.parametrize("task_id", ["ans_" + "0" * 32, "x", "ans_\u0000", "ans_" + "F" * 32])
    def test_an_unknown_task_is_never_made(self, a2a, task_id):
        reply = a2a.send(STORY, taskId=task_id)
        assert reply.reason in ("TASK_NOT_FOUND", "INVALID_PARAMS")
        assert a2a.call("ListTasks").result["totalSize"] == 0

    def test_an_ended_task_takes_no_message(self, a2a):
        task_id = a2a.send(STORY).task["id"]
        assert a2a.send("And now?", taskId=task_id).reason == "UNSUPPORTED_OPERATION"

    def test_access_to_the_matter_is_asked_again(self, binding):
        owner = factories.firm()
        matter = factories.matter_of(owner)
        a2a = A2A(factories.key_of(owner)[1], binding)
        task_id = a2a.send(
            "Look at this.",
            block={"matter": matter.public_id},
            metadata={"skill": "document_review"},
        ).task["id"]
        with tenant_scope(owner.account_id):
            matter.delete()
        assert a2a.send(parts=[LEASE], taskId=task_id).reason == "TASK_NOT_FOUND"


class TestSentTwice:
    def test_the_same_message_is_the_same_task(self, a2a, person):
        first, second = (a2a.send(STORY, messageId="once").task for _ in range(2))
        assert first == second
        with tenant_scope(person.account_id):
            assert (Answer.objects.count(), Task.objects.count()) == (1, 1)

    def test_another_message_under_the_same_id_is_refused(self, a2a):
        a2a.send(STORY, messageId="once")
        assert a2a.send(f"{STORY} Really.", messageId="once").reason == "IDEMPOTENCY_CONFLICT"
        assert a2a.send(STORY, block={}, messageId="once").reason == "IDEMPOTENCY_CONFLICT"

    def test_a_follow_up_sent_twice_counts_once(self, a2a):
        task_id = waiting(a2a)["id"]
        first, second = (
            a2a.send(parts=[LEASE], taskId=task_id, messageId="more").task for _ in range(2)
        )
        assert first == second
        assert len(second["history"]) == 3

    def test_ids_of_other_people_and_tenants_are_their_own(self, binding):
        owner = factories.firm()
        a2a = A2A(factories.key_of(owner)[1], binding)
        mine = a2a.send(STORY, messageId="once").task["id"]
        for other in (factories.colleague(owner.account), factories.individual()):
            theirs = A2A(factories.key_of(other)[1], binding).send(STORY, messageId="once")
            assert theirs.task["id"] != mine

    def test_it_survives_the_rotation_of_the_key(self, binding, a2a, person):
        mine = a2a.send(STORY, messageId="once").task["id"]
        fresh = A2A(factories.key_of(person)[1], binding)
        assert fresh.send(STORY, messageId="once").task["id"] == mine


class TestFailing:
    def test_a_fault_on_our_side_fails_the_task_and_says_so(self, a2a, person, monkeypatch):
        secret = "the client's name is Zanzibar"

        def fail(*args, **kwargs):
            raise RuntimeError(secret)

        monkeypatch.setattr(work, "ask", fail)
        reply = a2a.send(STORY)
        assert reply.task["status"]["state"] == "TASK_STATE_FAILED"
        assert "logged" in reply.task["status"]["message"]["parts"][0]["text"]
        assert secret not in reply.response.text
        with tenant_scope(person.account_id):
            assert not Answer.objects.exists()

    def test_a_matter_that_vanished_meanwhile_refuses_the_ask(self, binding, monkeypatch):
        owner = factories.firm()
        matter = factories.matter_of(owner)
        a2a = A2A(factories.key_of(owner)[1], binding)

        def slow(*args, **kwargs):
            with tenant_scope(owner.account_id):
                matter.delete()
            return ask(*args, **kwargs)

        monkeypatch.setattr(work, "ask", slow)
        reply = a2a.send(STORY, block={"matter": matter.public_id})
        assert reply.reason in ("MATTER_NOT_FOUND", "TASK_NOT_FOUND")
        with tenant_scope(owner.account_id):
            assert not Task.objects.exists()


class TestTakingOver:
    @pytest.fixture
    def stranded(self, a2a, person, nothing_runs):
        task = a2a.send(STORY, configuration={"returnImmediately": True}).task
        with tenant_scope(person.account_id):
            Task.objects.update(leased_until=timezone.now() - dt.timedelta(seconds=1))
        return task["id"]

    @pytest.fixture
    def taken(self, monkeypatch):
        taken: list[work.Work] = []
        monkeypatch.setattr(work, "in_background", taken.append)
        return taken

    def test_a_reader_has_a_stranded_task_taken_over(self, a2a, stranded, taken, nothing_runs):
        a2a.call("GetTask", {"id": stranded})
        (again,) = taken
        assert work.carry_out(again).insight is not None
        done = a2a.call("GetTask", {"id": stranded}).result
        assert done["status"]["state"] == "TASK_STATE_COMPLETED"
        # The first worker, should it live after all, comes too late.
        assert work.carry_out(nothing_runs[0]).insight is None
        assert a2a.call("GetTask", {"id": stranded}).result == done

    def test_the_rights_of_the_caller_count_as_they_are_then(self, a2a, person, stranded, taken):
        from accounts.models import ApiKey

        ApiKey.objects.filter(membership=person).update(revoked_at=timezone.now())
        with tenant_scope(person.account_id):
            task = Task.objects.get()
        work.recover(person.account_id, task.pk)
        with tenant_scope(person.account_id):
            task.refresh_from_db()
        assert (task.state, taken) == ("failed", [])

    def test_it_fails_when_three_workers_died_over_it(self, a2a, person, stranded, taken):
        with tenant_scope(person.account_id):
            Task.objects.update(attempts=3)
        read = a2a.call("GetTask", {"id": stranded})
        assert read.error is None
        after = a2a.call("GetTask", {"id": stranded}).result
        assert (after["status"]["state"], taken) == ("TASK_STATE_FAILED", [])


def test_a_message_to_a_task_that_is_worked_on_is_refused(a2a, nothing_runs):
    task_id = waiting(a2a)["id"]
    going = a2a.send(parts=[LEASE], taskId=task_id, configuration={"returnImmediately": True})
    assert going.task["status"]["state"] == "TASK_STATE_WORKING"
    assert a2a.send("Quick!", taskId=task_id).reason == "UNSUPPORTED_OPERATION"


def test_what_a_message_says_of_its_state_is_ignored(a2a):
    message = message_of(STORY, status={"state": "TASK_STATE_COMPLETED"}, kind="message")
    assert a2a.call("SendMessage", {"message": message, "unknown": 1}).error is None
