"""Push notifications: where they may go, what they carry, and what is never read back."""

from __future__ import annotations

import ipaddress
import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import ApiKey
from accounts.tenancy import tenant_scope
from legalcontext.answers.push import Secrets, open_sealed, seal
from legalcontext.answers.push_targets import TargetRefused, check_target, is_public
from legalcontext.answers.task_models import PushConfig, Task
from legalcontext.block.constants import EXTENSION_URI as BLOCK
from legalcontext.doors.a2a import delivery, jobs
from legalcontext.doors.a2a.delivery import GivenUp, NotDelivered, Step

STORY = "My landlord in Sacramento will not return my deposit."
PUBLIC = "93.184.216.34"


def resolving(monkeypatch, *addresses):
    found = [(0, 0, 0, "", (address, 0)) for address in addresses]
    monkeypatch.setattr("socket.getaddrinfo", lambda *a, **k: found)


class TestTargets:
    @pytest.mark.parametrize(
        "address",
        """127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0
        255.255.255.255 224.0.0.1 198.18.0.1 192.0.2.1 ::1 :: fe80::1 fc00::1 ff02::1
        ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001:0:4136:e378::
        ::127.0.0.1 2001:db8::1""".split(),
    )
    def test_an_inner_address_is_not_public(self, address):
        assert not is_public(ipaddress.ip_address(address))

    @pytest.mark.parametrize("address", [PUBLIC, "2606:2800:220:1::1", "::ffff:93.184.216.34"])
    def test_an_outer_one_is(self, address):
        assert is_public(ipaddress.ip_address(address))

    @pytest.mark.parametrize(
        "url",
        [
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://[::ffff:127.0.0.1]/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://169.254.169.254/latest/meta-data",
            "file:///etc/passwd",
            "ftp://example.org/",
            "http://93.184.216.34/",
            "https:///x",
            "https://user:pw@example.org/",
            "https://example.org:99999/",
            "https://[::1",
            "https://exa mple.org/",
            "https://93.184.216.34/\u00e9",
            "https://93.184.216.34/" + "x" * 2000,
            "",
            "x",
        ],
    )
    def test_what_may_not_be_called_is_refused(self, url):
        with pytest.raises(TargetRefused):
            check_target(url)

    def test_one_inner_address_among_outer_ones_is_enough(self, monkeypatch):
        resolving(monkeypatch, PUBLIC, "10.0.0.1")
        with pytest.raises(TargetRefused):
            check_target("https://example.org/")

    def test_the_address_that_was_checked_is_the_one_that_is_called(self, monkeypatch):
        resolving(monkeypatch, PUBLIC)
        target = check_target("https://example.org:8443/hook?x=1")
        assert (target.address, target.authority, target.path) == (
            PUBLIC,
            "example.org:8443",
            "/hook?x=1",
        )

    def test_networks_of_the_operator_are_allowed_over_plain_http(self, settings):
        settings.PUSH_NETWORKS = (ipaddress.ip_network("127.0.0.0/8"),)
        assert check_target("http://127.0.0.1:9/x").port == 9
        assert check_target("http://[::ffff:127.0.0.1]:9/x").port == 9
        with pytest.raises(TargetRefused):
            check_target("http://10.0.0.1/")


def test_secrets_are_sealed():
    sealed = seal(Secrets("s3cret-credentials", "t0ken"))
    assert "s3cret" not in sealed
    assert open_sealed(sealed) == Secrets("s3cret-credentials", "t0ken")
    assert seal(Secrets()) == ""


def test_a_rotated_secret_key_still_opens_them(settings):
    sealed = seal(Secrets("x"))
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key " * 6
    with pytest.raises(ValueError, match="no longer known"):
        open_sealed(sealed)
    settings.SECRET_KEY_FALLBACKS = [old]
    assert open_sealed(sealed) == Secrets("x")


@pytest.fixture
def outside(monkeypatch):
    resolving(monkeypatch, PUBLIC)


def waiting(a2a, **configuration):
    reply = a2a.send("See my lease.", metadata={"skill": "document_review"},
                     configuration=configuration)  # fmt: skip
    return reply.task["id"]


CONFIG = {
    "id": "hook",
    "url": "https://example.org/hook",
    "token": "t0ken-secret",
    "authentication": {"scheme": "Bearer", "credentials": "cr3dentials"},
}
SHOWN = {
    "id": "hook",
    "url": "https://example.org/hook",
    "authentication": {"scheme": "Bearer"},
}


@pytest.mark.django_db
@pytest.mark.usefixtures("notes", "outside")
class TestConfigurations:
    def test_secrets_never_come_back(self, a2a, person):
        task_id = waiting(a2a)
        made = a2a.call("CreateTaskPushNotificationConfig", CONFIG | {"taskId": task_id})
        read = a2a.call("GetTaskPushNotificationConfig", {"taskId": task_id, "id": "hook"})
        listed = a2a.call("ListTaskPushNotificationConfigs", {"taskId": task_id})
        assert made.result == read.result == SHOWN | {"taskId": task_id}
        assert listed.result == {"configs": [made.result], "nextPageToken": ""}
        with tenant_scope(person.account_id), connection.cursor() as cursor:
            cursor.execute("SELECT row_to_json(c)::text FROM answers_pushconfig c")
            ((row,),) = cursor.fetchall()
        assert "cr3dentials" not in row
        assert "t0ken" not in row

    def test_two_without_an_id_are_two_and_one_of_the_same_id_replaces(self, a2a):
        task_id = waiting(a2a)
        for config in ({}, {}, {"id": "x"}, {"id": "x"}):
            params = {"taskId": task_id, "url": "https://example.org/", **config}
            assert a2a.call("CreateTaskPushNotificationConfig", params).error is None
        configs = a2a.call("ListTaskPushNotificationConfigs", {"taskId": task_id}).result["configs"]
        assert len({config["id"] for config in configs}) == len(configs) == 3

    def test_pages_fit_together(self, a2a):
        task_id, seen, token = waiting(a2a), [], ""
        for n in range(3):
            params = {"taskId": task_id, "url": "https://example.org/", "id": f"c{n}"}
            a2a.call("CreateTaskPushNotificationConfig", params)
        while True:
            params = {"taskId": task_id, "pageSize": 2, "pageToken": token}
            page = a2a.call("ListTaskPushNotificationConfigs", params).result
            seen += [config["id"] for config in page["configs"]]
            token = page["nextPageToken"]
            if not token:
                break
        assert sorted(seen) == ["c0", "c1", "c2"]

    def test_deleting_is_idempotent(self, a2a):
        task_id = waiting(a2a)
        a2a.call("CreateTaskPushNotificationConfig", CONFIG | {"taskId": task_id})
        ids = {"taskId": task_id, "id": "hook"}
        for _ in range(2):
            assert a2a.call("DeleteTaskPushNotificationConfig", ids).result == {}
        assert a2a.call("GetTaskPushNotificationConfig", ids).reason == "TASK_NOT_FOUND"

    @pytest.mark.parametrize(
        ("wrong", "field"),
        [
            ({"url": ""}, "url"),
            ({"url": 7}, "url"),
            ({"authentication": {"credentials": "x"}}, "authentication.scheme"),
            ({"authentication": {"scheme": "a b"}}, "authentication.scheme"),
            ({"authentication": {"scheme": "a", "credentials": "x\r\ny: z"}},
             "authentication.credentials"),
            ({"token": "\u00e9"}, "token"),
            ({"authentication": "Bearer x"}, "authentication"),
        ],
    )  # fmt: skip
    def test_a_wrong_one_is_named(self, a2a, wrong, field):
        params = CONFIG | {"taskId": waiting(a2a)} | wrong
        reply = a2a.call("CreateTaskPushNotificationConfig", params)
        assert reply.fields[0] == field

    def test_a_task_has_only_so_many(self, a2a):
        task_id = waiting(a2a)
        params = {"taskId": task_id, "url": "https://example.org/"}
        for _ in range(10):
            assert a2a.call("CreateTaskPushNotificationConfig", params).error is None
        assert a2a.call("CreateTaskPushNotificationConfig", params).fields == ["id"]


@pytest.mark.django_db
@pytest.mark.usefixtures("notes")
class TestRefused:
    def test_an_inner_target_is_refused_with_the_task_and_with_the_message(self, a2a):
        task_id = waiting(a2a)
        inner = {"url": "https://169.254.169.254/"}
        reply = a2a.call("CreateTaskPushNotificationConfig", {"taskId": task_id, **inner})
        assert reply.fields == ["url"]
        reply = a2a.send(STORY, configuration={"taskPushNotificationConfig": inner})
        assert reply.fields == ["configuration.taskPushNotificationConfig.url"]
        assert a2a.call("ListTasks").result["totalSize"] == 1

    def test_a_name_that_points_inside_later_is_refused_at_delivery(self, a2a, person, monkeypatch):
        resolving(monkeypatch, PUBLIC)
        waiting(a2a, taskPushNotificationConfig={"url": "https://example.org/"})
        resolving(monkeypatch, "10.0.0.1")
        called = []
        monkeypatch.setattr(delivery, "post", lambda *a: called.append(a))
        with pytest.raises(TargetRefused):
            deliver(person)
        assert called == []

    def test_a_name_without_an_address_is_tried_again(self, a2a, person, monkeypatch):
        def nothing(*args, **kwargs):
            raise socket.gaierror

        monkeypatch.setattr("socket.getaddrinfo", nothing)
        waiting(a2a, taskPushNotificationConfig={"url": "https://example.org/"})
        with pytest.raises(NotDelivered):
            deliver(person)


class Hook(ThreadingHTTPServer):
    """Keeps what it gets as (path, headers, body), and answers with `status`."""

    def __init__(self, *args):
        super().__init__(*args)
        self.got: list[Any] = []
        self.status = 200
        self.url = ""


@pytest.fixture
def hook(settings):
    """A server on loopback, in a network that is allowed."""
    settings.PUSH_NETWORKS = (ipaddress.ip_network("127.0.0.0/8"),)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            server.got.append((self.path, dict(self.headers), json.loads(body)))
            self.send_response(server.status)
            if server.status == 302:
                self.send_header("Location", "http://169.254.169.254/")
            self.end_headers()

        def log_message(self, *args):
            pass

    server = Hook(("127.0.0.1", 0), Handler)
    server.url = f"http://127.0.0.1:{server.server_address[1]}/hook?task=1"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def deliver(person, state="input_required"):
    with tenant_scope(person.account_id):
        config = PushConfig.objects.get()
        at = Task.objects.get().changed_at.isoformat()
    delivery.deliver(person.account_id, config.task_id, config.pk, Step(state, at))


def jobs_named(name):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT args FROM procrastinate_jobs WHERE task_name = %s ORDER BY id", [name]
        )
        return [row[0] if isinstance(row[0], dict) else json.loads(row[0]) for row in cursor]


@pytest.mark.django_db
@pytest.mark.usefixtures("notes")
class TestDelivery:
    def test_it_carries_the_task_and_what_authenticates_it(self, a2a, person, hook):
        task_id = waiting(a2a, taskPushNotificationConfig=CONFIG | {"url": hook.url})
        deliver(person)
        ((path, headers, body),) = hook.got
        assert path == "/hook?task=1"
        assert headers["Authorization"] == "Bearer cr3dentials"
        assert headers["X-A2A-Notification-Token"] == "t0ken-secret"
        assert headers["Content-Type"] == "application/a2a+json"
        assert body["task"]["id"] == task_id
        assert body["task"]["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"

    def test_what_the_creating_request_activated_is_what_it_carries(self, a2a, person, hook):
        configuration = {"taskPushNotificationConfig": {"url": hook.url}}
        a2a.send(STORY, block={}, configuration=configuration)
        deliver(person, "completed")
        ((_, headers, body),) = hook.got
        assert headers["A2A-Extensions"] == BLOCK
        assert BLOCK in body["task"]["artifacts"][0]["metadata"]

    @pytest.mark.parametrize(
        ("status", "error"),
        [(500, NotDelivered), (503, NotDelivered), (429, NotDelivered), (404, GivenUp),
         (302, GivenUp)],
    )  # fmt: skip
    def test_only_what_may_pass_is_tried_again(self, a2a, person, hook, status, error):
        waiting(a2a, taskPushNotificationConfig={"url": hook.url})
        hook.status = status
        with pytest.raises(error):
            deliver(person)
        assert len(hook.got) == 1

    def test_nobody_there_is_tried_again(self, a2a, person, hook):
        waiting(a2a, taskPushNotificationConfig={"url": hook.url})
        hook.shutdown()
        hook.server_close()
        with pytest.raises(NotDelivered):
            deliver(person)

    def test_whoever_lost_the_right_to_read_is_told_nothing(self, a2a, person, hook):
        waiting(a2a, taskPushNotificationConfig={"url": hook.url})
        ApiKey.objects.filter(membership=person).update(revoked_at=timezone.now())
        with pytest.raises(GivenUp):
            deliver(person)
        assert hook.got == []

    def test_each_step_makes_a_job_and_each_configuration_one_more(self, a2a, person, hook):
        task_id = waiting(a2a, taskPushNotificationConfig={"url": hook.url})
        lease = {"text": "Rent is $900.", "filename": "lease.txt"}
        a2a.send(parts=[lease], taskId=task_id)
        told = jobs_named("a2a.tell")
        assert [job["state"] for job in told] == ["input_required", "working", "completed"]
        assert STORY not in str(told)
        jobs.tell(**told[-1])
        (job,) = jobs_named("a2a.deliver")
        jobs.deliver_step(**job)
        assert hook.got[0][2]["task"]["status"]["state"] == "TASK_STATE_COMPLETED"

    def test_a_task_without_configurations_makes_no_job(self, a2a):
        a2a.send(STORY)
        assert jobs_named("a2a.tell") == []
