"""`/v1/coverage`: what can be answered, for everybody."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from legalcontext.doors.rest.coverage import COVERAGE
from legalcontext.knowledge.models import Note

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

URL = "/v1/coverage"


@pytest.fixture
def client(rest):
    return rest()


def places(body):
    return {row["jurisdiction"] for row in body["data"]}


def test_topic_place_and_skill_with_the_notes_behind_them(client):
    response = client.get(URL)
    body = response.json()
    Draft202012Validator(COVERAGE).validate(body)
    assert response["Cache-Control"] == "public, max-age=300"
    row = {"topic": "security-deposit", "jurisdiction": "US-CA", "skill": "consult"}
    assert row | {"reviewed": 0, "unreviewed": 1} in body["data"]
    assert {topic["code"] for topic in body["topics"]} == {row["topic"] for row in body["data"]}


def test_a_reviewed_note_counts_as_one(client):
    Note.objects.filter(key="us-ca/security-deposit").update(
        status="published", reviewed_by="A. Lawyer", reviewed_on="2026-02-01"
    )
    rows = client.get(f"{URL}?topic=security-deposit&skill=consult").json()["data"]
    assert [(row["reviewed"], row["unreviewed"]) for row in rows] == [(1, 0)]


@pytest.mark.parametrize("place", ["US-CA", "California", "us-ca"])
def test_a_place_brings_the_notes_that_may_answer_there(client, place):
    body = client.get(f"{URL}?jurisdiction={place}").json()
    assert places(body) == {"US-CA", "US", "general"}


def test_general_notes_alone(client):
    assert places(client.get(f"{URL}?jurisdiction=general").json()) == {"general"}


def test_another_countrys_place_gets_general_notes_only(client):
    assert places(client.get(f"{URL}?jurisdiction=DE").json()) == {"general"}


@pytest.mark.parametrize("name", ["jurisdiction", "topic", "skill"])
def test_what_is_unknown_is_named(client, name):
    response = client.get(f"{URL}?{name}=atlantis")
    assert response.status_code == 400
    [fault] = response.json()["errors"]
    assert fault["pointer"] == f"?{name}"


def test_it_asks_the_database_once_a_skill(client, django_assert_num_queries):
    with django_assert_num_queries(3):
        client.get(URL)
