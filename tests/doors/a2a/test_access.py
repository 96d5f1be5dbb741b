"""Who may do what: every operation, in both bindings, for everybody who might try."""

from __future__ import annotations

import json

import pytest
from django.utils import timezone

from accounts.ids import uuid7
from accounts.models import ApiKey, Scope
from accounts.tenancy import tenant_scope
from legalcontext.answers.task_models import Task
from matters.models import READ
from matters.services.grants import grant
from tests import factories

from .client import A2A, OPERATIONS, message_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

STORY = "My landlord in Sacramento will not return my deposit."
ON_A_TASK = [name for name, (_, path, _t) in OPERATIONS.items() if "{" in path]


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def tasks(owner, binding, monkeypatch):
    """A finished, a waiting and a running task of the owner's, with a push configuration each."""
    monkeypatch.setattr("legalcontext.doors.a2a.operations.in_background", lambda work: None)
    monkeypatch.setattr("socket.getaddrinfo", lambda *a, **k: [(0, 0, 0, "", ("93.184.216.34", 0))])
    a2a = A2A(factories.key_of(owner)[1], binding)
    made = [
        a2a.send(STORY).task["id"],
        a2a.send("See my lease.", metadata={"skill": "document_review"}).task["id"],
        a2a.send(f"{STORY} Now.", configuration={"returnImmediately": True}).task["id"],
    ]
    for task_id in made:
        push = {"taskId": task_id, "id": "hook", "url": "https://example.org/hook"}
        assert a2a.call("CreateTaskPushNotificationConfig", push).error is None
    return made


def params_for(operation, task_id):
    if operation == "SendMessage":
        return {"message": message_of("More.", taskId=task_id)}
    params = {"taskId": task_id} if "taskId" in OPERATIONS[operation][1] else {"id": task_id}
    if operation == "CreateTaskPushNotificationConfig":
        params |= {"id": "hook", "url": "https://example.org/hook"}
    elif "Push" in operation:
        params["id"] = "hook"
    return params


def content_of(reply, task_id):
    return reply.response.content.replace(task_id.encode(), b"ID")


OTHERS = {
    "a colleague": lambda owner: factories.key_of(factories.colleague(owner.account))[1],
    "an admin": lambda owner: factories.key_of(factories.colleague(owner.account, role="admin"))[1],
    "a service of the account": lambda owner: factories.service_key(owner.account)[1],
    "another tenant": lambda owner: factories.key_of(factories.firm())[1],
}


@pytest.mark.parametrize("operation", [*ON_A_TASK, "SendMessage"])
@pytest.mark.parametrize("who", OTHERS)
def test_anothers_task_is_a_missing_task_byte_for_byte(owner, tasks, binding, operation, who):
    other = A2A(OTHERS[who](owner), binding)
    missing = f"ans_{uuid7().hex}"
    there = other.call(operation, params_for(operation, missing))
    assert there.reason == "TASK_NOT_FOUND"
    for task_id in tasks:
        reply = other.call(operation, params_for(operation, task_id))
        assert reply.status == there.status
        assert content_of(reply, task_id) == content_of(there, missing)
    assert other.call("ListTasks").result["totalSize"] == 0


@pytest.mark.parametrize("operation", OPERATIONS)
def test_without_a_credential_every_operation_is_a_challenge(tasks, binding, operation):
    for secret in (None, "cdx_live_" + "0" * 38):
        reply = A2A(secret, binding).call(operation, {"id": tasks[0], "taskId": tasks[0]})
        assert (reply.status, reply.reason) == (401, "UNAUTHENTICATED")


NEEDS = {
    Scope.ASK: ["SendMessage", "SendStreamingMessage", "CancelTask"],
    Scope.HISTORY_READ: [
        "GetTask",
        "ListTasks",
        "SubscribeToTask",
        *(operation for operation in OPERATIONS if "Push" in operation),
    ],
}


@pytest.mark.parametrize(("scope", "operation"), [(s, o) for s, ops in NEEDS.items() for o in ops])
def test_a_key_without_the_scope_is_refused(owner, tasks, binding, scope, operation):
    scopes = sorted({Scope.ASK, Scope.HISTORY_READ, Scope.MATTERS_READ} - {scope})
    a2a = A2A(factories.key_of(owner, scopes=scopes)[1], binding)
    params = {"id": tasks[1], "taskId": tasks[1], "message": message_of(STORY)}
    if operation == "CreateTaskPushNotificationConfig":
        params["url"] = "https://example.org/hook"
    reply = a2a.call(operation, params)
    assert (reply.status, reply.reason) == (403, "INSUFFICIENT_SCOPE")


@pytest.mark.parametrize("operation", ON_A_TASK)
def test_a_key_that_was_revoked_meanwhile_does_nothing_more(owner, tasks, binding, operation):
    key, secret = factories.key_of(owner)
    a2a = A2A(secret, binding)
    ApiKey.objects.filter(pk=key.pk).update(revoked_at=timezone.now())
    reply = a2a.call(operation, params_for(operation, tasks[2]))
    assert (reply.status, reply.reason) == (401, "UNAUTHENTICATED")


def test_who_may_read_the_matter_reads_the_task_but_does_not_steer_it(owner, binding):
    matter = factories.matter_of(owner)
    mine = A2A(factories.key_of(owner)[1], binding)
    task_id = mine.send(STORY, block={"matter": matter.public_id}).task["id"]
    colleague = factories.colleague(owner.account)
    theirs = A2A(factories.key_of(colleague)[1], binding)
    assert theirs.call("GetTask", {"id": task_id}).reason == "TASK_NOT_FOUND"
    with tenant_scope(owner.account_id):
        grant(matter=matter, user=colleague.user, level=READ)
    assert theirs.call("GetTask", {"id": task_id}).result["id"] == task_id
    assert theirs.call("CancelTask", {"id": task_id}).reason == "TASK_NOT_FOUND"


class TestTenants:
    def test_the_own_account_may_be_named(self, owner, tasks, binding):
        a2a = A2A(factories.key_of(owner)[1], binding)
        named = {"tenant": owner.account.public_id}
        assert a2a.call("GetTask", {"id": tasks[0], **named}).result["id"] == tasks[0]

    @pytest.mark.parametrize("operation", OPERATIONS)
    @pytest.mark.parametrize("tenant", ["acc_" + "0" * 32, "nonsense"])
    def test_another_is_not_found(self, owner, tasks, binding, operation, tenant):
        a2a = A2A(factories.key_of(owner)[1], binding)
        params = {"id": tasks[1], "taskId": tasks[1], "tenant": tenant,
                  "message": message_of(STORY), "url": "https://example.org/hook"}  # fmt: skip
        assert a2a.call(operation, params).reason == "TASK_NOT_FOUND"

    def test_path_and_body_have_to_agree(self, owner):
        own = owner.account.public_id
        a2a = A2A(factories.key_of(owner)[1])
        for path, body, refused in ((own, own, False), (own, "acc_x", True), ("acc_x", own, True)):
            sent = {"message": message_of(STORY, messageId=path + body), "tenant": body}
            response = a2a.post(json.dumps(sent).encode(), f"/a2a/{path}/message:send")
            assert ("error" in response.json()) is refused


def test_all_that_two_tenants_do_stays_apart(binding):
    clients = [A2A(factories.key_of(factories.individual())[1], binding) for _ in range(2)]
    made = [
        {c.send(f"{STORY} {n}", contextId="same").task["id"] for n in range(2)} for c in clients
    ]
    for client, own in zip(clients, made, strict=True):
        listed = client.call("ListTasks", {"contextId": "same"}).result
        assert {task["id"] for task in listed["tasks"]} == own
        assert listed["totalSize"] == 2


def test_a_task_never_points_into_another_account(owner, tasks):
    stranger = factories.firm()
    with tenant_scope(stranger.account_id):
        assert not Task.objects.exists()
