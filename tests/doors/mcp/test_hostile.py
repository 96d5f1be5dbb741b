"""Whatever is sent, an answer or an error in this door's form; never a 500, nothing half stored."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from accounts.models import IdempotencyRecord
from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer, AnswerContent
from tests import factories

from .conftest import BLOCK, PROBLEM

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

META = (
    '"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
    '"io.modelcontextprotocol/clientCapabilities":{}'
)
HEADERS = {
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": "tools/call",
    "Mcp-Name": "triage",
}


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def client(mcp, owner):
    return mcp(factories.key_of(owner)[1])


@pytest.fixture
def nothing_kept(owner):
    yield
    with tenant_scope(owner.account_id):
        assert Answer.objects.count() == AnswerContent.objects.count() == 0
        assert IdempotencyRecord.objects.count() == 0


def call(arguments: str, meta: str = "") -> bytes:
    """A call of triage, its arguments and a part of its `_meta` written out as they are."""
    return (
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"triage",'
        f'"arguments":{arguments},"_meta":{{{META}{meta}}}}}}}'
    ).encode()


ARGUMENTS = {
    "lone surrogate": '{"question":"\\ud800"}',
    "lone surrogate in the block": '{"question":"q","context":{"x":"\\udfff"}}',
    "lone surrogate as a name": '{"question":"q","context":{"\\udfff":1}}',
    "lone surrogate in a document": '{"question":"q","documents":[{"name":"\\udc00","text":"t"}]}',
    "lone surrogate in an unknown member": '{"question":"q","x":"\\ud800"}',
    "NUL": '{"question":"a\\u0000b"}',
    "NUL in the block": '{"question":"q","context":{"role":"\\u0000"}}',
    "NUL in a document": '{"question":"q","documents":[{"name":"n","text":"\\u0000"}]}',
    "deep": '{"question":"q","context":' + '{"x":' * 300 + "1" + "}" * 300 + "}",
    "deep beside the contract": '{"question":"q","x":' + "[" * 300 + "]" * 300 + "}",
    "long integer in the block": '{"question":"q","context":{"x":' + "9" * 3000 + "}}",
    "long integer": '{"question":"q","keep_days":' + "9" * 3000 + "}",
    "many faults": '{"question":7,"documents":[' + ",".join("7" * 5000) + "]}",
}


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("name", ARGUMENTS)
def test_hostile_arguments_are_refused_in_words(client, name):
    response = client.send(call(ARGUMENTS[name]), headers=HEADERS)
    assert response.status_code == 200
    result = response.json()["result"]
    assert result["isError"] is True
    assert result["_meta"][PROBLEM]["code"] in ("invalid_request", "invalid_context")
    assert len(response.content) < 40_000


BODIES = {
    "nested without end": call("[" * 100_000),
    "objects without end": call('{"a":' * 100_000),
    "a number without end": call('{"question":"q","keep_days":' + "9" * 5000 + "}"),
    "NaN": call('{"question":"q","keep_days":NaN}'),
    "latin-1": call('{"question":"ä"}').decode().encode("latin-1"),
    "capabilities that are deep": (
        call('{"question":"q"}').replace(
            b'clientCapabilities":{}',
            b'clientCapabilities":{"extensions":' + b'{"x":' * 500 + b"7" + b"}" * 500 + b"}",
        )
    ),
    "capabilities of a wrong type": call('{"question":"q"}').replace(
        b'clientCapabilities":{}', b'clientCapabilities":{"extensions":{"\\ud800":7}}'
    ),
}


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("name", BODIES)
def test_hostile_bodies_are_refused_in_words(client, name):
    response = client.send(BODIES[name], headers=HEADERS)
    assert response.status_code == 400
    assert response.json()["error"]["code"] in (-32700, -32602)
    assert response.json()["error"]["message"].endswith(".")


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize(
    "member", ["jurisdiction", "forum", "audience", "role", "matter", "on_behalf_of", "privilege"]
)
@pytest.mark.parametrize("value", [7, 1.5, True, [], ["x"], {"a": 1}, "x" * 201])
@pytest.mark.parametrize("place", ["meta", "argument"])
def test_a_wrong_type_anywhere_in_the_block_is_named(client, member, value, place):
    if member == "jurisdiction" and isinstance(value, dict):
        value = {"value": 7}  # an object may be an outbound block handed on (J10)
    block = {member: value}
    if place == "meta":
        problem = client.refused("triage", {"question": "q"}, {BLOCK: block})
        where = "/_meta/com.codossier~1legal-context"
    else:
        problem = client.refused("triage", {"question": "q", "context": block})
        where = "/context"
    assert problem["code"] == "invalid_context"
    (error,) = problem["errors"]
    assert error["pointer"].startswith(f"{where}/{member}")


def test_what_is_not_read_may_be_anything(client):
    """Neither stored nor sent back, so nothing speaks against it."""
    meta = ',"progressToken":"\\ud800","x/y":[{"\\udfff":"\\u0000"}],"traceparent":7'
    response = client.send(call('{"question":"q?"}', meta), headers=HEADERS)
    assert response.json()["result"]["structuredContent"]


def test_text_after_the_block_is_not_cut(client, owner):
    """The largest document that the contract takes, in one call."""
    text = "The Tenant pays $5. " * 5_000
    arguments = {"question": "q?", "documents": [{"name": "n.txt", "text": text}]}
    assert client.call("document_review", arguments)["structuredContent"]
    with tenant_scope(owner.account_id):
        assert AnswerContent.objects.get().documents[0]["text"] == text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
ARGUMENTS_OF_SOME_SHAPE = JSON | st.fixed_dictionaries(
    {"question": st.text(min_size=1, max_size=40) | JSON},
    optional=dict.fromkeys(
        ("context", "documents", "keep_days", "language", "id", "limit", "after"), JSON
    ),
)
quickly = hypothesis_settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None
)


@quickly
@given(
    tool=st.sampled_from(["triage", "consult", "document_review", "get_answer", "list_matters"]),
    arguments=ARGUMENTS_OF_SOME_SHAPE,
    block=JSON,
)
def test_any_call_gets_a_result_or_an_error(client, tool, arguments, block):
    params = {"name": tool, "arguments": arguments, "_meta": {BLOCK: block}}
    message = client.message("tools/call", params)
    response = client.send(json.dumps(message).encode(), headers=client.headers_for(message))
    assert response.status_code in (200, 400)


@quickly
@given(
    body=JSON
    | st.fixed_dictionaries(
        {"jsonrpc": st.just("2.0") | JSON, "method": st.sampled_from(
            ["initialize", "ping", "tools/list", "tools/call", "server/discover"]) | JSON},
        optional={"id": JSON, "params": JSON},
    ),
    version=st.sampled_from([None, "2026-07-28", "2025-11-25", "2025-03-26", "x"]),
)  # fmt: skip
def test_any_body_gets_a_result_or_an_error(client, body, version):
    headers = {"MCP-Protocol-Version": version} if version else {}
    response = client.send(json.dumps(body).encode(), headers=headers)
    assert response.status_code in (200, 202, 400, 404)
