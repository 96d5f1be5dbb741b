"""One core: the same ask gives the same insight through every door, whoever asks."""

from __future__ import annotations

import base64
import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.tenancy import tenant_scope
from legalcontext.block.constants import EXTENSION_URI, MCP_META_KEY
from legalcontext.contracts import SKILLS
from matters.levels import READ
from matters.services.matters import bind_key, grant
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

Insight = dict[str, Any]
Door = Callable[[str, dict[str, Any]], Insight]
"""(secret, quick ask) → insight."""

OF_ITS_OWN = ("id", "created_at", "expires_at")
"""What differs between two answers to the same ask."""

QUESTION = "My landlord in Sacramento will not return my deposit. I moved out on May 3, 2026."
LEASE = {
    "name": "lease.txt",
    "text": "Residential lease. The deposit is $1,200. This lease is governed by Texas law.",
}


def rest(secret: str, ask: dict[str, Any]) -> Insight:
    response = Client().post(
        "/v1/asks",
        json.dumps(ask),
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )
    insight: Insight = response.json()
    return insight


def _mcp_call(secret: str, ask: dict[str, Any], meta: dict[str, Any]) -> Insight:
    version = "2026-07-28"
    meta = meta | {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    arguments = {name: member for name, member in ask.items() if name != "skill"}
    params = {"name": ask["skill"], "arguments": arguments, "_meta": meta}
    response = Client().post(
        "/mcp",
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}),
        content_type="application/json",
        headers={
            "Authorization": f"Bearer {secret}",
            "MCP-Protocol-Version": version,
            "Mcp-Method": "tools/call",
            "Mcp-Name": ask["skill"],
        },
    )
    result = response.json()["result"]
    insight: Insight = result["structuredContent"]
    assert result["_meta"][MCP_META_KEY] == insight["legal_context"]
    return insight


def mcp_by_meta(secret: str, ask: dict[str, Any]) -> Insight:
    ask = dict(ask)
    return _mcp_call(secret, ask, {MCP_META_KEY: ask.pop("context")})


def mcp_by_argument(secret: str, ask: dict[str, Any]) -> Insight:
    return _mcp_call(secret, ask, {})


def _a2a(secret: str, path: str, message: dict[str, Any], wrap: bool) -> Insight:
    """One message, with the block activated; `wrap`: as a call of JSON-RPC."""
    message = {"messageId": uuid.uuid4().hex, "role": "ROLE_USER", **message}
    body: dict[str, Any] = {"message": message}
    if wrap:
        body = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": body}
    response = Client().post(
        path,
        json.dumps(body),
        content_type="application/json",
        headers={
            "Authorization": f"Bearer {secret}",
            "A2A-Version": "1.0",
            "A2A-Extensions": EXTENSION_URI,
        },
    )
    assert response["A2A-Extensions"] == EXTENSION_URI
    answer = response.json()
    (artifact,) = (answer["result"] if wrap else answer)["task"]["artifacts"]
    insight: Insight = artifact["parts"][1]["data"]
    assert artifact["metadata"][EXTENSION_URI] == insight["legal_context"]
    return insight


def a2a_by_parts(secret: str, ask: dict[str, Any]) -> Insight:
    """JSON-RPC: text and file parts, the block in the metadata."""
    files = [
        {"raw": base64.b64encode(document["text"].encode()).decode(), "filename": document["name"]}
        for document in ask.get("documents", [])
    ]
    metadata = {EXTENSION_URI: ask["context"], "skill": ask["skill"]}
    parts = [{"text": ask["question"]}, *files]
    return _a2a(secret, "/a2a", {"parts": parts, "metadata": metadata}, wrap=True)


def a2a_by_data(secret: str, ask: dict[str, Any]) -> Insight:
    """HTTP+JSON: the quick ask as it is, in a data part."""
    return _a2a(secret, "/a2a/message:send", {"parts": [{"data": ask}]}, wrap=False)


DOORS: dict[str, Door] = {
    "a2a by parts": a2a_by_parts,
    "a2a by data": a2a_by_data,
    "mcp by meta": mcp_by_meta,
    "mcp by argument": mcp_by_argument,
}
"""Every door that is held against REST; a door more is a line more."""


def _person(owner: Any, matter: Any) -> str:
    return factories.key_of(owner)[1]


def _reader(owner: Any, matter: Any) -> str:
    colleague = factories.colleague(owner.account)
    with tenant_scope(owner.account_id):
        grant(matter=matter, user=colleague.user, level=READ)
    return factories.key_of(colleague)[1]


def _service(owner: Any, matter: Any) -> str:
    key, secret, _ = factories.service_key(owner.account)
    with tenant_scope(owner.account_id):
        bind_key(key=key, matter=matter)
    return secret


ASKERS: dict[str, tuple[Callable[..., Any], Callable[..., str]]] = {
    "an individual": (factories.individual, _person),
    "a verified professional": (factories.firm, _person),
    "a professional nobody verified": (lambda: factories.firm(verified=False), _person),
    "a granted reader": (factories.firm, _reader),
    "a service": (factories.firm, _service),
}
"""Who asks: (whose account it is, what gives the asker's key)."""


@pytest.mark.parametrize("context", [{}, {"jurisdiction": "us-ny", "role": "counsel"}])
@pytest.mark.parametrize("names_the_matter", [False, True])
@pytest.mark.parametrize("asker", ASKERS)
@pytest.mark.parametrize("skill", SKILLS)
def test_every_door_gives_the_same_insight(skill, asker, names_the_matter, context):
    account_of, key_of = ASKERS[asker]
    owner = account_of()
    matter = factories.matter_of(owner, jurisdiction="US-TX", litigation_anticipated="yes")
    secret = key_of(owner, matter)
    if names_the_matter:
        context = context | {"matter": matter.public_id}
    documents = {"documents": [LEASE]} if skill == "document_review" else {}
    ask = {"skill": skill, "question": QUESTION, "context": context, **documents}
    wanted = _without_its_own(rest(secret, ask))
    assert wanted["legal_context"]
    for name, door in DOORS.items():
        assert _without_its_own(door(secret, ask)) == wanted, name


def _without_its_own(insight: Insight) -> Insight:
    return {name: member for name, member in insight.items() if name not in OF_ITS_OWN}
