"""Asking, reading again, listing and deleting, as programs do it over REST."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone
from guardian.shortcuts import remove_perm

from accounts.ids import parse_public_id, uuid7
from accounts.tenancy import tenant_scope
from legalcontext.answers import ask as asking
from legalcontext.answers.models import Answer, AnswerContent
from legalcontext.block.constants import HANDLING, NOTICE, SOURCE
from legalcontext.contracts import validate
from legalcontext.skills import SKILLS
from matters.models import READ
from matters.services.matters import grant
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

DEPOSIT = {
    "skill": "triage",
    "question": "My landlord in Sacramento will not return my deposit. I moved out in May.",
}


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def matter(owner):
    return factories.matter_of(owner, "Doe v. Roe", litigation_anticipated="yes")


def client_of(rest, membership, **fields):
    return rest(factories.key_of(membership, **fields)[1])


def kept(account_id):
    with tenant_scope(account_id):
        return Answer.objects.count(), AnswerContent.objects.count()


class TestAsking:
    @pytest.mark.parametrize("skill", ["triage", "consult", "document_review"])
    def test_every_skill_gives_an_insight_that_fits_its_contract(self, rest, skill):
        person = factories.individual()
        body = DEPOSIT | {"skill": skill}
        if skill == "document_review":
            body["documents"] = [{"name": "lease.txt", "text": "This lease is made in Texas."}]
        response = client_of(rest, person).post("/v1/asks", body)
        assert response.status_code == 200
        insight = response.json()
        assert validate("codossier.insight/1", insight) == []
        assert validate("codossier.legal-context/1.0", insight["legal_context"]) == []
        assert insight["skill"] == skill
        assert kept(person.account_id) == (1, 1)

    def test_a_language_that_is_not_written_is_said_to_be_missing(self, rest):
        client = client_of(rest, factories.individual())
        said = "Answers come in English or Spanish only. This one is in English."
        limits = [
            client.post("/v1/asks", DEPOSIT | language).json()["limits"]
            for language in ({}, {"language": "en-GB"}, {"language": "fr"})
        ]
        assert [said in each for each in limits] == [False, False, True]

    @pytest.mark.parametrize("path", ["/v1/asks", "/v1/context/resolve"])
    def test_an_empty_body_is_named_for_what_it_is(self, rest, path):
        response = client_of(rest, factories.individual()).post(path, b"")
        assert response.status_code == 400
        assert response.json()["detail"] == "The body is empty; send a JSON object."

    def test_an_individual_gets_the_block_of_an_individual(self, rest):
        insight = client_of(rest, factories.individual()).post("/v1/asks", DEPOSIT).json()
        assert insight["legal_context"] == {
            "jurisdiction": {"value": "US-CA", "basis": "inferred"},
            "audience": "individual",
            "role": "party",
            "privilege": "none",
            "handling": HANDLING["none"],
            "retention": ("kept 12 months under the account; delete it from the account's history"),
            "source": SOURCE,
            "notice": NOTICE,
        }

    def test_a_professional_on_an_owned_matter_gets_work_product(self, rest, owner, matter):
        body = DEPOSIT | {"context": {"matter": matter.public_id}}
        block = client_of(rest, owner).post("/v1/asks", body).json()["legal_context"]
        assert (block["audience"], block["privilege"]) == ("professional", "work_product")
        assert "notice" not in block

    def test_a_granted_reader_gets_no_work_product(self, rest, owner, matter):
        reader = factories.colleague(owner.account)
        with tenant_scope(owner.account_id):
            grant(matter=matter, user=reader.user, level=READ)
        body = DEPOSIT | {"context": {"matter": matter.public_id}}
        block = client_of(rest, reader).post("/v1/asks", body).json()["legal_context"]
        assert block["privilege"] == "unknown"

    def test_a_stated_place_comes_back_as_stated(self, rest, owner):
        body = DEPOSIT | {"context": {"jurisdiction": "us-tx"}}
        insight = client_of(rest, owner).post("/v1/asks", body).json()
        assert insight["legal_context"]["jurisdiction"] == {"value": "US-TX", "basis": "stated"}
        codes = {note["code"] for note in insight["context_notes"]}
        assert {"jurisdiction_normalized", "jurisdiction_conflict"} <= codes

    def test_the_block_is_kept_as_it_was_sent(self, rest, owner):
        context = {"z_later": {"n": 12345678901234567890}, "role": "counsel", "a": "ä\u2028世"}
        client_of(rest, owner).post("/v1/asks", DEPOSIT | {"context": context})
        with tenant_scope(owner.account_id):
            stored = AnswerContent.objects.get().inbound
        assert list(stored) == ["z_later", "role", "a"]
        assert stored == context

    def test_keep_days_shortens_and_zero_keeps_nothing(self, rest, owner):
        client = client_of(rest, owner)
        week = client.post("/v1/asks", DEPOSIT | {"keep_days": 7}).json()
        assert week["legal_context"]["retention"].startswith("kept 7 days under the account")
        made = dt.datetime.fromisoformat(week["created_at"])
        assert dt.datetime.fromisoformat(week["expires_at"]) - made == dt.timedelta(days=7)
        none = client.post("/v1/asks", DEPOSIT | {"keep_days": 0}).json()
        assert none["legal_context"]["retention"] == "deleted once delivered"
        assert kept(owner.account_id) == (1, 1)
        assert client.get(f"/v1/asks/{none['id']}").status_code == 404

    def test_a_test_keys_answers_are_marked_and_kept_one_day(self, rest, owner):
        insight = client_of(rest, owner, mode="test").post("/v1/asks", DEPOSIT).json()
        assert "1 day " in insight["legal_context"]["retention"]
        with tenant_scope(owner.account_id):
            assert Answer.objects.get().test

    def test_an_ask_without_a_matter_reads_no_matter(self, rest, owner, matter, recorded_sql):
        for context in (None, {}, {"matter": None}, {"matter": ""}):
            client_of(rest, owner).post("/v1/asks", DEPOSIT | {"context": context})
        assert not [sql for sql in recorded_sql() if "matters_" in sql and "INSERT" not in sql]


class TestRefusals:
    def test_missing_forbidden_and_malformed_matters_give_the_same_bytes(self, rest, owner, matter):
        stranger = client_of(rest, factories.colleague(owner.account))
        foreign = factories.matter_of(factories.firm())
        ids = [matter.public_id, foreign.public_id, f"mat_{uuid7().hex}", "mat_x", "x", "ans_1"]
        answers = []
        for matter_id in ids:
            response = stranger.post("/v1/asks", DEPOSIT | {"context": {"matter": matter_id}})
            problem = response.json() | {"request_id": "-"}
            headers = {k: v for k, v in response.headers.items() if k not in VARYING}
            answers.append((response.status_code, problem, headers))
        assert answers[0][0] == 404
        assert answers[0][1]["code"] == "matter_not_found"
        assert all(answer == answers[0] for answer in answers)
        assert kept(owner.account_id) == (0, 0)

    def test_a_wrongly_typed_block_names_each_bad_pointer(self, rest, owner):
        context = {"jurisdiction": 7, "role": ["counsel"], "matter": {}, "privilege": "x" * 201}
        response = client_of(rest, owner).post("/v1/asks", DEPOSIT | {"context": context})
        assert response.status_code == 400
        problem = response.json()
        assert problem["code"] == "invalid_context"
        pointers = {error["pointer"] for error in problem["errors"]}
        assert pointers == {
            "/context/jurisdiction", "/context/role", "/context/matter", "/context/privilege",
        }  # fmt: skip
        assert kept(owner.account_id) == (0, 0)

    @pytest.mark.parametrize(
        ("body", "pointer"),
        [
            ({"question": "q"}, "/skill"),
            ({"skill": "triage"}, "/question"),
            ({"skill": "divination", "question": "q"}, "/skill"),
            ({"skill": "triage", "question": ""}, "/question"),
            ({"skill": "triage", "question": "x" * 20_001}, "/question"),
            ({"skill": "triage", "question": "q", "keep_days": True}, "/keep_days"),
            ({"skill": "triage", "question": "q", "keep_days": -1}, "/keep_days"),
            ({"skill": "triage", "question": "q", "documents": {}}, "/documents"),
            ({"skill": "triage", "question": "q", "documents": [{"id": "doc_1"}]},
             "/documents/0/id"),
        ],
    )  # fmt: skip
    def test_what_does_not_fit_the_contract_is_named(self, rest, owner, body, pointer):
        response = client_of(rest, owner).post("/v1/asks", body)
        assert response.status_code in (400, 404)
        assert pointer in {error["pointer"] for error in response.json()["errors"]}
        assert kept(owner.account_id) == (0, 0)

    def test_a_key_without_the_scope_may_not_ask(self, rest, owner):
        client = client_of(rest, owner, scopes=["history:read"])
        response = client.post("/v1/asks", DEPOSIT)
        assert (response.status_code, response.json()["code"]) == (403, "insufficient_scope")

    def test_a_matter_deleted_while_the_skill_worked_refuses_the_ask(
        self, rest, owner, matter, monkeypatch
    ):
        work = SKILLS["triage"]

        def delete_meanwhile(*args):
            with tenant_scope(owner.account_id):
                matter.delete()
            return work(*args)

        monkeypatch.setattr(asking, "SKILLS", {"triage": delete_meanwhile})
        body = DEPOSIT | {"context": {"matter": matter.public_id}}
        assert client_of(rest, owner).post("/v1/asks", body).status_code == 404
        assert kept(owner.account_id) == (0, 0)


VARYING = {"Request-Id", "RateLimit"}


class TestHistory:
    @pytest.fixture
    def asked(self, rest, owner):
        """The client and the insight of one ask."""
        client = client_of(rest, owner)
        return client, client.post("/v1/asks", DEPOSIT).json()

    def test_it_reads_again_as_it_was_given(self, asked):
        client, insight = asked
        assert client.get(f"/v1/asks/{insight['id']}").json() == insight

    def test_it_is_listed_newest_first_with_its_question(self, rest, owner, asked):
        client, first = asked
        second = client.post("/v1/asks", DEPOSIT | {"skill": "consult"}).json()
        page = client.get("/v1/asks").json()
        assert [line["id"] for line in page["data"]] == [second["id"], first["id"]]
        assert page["data"][0]["question"] == DEPOSIT["question"]
        assert (page["has_more"], page["next_cursor"]) == (False, None)

    def test_pages_follow_one_another_without_loss(self, rest, owner):
        client = client_of(rest, owner)
        made = [client.post("/v1/asks", DEPOSIT).json()["id"] for _ in range(5)]
        found: list[str] = []
        after: str | None = ""
        while after is not None:
            page = client.get(f"/v1/asks?limit=2&after={after}").json()
            found += [line["id"] for line in page["data"]]
            after = page["next_cursor"]
        assert found == made[::-1]

    def test_a_cursor_is_bound_to_its_reader_and_filters(self, rest, owner):
        client = client_of(rest, owner)
        for _ in range(2):
            client.post("/v1/asks", DEPOSIT)
        cursor = client.get("/v1/asks?limit=1").json()["next_cursor"]
        assert client.get(f"/v1/asks?limit=1&after={cursor}&skill=triage").status_code == 400
        other = client_of(rest, factories.firm())
        assert other.get(f"/v1/asks?limit=1&after={cursor}").status_code == 400
        assert client.get(f"/v1/asks?after={cursor[:-1]}").status_code == 400

    @pytest.mark.parametrize(
        "query", ["limit=0", "limit=101", "limit=x", "limit=٣", "skill=x", "of=x", "after=x"]
    )
    def test_a_wrong_query_is_refused(self, asked, query):
        assert asked[0].get(f"/v1/asks?{query}").status_code == 400

    def test_it_is_deleted_at_once_and_for_good(self, owner, asked):
        client, insight = asked
        assert client.delete(f"/v1/asks/{insight['id']}").status_code == 204
        assert kept(owner.account_id) == (0, 0)
        assert client.get(f"/v1/asks/{insight['id']}").status_code == 404
        assert client.delete(f"/v1/asks/{insight['id']}").status_code == 404

    def test_an_expired_answer_is_no_longer_read(self, owner, asked):
        client, insight = asked
        with tenant_scope(owner.account_id):
            Answer.objects.update(expires_at=timezone.now())
        assert client.get(f"/v1/asks/{insight['id']}").status_code == 404
        assert client.get("/v1/asks").json()["data"] == []

    def test_a_later_transfer_of_the_matter_changes_no_label(self, rest, owner, matter):
        client = client_of(rest, owner)
        body = DEPOSIT | {"context": {"matter": matter.public_id}}
        insight = client.post("/v1/asks", body).json()
        heir = factories.colleague(owner.account)
        with tenant_scope(owner.account_id):
            matter.owner = heir.user
            matter.save()
            grant(matter=matter, user=heir.user, level=READ)
        again = client_of(rest, heir).get(f"/v1/asks/{insight['id']}").json()
        assert again["legal_context"]["privilege"] == "work_product"


class TestWhoReads:
    """Isolation, "Who reads an answer" and "Who deletes it"."""

    def ask(self, client, **context):
        return client.post("/v1/asks", DEPOSIT | {"context": context}).json()["id"]

    def may(self, client, answer_id):
        return client.get(f"/v1/asks/{answer_id}").status_code == 200

    def test_another_tenant_sees_nothing_of_it(self, rest, owner):
        answer_id = self.ask(client_of(rest, owner))
        other = client_of(rest, factories.firm())
        missing = other.get(f"/v1/asks/ans_{uuid7().hex}")
        foreign = other.get(f"/v1/asks/{answer_id}")
        assert foreign.status_code == missing.status_code == 404
        strip = {"request_id": "-"}
        assert foreign.json() | strip == missing.json() | strip
        assert other.delete(f"/v1/asks/{answer_id}").status_code == 404
        assert other.get("/v1/asks").json()["data"] == []

    def test_a_colleague_reads_it_only_through_the_matter(self, rest, owner, matter):
        asker, reader = client_of(rest, owner), factories.colleague(owner.account)
        private = self.ask(asker)
        shared = self.ask(asker, matter=matter.public_id)
        client = client_of(rest, reader)
        assert not self.may(client, private)
        assert not self.may(client, shared)
        with tenant_scope(owner.account_id):
            grant(matter=matter, user=reader.user, level=READ)
        assert not self.may(client, private)
        assert self.may(client, shared)
        assert client.delete(f"/v1/asks/{shared}").status_code == 404

    def test_the_asker_loses_it_with_the_matter(self, rest, owner, matter):
        reader = factories.colleague(owner.account)
        with tenant_scope(owner.account_id):
            grant(matter=matter, user=reader.user, level=READ)
        client = client_of(rest, reader)
        answer_id = self.ask(client, matter=matter.public_id)
        with tenant_scope(owner.account_id):
            remove_perm(READ, reader.user, matter)
        assert not self.may(client, answer_id)

    def test_owners_read_a_services_answer_and_other_members_do_not(self, rest, owner):
        _, secret, _ = factories.service_key(owner.account)
        service = rest(secret)
        answer_id = self.ask(service)
        assert self.may(service, answer_id)
        assert self.may(client_of(rest, owner), answer_id)
        admin = factories.colleague(owner.account, role="admin")
        assert not self.may(client_of(rest, admin), answer_id)
        other_service = rest(factories.service_key(owner.account)[1])
        assert not self.may(other_service, answer_id)

    def test_owners_and_admins_see_metadata_of_all_and_members_do_not(self, rest, owner):
        asker = factories.colleague(owner.account)
        answer_id = self.ask(client_of(rest, asker))
        admin = factories.colleague(owner.account, role="admin")
        for boss in (owner, admin):
            (line,) = client_of(rest, boss).get("/v1/asks?of=account").json()["data"]
            assert line["id"] == answer_id
            assert not {"question", "matter", "jurisdiction"} & set(line)
            assert not self.may(client_of(rest, boss), answer_id)
        assert client_of(rest, asker).get("/v1/asks?of=account").status_code == 404

    def test_an_owner_deletes_without_reading(self, rest, owner):
        asker = factories.colleague(owner.account)
        answer_id = self.ask(client_of(rest, asker))
        admin = factories.colleague(owner.account, role="admin")
        assert client_of(rest, admin).delete(f"/v1/asks/{answer_id}").status_code == 404
        assert client_of(rest, owner).delete(f"/v1/asks/{answer_id}").status_code == 204


class TestIdempotency:
    def test_the_same_request_twice_has_one_answer(self, rest, owner):
        client, header = client_of(rest, owner), {"Idempotency-Key": "k-1"}
        first = client.post("/v1/asks", DEPOSIT, headers=header)
        second = client.post("/v1/asks", DEPOSIT, headers=header)
        assert first.json() == second.json()
        assert "Idempotent-Replayed" not in first
        assert second["Idempotent-Replayed"] == "true"
        assert kept(owner.account_id) == (1, 1)

    def test_another_body_under_the_key_is_refused(self, rest, owner):
        client, header = client_of(rest, owner), {"Idempotency-Key": "k-1"}
        client.post("/v1/asks", DEPOSIT, headers=header)
        response = client.post("/v1/asks", DEPOSIT | {"skill": "consult"}, headers=header)
        assert (response.status_code, response.json()["code"]) == (422, "idempotency_conflict")

    def test_a_refused_ask_frees_the_key(self, rest, owner):
        client, header = client_of(rest, owner), {"Idempotency-Key": "k-1"}
        refused = DEPOSIT | {"context": {"matter": "mat_0"}}
        assert client.post("/v1/asks", refused, headers=header).status_code == 404
        assert client.post("/v1/asks", DEPOSIT, headers=header).status_code == 200

    def test_a_replay_does_not_give_back_what_was_deleted(self, rest, owner):
        client, header = client_of(rest, owner), {"Idempotency-Key": "k-1"}
        insight = client.post("/v1/asks", DEPOSIT, headers=header).json()
        client.delete(f"/v1/asks/{insight['id']}")
        assert client.post("/v1/asks", DEPOSIT, headers=header).status_code == 404

    @pytest.mark.parametrize("key", ["", "a b", "x" * 256, "ключ"])
    def test_a_wrong_key_is_refused(self, rest, owner, key):
        response = client_of(rest, owner).post(
            "/v1/asks", DEPOSIT, headers={"Idempotency-Key": key}
        )
        assert response.status_code == 400


def test_resolve_says_what_block_an_ask_would_carry_and_stores_nothing(rest, owner, matter):
    client = client_of(rest, owner)
    body = DEPOSIT | {"context": {"matter": matter.public_id}}
    resolved = client.post("/v1/context/resolve", body).json()
    assert resolved["rules"] == {"jurisdiction": "J7", "privilege": "P5"}
    assert any("Sacramento" in evidence["text"] for evidence in resolved["evidence"])
    assert kept(owner.account_id) == (0, 0)
    assert client.post("/v1/asks", body).json()["legal_context"] == resolved["legal_context"]


def test_public_ids_of_answers_are_theirs(rest, owner):
    insight = client_of(rest, owner).post("/v1/asks", DEPOSIT).json()
    with tenant_scope(owner.account_id):
        assert Answer.objects.get().pk == parse_public_id("ans", insight["id"])
