"""Conflict checks over REST."""

from __future__ import annotations

import pytest

from matters.services import conflicts
from tests import factories

pytestmark = pytest.mark.django_db

PATH = "/v1/conflict-checks"


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def client(rest, owner):
    return rest(factories.key_of(owner)[1])


@pytest.fixture
def asker(rest, owner):
    """A colleague who may read no matter."""
    factories.matter_of(owner, "Dunne v. Harbor Lofts")
    return rest(factories.key_of(factories.colleague(owner.account))[1])


def test_the_answer_is_one_of_two_sentences_and_nothing_else(asker):
    for names, answer in (
        (["HARBOR LOFTS, Inc."], "refer to whoever clears conflicts"),
        (["Somebody Else", "dunne"], "refer to whoever clears conflicts"),
        (["Somebody Else"], "nothing found"),
    ):
        response = asker.post(PATH, {"names": names})
        assert response.status_code == 201
        shown = response.json()
        assert shown == {
            "id": shown["id"], "answer": answer, "names": len(names),
            "checked_at": shown["checked_at"],
        }  # fmt: skip


def test_found_or_not_the_answers_are_of_one_form(asker):
    found, nothing = (asker.post(PATH, {"names": [name]}) for name in ("Dunne", "Nobody"))
    assert list(found.json()) == list(nothing.json())
    assert set(found.headers) == set(nothing.headers)


def test_a_repeat_asks_nothing_anew(client, asker):
    header = {"Idempotency-Key": "k-1"}
    first, second = (asker.post(PATH, {"names": ["Dunne"]}, headers=header) for _ in range(2))
    assert first.json() == second.json()
    assert second["Idempotent-Replayed"] == "true"
    assert len(client.get(PATH).json()["data"]) == 1


def test_the_record_tells_who_asked_and_no_name(client, asker, owner):
    asker.post(PATH, {"names": ["Dunne", "Nobody At All"]})
    response = client.get(PATH)
    (line,) = response.json()["data"]
    assert (line["names"], line["answer"]) == (2, "refer to whoever clears conflicts")
    assert line["asker"]["id"].startswith("usr_")
    assert "nobody" not in response.content.decode().lower()


def test_its_allowance_is_its_own_and_says_when_there_is_more(client, owner, monkeypatch):
    monkeypatch.setattr(conflicts, "CHECKS_PER_WINDOW", 1)
    assert client.post(PATH, {"names": ["x"]}).status_code == 201
    refused = client.post(PATH, {"names": ["x"]})
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    assert "1 such calls an hour" in refused.json()["detail"]
    assert 0 < int(refused["Retry-After"]) <= 3600
    assert client.get(PATH).status_code == 200


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/names"),
        ({"names": []}, "/names"),
        ({"names": "Dunne"}, "/names"),
        ({"names": ["x"] * 21}, "/names"),
        ({"names": ["x", ""]}, "/names/1"),
        ({"names": ["x" * 201]}, "/names/0"),
        ({"names": [7]}, "/names/0"),
        ({"names": ["x"], "matter": "mat_1"}, "/matter"),
    ],
)
def test_wrong_names_are_refused(client, body, pointer):
    response = client.post(PATH, body)
    assert response.status_code == 400
    assert {error["pointer"] for error in response.json()["errors"]} == {pointer}
