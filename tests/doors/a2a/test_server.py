"""The official client against real servers: streams, two processes, and what dies on the way."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import time
from contextlib import asynccontextmanager, contextmanager
from urllib.parse import urlsplit

import httpx
import pytest
from a2a.client import ClientConfig, create_client
from a2a.client.client import ClientCallContext
from a2a.client.service_parameters import ServiceParametersFactory, with_a2a_extensions
from a2a.types import a2a_pb2
from django.db import connection
from google.protobuf import json_format

from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer
from legalcontext.answers.task_models import Task
from legalcontext.block.constants import EXTENSION_URI as BLOCK
from tests import factories

from .client import message_of
from .server import web, worker

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("notes")]

STORY = "My landlord in Sacramento will not return my deposit."
ASK = {"messageId": "m-1", "role": "ROLE_USER", "parts": [{"text": STORY}]}
SLOW = {"messageId": "test-resubscribe-message-id", "role": "ROLE_USER", "parts": [{"text": "x"}]}
SCRIPTED = {"CODOSSIER_A2A_CONFORMANCE": "yes"}

TASK = a2a_pb2.TaskState.Name


@pytest.fixture
def log(tmp_path):
    return tmp_path / "server.log"


@asynccontextmanager
async def official(address, secret, binding, *, streaming=True):
    """The SDK's client, with the service parameters that activate the block."""
    headers = {"Authorization": f"Bearer {secret}"}
    activated = []

    async def remember(response):
        activated.append(response.headers.get("A2A-Extensions"))

    async with httpx.AsyncClient(
        headers=headers, timeout=30, event_hooks={"response": [remember]}
    ) as http_client:
        config = ClientConfig(
            httpx_client=http_client, streaming=streaming, supported_protocol_bindings=[binding]
        )
        client = await create_client(address, client_config=config)
        parameters = ServiceParametersFactory.create([with_a2a_extensions([BLOCK])])
        yield client, ClientCallContext(service_parameters=parameters), activated


def request_of(message):
    return json_format.ParseDict({"message": message}, a2a_pb2.SendMessageRequest())


@contextmanager
def stream_of(address, secret, path, body=None, method="POST"):
    """A raw stream: the response, and an iterator over its events."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=40)
    headers = {
        "Authorization": f"Bearer {secret}",
        "A2A-Version": "1.0",
        "A2A-Extensions": BLOCK,
        "Content-Type": "application/json",
    }
    connection.request(method, path, json.dumps(body) if body else None, headers)
    response = connection.getresponse()

    def events():
        while line := response.readline():
            if line.startswith(b"data: "):
                yield json.loads(line[6:])

    try:
        yield response, events()
    finally:
        connection.close()


def post(address, secret, path, body):
    with stream_of(address, secret, path, body) as (response, _):
        return json.loads(response.read())


def get(address, secret, path):
    with stream_of(address, secret, path, method="GET") as (response, _):
        return json.loads(response.read())


def until_ended(address, secret, task_id, seconds=60):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        task = get(address, secret, f"/a2a/tasks/{task_id}")
        if task["status"]["state"] not in ("TASK_STATE_WORKING", "TASK_STATE_INPUT_REQUIRED"):
            return task
        time.sleep(0.5)
    raise AssertionError(f"the task did not end: {task['status']}")


def state_of(event):
    event = event.get("result", event)
    if "statusUpdate" in event:
        return event["statusUpdate"]["status"]["state"]
    if "task" in event:
        return event["task"]["status"]["state"]
    return next(iter(event))


def test_the_official_client_asks_in_both_bindings_with_and_without_streams(log):
    person = factories.individual()
    secret = factories.key_of(person)[1]

    async def ask(address, binding, streaming):
        async with official(address, secret, binding, streaming=streaming) as (
            client, context, activated,
        ):  # fmt: skip
            message = ASK | {"messageId": f"{binding} {streaming}"}
            sent = client.send_message(request_of(message), context=context)
            events = [event async for event in sent]
            return events, activated

    with web(log) as (address, _):
        for binding in ("JSONRPC", "HTTP+JSON"):
            (only,), activated = asyncio.run(ask(address, binding, False))
            assert TASK(only.task.status.state) == "TASK_STATE_COMPLETED"
            assert activated[-1] == BLOCK
            (artifact,) = only.task.artifacts
            assert list(artifact.extensions) == [BLOCK]
            assert artifact.metadata[BLOCK]["privilege"] == "none"

            (first, update, last), activated = asyncio.run(ask(address, binding, True))
            assert TASK(first.task.status.state) == "TASK_STATE_WORKING"
            assert (
                update.artifact_update.artifact.metadata[BLOCK]["jurisdiction"]["value"] == "US-CA"
            )
            assert TASK(last.status_update.status.state) == "TASK_STATE_COMPLETED"
            assert activated[-1] == BLOCK
    with tenant_scope(person.account_id):
        assert Answer.objects.count() == Task.objects.count() == 4


def test_a_stream_is_told_before_its_first_event_what_was_activated(log):
    secret = factories.key_of(factories.individual())[1]
    rpc = {"jsonrpc": "2.0", "id": 1, "method": "SendStreamingMessage", "params": {"message": ASK}}
    with web(log) as (address, _):
        for path, body in (("/a2a/message:stream", {"message": message_of(STORY)}), ("/a2a", rpc)):
            with stream_of(address, secret, path, body) as (response, events):
                assert response.getheader("A2A-Extensions") == BLOCK
                assert response.getheader("Content-Type").startswith("text/event-stream")
                assert [state_of(event) for event in events] == [
                    "TASK_STATE_WORKING", "artifactUpdate", "TASK_STATE_COMPLETED",
                ]  # fmt: skip


def test_another_process_serves_the_subscription(log):
    """All subscribers see the same steps, wherever they are; one that leaves disturbs nobody."""
    secret = factories.key_of(factories.individual())[1]
    with web(log, **SCRIPTED) as (works, _), web(log, **SCRIPTED) as (serves, _):
        body = {"message": SLOW, "configuration": {"returnImmediately": True}}
        task_id = post(works, secret, "/a2a/message:send", body)["task"]["id"]
        path = f"/a2a/tasks/{task_id}:subscribe"
        with (
            stream_of(serves, secret, path) as (_, there),
            stream_of(works, secret, path, method="GET") as (_, here),
        ):
            with stream_of(serves, secret, path) as (_, leaving):
                next(leaving)
            seen = [list(there), list(here)]
        assert seen[0] == seen[1]
        assert [state_of(event) for event in seen[0]] == [
            "TASK_STATE_WORKING", "TASK_STATE_COMPLETED",
        ]  # fmt: skip
        with stream_of(serves, secret, path) as (response, _):
            assert response.status == 400  # it has ended


def test_a_dropped_stream_does_not_stop_the_task(log):
    secret = factories.key_of(factories.individual())[1]
    with web(log, **SCRIPTED) as (address, _):
        with stream_of(address, secret, "/a2a/message:stream", {"message": SLOW}) as (_, events):
            task_id = next(events)["task"]["id"]
        task = until_ended(address, secret, task_id, seconds=30)
        assert task["status"]["state"] == "TASK_STATE_COMPLETED"


def test_a_key_that_is_revoked_ends_its_streams(log):
    key, secret = factories.key_of(factories.individual())
    with (
        web(log, **SCRIPTED) as (address, _),
        stream_of(address, secret, "/a2a/message:stream", {"message": SLOW}) as (_, events),
    ):
        next(events)
        type(key).objects.filter(pk=key.pk).update(revoked_at=key.created_at)
        (last,) = events
        assert last["error"]["status"] == "UNAUTHENTICATED"


def test_one_stream_more_than_the_process_serves_is_refused(log):
    secret = factories.key_of(factories.individual())[1]
    with web(log, CODOSSIER_STREAMS="1", **SCRIPTED) as (address, _):
        with stream_of(address, secret, "/a2a/message:stream", {"message": SLOW}) as (_, events):
            next(events)
            message = SLOW | {"parts": [{"text": "another"}]}
            body = {"message": message}
            with stream_of(address, secret, "/a2a/message:stream", body) as (response, _):
                assert response.status == 503
                assert int(response.getheader("Retry-After")) > 0
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:  # the place is free again soon after its reader left
            body = {"message": message_of(STORY)}
            with stream_of(address, secret, "/a2a/message:stream", body) as (response, events):
                if response.status == 200:
                    return
            time.sleep(0.3)
        raise AssertionError("the place was never freed")


def test_the_task_of_a_killed_worker_is_ended_by_another(log):
    person = factories.individual()
    secret = factories.key_of(person)[1]
    with web(log, **SCRIPTED) as (survives, _), worker(log, **SCRIPTED):
        with web(log, **SCRIPTED) as (dies, process):
            body = {"message": SLOW, "configuration": {"returnImmediately": True}}
            task_id = post(dies, secret, "/a2a/message:send", body)["task"]["id"]
            os.kill(process.pid, signal.SIGKILL)
        task = until_ended(survives, secret, task_id, seconds=75)
        assert task["status"]["state"] == "TASK_STATE_COMPLETED"


def test_a_stream_whose_database_drops_it_ends_well_or_says_so(log):
    """As when the server is restarted: every connection of the service ends at once."""
    secret = factories.key_of(factories.individual())[1]
    with web(log, **SCRIPTED) as (address, _):
        body = {"message": SLOW, "configuration": {"returnImmediately": True}}
        task_id = post(address, secret, "/a2a/message:send", body)["task"]["id"]
        path = f"/a2a/tasks/{task_id}:subscribe"
        with stream_of(address, secret, path) as (_, events):
            next(events)
            assert drop_connections_of_others() > 0
            *_, last = events
        told = last["error"]["status"] if "error" in last else state_of(last)
        assert told in ("TASK_STATE_COMPLETED", "UNAVAILABLE")
        assert until_ended(address, secret, task_id)["status"]["state"] == "TASK_STATE_COMPLETED"
        with stream_of(address, secret, "/a2a/message:stream", {"message": message_of(STORY)}) as (
            response, events,
        ):  # fmt: skip
            assert response.status == 200
            assert state_of(list(events)[-1]) == "TASK_STATE_COMPLETED"


def drop_connections_of_others():
    """End the connections of the service to this database, the test's own left out; how many."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE usename = current_user AND datname = current_database()"
            " AND pid <> pg_backend_pid()"
        )
        return cursor.fetchone()[0]


def test_the_same_message_at_once_is_one_task(log):
    person = factories.individual()
    secret = factories.key_of(person)[1]

    async def send(http_client, address):
        headers = {"Authorization": f"Bearer {secret}", "A2A-Version": "1.0"}
        body = {"message": ASK}
        answer = await http_client.post(f"{address}/a2a/message:send", json=body, headers=headers)
        return answer.json()["task"]

    async def send_all(addresses):
        async with httpx.AsyncClient(timeout=60) as http_client:
            return await asyncio.gather(*(send(http_client, address) for address in addresses))

    with web(log) as (one, _), web(log) as (two, _):
        tasks = asyncio.run(send_all([one, two] * 4))
    assert len({task["id"] for task in tasks}) == 1
    assert {task["status"]["state"] for task in tasks} == {"TASK_STATE_COMPLETED"}
    with tenant_scope(person.account_id):
        assert (Answer.objects.count(), Task.objects.count()) == (1, 1)


CLIENTS = 50
"""Of each tenant."""


def test_what_many_clients_of_two_tenants_do_at_once_stays_apart(log):
    secrets = [factories.key_of(factories.individual())[1] for _ in range(2)]

    async def use(http_client, address, tenant, number):
        headers = {"Authorization": f"Bearer {secrets[tenant]}", "A2A-Version": "1.0"}
        words = f"{STORY} It is number {number} of tenant {tenant}."
        body = {"message": message_of(words, messageId=f"m-{number}")}
        sent = await http_client.post(f"{address}/a2a/message:send", json=body, headers=headers)
        assert sent.status_code == 200, sent.text
        task = sent.json()["task"]
        read = await http_client.get(f"{address}/a2a/tasks/{task['id']}", headers=headers)
        assert read.json()["history"][0]["parts"][0]["text"] == words
        return task["id"]

    async def use_all(address):
        async with httpx.AsyncClient(timeout=120) as http_client:
            calls = [(t, n) for n in range(CLIENTS) for t in range(2)]
            ids = await asyncio.gather(*(use(http_client, address, t, n) for t, n in calls))
            return [{i for i, (t, _) in zip(ids, calls, strict=True) if t == k} for k in range(2)]

    with web(log) as (address, _):
        made = asyncio.run(use_all(address))
        for secret, own in zip(secrets, made, strict=True):
            listed = get(address, secret, "/a2a/tasks?pageSize=100")
            assert {task["id"] for task in listed["tasks"]} == own
