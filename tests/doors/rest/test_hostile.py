"""Whatever is sent, the answer is a clear problem, never a 500, and nothing is half-stored."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer, AnswerContent
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

ASK = {"skill": "triage", "question": "What is a summons?"}


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def client(rest, owner):
    return rest(factories.key_of(owner)[1])


@pytest.fixture
def nothing_kept(owner):
    yield
    with tenant_scope(owner.account_id):
        assert not Answer.objects.exists()
        assert not AnswerContent.objects.exists()


BODIES = {
    "empty": b"",
    "no json": b"hello",
    "cut off": b'{"skill": "triage", "question": "wh',
    "a list": b"[]",
    "a number": b"7",
    "null": b"null",
    "latin-1": '{"skill": "triage", "question": "Möbel"}'.encode("latin-1"),
    "utf-16": json.dumps(ASK).encode("utf-16"),
    "byte order mark": b"\xef\xbb\xbf" + json.dumps(ASK).encode(),
    "NaN": b'{"skill": "triage", "question": "q", "keep_days": NaN}',
    "Infinity": b'{"skill": "triage", "question": "q", "keep_days": Infinity}',
    "huge exponent": b'{"skill": "triage", "question": "q", "keep_days": 1e999}',
    "5,000 digits": b'{"skill": "triage", "question": "q", "keep_days": ' + b"9" * 5000 + b"}",
    "100,000 deep": b'{"skill": "triage", "question": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "deep in the block": b'{"skill": "triage", "question": "q", "context": '
    + b'{"x": ' * 300
    + b"1"
    + b"}" * 300
    + b"}",
    "lone surrogate": b'{"skill": "triage", "question": "\\ud800"}',
    "lone surrogate in the block": b'{"skill":"triage","question":"q","context":{"x":"\\udfff"}}',
    "lone surrogate as a name": b'{"skill":"triage","question":"q","context":{"\\udfff":1}}',
    "NUL": b'{"skill": "triage", "question": "a\\u0000b"}',
    "NUL in the block": b'{"skill": "triage", "question": "q", "context": {"role": "\\u0000"}}',
    "NUL in a document": (
        b'{"skill":"triage","question":"q","documents":[{"name":"n","text":"\\u0000"}]}'
    ),
}


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("path", ["/v1/asks", "/v1/context/resolve"])
@pytest.mark.parametrize("name", BODIES)
def test_a_hostile_body_is_refused_in_words(client, path, name):
    response = client.post(path, BODIES[name])
    assert response.status_code == 400
    assert response.json()["code"] in ("invalid_request", "invalid_context")


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize(
    "member", ["jurisdiction", "forum", "audience", "role", "matter", "on_behalf_of", "privilege"]
)
@pytest.mark.parametrize("value", [7, 1.5, True, [], ["x"], {"a": 1}, "x" * 201])
def test_a_wrong_type_anywhere_in_the_block_is_named(client, member, value):
    if member == "jurisdiction" and isinstance(value, dict):
        value = {"value": 7}  # an object may be an outbound block handed on (J10)
    response = client.post("/v1/asks", ASK | {"context": {member: value}})
    assert response.status_code == 400
    assert response.json()["code"] == "invalid_context"
    (error,) = response.json()["errors"]
    assert error["pointer"].startswith(f"/context/{member}")


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("context", [7, "x", [], True])
def test_a_block_that_is_no_object_is_refused(client, context):
    response = client.post("/v1/asks", ASK | {"context": context})
    assert response.json()["code"] == "invalid_context"
    assert response.json()["errors"][0]["pointer"] == "/context"


@pytest.mark.usefixtures("nothing_kept")
def test_a_body_over_the_limit_is_named_with_the_limit(client, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000
    response = client.post("/v1/asks", json.dumps(ASK | {"question": "x" * 20_000}).encode())
    assert (response.status_code, response.json()["code"]) == (413, "too_large")
    assert "0.01 MB" in response.json()["detail"]


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "nonsense",
    ],
)
def test_another_media_type_is_refused(client, content_type):
    response = client.post("/v1/asks", json.dumps(ASK).encode(), content_type=content_type)
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media")


def test_a_charset_beside_the_media_type_is_fine(client):
    response = client.post(
        "/v1/asks", json.dumps(ASK).encode(), content_type="application/json; charset=utf-8"
    )
    assert response.status_code == 200


@pytest.mark.parametrize("accept", ["application/json", "*/*", "text/html", "image/png", ""])
def test_whatever_is_accepted_json_comes(client, accept):
    response = client.get("/v1/asks", headers={"Accept": accept})
    assert response["Content-Type"] == "application/json"


def test_an_unknown_host_gets_a_problem(client):
    response = client.get("/v1/asks", headers={"Host": "evil.example"})
    assert (response.status_code, response.json()["code"]) == (400, "invalid_request")


@pytest.mark.parametrize("path", ["/nothing", "/v1/", "/v1/asks/", "/nothing/x", "/%ff"])
def test_an_unknown_address_gets_a_problem(client, path):
    response = client.get(path)
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "PROPFIND"])
def test_a_wrong_method_names_the_right_ones(client, method):
    response = client.request(method, "/v1/asks")
    assert response.status_code == 405
    assert response["Allow"] == "GET, POST, HEAD"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer"},
        {"Authorization": "Basic YTpi"},
        {"Authorization": "Bearer cdx_live_" + "0" * 38},
        {"X-Api-Key": "ключ"},
        {"X-Api-Key": "\x00"},
    ],
)
def test_without_a_good_key_the_answer_is_a_challenge(rest, headers):
    response = rest().get("/v1/asks", headers=headers)
    assert (response.status_code, response.json()["code"]) == (401, "unauthenticated")
    assert response["WWW-Authenticate"].startswith("Bearer")


def test_two_different_keys_are_refused(rest, owner):
    first, second = factories.key_of(owner)[1], factories.key_of(owner)[1]
    assert rest(first).get("/v1/asks", headers={"X-Api-Key": second}).status_code == 401
    assert rest(first).get("/v1/asks", headers={"X-Api-Key": first}).status_code == 200


def test_a_fault_on_our_side_says_nothing_of_what_it_was(client, monkeypatch, caplog):
    secret = "the client's name is Zanzibar"

    def fail(*args, **kwargs):
        raise RuntimeError(secret)

    monkeypatch.setattr("legalcontext.answers.ask.resolve", fail)
    response = client.post("/v1/asks", ASK)
    assert (response.status_code, response.json()["code"]) == (500, "internal")
    assert secret not in response.text


TEXT = "ä ß § 世界 🦉 e\u0301 é \u2028 \u202e \ufeff"


def test_unicode_comes_back_as_it_went_in(client):
    document = {"name": f"{TEXT}.txt", "text": f"{TEXT} The Tenant pays $5."}
    body = {"skill": "document_review", "question": TEXT, "documents": [document],
            "context": {"role": TEXT}}  # fmt: skip
    response = client.post("/v1/asks", json.dumps(body, ensure_ascii=False).encode())
    assert response.json()["legal_context"]["role"] == TEXT
    assert TEXT.encode() in response.content  # raw UTF-8, no escapes
    listed = client.get("/v1/asks").json()["data"][0]
    assert listed["question"] == TEXT


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    body=JSON
    | st.fixed_dictionaries(
        {"skill": st.just("triage") | JSON, "question": st.text(min_size=1, max_size=40) | JSON},
        optional={
            "context": JSON,
            "documents": JSON,
            "keep_days": JSON,
            "language": JSON,
            "schema": JSON,
        },
    )
)
def test_any_json_gets_an_answer_or_a_problem(client, body):
    response = client.post("/v1/asks", json.dumps(body).encode())
    assert response.status_code in (200, 400, 404)


@pytest.mark.parametrize("value", ["%00", "%ff%fe", "..%2f..%2fetc", "x" * 4000, "ans_" + "G" * 32])
@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_a_malformed_id_counts_as_a_missing_one(client, method, value):
    response = client.request(method, f"/v1/asks/{value}")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")
