"""`/mcp` as an address: methods, origins, media types, credentials, limits."""

from __future__ import annotations

import json

import pytest
from django.db import OperationalError
from django.utils import timezone

from accounts.models import ApiKey
from tests import factories

from .conftest import LEGACY, MODERN

pytestmark = pytest.mark.django_db

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
SCOPES = "ask history:read matters:read"


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def secret(owner):
    return factories.key_of(owner)[1]


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
class TestAddress:
    def test_it_answers_with_and_without_the_slash(self, mcp, secret, path):
        response = mcp(secret).send(PING, path=path)
        assert (response.status_code, response.json()["result"]) == (200, {})

    @pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "PATCH", "HEAD"])
    def test_other_methods_are_told_the_right_ones(self, mcp, secret, path, method):
        for client in (mcp(secret), mcp()):
            response = client.send(b"", path=path, method=method)
            assert response.status_code == 405
            assert response["Allow"] == "POST, OPTIONS"

    def test_options_tells_what_is_taken(self, mcp, path):
        response = mcp().send(b"", path=path, method="OPTIONS")
        assert (response.status_code, response["Allow"]) == (204, "POST, OPTIONS")


class TestOrigin:
    @pytest.mark.parametrize(
        "origin", ["https://evil.example", "null", "http://testserver.evil.example", "http://["]
    )
    @pytest.mark.parametrize("method", ["POST", "GET", "OPTIONS"])
    def test_a_foreign_page_is_refused(self, mcp, secret, origin, method):
        response = mcp(secret).send(PING, method=method, headers={"Origin": origin})
        assert response.status_code == 403
        assert "Access-Control-Allow-Origin" not in response.headers

    def test_a_page_of_this_host_may_call(self, mcp, secret):
        response = mcp(secret).send(PING, headers={"Origin": "http://testserver"})
        assert response.status_code == 200

    def test_a_page_of_an_allowed_origin_may_ask_first_and_call(self, mcp, secret, settings):
        settings.MCP_ALLOWED_ORIGINS = ["https://inspector.example"]
        headers = {"Origin": "https://inspector.example"}
        asked = mcp().send(b"", method="OPTIONS", headers=headers)
        called = mcp(secret).send(PING, headers=headers)
        assert (asked.status_code, called.status_code) == (204, 200)
        for response in (asked, called):
            assert response["Access-Control-Allow-Origin"] == "https://inspector.example"
        assert "Mcp-Method" in asked["Access-Control-Allow-Headers"]

    def test_no_origin_is_fine(self, mcp, secret):
        assert mcp(secret).send(PING).status_code == 200


class TestMediaTypes:
    @pytest.mark.parametrize(
        "accept",
        ["application/json, text/event-stream", "application/json", "*/*", "", "text/html"],
    )
    def test_whatever_is_accepted_json_comes(self, mcp, secret, accept):
        response = mcp(secret).send(PING, headers={"Accept": accept})
        assert (response.status_code, response["Content-Type"]) == (200, "application/json")

    def test_a_charset_beside_the_media_type_is_fine(self, mcp, secret):
        response = mcp(secret).send(PING, content_type="application/json; charset=utf-8")
        assert response.status_code == 200

    @pytest.mark.parametrize("content_type", ["text/plain", "", "multipart/form-data; boundary=x"])
    def test_another_media_type_is_refused(self, mcp, secret, content_type):
        response = mcp(secret).send(PING, content_type=content_type)
        assert response.status_code == 415
        assert response.json()["error"]["data"]["code"] == "unsupported_media"


class TestCredentials:
    """Bad, expired, revoked, missing: 401 with the challenge, before the body is looked at."""

    def expired(self, owner):
        key, secret = factories.key_of(owner)
        ApiKey.objects.filter(pk=key.pk).update(expires_at=timezone.now())
        return secret

    def revoked(self, owner):
        key, secret = factories.key_of(owner)
        ApiKey.objects.filter(pk=key.pk).update(revoked_at=timezone.now())
        return secret

    @pytest.mark.parametrize("how", ["missing", "unknown", "expired", "revoked"])
    @pytest.mark.parametrize("body", ["request", "notification", "nonsense"])
    def test_without_a_good_key_the_answer_is_a_challenge(self, mcp, owner, how, body):
        secret = {
            "missing": lambda owner: None,
            "unknown": lambda owner: "cdx_live_" + "0" * 38,
            "expired": self.expired,
            "revoked": self.revoked,
        }[how](owner)
        bodies = {
            "request": json.dumps(PING | {"method": "tools/list"}).encode(),
            "notification": b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
            "nonsense": b"{",
        }
        response = mcp(secret).send(bodies[body])
        assert response.status_code == 401
        error = response.json()["error"]
        assert (error["code"], error["data"]["code"]) == (401, "unauthenticated")
        challenge = response["WWW-Authenticate"]
        assert challenge.startswith("Bearer realm=")
        metadata = "http://testserver/.well-known/oauth-protected-resource/mcp"
        assert f'resource_metadata="{metadata}"' in challenge
        assert f'scope="{SCOPES}"' in challenge
        assert ('error="invalid_token"' in challenge) is (secret is not None)

    def test_revocation_bites_on_the_next_call(self, mcp, owner):
        key, secret = factories.key_of(owner)
        client = mcp(secret)
        assert client.send(PING).status_code == 200
        ApiKey.objects.filter(pk=key.pk).update(revoked_at=timezone.now())
        assert client.send(PING).status_code == 401

    def test_the_key_may_stand_in_its_own_header(self, mcp, secret):
        assert mcp().send(PING, headers={"X-Api-Key": secret}).status_code == 200

    @pytest.mark.parametrize("version", [MODERN, *LEGACY])
    @pytest.mark.parametrize(
        ("scopes", "tool", "arguments", "missing"),
        [
            (["history:read"], "triage", {"question": "q"}, "ask"),
            (["ask"], "get_answer", {"id": "x"}, "history:read"),
            (["ask"], "list_matters", {}, "matters:read"),
            (
                ["ask"],
                "consult",
                {"question": "q", "context": {"matter": "mat_1"}},
                "ask matters:read",
            ),
        ],
    )
    def test_a_lacking_scope_is_named(self, mcp, owner, version, scopes, tool, arguments, missing):
        client = mcp(factories.key_of(owner, scopes=scopes)[1], version)
        response = client.request("tools/call", {"name": tool, "arguments": arguments})
        assert response.status_code == 403
        body = response.json()
        assert (body["id"], body["error"]["code"]) == (1, 403)
        assert body["error"]["data"]["code"] == "insufficient_scope"
        challenge = response["WWW-Authenticate"]
        assert 'error="insufficient_scope"' in challenge
        assert f'scope="{missing}"' in challenge
        assert "resource_metadata=" in challenge

    def test_what_needs_no_scope_is_open_to_every_key(self, mcp, owner):
        client = mcp(factories.key_of(owner, scopes=["history:delete"])[1])
        assert client.result("tools/list")["tools"]


class TestResourceMetadata:
    @pytest.mark.parametrize("suffix", ["/mcp", "/mcp/", ""])
    def test_it_is_public_and_names_the_exact_address(self, client, suffix):
        response = client.get(f"/.well-known/oauth-protected-resource{suffix}")
        assert response.status_code == 200
        metadata = response.json()
        assert metadata["resource"] == "http://testserver/mcp"
        assert metadata["bearer_methods_supported"] == ["header"]
        assert " ".join(metadata["scopes_supported"]) == SCOPES
        assert "authorization_servers" not in metadata
        assert response["Access-Control-Allow-Origin"] == "*"

    def test_its_documentation_is_there(self, client):
        metadata = client.get("/.well-known/oauth-protected-resource/mcp").json()
        page = client.get(metadata["resource_documentation"].removeprefix("http://testserver"))
        assert page.status_code == 200
        for words in ("http://testserver/mcp", "document_review", "com.codossier/legal-context"):
            assert words in page.content.decode()

    def test_behind_a_proxy_that_ends_tls_every_address_is_https(self, client, mcp, settings):
        settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
        forwarded = {"X-Forwarded-Proto": "https", "Host": "testserver"}
        metadata = client.get("/.well-known/oauth-protected-resource/mcp", headers=forwarded).json()
        assert metadata["resource"] == "https://testserver/mcp"
        assert metadata["resource_documentation"].startswith("https://testserver/")
        challenge = mcp().send(PING, headers=forwarded)["WWW-Authenticate"]
        assert 'resource_metadata="https://testserver/' in challenge

    @pytest.mark.parametrize("suffix", ["/v1/asks", "/mcp/x", "/admin"])
    def test_no_other_resource_has_metadata(self, client, suffix):
        path = f"/.well-known/oauth-protected-resource{suffix}"
        assert client.get(path).status_code == 404


class TestLimits:
    def test_an_unknown_host_is_refused_in_this_doors_form(self, mcp, secret):
        response = mcp(secret).send(PING, headers={"Host": "evil.example"})
        assert response.status_code == 400
        assert response.json()["error"]["data"]["code"] == "invalid_request"

    def test_a_body_over_the_limit_is_refused_in_this_doors_form(self, mcp, secret, settings):
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000
        params = {"name": "triage", "arguments": {"question": "x" * 20_000}}
        response = mcp(secret).request("tools/call", params)
        assert response.status_code == 413
        error = response.json()["error"]
        assert error["data"]["code"] == "too_large"
        assert "0.01 MB" in error["message"]

    def test_calls_count_once_for_each_credential_over_all_doors(
        self, mcp, secret, client, settings
    ):
        settings.RATE_LIMIT_PER_MINUTE = 3
        rest = {"Authorization": f"Bearer {secret}"}
        first = mcp(secret).send(PING)
        assert first["RateLimit"].startswith('"default";r=2')
        assert client.get("/v1/asks", headers=rest).status_code == 200
        assert mcp(secret).send(PING).status_code == 200
        over = mcp(secret).send(PING)
        assert (over.status_code, over.json()["error"]["code"]) == (429, 429)
        assert over.json()["error"]["data"]["code"] == "rate_limited"
        assert int(over["Retry-After"]) >= 1
        assert client.get("/v1/asks", headers=rest).status_code == 429

    def test_a_database_that_does_not_answer_is_told_with_a_time_to_wait(
        self, mcp, secret, monkeypatch
    ):
        def fail(*args):
            raise OperationalError("connection pool exhausted: host=10.0.0.1")

        monkeypatch.setattr("legalcontext.doors.credentials.admit", fail)
        response = mcp(secret).send(PING)
        assert (response.status_code, response["Retry-After"]) == (503, "5")
        assert response.json()["error"]["data"]["code"] == "unavailable"
        assert "10.0.0.1" not in response.text

    def test_a_tool_call_counts_once(self, mcp, secret, settings):
        settings.RATE_LIMIT_PER_MINUTE = 3
        response = mcp(secret).request("tools/call", {"name": "list_matters"})
        assert response["RateLimit"].startswith('"default";r=2')
