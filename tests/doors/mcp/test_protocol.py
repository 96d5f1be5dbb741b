"""Both eras of the protocol: versions, headers, methods, errors, notifications."""

from __future__ import annotations

import base64
import json

import pytest

from tests import factories

from .conftest import BLOCK, LEGACY, MODERN

pytestmark = pytest.mark.django_db

VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
SERVER_INFO = "io.modelcontextprotocol/serverInfo"
PARSE, INVALID, NO_METHOD, PARAMS = -32700, -32600, -32601, -32602
MISMATCH, UNSUPPORTED = -32020, -32022
STALE = {"Mcp-Session-Id": "of-another-process", "Last-Event-ID": "7"}
LIST_MATTERS = {"name": "list_matters"}


@pytest.fixture
def secret():
    return factories.key_of(factories.individual())[1]


@pytest.fixture
def modern(mcp, secret):
    return mcp(secret)


@pytest.fixture(params=LEGACY)
def legacy(mcp, secret, request):
    return mcp(secret, request.param)


def outcome(response):
    """(HTTP status, JSON-RPC code, id) of an error."""
    body = response.json()
    assert "result" not in body
    assert body["error"]["message"].endswith(".")
    return response.status_code, body["error"]["code"], body["id"]


class TestModern:
    def test_discover_says_what_is_served(self, modern):
        result = modern.result("server/discover")
        assert result["supportedVersions"] == [MODERN, *LEGACY]
        assert set(result["capabilities"]) == {"tools", "extensions"}
        assert result["capabilities"]["tools"] == {}
        extension = result["capabilities"]["extensions"][BLOCK]
        assert extension["version"] == "1.0"
        assert extension["contract"] == "codossier.legal-context/1.0"
        assert result["instructions"]

    @pytest.mark.parametrize("method", ["server/discover", "tools/list"])
    def test_what_holds_for_a_while_says_for_how_long(self, modern, method):
        result = modern.result(method)
        assert result["ttlMs"] > 0
        assert result["cacheScope"] == "public"

    @pytest.mark.parametrize(
        ("method", "params"),
        [("server/discover", {}), ("tools/list", {}), ("tools/call", LIST_MATTERS)],
    )
    def test_every_result_says_its_type_and_whose_it_is(self, modern, method, params):
        result = modern.result(method, params)
        assert result["resultType"] == "complete"
        assert result["_meta"][SERVER_INFO]["name"] == "codossier"
        assert result["_meta"][SERVER_INFO]["version"]

    @pytest.mark.parametrize(
        "method",
        ["initialize", "ping", "logging/setLevel", "resources/list", "resources/read",
         "prompts/list", "prompts/get", "tasks/get", "subscriptions/listen",
         "completion/complete", "Tools/List", "x" * 500],
    )  # fmt: skip
    def test_what_is_not_served_is_not_found(self, modern, method):
        response = modern.request(method, {"name": "x", "uri": "x"})
        assert outcome(response) == (404, NO_METHOD, 1)

    @pytest.mark.parametrize(
        "meta",
        [
            None,
            {},
            {CAPABILITIES: {}},
            {VERSION: MODERN},
            {VERSION: None, CAPABILITIES: {}},
            {VERSION: 20260728, CAPABILITIES: {}},
            {VERSION: [MODERN], CAPABILITIES: {}},
            {VERSION: MODERN, CAPABILITIES: "all"},
            {VERSION: MODERN, CAPABILITIES: []},
        ],
    )
    @pytest.mark.parametrize("method", ["server/discover", "tools/list"])
    def test_a_request_without_its_envelope_has_wrong_parameters(self, modern, meta, method):
        message = modern.message(method)
        message["params"]["_meta"] = meta
        response = modern.send(message, headers=modern.headers_for(message))
        assert outcome(response) == (400, PARAMS, 1)

    def test_a_client_need_not_say_who_it_is(self, modern):
        message = modern.message("tools/list")
        del message["params"]["_meta"]["io.modelcontextprotocol/clientInfo"]
        response = modern.send(message, headers=modern.headers_for(message))
        assert response.json()["result"]["tools"]

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("MCP-Protocol-Version", None),
            ("MCP-Protocol-Version", "2025-11-25"),
            ("MCP-Protocol-Version", ""),
            ("Mcp-Method", None),
            ("Mcp-Method", "tools/list"),
            ("Mcp-Method", "TOOLS/CALL"),
            ("Mcp-Method", "tools/call,tools/call"),
            ("Mcp-Name", None),
            ("Mcp-Name", "triage"),
            ("Mcp-Name", "=?base64?bGlzdF9tYXR0ZXJz"),
            ("Mcp-Name", "=?base64?bGlzdF9tYXR0ZXJ=?="),
            ("Mcp-Name", "=?base64?!!!!?="),
            ("Mcp-Name", "=?base64?/////w==?="),
        ],
    )
    def test_headers_that_do_not_equal_the_body_are_refused(self, modern, name, value):
        message = modern.message("tools/call", LIST_MATTERS)
        headers = modern.headers_for(message)
        headers.pop(name)
        if value is not None:
            headers[name] = value
        assert outcome(modern.send(message, headers=headers)) == (400, MISMATCH, 1)

    @pytest.mark.parametrize(
        "headers",
        [
            {"Mcp-Name": f"=?base64?{base64.b64encode(b'list_matters').decode()}?="},
            {"Mcp-Name": "  list_matters  "},
            {"Mcp-Name": None, "mcp-name": "list_matters"},
            {"Mcp-Method": None, "MCP-METHOD": "tools/call"},
        ],
    )
    def test_headers_that_say_the_same_in_another_spelling_are_taken(self, modern, headers):
        message = modern.message("tools/call", LIST_MATTERS)
        sent = {k: v for k, v in (modern.headers_for(message) | headers).items() if v is not None}
        assert modern.send(message, headers=sent).status_code == 200

    @pytest.mark.parametrize("version", ["1900-01-01", "v999", "2024-11-05", "2099-01-01"])
    def test_an_unknown_version_is_told_the_served_ones(self, modern, version):
        message = modern.message("tools/list", {"_meta": {VERSION: version}})
        headers = modern.headers_for(message) | {"MCP-Protocol-Version": version}
        response = modern.send(message, headers=headers)
        assert outcome(response) == (400, UNSUPPORTED, 1)
        data = response.json()["error"]["data"]
        assert data == {"supported": [MODERN, *LEGACY], "requested": version}

    @pytest.mark.parametrize("name", ["divination", "", "Triage", "tools/call", "ä"])
    def test_an_unknown_tool_is_an_error_of_the_request(self, modern, name):
        headers = {"Mcp-Name": f"=?base64?{base64.b64encode(name.encode()).decode()}?="}
        response = modern.request("tools/call", {"name": name}, headers=headers)
        assert outcome(response) == (400, PARAMS, 1)
        assert "triage" in response.json()["error"]["message"]

    @pytest.mark.parametrize(
        ("method", "params"),
        [
            ("tools/call", {"name": "triage", "arguments": []}),
            ("tools/call", {"name": "triage", "arguments": "q"}),
            ("tools/list", {"cursor": 7}),
            ("tools/list", {"cursor": "more"}),
        ],
    )
    def test_malformed_parameters_are_an_error_of_the_request(self, modern, method, params):
        assert outcome(modern.request(method, params)) == (400, PARAMS, 1)

    @pytest.mark.parametrize("name", [None, 7, ["triage"]])
    def test_a_tool_without_a_name_is_an_error_of_the_request(self, modern, name):
        message = modern.message("tools/call", {"name": "x"})
        headers = modern.headers_for(message)
        message["params"]["name"] = name
        response = modern.send(message, headers=headers)
        assert outcome(response) == (400, PARAMS, 1)
        assert "/params/name" in json.dumps(response.json()["error"]["data"])

    def test_members_that_mean_nothing_here_are_ignored(self, modern):
        extra = {"inputResponses": {}, "requestState": "x", "task": {"ttl": 1}, "other": [1]}
        assert "isError" not in modern.result("tools/call", LIST_MATTERS | extra)

    def test_nothing_is_kept_between_requests(self, modern):
        response = modern.request("tools/call", LIST_MATTERS, headers=STALE)
        assert response.status_code == 200
        assert "Mcp-Session-Id" not in response.headers

    def test_an_earlier_version_in_the_envelope_is_served_as_that_one(self, modern):
        message = modern.message("tools/list", {"_meta": {VERSION: "2025-11-25"}})
        response = modern.send(message, headers={"MCP-Protocol-Version": "2025-11-25"})
        assert "resultType" not in response.json()["result"]


class TestLegacy:
    def hello(self, version):
        return {
            "protocolVersion": version,
            "capabilities": {},
            "clientInfo": {"name": "tests", "version": "1"},
        }

    def test_initialize_agrees_on_the_clients_version(self, legacy):
        response = legacy.request("initialize", self.hello(legacy.version))
        result = response.json()["result"]
        assert result["protocolVersion"] == legacy.version
        assert result["serverInfo"]["name"] == "codossier"
        assert result["capabilities"]["tools"] == {}
        assert BLOCK in result["capabilities"]["experimental"]
        assert result["instructions"]
        assert "Mcp-Session-Id" not in response.headers

    @pytest.mark.parametrize("version", ["2024-11-05", "2099-01-01", MODERN, "nonsense", "\ud800"])
    def test_initialize_offers_its_newest_for_an_unknown_version(self, mcp, secret, version):
        message = mcp(secret, None).message("initialize", self.hello(version))
        response = mcp(secret).send(json.dumps(message).encode())
        assert response.json()["result"]["protocolVersion"] == LEGACY[0]

    def test_initialize_does_not_mind_an_unknown_version_header(self, mcp, secret):
        client = mcp(secret, "2099-01-01")
        assert client.result("initialize", self.hello("2099-01-01"))

    @pytest.mark.parametrize("missing", ["protocolVersion", "capabilities", "clientInfo"])
    def test_initialize_needs_its_parameters(self, legacy, missing):
        hello = self.hello(legacy.version)
        del hello[missing]
        assert outcome(legacy.request("initialize", hello)) == (200, PARAMS, 1)

    def test_ping_is_answered(self, legacy):
        assert legacy.result("ping") == {}

    def test_tools_are_listed_and_called(self, legacy):
        assert len(legacy.result("tools/list")["tools"]) == 5
        assert legacy.call("list_matters")["structuredContent"] == {"data": [], "has_more": False}

    def test_nothing_of_the_later_era_is_in_results(self, legacy):
        for method, params in (("tools/list", {}), ("tools/call", LIST_MATTERS)):
            result = legacy.result(method, params)
            assert not {"resultType", "ttlMs", "cacheScope"} & set(result)

    def test_without_a_version_header_the_first_revision_is_meant(self, mcp, secret):
        assert mcp(secret, None).result("ping") == {}

    @pytest.mark.parametrize("version", ["2024-11-05", "2099-01-01", "x"])
    def test_an_unknown_version_header_is_refused(self, mcp, secret, version):
        response = mcp(secret, version).request("tools/list")
        assert outcome(response) == (400, UNSUPPORTED, 1)

    @pytest.mark.parametrize("method", ["logging/setLevel", "resources/list", "tools/", "x"])
    def test_an_unknown_method_is_no_404_which_would_end_a_session(self, legacy, method):
        assert outcome(legacy.request(method)) == (200, NO_METHOD, 1)

    def test_an_unknown_tool_is_an_error_of_the_request(self, legacy):
        assert outcome(legacy.request("tools/call", {"name": "x"})) == (200, PARAMS, 1)

    def test_a_session_of_another_server_is_ignored(self, legacy):
        response = legacy.request("tools/list", headers=STALE)
        assert response.status_code == 200
        assert "Mcp-Session-Id" not in response.headers


class TestMessages:
    @pytest.mark.parametrize(
        ("body", "code", "message_id"),
        [
            (b" ", PARSE, None),
            (b"{", PARSE, None),
            (b'{"jsonrpc":"2.0","id":1,"method":"ping"', PARSE, None),
            ('{"jsonrpc":"2.0","id":1,"method":"ping"}'.encode("utf-16"), PARSE, None),
            (b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"ping"}', PARSE, None),
            (b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}', PARSE, None),
            (b'{"jsonrpc":"2.0","id":' + b"9" * 5000 + b',"method":"ping"}', PARSE, None),
            (b"[" * 100_000, PARSE, None),
            (
                b'{"jsonrpc":"2.0","id":1,"method":"ping","params":' + b'{"a":' * 100_000,
                PARSE,
                None,
            ),
            (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', INVALID, None),
            (b"[]", INVALID, None),
            (b"null", INVALID, None),
            (b'"ping"', INVALID, None),
            (b'{"id":1,"method":"ping"}', INVALID, 1),
            (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', INVALID, 1),
            (b'{"jsonrpc":2.0,"id":"a","method":"ping"}', INVALID, "a"),
            (b'{"jsonrpc":"2.0","id":1}', INVALID, 1),
            (b'{"jsonrpc":"2.0","id":1,"method":7}', INVALID, 1),
            (b'{"jsonrpc":"2.0","id":1,"result":{}}', INVALID, 1),
            (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', INVALID, None),
            (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', INVALID, None),
            (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', INVALID, None),
            (b'{"jsonrpc":"2.0","id":[1],"method":"ping"}', INVALID, None),
            (b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}', INVALID, None),
            (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', PARAMS, 1),
            (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}', PARAMS, 1),
            (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":7}}', PARAMS, 1),
        ],
    )
    def test_what_is_no_request_is_told_so(self, modern, body, code, message_id):
        assert outcome(modern.send(body)) == (400, code, message_id)

    @pytest.mark.parametrize("message_id", [0, -1, 2**80, "", "x" * 1000, "ä世🦉\u2028"])
    def test_ids_come_back_as_they_went(self, modern, message_id):
        response = modern.request("tools/list", message_id=message_id)
        assert response.json()["id"] == message_id


class TestNotifications:
    @pytest.mark.parametrize(
        "method",
        ["notifications/initialized", "notifications/cancelled", "notifications/progress", "x"],
    )
    @pytest.mark.parametrize("version", [None, MODERN, *LEGACY])
    def test_they_are_taken_without_an_answer(self, mcp, secret, method, version):
        client = mcp(secret, version)
        response = client.request(method, {"requestId": 1}, message_id=None)
        assert (response.status_code, response.content) == (202, b"")

    def test_one_in_an_unknown_version_is_refused(self, mcp, secret):
        response = mcp(secret, "v999").request("notifications/initialized", message_id=None)
        assert outcome(response) == (400, UNSUPPORTED, None)

    def test_a_tool_called_by_notification_is_not_run(self, modern, recorded_sql):
        response = modern.request("tools/call", LIST_MATTERS, message_id=None)
        assert response.status_code == 202
        assert not [sql for sql in recorded_sql() if "matters_matter" in sql]
