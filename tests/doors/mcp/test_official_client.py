"""The protocol's own Python client, in every mode, against a server of two processes."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from mcp import Client
from mcp.client import advertise
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.exceptions import MCPError

from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer
from legalcontext.contracts import validate
from tests import factories

from .conftest import BLOCK, LEGACY, MODERN, PROBLEM
from .server import serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("notes")]

MODES = ("auto", MODERN, "legacy")
QUESTION = "My landlord in Sacramento will not return my deposit. I moved out in May."
THREADS = 50
BUSY_SECONDS = 90

Talk = Callable[[Client], Awaitable[Any]]


@pytest.fixture(scope="module")
def url(django_db_setup):
    with serving(workers=2) as address:
        yield f"{address}/mcp"


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def secret(owner):
    return factories.key_of(owner)[1]


@pytest.fixture
def talk(url, secret):
    """Opens a client in a mode, and gives what a conversation with it returned."""

    def run(
        conversation: Talk, mode: str = "auto", key: str | None = secret, path: str = ""
    ) -> Any:
        async def connected() -> Any:
            headers = {"Authorization": f"Bearer {key}"} if key else {}
            async with create_mcp_http_client(headers=headers) as http:
                transport = streamable_http_client(url + path, http_client=http)
                async with Client(transport, mode=mode, extensions=[advertise(BLOCK)]) as client:
                    return await conversation(client)

        return asyncio.run(connected())

    return run


@pytest.mark.parametrize("mode", MODES)
class TestEveryMode:
    @pytest.mark.parametrize("path", ["", "/"])
    def test_it_connects_and_lists_the_tools(self, talk, mode, path):
        async def conversation(client):
            listed = await client.list_tools()
            return client.protocol_version, [tool.name for tool in listed.tools]

        version, names = talk(conversation, mode, path=path)
        assert version == (LEGACY[0] if mode == "legacy" else MODERN)
        assert names == ["triage", "consult", "document_review", "get_answer", "list_matters"]

    def test_it_asks_and_reads_the_answer_again(self, talk, mode):
        async def conversation(client):
            asked = await client.call_tool("triage", {"question": QUESTION})
            again = await client.call_tool("get_answer", {"id": asked.structured_content["id"]})
            return asked, again

        asked, again = talk(conversation, mode)
        assert validate("codossier.insight/1", asked.structured_content) == []
        assert again.structured_content == asked.structured_content
        assert asked.meta[BLOCK] == asked.structured_content["legal_context"]

    def test_the_block_goes_in_and_out_by_meta(self, talk, mode):
        async def conversation(client):
            meta = {BLOCK: {"jurisdiction": "US-TX", "unknown": {"kept": None}}}
            return await client.call_tool("consult", {"question": QUESTION}, meta=meta)

        result = talk(conversation, mode)
        assert result.meta[BLOCK]["jurisdiction"] == {"value": "US-TX", "basis": "stated"}

    def test_a_refusal_is_a_result_with_words(self, talk, mode):
        async def conversation(client):
            return await client.call_tool("triage", {"question": "q", "context": {"role": 7}})

        result = talk(conversation, mode)
        assert result.is_error
        assert result.structured_content is None
        assert "/context/role" in result.content[0].text
        assert result.meta[PROBLEM]["code"] == "invalid_context"


@pytest.mark.parametrize("mode", MODES)
class TestErrors:
    def test_an_unknown_tool_is_an_error(self, talk, mode):
        async def conversation(client):
            with pytest.raises(MCPError) as caught:
                await client.call_tool("divination", {})
            return caught.value.error.code

        assert talk(conversation, mode) == -32602

    def test_a_bad_key_is_told_so(self, talk, mode):
        async def conversation(client):
            return await client.list_tools()

        with pytest.RaisesGroup(MCPError, flatten_subgroups=True, allow_unwrapped=True) as caught:
            talk(conversation, mode, key="cdx_live_" + "0" * 38)
        assert "API key" in str(_only(caught.value))


def _only(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        (error,) = error.exceptions
    return error


def post(url: str, secret: str, message: dict[str, Any], **headers: str) -> tuple[int, Any, Any]:
    """(status, headers, body) of one message, sent without any client."""
    request = urllib.request.Request(
        url,
        json.dumps(message).encode(),
        {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"} | headers,
    )
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, response.headers, json.load(response)
        except urllib.error.HTTPError as error:
            # A server that is too busy says for how long to wait.
            if error.code != 503 or time.monotonic() > deadline:
                raise
            time.sleep(int(error.headers["Retry-After"]))


def test_any_process_answers_any_message_of_a_stale_session(url, secret):
    """100 calls, each over a connection of its own, spread over both processes."""
    message = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "list_matters"}}
    for number in range(100):
        stale = {"Mcp-Session-Id": f"session-{number % 3}"}
        status, headers, body = post(url, secret, message | {"id": number}, **stale)
        assert (status, body["id"]) == (200, number)
        assert body["result"]["structuredContent"]["data"] == []
        assert "Mcp-Session-Id" not in headers


def test_every_answer_belongs_to_its_caller(url):
    """50 threads of two tenants, interleaved: no answer, block or matter of another's."""
    tenants = []
    for place in ("US-CA", "US-TX"):
        owner = factories.firm()
        matter = factories.matter_of(owner, f"Of {place}", jurisdiction=place)
        tenants.append((owner, factories.key_of(owner)[1], matter.public_id, place))

    def ask(number: int) -> tuple[int, str]:
        _, secret, matter_id, place = tenants[number % 2]
        block = {"matter": matter_id, "role": f"caller {number}"}
        params = {
            "name": "consult",
            "arguments": {"question": f"Question {number}?"},
            "_meta": {BLOCK: block},
        }
        message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
        _, _, body = post(url, secret, message)
        insight = body["result"]["structuredContent"]
        assert body["id"] == number
        assert insight["legal_context"]["role"] == f"caller {number}"
        assert insight["legal_context"]["jurisdiction"]["value"] == place
        listing = message | {"params": {"name": "list_matters"}}
        (listed,) = post(url, secret, listing)[2]["result"]["structuredContent"]["data"]
        assert listed["id"] == matter_id
        return number % 2, insight["id"]

    with ThreadPoolExecutor(THREADS) as pool:
        asked = list(pool.map(ask, range(THREADS)))
    for tenant, (owner, *_) in enumerate(tenants):
        with tenant_scope(owner.account_id):
            kept = {answer.public_id for answer in Answer.objects.all()}
        assert kept == {answer_id for whose, answer_id in asked if whose == tenant}
        assert len(kept) == THREADS // 2


def test_the_same_call_at_the_same_time_is_one_job(url, owner, secret):
    """Ten retries at once, over two processes, of one call."""
    params = {"name": "triage", "arguments": {"question": QUESTION}}
    message = {"jsonrpc": "2.0", "method": "tools/call", "params": params}

    def ask(number: int) -> str:
        _, _, body = post(url, secret, message | {"id": number})
        return str(body["result"]["structuredContent"]["id"])

    with ThreadPoolExecutor(10) as pool:
        assert len(set(pool.map(ask, range(10)))) == 1
    with tenant_scope(owner.account_id):
        assert Answer.objects.count() == 1
