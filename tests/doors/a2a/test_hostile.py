"""Whatever is sent, the answer is an error of this door, never a 500; nothing is half-stored."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer
from legalcontext.answers.task_models import Task, TaskMessage
from legalcontext.block.constants import EXTENSION_URI as BLOCK

from .client import OPERATIONS, message_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

QUESTION = "What is a summons?"


@pytest.fixture
def nothing_kept(person):
    yield
    with tenant_scope(person.account_id):
        for model in (Answer, Task, TaskMessage):
            assert not model.objects.exists()


def deep(depth):
    return b"[" * depth + b"]" * depth


MESSAGE = b'{"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "q"}], "metadata": %s}'
BODIES = {
    "empty": b"",
    "no json": b"hello",
    "cut off": b'{"message": {"messageId": "m", "parts": [{"te',
    "a number": b"7",
    "a string": b'"message"',
    "latin-1": '{"message": "Möbel"}'.encode("latin-1"),
    "utf-16": '{"message": {}}'.encode("utf-16"),
    "NaN": b'{"message": ' + MESSAGE % b'{"x": NaN}' + b"}",
    "huge exponent": b'{"message": ' + MESSAGE % b'{"x": 1e999}' + b"}",
    "5,000 digits": b'{"message": ' + MESSAGE % (b'{"x": ' + b"9" * 5000 + b"}") + b"}",
    "100,000 deep": b'{"message": ' + MESSAGE % deep(100_000) + b"}",
    "300 deep": b'{"message": ' + MESSAGE % (b'{"x": ' + deep(300) + b"}") + b"}",
    "lone surrogate": b'{"message": ' + MESSAGE % b'{"x": "\\ud800"}' + b"}",
    "lone surrogate as a name": b'{"message": ' + MESSAGE % b'{"\\udfff": 1}' + b"}",
    "NUL": b'{"message": ' + MESSAGE % b'{"x": "a\\u0000b"}' + b"}",
    "a list": b"[]",
    "null": b"null",
    "no message": b"{}",
    "a message of null": b'{"message": null}',
}
SENDING = ("/a2a/message:send", "/a2a/message:stream")


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("path", SENDING)
@pytest.mark.parametrize("name", BODIES)
def test_a_hostile_body_is_refused_over_http_json(rpc, path, name):
    response = rpc.post(BODIES[name], path)
    assert response.status_code == 400
    assert response.json()["error"]["details"][0]["reason"]


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("name", BODIES)
def test_a_hostile_body_is_refused_over_json_rpc(rpc, name):
    for body in (
        BODIES[name],
        b'{"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": ' + BODIES[name] + b"}",
    ):
        response = rpc.post(body)
        assert response.status_code == 200
        assert response.json()["error"]["code"] in (-32700, -32600, -32602)


ENVELOPES = {
    "a batch": ([], -32600),
    "no version": ({"id": 1, "method": "ListTasks"}, -32600),
    "version 1": ({"jsonrpc": "1.0", "id": 1, "method": "ListTasks"}, -32600),
    "a notification": ({"jsonrpc": "2.0", "method": "ListTasks"}, -32600),
    "id true": ({"jsonrpc": "2.0", "id": True, "method": "ListTasks"}, -32600),
    "id object": ({"jsonrpc": "2.0", "id": {}, "method": "ListTasks"}, -32600),
    "id surrogate": ({"jsonrpc": "2.0", "id": "\ud800", "method": "ListTasks"}, -32600),
    "id huge": ({"jsonrpc": "2.0", "id": 10**4000, "method": "ListTasks"}, -32600),
    "no method": ({"jsonrpc": "2.0", "id": 1}, -32600),
    "method 7": ({"jsonrpc": "2.0", "id": 1, "method": 7}, -32600),
    "params list": ({"jsonrpc": "2.0", "id": 1, "method": "ListTasks", "params": []}, -32600),
    "old name": ({"jsonrpc": "2.0", "id": 1, "method": "message/send"}, -32601),
    "wrong case": ({"jsonrpc": "2.0", "id": 1, "method": "listtasks"}, -32601),
}


@pytest.mark.parametrize("name", ENVELOPES)
def test_a_wrong_envelope_is_refused(rpc, name):
    envelope, code = ENVELOPES[name]
    response = rpc.post(json.dumps(envelope).encode())
    assert response.json()["error"]["code"] == code


@pytest.mark.parametrize("request_id", [0, -1, 1.5, "", "x", None, "🦉", 2**53])
def test_the_id_comes_back_as_it_was_sent(rpc, request_id):
    envelope = {"jsonrpc": "2.0", "id": request_id, "method": "ListTasks", "params": None}
    assert rpc.post(json.dumps(envelope).encode()).json()["id"] == request_id


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("path", ["/a2a", "/a2a/", *SENDING])
def test_a_body_over_the_limit_names_the_limit(rpc, settings, path):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000
    response = rpc.post(b'{"x": "' + b"x" * 20_000 + b'"}', path)
    assert response.status_code == 413
    assert "0.01 MB" in response.json()["error"]["message"]


@pytest.mark.parametrize("path", ["/a2a", "/a2a/message:send"])
@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data; boundary=x", "nonsense"])
def test_another_media_type_is_refused(rpc, path, kind):
    response = rpc.post(json.dumps({"message": message_of("q")}).encode(), path, Content_Type=kind)
    assert "CONTENT_TYPE_NOT_SUPPORTED" in response.text


@pytest.mark.parametrize("path", ["/a2a", "/a2a/tasks", "/a2a/nothing/at/all"])
def test_an_unknown_host_gets_an_error_of_this_door(rpc, path):
    response = rpc.post(b"{}", path, Host="evil.example")
    assert response.status_code == 400
    assert response.json()["error"]["message"]


@pytest.mark.parametrize("path", ["/a2a/nothing", "/a2a/tasks/x/y", "/a2a/v1/message/send"])
def test_an_unknown_address_gets_an_error_of_this_door(rpc, path):
    response = rpc.post(b"{}", path)
    assert (response.status_code, response.json()["error"]["code"]) == (404, 404)


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/a2a", "POST"),
        ("PUT", "/a2a/", "POST"),
        ("GET", "/a2a/message:send", "POST"),
        ("PATCH", "/a2a/tasks/x", "GET"),
        ("DELETE", "/a2a/tasks/x:subscribe", "GET, POST"),
    ],
)
def test_a_wrong_method_names_the_right_ones(rpc, method, path, allowed):
    response = rpc.http.generic(method, path, headers=rpc.headers)
    assert (response.status_code, response["Allow"]) == (405, allowed)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_subscribing_is_never_read_as_an_id(rpc, method):
    response = rpc.http.generic(method, "/a2a/tasks/ans_x:subscribe", headers=rpc.headers)
    assert response.json()["error"]["details"][0]["reason"] == "TASK_NOT_FOUND"


@pytest.mark.parametrize("value", ["%00", "%ff%fe", "..%2f..%2fetc", "x" * 3000, "ans_" + "G" * 32])
def test_a_malformed_id_counts_as_a_missing_one(rpc, value):
    for method, path in (
        ("GET", f"/a2a/tasks/{value}"),
        ("POST", f"/a2a/tasks/{value}:cancel"),
        ("GET", f"/a2a/tasks/{value}/pushNotificationConfigs/x"),
    ):
        response = rpc.http.generic(method, path, headers=rpc.headers)
        assert response.status_code == 404, (method, path)


def test_a_fault_on_our_side_says_nothing_of_what_it_was(a2a, monkeypatch):
    secret = "the client's name is Zanzibar"

    def fail(*args, **kwargs):
        raise RuntimeError(secret)

    monkeypatch.setattr("legalcontext.doors.a2a.operations.list_tasks", fail)
    reply = a2a.call("ListTasks")
    assert reply.reason == "INTERNAL"
    assert secret not in reply.response.text


def test_calls_over_the_allowance_are_told_when_to_come_back(a2a, settings):
    settings.RATE_LIMIT_PER_MINUTE = 1
    a2a.call("ListTasks")
    reply = a2a.call("ListTasks")
    assert (reply.status, reply.reason) == (429, "RATE_LIMITED")
    assert int(reply.response["Retry-After"]) > 0
    assert reply.error["details"][1]["retryDelay"].endswith("s")


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
PART = JSON | st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("text", "raw", "data", "url", "mediaType", "filename"), JSON)
)
ANY_MESSAGE = st.fixed_dictionaries(
    {"messageId": JSON, "role": st.just("ROLE_USER") | JSON, "parts": st.lists(PART) | JSON},
    optional={
        "metadata": JSON | st.fixed_dictionaries({}, optional={BLOCK: JSON, "skill": JSON}),
        "contextId": JSON,
        "taskId": JSON,
        "extensions": JSON,
    },
)
NAMES = """id taskId url historyLength pageSize pageToken status statusTimestampAfter contextId
    authentication token""".split()
PARAMS = st.fixed_dictionaries(
    {},
    optional={
        "message": ANY_MESSAGE | JSON,
        "configuration": JSON,
        "tenant": JSON,
        **dict.fromkeys(NAMES, JSON),
    },
)


@hypothesis_settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None
)
@given(
    operation=st.sampled_from([o for o in OPERATIONS if o != "SendStreamingMessage"]), params=PARAMS
)
def test_any_parameters_get_a_result_or_an_error(rpc, operation, params):
    rpc.headers["A2A-Extensions"] = BLOCK
    envelope = {"jsonrpc": "2.0", "id": 1, "method": operation, "params": params}
    response = rpc.post(json.dumps(envelope).encode())
    if response["Content-Type"] == "application/json":
        code = response.json().get("error", {}).get("code")
        assert code in (None, -32001, -32002, -32004, -32005, -32602, -32000)
    assert response.status_code in (200, 429)
