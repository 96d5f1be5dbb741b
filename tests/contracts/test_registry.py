from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from legalcontext.block import (
    AUDIENCES,
    FORUMS,
    HANDLING,
    INSIGHT_CONTRACT,
    LABELS,
    LEGAL_CONTEXT_CONTRACT,
    MAX_STRING,
    NOTE_CODES,
    NOTICE,
    QUICK_ASK_CONTRACT,
    ROLES,
    SOURCE,
)
from legalcontext.contracts import UnknownContract, all_contracts, bundled, get
from legalcontext.contracts.quick_ask import SKILLS
from legalcontext.contracts.validation import WORDED

CONTRACTS = {LEGAL_CONTEXT_CONTRACT, QUICK_ASK_CONTRACT, INSIGHT_CONTRACT}


def schemas(node: Any) -> list[dict[str, Any]]:
    """Every object within a schema."""
    if isinstance(node, dict):
        return [node, *(found for member in node.values() for found in schemas(member))]
    if isinstance(node, list):
        return [found for member in node for found in schemas(member)]
    return []


def test_the_three_contracts_are_registered_under_their_address() -> None:
    assert {f"{name}/{version}" for name, version in all_contracts()} == CONTRACTS
    for name, version in all_contracts():
        schema = get(name, version)
        assert schema["$id"] == f"https://codossier.com/contracts/{name}/{version}"
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize(
    ("name", "version"), [("codossier.quick-ask", "2"), ("", ""), ("../secrets", "1")]
)
def test_unknown_contracts_are_key_errors(name: str, version: str) -> None:
    with pytest.raises(UnknownContract):
        get(name, version)
    with pytest.raises(KeyError):
        bundled(name, version)


def test_what_get_gives_may_be_changed_without_harm() -> None:
    get("codossier.insight", "1")["properties"].clear()
    assert get("codossier.insight", "1")["properties"]


@pytest.mark.parametrize("contract", sorted(CONTRACTS))
def test_a_bundle_refers_to_nothing_outside_itself(contract: str) -> None:
    schema = bundled(*contract.split("/"))
    Draft202012Validator.check_schema(schema)
    references = [node["$ref"] for node in schemas(schema) if "$ref" in node]
    for reference in references:
        assert reference.startswith("#/$defs/")
        assert reference.removeprefix("#/$defs/") in schema["$defs"]
    examples = schema.get("examples", [])
    assert all(Draft202012Validator(schema).is_valid(example) for example in examples)


def test_open_lists_are_examples_and_never_closed() -> None:
    legal, insight = get("codossier.legal-context", "1.0"), get("codossier.insight", "1")
    for schema in (legal, insight):
        assert not [node for node in schemas(schema) if "enum" in node]
        assert not [node for node in schemas(schema) if node.get("additionalProperties") is False]
    out, inbound = legal["properties"], legal["$defs"]["inbound"]["properties"]
    assert out["jurisdiction"]["properties"]["forum"]["examples"] == list(FORUMS)
    assert inbound["forum"]["examples"] == list(FORUMS)
    assert out["audience"]["examples"] == inbound["audience"]["examples"] == list(AUDIENCES)
    assert out["role"]["examples"] == inbound["role"]["examples"] == list(ROLES)
    assert out["privilege"]["examples"] == inbound["privilege"]["examples"] == list(LABELS)
    assert out["handling"]["examples"] == list(HANDLING.values())
    assert out["source"]["examples"] == [SOURCE]
    assert out["notice"]["examples"] == [NOTICE]
    assert {node["maxLength"] for node in inbound.values()} == {MAX_STRING}
    assert insight["$defs"]["context_note"]["properties"]["code"]["examples"] == list(NOTE_CODES)


def test_the_closed_list_of_skills_is_the_service_s_own() -> None:
    assert get("codossier.quick-ask", "1")["properties"]["skill"]["enum"] == list(SKILLS)


def test_every_keyword_that_refuses_has_our_words() -> None:
    silent = {"$schema", "$id", "$defs", "$ref", "title", "description", "examples"}
    passing_on = {"properties", "items", "if", "then", "else"}
    for name, version in all_contracts():
        for node in schemas(get(name, version)):
            if "type" in node or "$ref" in node:
                assert not set(node) - silent - passing_on - set(WORDED)


def test_contracts_work_with_django_blocked() -> None:
    script = (
        "import sys; sys.modules['django'] = None\n"
        "from legalcontext.contracts import parse_quick_ask\n"
        "print(parse_quick_ask({'skill': 'triage', 'question': 'Where?'}).skill)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("triage\n", "")


def test_schemas_name_no_host_but_the_product_s_and_the_dialect_s() -> None:
    for name, version in all_contracts():
        text = json.dumps(get(name, version))
        hosts = {part.split("/")[0] for part in text.split("https://")[1:]}
        assert hosts == {"codossier.com", "json-schema.org"}
        assert "http://" not in text
