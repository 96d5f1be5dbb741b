"""The agent card: public, cacheable, signed; the extended one for who has a credential."""

from __future__ import annotations

import json

import pytest
from a2a.types import a2a_pb2
from a2a.utils.signing import create_signature_verifier
from django.test import Client
from google.protobuf import json_format
from jwt import PyJWK

from codossier.settings.secret import kept_card_key
from legalcontext.block.constants import EXTENSION_URI, LCP_EXTENSION_URI

from .client import A2A, message_of

PATH = "/.well-known/agent-card.json"


@pytest.fixture
def card_key(settings, tmp_path):
    settings.A2A_CARD_KEY = kept_card_key(tmp_path / "key.pem")


def card(**headers):
    response = Client().get(PATH, headers=headers)
    assert response.status_code == 200
    return response.json()


def parsed(raw):
    return json_format.ParseDict(raw, a2a_pb2.AgentCard())


def test_it_is_public_and_fits_the_official_type():
    read = parsed(card())
    assert [skill.id for skill in read.skills] == ["triage", "consult", "document_review"]
    assert all(skill.tags for skill in read.skills)
    assert {i.protocol_binding for i in read.supported_interfaces} == {"JSONRPC", "HTTP+JSON"}
    assert {i.protocol_version for i in read.supported_interfaces} == {"1.0"}
    assert read.capabilities.streaming
    assert read.capabilities.push_notifications
    assert set(read.security_schemes) == {"bearer", "key"}


def test_the_extension_is_declared_and_not_required():
    (extension,) = card()["capabilities"]["extensions"]
    assert extension["uri"] == EXTENSION_URI
    assert extension["description"]
    assert "required" not in extension
    assert Client().get(extension["params"]["schema"].removeprefix("http://testserver")).json()


def test_every_address_in_it_is_the_one_it_was_asked_under(settings):
    settings.ALLOWED_HOSTS = ["agents.example"]
    asked = card(Host="agents.example")
    assert asked["supportedInterfaces"][0]["url"] == "http://agents.example/a2a"


def test_it_may_be_cached_and_asked_for_again():
    first = Client().get(PATH)
    assert "max-age=3600" in first["Cache-Control"]
    assert "public" in first["Cache-Control"]
    for header, value in (
        ("If-None-Match", first["ETag"]),
        ("If-Modified-Since", first["Last-Modified"]),
    ):
        assert Client().get(PATH, headers={header: value}).status_code == 304


def test_the_old_address_is_not_there():
    assert Client().get("/.well-known/agent.json").status_code == 404


def test_without_a_key_it_is_unsigned():
    assert "signatures" not in card()


@pytest.mark.usefixtures("card_key")
class TestSignature:
    @pytest.fixture
    def verify(self):
        keys = {
            k["kid"]: k for k in Client().get("/.well-known/agent-card-keys.json").json()["keys"]
        }
        return create_signature_verifier(lambda kid, jku: PyJWK(keys[kid]), ["ES256"])

    def test_the_official_client_verifies_it(self, verify):
        verify(parsed(card()))

    def test_it_survives_a_round_trip_through_the_official_type(self, verify):
        again = json_format.MessageToDict(parsed(card()))
        verify(parsed(json.loads(json.dumps(again))))

    def test_a_changed_card_does_not_verify(self, verify):
        from a2a.utils.signing import SignatureVerificationError

        forged = card()
        forged["supportedInterfaces"][0]["url"] = "https://evil.example/a2a"
        with pytest.raises(SignatureVerificationError):
            verify(parsed(forged))

    def test_the_same_card_is_the_same_bytes_until_it_changes(self):
        assert Client().get(PATH).content == Client().get(PATH).content


@pytest.mark.django_db
def test_the_extended_card_says_how_this_credential_is_answered(a2a):
    reply = a2a.call("GetExtendedAgentCard")
    (extension,) = reply.result["capabilities"]["extensions"]
    assert extension["params"]["principal"]["kind"] == "individual"
    assert "ask" in extension["params"]["principal"]["scopes"]


REQUIREMENTS = {"minimumLevel": 2, "acceptedJurisdictions": ["US-CA"]}


class TestLegalContextProtocol:
    def test_it_is_declared_where_the_settings_say_so(self, settings):
        settings.LCP_REQUIREMENTS = REQUIREMENTS
        assert card()["capabilities"]["extensions"][1] == {
            "uri": LCP_EXTENSION_URI,
            "description": "What this service requires under the Legal Context Protocol.",
            "params": REQUIREMENTS,
        }

    @pytest.mark.django_db
    @pytest.mark.usefixtures("notes")
    def test_where_it_is_required_an_ask_has_to_activate_it(self, a2a, settings):
        settings.LCP_REQUIREMENTS, settings.LCP_REQUIRED = REQUIREMENTS, True
        assert card()["capabilities"]["extensions"][1]["required"] is True
        message = {"message": message_of("What is a summons?")}
        for operation in ("SendMessage", "SendStreamingMessage"):
            refused = a2a.call(operation, message)
            assert refused.reason == "EXTENSION_SUPPORT_REQUIRED"
            assert refused.status == (200 if a2a.binding == "rpc" else 400)
        assert a2a.call("ListTasks").result["totalSize"] == 0
        accepted = a2a.call("SendMessage", message, A2A_Extensions=LCP_EXTENSION_URI)
        assert accepted.error is None
        assert accepted.active == LCP_EXTENSION_URI


def test_a_card_for_another_host_is_another_card(settings):
    settings.ALLOWED_HOSTS = ["one.example", "two.example"]
    etags = {Client().get(PATH, headers={"Host": host})["ETag"] for host in settings.ALLOWED_HOSTS}
    assert len(etags) == 2


def test_anonymous_callers_get_no_extended_card(binding):
    assert A2A(None, binding).call("GetExtendedAgentCard").status == 401
