"""The dates of an answer over REST."""

from __future__ import annotations

from typing import Any

import pytest
from icalendar import Calendar

from legalcontext.block.constants import NOTICE
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

ASK = {
    "skill": "triage",
    "question": "My landlord in Sacramento wants me out. The hearing is on January 10, 2099.",
}


@pytest.fixture
def client(rest):
    return rest(factories.key_of(factories.individual())[1])


@pytest.fixture
def address(client):
    return f"/v1/asks/{client.post('/v1/asks', ASK).json()['id']}/calendar"


def test_the_dates_of_an_answer(client, address):
    response = client.get(address)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert response["Cache-Control"] == "no-store"
    assert address.split("/")[3] in response["Content-Disposition"]
    calendar: Any = Calendar.from_ical(response.content)
    (entry,) = calendar.walk("VEVENT")
    assert entry["dtstart"].dt.isoformat() == "2099-01-10"
    assert entry["description"] == NOTICE
    assert b"Sacramento" not in response.content


@pytest.mark.parametrize("accepted", ["text/calendar", "application/json", "text/html", "x/y"])
def test_every_client_gets_a_calendar(client, address, accepted):
    assert client.get(address, headers={"Accept": accepted}).status_code == 200


def test_it_is_read_by_whoever_may_read_the_answer_and_missing_to_others(rest, client, address):
    stranger = rest(factories.key_of(factories.individual())[1])
    missing = stranger.get("/v1/asks/ans_nothing/calendar")
    refused = stranger.get(address, headers={"Accept": "text/calendar"})
    assert (refused.status_code, refused["Content-Type"]) == (404, "application/problem+json")
    said, elsewhere = refused.json(), missing.json()
    assert said.pop("request_id") != elsewhere.pop("request_id")
    assert said == elsewhere
    client.delete(address.removesuffix("/calendar"))
    assert client.get(address).status_code == 404
