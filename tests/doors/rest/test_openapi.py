"""The OpenAPI document: valid, without a warning, and of every address that there is."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from jsonschema import Draft202012Validator

from codossier.settings.environment import ROOT
from legalcontext.contracts import get
from legalcontext.doors.problems import Code
from legalcontext.doors.rest.documentation import document
from legalcontext.doors.rest.rendering import STATUS
from tests.doors.rest.test_permissions import PUBLIC, TABLE, addresses


@pytest.fixture(scope="module")
def described() -> Any:
    return json.loads(document())


def operations(described: Any) -> dict[str, Any]:
    """Each described call, as `GET /v1/asks`."""
    return {
        f"{verb.upper()} {path}": operation
        for path, verbs in described["paths"].items()
        for verb, operation in verbs.items()
    }


def path_of(address: str) -> str:
    return "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", address)


@pytest.mark.filterwarnings("error")
def test_it_is_valid_and_made_without_a_warning(tmp_path, described):
    made = tmp_path / "openapi.json"
    call_command(
        "spectacular", validate=True, fail_on_warn=True, format="openapi-json", file=str(made)
    )
    assert json.loads(made.read_text(encoding="utf-8")) == described
    assert described["openapi"] == "3.1.0"


def test_every_address_and_method_is_described_and_nothing_else(described):
    routed = {f"{call.split()[0]} {path_of(address)}" for call, address in addresses().items()}
    assert set(operations(described)) == routed


def test_operations_have_names_of_their_own_and_words(described):
    found = list(operations(described).values())
    names = [operation["operationId"] for operation in found]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", name) for name in names)
    assert all(operation["summary"] for operation in found)
    tags = {tag["name"] for tag in described["tags"]}
    assert {tag for operation in found for tag in operation["tags"]} == tags


def test_what_needs_no_credential_says_so(described):
    public = {
        f"{call.split()[0]} {path_of(addresses()[call])}"
        for call, row in TABLE.items()
        if row == PUBLIC
    } | {"POST /v1/invitations/accept"}
    for call, operation in operations(described).items():
        asked = operation.get("security", described.get("security"))
        assert (asked == []) == (call in public), call


def test_every_reference_leads_somewhere(described):
    text = json.dumps(described)
    for target in set(re.findall(r'"\$ref": "#/([^"]+)"', text)):
        place = described
        for step in target.split("/"):
            place = place[step]


def test_every_schema_is_json_schema_2020_12(described):
    for schema in described["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_the_contracts_are_its_components(described):
    insight = get("codossier.insight", "1")
    assert described["components"]["schemas"]["Insight"]["required"] == insight["required"]


def test_every_problem_names_its_codes(described):
    """The codes of a status stand in its description, and they are codes of that status."""
    for call, operation in operations(described).items():
        for status, response in operation["responses"].items():
            if int(status) < 400:
                continue
            assert list(response["content"]) == ["application/problem+json"], call
            codes = [Code(name) for name in re.findall(r"`(\w+)`", response["description"])]
            assert codes, (call, status)
            assert all(STATUS[code] == int(status) for code in codes), (call, status)


def test_every_post_takes_an_idempotency_key(described):
    for call, operation in operations(described).items():
        headers = {p["name"] for p in operation.get("parameters", ()) if p["in"] == "header"}
        assert ("Idempotency-Key" in headers) == call.startswith("POST "), call


@pytest.mark.django_db
def test_it_is_served_to_everybody_and_not_sent_again_unchanged(rest):
    response = rest().get("/openapi.json")
    assert (response.content, response["Content-Type"]) == (document(), "application/json")
    assert "public" in response["Cache-Control"]
    again = rest().get("/openapi.json", headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.django_db
def test_the_page_takes_everything_from_this_service(rest):
    page = rest().get("/docs/").text
    fetched = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(fetched) >= 3
    fetched.remove("/docs/?script=")
    for address in fetched:
        assert address.startswith("/static/")
        assert finders.find(address.removeprefix("/static/")), address
    script = rest().get("/docs/?script=")
    assert script["Content-Type"].startswith("application/javascript")
    assert '"/openapi.json"' in script.text
    assert '"validatorUrl": null' in script.text
    assert not re.findall(r"https?://(?!testserver)", page)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/docs/", "/openapi.json", "/health", "/contracts/"])
def test_a_wrong_method_is_a_problem_there_too(rest, path):
    response = rest().post(path, {})
    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")


def test_the_page_about_rest_lists_every_address(described):
    page = (ROOT / "docs" / "rest.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([A-Z]+ /\S+)` \|", page, re.MULTILINE)
    assert sorted(listed) == sorted(operations(described))


def test_the_page_about_rest_lists_every_code_with_its_status():
    page = (ROOT / "docs" / "rest.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `(\w+)` \| (\d+)", page, re.MULTILINE))
    unused = {Code.DOCUMENT_UNREADABLE, Code.STEP_UP_REQUIRED}  # of doors and steps to come
    assert listed == {code.value: str(STATUS[code]) for code in Code if code not in unused}
