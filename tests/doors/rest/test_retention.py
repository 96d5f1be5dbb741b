"""Policies over REST, what they do to answers that are there, and why an answer is kept."""

from __future__ import annotations

import datetime as dt

import pytest
from dateutil.relativedelta import relativedelta
from django.utils import timezone

from accounts.tenancy import tenant_scope
from legalcontext.answers import tasks
from legalcontext.answers.models import Answer
from legalcontext.retention.models import Policy
from tests import factories
from tests.histories import answer_of, hold_on, many_answers

pytestmark = pytest.mark.django_db

DEPOSIT = {"skill": "triage", "question": "My landlord in Sacramento keeps my deposit."}


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def client(rest, owner):
    return rest(factories.key_of(owner)[1])


@pytest.fixture
def matter(owner):
    return factories.matter_of(owner)


def expiry_of(answer):
    with tenant_scope(answer.account_id):
        return Answer.objects.values_list("expires_at", flat=True).get(pk=answer.pk)


@pytest.mark.usefixtures("notes")
class TestWhatAnAskSays:
    def sentence(self, client, **body):
        insight = client.post("/v1/asks", DEPOSIT | body).json()
        again = client.get(f"/v1/asks/{insight['id']}").json()
        assert again["legal_context"] == insight["legal_context"]
        assert again["expires_at"] == insight["expires_at"]
        made = dt.datetime.fromisoformat(insight["created_at"])
        return insight["legal_context"]["retention"].split(";")[0], made, insight["expires_at"]

    def test_the_most_particular_policy_decides(self, client, matter):
        assert self.sentence(client)[0] == "kept 12 months under the account"
        client.put("/v1/retention/account", {"months": 24})
        assert self.sentence(client)[0] == "kept 24 months under the account"
        client.put("/v1/retention/skills/triage", {"months": 6})
        assert self.sentence(client)[0] == "kept 6 months under the account"
        client.put(f"/v1/retention/matters/{matter.public_id}", {"months": 36})
        named = {"context": {"matter": matter.public_id}}
        sentence, made, expires_at = self.sentence(client, **named)
        assert sentence == "kept 36 months under the matter"
        assert dt.datetime.fromisoformat(expires_at) == made + relativedelta(months=36)
        assert self.sentence(client)[0] == "kept 6 months under the account"

    def test_what_is_asked_under_a_hold_says_so_at_once(self, client, owner, matter):
        hold_on(owner, matter_id=matter.pk)
        named = {"context": {"matter": matter.public_id}}
        assert self.sentence(client, **named)[0] == "held under a legal hold"
        assert self.sentence(client)[0] == "kept 12 months under the account"

    def test_a_silent_hold_is_not_told(self, client, owner, matter):
        hold_on(owner, matter_id=matter.pk, silent=True)
        named = {"context": {"matter": matter.public_id}}
        assert self.sentence(client, **named)[0] == "kept 12 months under the account"

    def test_resolve_says_the_same(self, client):
        client.put("/v1/retention/account", {"months": 3})
        resolved = client.post("/v1/context/resolve", DEPOSIT).json()
        assert resolved["legal_context"]["retention"].startswith("kept 3 months")

    def test_an_ask_without_a_matter_still_reads_none(self, client, recorded_sql):
        client.put("/v1/retention/account", {"months": 3})
        client.post("/v1/asks", DEPOSIT)
        assert not [sql for sql in recorded_sql() if "matters_" in sql and "INSERT" not in sql]


class TestPolicies:
    def test_they_are_listed_with_the_services_terms(self, client, matter):
        client.put("/v1/retention/account", {"months": 24})
        client.put(f"/v1/retention/matters/{matter.public_id}", {"months": 36})
        body = client.get("/v1/retention").json()
        assert body["service"] == {"months": 12, "ceiling_months": 120}
        shown = [{k: v for k, v in p.items() if k != "changed_at"} for p in body["policies"]]
        assert shown == [
            {"for": "account", "months": 24},
            {"for": "matter", "matter": matter.public_id, "months": 36},
        ]

    @pytest.mark.parametrize("months", [0, -1, 121, 2000, "12", 1.5, True, None])
    def test_months_are_whole_and_under_the_ceiling(self, client, owner, months):
        response = client.put("/v1/retention/account", {"months": months})
        assert response.status_code == 400
        assert response.json()["errors"][0]["pointer"] == "/months"
        with tenant_scope(owner.account_id):
            assert not Policy.objects.exists()

    def test_only_an_owner_with_the_scope_sets_them(self, rest, owner, matter):
        path = "/v1/retention/account"
        narrow = rest(factories.key_of(owner, scopes=["history:read"])[1])
        assert narrow.put(path, {"months": 3}).status_code == 403
        admin = factories.colleague(owner.account, role="admin")
        for stranger in (admin, factories.colleague(owner.account)):
            client = rest(factories.key_of(stranger)[1])
            assert client.put(path, {"months": 3}).status_code == 404
            assert client.get("/v1/retention").status_code == 404
        service = rest(factories.service_key(owner.account)[1])
        assert service.put(path, {"months": 3}).status_code == 404

    def test_a_matter_that_is_not_the_callers_is_a_missing_one(self, client, owner):
        foreign = factories.matter_of(factories.firm())
        for matter_id in (foreign.public_id, "mat_0", "x"):
            response = client.put(f"/v1/retention/matters/{matter_id}", {"months": 3})
            assert (response.status_code, response.json()["code"]) == (404, "matter_not_found")
        assert client.put("/v1/retention/skills/divination", {"months": 3}).status_code == 404

    def test_an_accounts_policy_is_its_own(self, rest, client):
        client.put("/v1/retention/account", {"months": 3})
        other = rest(factories.key_of(factories.firm())[1])
        assert other.get("/v1/retention").json()["policies"] == []


class TestRedating:
    def test_a_preview_counts_and_changes_nothing(self, client, owner, matter):
        answer = answer_of(owner, matter=matter, expires_in=dt.timedelta(days=365))
        before = expiry_of(answer)
        held = answer_of(owner, expires_in=dt.timedelta(days=365))
        hold_on(owner, answer_id=held.pk)
        response = client.put("/v1/retention/account?preview=true", {"months": 3}).json()
        assert response["answers"] == {"touched": 1, "shortened": 1, "lengthened": 0, "held": 1}
        assert expiry_of(answer) == before
        assert client.get("/v1/retention").json()["policies"] == []
        with tenant_scope(owner.account_id):
            assert not Policy.objects.exists()

    def test_a_change_dates_what_is_there_as_a_new_ask_would_be(self, client, owner, matter):
        dated = {
            "plain": answer_of(owner),
            "of the matter": answer_of(owner, matter=matter),
            "kept for days": answer_of(owner, keep_days=9),
            "an old one": answer_of(owner, age=dt.timedelta(days=40)),
        }
        client.put("/v1/retention/account", {"months": 3})
        client.put(f"/v1/retention/matters/{matter.public_id}", {"months": 30})
        expected = {
            "plain": relativedelta(months=3),
            "of the matter": relativedelta(months=30),
            "kept for days": relativedelta(days=9),
            "an old one": relativedelta(months=3),
        }
        for name, answer in dated.items():
            assert expiry_of(answer) == answer.created_at + expected[name], name
            explained = client.get(f"/v1/asks/{answer.public_id}/retention").json()
            assert dt.datetime.fromisoformat(explained["expires_at"]) == (
                answer.created_at + expected[name]
            ).replace(microsecond=0)

    def test_taking_a_policy_away_dates_by_the_next(self, client, owner):
        answer = answer_of(owner)
        client.put("/v1/retention/account", {"months": 3})
        client.put("/v1/retention/skills/triage", {"months": 1})
        client.delete("/v1/retention/skills/triage")
        assert expiry_of(answer) == answer.created_at + relativedelta(months=3)

    def test_it_never_shortens_what_is_held_and_catches_up_after(self, client, owner):
        answer = answer_of(owner, expires_in=dt.timedelta(days=365))
        before = expiry_of(answer)
        hold = hold_on(owner, answer_id=answer.pk, silent=True)
        client.put("/v1/retention/account", {"months": 3})
        tasks.redate(str(owner.account_id))
        assert expiry_of(answer) == before
        client.put("/v1/retention/account", {"months": 60})
        assert expiry_of(answer) > before
        client.put("/v1/retention/account", {"months": 3})
        with tenant_scope(owner.account_id):
            type(hold).objects.update(released_at=timezone.now())
        tasks.redate(str(owner.account_id))
        assert expiry_of(answer) == answer.created_at + relativedelta(months=3)

    def test_a_longer_policy_brings_back_nothing_that_ran_out(self, client, owner):
        answer = answer_of(owner, age=dt.timedelta(days=400), expires_in=dt.timedelta(days=-1))
        before = expiry_of(answer)
        client.put("/v1/retention/account", {"months": 60})
        assert expiry_of(answer) == before
        assert client.get(f"/v1/asks/{answer.public_id}").status_code == 404

    def test_the_job_dates_what_one_transaction_does_not(self, client, owner, monkeypatch):
        monkeypatch.setattr("legalcontext.answers.expiry.BATCH", 10)
        many_answers(owner, 35)
        client.put("/v1/retention/account", {"months": 3})
        month = timezone.now() + relativedelta(months=3)

        def dated():
            with tenant_scope(owner.account_id):
                return Answer.objects.filter(
                    expires_at__range=(month - dt.timedelta(hours=2), month)
                ).count()

        assert dated() == 10
        tasks.redate(str(owner.account_id))
        assert dated() == 35

    def test_another_accounts_answers_keep_their_dates(self, client, owner):
        other = answer_of(factories.firm())
        before = expiry_of(other)
        client.put("/v1/retention/account", {"months": 3})
        assert expiry_of(other) == before


class TestExplaining:
    def test_it_says_whose_word_and_what_holds(self, client, owner, matter):
        answer = answer_of(owner, matter=matter, keep_days=9)
        client.put(f"/v1/retention/matters/{matter.public_id}", {"months": 30})
        hold_on(owner, matter_id=matter.pk)
        hold_on(owner, person_id=owner.user_id)
        hold_on(owner, person_id=owner.user_id, silent=True)
        explained = client.get(f"/v1/asks/{answer.public_id}/retention").json()
        assert explained["retention"].startswith("held under a legal hold")
        assert {name: explained[name] for name in ("policy", "months", "keep_days")} == {
            "policy": "matter", "months": 30, "keep_days": 9,
        }  # fmt: skip
        assert (explained["shortened"], explained["held"], explained["holds"]) == (True, True, 2)

    def test_what_cannot_be_read_is_not_explained(self, rest, owner):
        answer = answer_of(owner)
        for stranger in (factories.colleague(owner.account), factories.firm()):
            client = rest(factories.key_of(stranger)[1])
            assert client.get(f"/v1/asks/{answer.public_id}/retention").status_code == 404
            assert client.get("/v1/asks/x/retention").status_code == 404
