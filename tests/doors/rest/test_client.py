"""docs/codossier_client.py against a server: what the documentation shows works."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

import pytest

from accounts.tenancy import tenant_scope
from codossier.settings.environment import ROOT
from legalcontext.answers.models import Answer
from legalcontext.contracts import validate
from tests import factories

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("notes")]

QUESTION = "My landlord in Sacramento will not return my deposit."


@pytest.fixture(scope="module")
def example() -> Any:
    """The module, which is no part of the package."""
    path = ROOT / "docs" / "codossier_client.py"
    spec = importlib.util.spec_from_file_location("codossier_client", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["codossier_client"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def slept() -> list[float]:
    return []


@pytest.fixture
def client(example, live_server, owner, slept):
    secret = factories.key_of(owner)[1]
    return example.Codossier(live_server.url, secret, sleep=slept.append)


def kept(owner):
    with tenant_scope(owner.account_id):
        return Answer.objects.count()


def test_asking_reading_listing_and_deleting(client, example, owner):
    insight = client.ask("triage", QUESTION, context={"role": "party"})
    assert validate("codossier.insight/1", insight) == []
    assert client.answer(insight["id"]) == insight
    assert [line["id"] for line in client.answers(skill="triage")] == [insight["id"]]
    block = client.resolve("triage", QUESTION, context={"role": "party"})["legal_context"]
    assert block == insight["legal_context"]
    client.delete_answer(insight["id"])
    with pytest.raises(example.Problem) as refused:
        client.answer(insight["id"])
    assert (refused.value.status, refused.value.code) == (404, "not_found")
    assert kept(owner) == 0


def test_a_matter_from_its_opening_to_its_close(client, owner):
    matter = client.open_matter("Dunne v. Lofts", jurisdiction="New York")
    assert (matter["jurisdiction"], matter["access"]) == ("US-NY", "manage")
    colleague = factories.colleague(owner.account)
    client.share(matter["id"], colleague.public_id, "work")
    grants = list(client.pages(f"/v1/matters/{matter['id']}/grants"))
    assert {g["member"]["id"]: g["level"] for g in grants}[colleague.public_id] == "work"
    client.unshare(matter["id"], colleague.public_id)
    assert client.close_matter(matter["id"])["status"] == "closed"
    assert list(client.matters()) == []
    assert [m["id"] for m in client.matters("all")] == [matter["id"]]
    assert client.matter(matter["id"])["status"] == "closed"
    assert client.check_conflicts(["Somebody Else"]) == "nothing found"


def test_lists_are_read_to_their_end(client):
    made = [client.open_matter(f"Matter {n}")["id"] for n in range(101)]
    assert [matter["id"] for matter in client.matters()] == made[::-1]


def test_what_is_wrong_is_named(client, example):
    with pytest.raises(example.Problem) as refused:
        client.ask("divination", QUESTION)
    assert refused.value.code == "invalid_request"
    assert [fault.pointer for fault in refused.value.errors] == ["/skill"]
    assert refused.value.request_id in str(refused.value)


def test_a_call_sent_again_is_done_once(client, owner):
    body = {"skill": "triage", "question": QUESTION}
    twice = [client.call("POST", "/v1/asks", body, idempotency_key="k") for _ in range(2)]
    assert twice[0] == twice[1]
    assert kept(owner) == 1


def test_too_many_calls_wait_as_long_as_the_service_says(client, example, slept, settings):
    settings.RATE_LIMIT_PER_MINUTE = 1
    list(client.matters())
    with pytest.raises(example.Problem) as refused:
        list(client.matters())
    assert refused.value.code == "rate_limited"
    assert len(slept) == 2
    assert all(0 < seconds <= 60 for seconds in slept)


def test_an_id_never_leads_elsewhere(client, example):
    with pytest.raises(example.Problem) as refused:
        client.matter("../account")
    assert refused.value.status == 404


def test_an_address_without_a_scheme_is_refused(example):
    with pytest.raises(ValueError, match="https"):
        example.Codossier("file:///etc/passwd", "x")
