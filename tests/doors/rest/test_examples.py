"""The examples of the OpenAPI document are what the service answered, and it still does.

`RECORD_EXAMPLES=1 pytest tests/doors/rest/test_examples.py` records them anew.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from accounts.tenancy import tenant_scope
from legalcontext.doors.rest import openapi
from legalcontext.doors.rest.documentation import document
from matters.levels import READ
from matters.services.grants import grant
from tests.doors.rest.test_conventions import ready
from tests.doors.rest.test_openapi import operations, path_of
from tests.doors.rest.test_permissions import FAR, World, addresses

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

BODIES: dict[str, Any] = {
    "POST asks": {
        "skill": "triage",
        "question": "I moved out of my apartment in Sacramento six weeks ago and my landlord still "
        "has not returned my deposit. What can I do?",
    },
    "POST context-resolve": {
        "skill": "consult",
        "question": "How much notice must a landlord give before filing an eviction suit?",
        "context": {"jurisdiction": "US-TX", "audience": "professional", "role": "counsel"},
    },
    "POST asks-delete": {"all": "mine", "preview": True},
    "POST hold-release": {"reason": "The suit was settled."},
    "POST keys": {"name": "laptop", "scopes": ["ask", "history:read"]},
    "POST services": {"name": "intake form"},
    "PATCH service": {"name": "website intake form"},
    "PATCH account": {"time_zone": "America/New_York"},
    "POST matters": {
        "title": "Dunne v. Harbor Lofts",
        "jurisdiction": "New York",
        "litigation_anticipated": True,
    },
    "PATCH matter": {"forum": "Albany City Court"},
    "POST matter-parties": {"name": "Harbor Lofts LLC", "role": "landlord", "side": "opposing"},
    "PATCH matter-party": {"role": "defendant"},
    "POST matter-dates": {"title": "Answer due", "date": FAR},
    "PATCH matter-date": {"note": "Extended by stipulation."},
    "POST matter-notes": {"text": "The client has the receipts."},
    "PATCH matter-note": {"text": "The client has the receipts and two letters."},
    "POST deletion-requests": {"regime": "ccpa"},
    "POST conflict-checks": {"names": ["Harbor Lofts LLC", "Jo Dunne"]},
}

PLAIN = [
    (re.compile(r"cdx_(live|test|invite)_\w+"), r"cdx_\1_…"),
    (re.compile(r"Firm \d+"), "Rivera & Stone LLP"),
    (re.compile(r"Dunne v\. Lofts"), "Stone v. Harbor"),
    (re.compile(r"Person \d+"), "Ada Park"),
    (re.compile(r"partner\d+@firm\d+\.example"), "rivera@firm.example"),
    (re.compile(r"colleague\d+@example\.org"), "okafor@firm.example"),
    (re.compile(r"service \d+"), "intake"),
    (re.compile(r'("last_four": )"[^"]{4}"'), r'\1"7f3Q"'),
    (re.compile(r'("(?:due_on|execute_on)": )"20\d\d-[^"]+"'), r'\1"2026-04-01"'),
    (re.compile(r'("(?:answered_on)": )"20\d\d-[^"]+"'), r'\1"2026-03-02"'),
    (re.compile(r'("at": )"20\d\d-[^"]+Z"'), r'\1"2026-03-02T09:30:00Z"'),
    (re.compile(r'("sha256": )"[0-9a-f]{64}"'), r'\1"9f2c…"'),
    (re.compile(r'("(?:expires_at)": )"\d{4}-[^"]+Z"'), r'\1"2027-03-02T09:30:00Z"'),
    (
        re.compile(r'("(?!expires)\w+_(?:at|from|until)": )"20\d\d-[^"]+Z"'),
        r'\1"2026-03-02T09:30:00Z"',
    ),
]
"""What differs from run to run, and what stands in its place."""

ID = re.compile(r"\b([a-z]{3})_[0-9a-f]{32}\b")

OF_THE_SKILLS = {"summary", "findings", "citations", "limits", "context_notes", "evidence",
                 "candidates", "size"}  # fmt: skip
"""What changes as notes and skills do: of these the examples need only fit the schema."""

UNSHOWN = ("GET contract", "GET extension", "GET docs", "GET openapi", "GET job-archive",
           "GET deletion-request-certificate-page")  # fmt: skip
"""What is no answer in JSON, or a document of its own."""


def steadied(told: dict[str, Any]) -> dict[str, Any]:
    """The same for every run: ids, times, names and secrets in an example's place."""
    text = json.dumps(told, ensure_ascii=False)
    for pattern, instead in PLAIN:
        text = pattern.sub(instead, text)
    seen: dict[str, str] = {}

    def instead_of(found: re.Match[str]) -> str:
        number = 1 + sum(name.startswith(found[1]) for name in seen.values())
        return seen.setdefault(found[0], f"{found[1]}_0195f4c2a8d07b3e9c41d5e6f7a8{number:04x}")

    steady: dict[str, Any] = json.loads(ID.sub(instead_of, text))
    return steady


@pytest.fixture
def recorded(rest, settings) -> dict[str, Any]:
    """What every operation takes and gives: `{operation id: {request?, response?}}`."""
    settings.RATE_LIMIT_PER_MINUTE = 10_000
    world = World(rest)
    with tenant_scope(world.account):  # for the policy of a matter, which takes an owner
        grant(matter=world.matter, user=world.owner.user, level=READ)
    described = operations(json.loads(document()))
    told = {}
    for call, address in addresses().items():
        if call in UNSHOWN:
            continue
        with ready(world, call) as (client, method, path, usual):
            body = BODIES.get(call, usual)
            response = client.request(method, path, body)
        assert response.status_code < 300, call
        example = {"request": body} if body else {}
        if response.content and response["Content-Type"] == "application/json":
            example["response"] = response.json()
        operation = described[f"{method} {path_of(address)}"]
        if example:
            told[operation["operationId"]] = steadied(example)
    return told


def test_the_examples_are_what_the_service_answers(recorded):
    path = Path(openapi.__file__).with_name("examples.json")
    if os.environ.get("RECORD_EXAMPLES"):
        text = json.dumps(recorded, ensure_ascii=False, indent=1, sort_keys=True)
        path.write_text(text + "\n", encoding="utf-8")
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert without(kept) == without(recorded), "record them anew: see the top of this file"


def without(value: Any) -> Any:
    """The value without what the skills said."""
    if isinstance(value, dict):
        return {k: without(v) for k, v in value.items() if k not in OF_THE_SKILLS}
    return [without(item) for item in value] if isinstance(value, list) else value


def test_the_examples_fit_their_schemas():
    described = json.loads(document())
    shown = 0
    for call, operation in operations(described).items():
        for direction, content in contents(operation):
            for media in content.values():
                if "example" in media:
                    schema = {**media["schema"], "components": described["components"]}
                    faults = list(Draft202012Validator(schema).iter_errors(media["example"]))
                    assert not faults, (call, direction, faults)
                    shown += 1
    assert shown >= 100


def contents(operation: Any) -> list[tuple[str, Any]]:
    found = [
        (status, response.get("content", {})) for status, response in operation["responses"].items()
    ]
    return [("request", operation.get("requestBody", {}).get("content", {})), *found]
