"""The contracts are public, cacheable, and resolve one another."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from legalcontext.block.constants import EXTENSION_URI, HANDLING, LEGAL_CONTEXT_CONTRACT
from legalcontext.contracts import all_contracts

pytestmark = pytest.mark.django_db


def test_the_index_lists_every_contract_and_each_address_works(rest):
    listed = rest().get("/contracts/").json()["data"]
    assert [entry["contract"] for entry in listed] == ["/".join(pair) for pair in all_contracts()]
    for entry in listed:
        response = rest().get(entry["url"].removeprefix("http://testserver"))
        assert response["Content-Type"] == "application/schema+json"
        assert "public" in response["Cache-Control"]
        schema = response.json()
        Draft202012Validator.check_schema(schema)
        assert schema["$id"].endswith("/contracts/" + entry["contract"])


def test_an_unchanged_contract_is_not_sent_again(rest):
    path = f"/contracts/{LEGAL_CONTEXT_CONTRACT}"
    etag = rest().get(path)["ETag"]
    assert rest().get(path, headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize("path", ["x/1", "codossier.insight/2", "codossier.insight/../1", "a/b/c"])
def test_an_unknown_contract_is_a_problem(rest, path):
    assert rest().get(f"/contracts/{path}").status_code == 404


def test_the_extensions_identifier_leads_to_its_page(rest):
    path = EXTENSION_URI.removeprefix("https://codossier.com")
    page = rest().get(path)
    assert page["Content-Type"].startswith("text/html")
    assert EXTENSION_URI in page.text
    for text in HANDLING.values():
        assert text.replace("'", "&#x27;") in page.text


def test_health_says_ok_and_nothing_else(rest):
    assert rest().get("/health").json() == {"status": "ok"}
