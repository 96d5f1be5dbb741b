"""An export over REST: asked for, made by a job, fetched, and ended by what goes."""

from __future__ import annotations

import datetime as dt
import io
import json
import uuid
import zipfile

import pytest
from django.db import connection
from django.utils import timezone

from accounts.ids import parse_public_id
from accounts.services.keys import revoke_key
from accounts.tenancy import tenant_scope
from legalcontext.erasure import exporting, tasks
from legalcontext.erasure.models import Export, ExportChunk
from matters.models import READ
from matters.services.matters import grant
from tests import factories
from tests.histories import answer_of, hold_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def key(owner):
    return factories.key_of(owner)


@pytest.fixture
def client(rest, key):
    return rest(key[1])


def run_jobs():
    """What a worker would do with the exports that are queued."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT args->>'account_id', args->>'export_id' FROM procrastinate_jobs"
            " WHERE task_name = 'erasure.make_export'"
        )
        jobs = cursor.fetchall()
    for account_id, export_id in jobs:
        tasks.make_export(account_id, export_id)


def exported(client, **body):
    job = client.post("/v1/export", body).json()
    run_jobs()
    return client.get(f"/v1/jobs/{job['id']}").json()


def files(response):
    archive = zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content)))
    assert archive.testzip() is None
    return {name: archive.read(name).decode() for name in archive.namelist()}


class TestMaking:
    def test_it_is_accepted_made_and_fetched(self, client, owner):
        answer = answer_of(owner, question="Who is Zebulon?")
        accepted = client.post("/v1/export", {})
        assert accepted.status_code == 202
        job = accepted.json()
        assert accepted["Location"] == f"/v1/jobs/{job['id']}"
        assert (job["status"], job["archive"]) == ("queued", None)
        run_jobs()
        done = client.get(accepted["Location"]).json()
        assert (done["status"], done["answers"]) == ("done", 1)
        response = client.get(done["archive"])
        assert response["Content-Type"] == "application/zip"
        assert response["Cache-Control"] == "no-store"
        found = files(response)
        assert int(response["Content-Length"]) == done["size"]
        record = json.loads(found[f"answers/{answer.public_id}.json"])
        assert record["question"] == "Who is Zebulon?"
        assert record["insight"]["legal_context"]["retention"].startswith("kept 12 months")
        text = found[f"answers/{answer.public_id}.md"]
        assert text.startswith("> Who is Zebulon?\n\n# ")
        assert record["insight"]["legal_context"]["handling"] in text
        assert json.loads(found["manifest.json"])["answers"] == [answer.public_id]

    def test_the_jobs_row_has_ids_and_nothing_else(self, client, owner):
        answer_of(owner)
        job = client.post("/v1/export", {}).json()
        with connection.cursor() as cursor:
            cursor.execute("SELECT args FROM procrastinate_jobs")
            (arguments,) = cursor.fetchone()
        export_id = str(parse_public_id("job", job["id"]))
        assert json.loads(arguments) == {
            "account_id": str(owner.account_id),
            "export_id": export_id,
        }

    def test_mine_is_what_i_asked_and_may_read(self, rest, owner):
        member = factories.colleague(owner.account)
        matter = factories.matter_of(owner)
        mine = answer_of(member)
        answer_of(member, matter=matter)
        answer_of(owner)
        client = rest(factories.key_of(member)[1])
        done = exported(client)
        assert json.loads(files(client.get(done["archive"]))["manifest.json"])["answers"] == [
            mine.public_id
        ]
        assert client.post("/v1/export", {"of": "account"}).status_code == 404

    def test_an_accounts_names_what_its_owner_may_not_read_without_its_content(self, client, owner):
        mine = answer_of(owner)
        other = answer_of(factories.colleague(owner.account), question="private Zebulon")
        found = files(client.get(exported(client, of="account")["archive"]))
        manifest = json.loads(found["manifest.json"])
        assert manifest["answers"] == [mine.public_id]
        assert [line["id"] for line in manifest["others"]] == [other.public_id]
        assert "Zebulon" not in str(found)

    def test_many_answers_come_in_batches_and_whole(self, client, owner, monkeypatch):
        monkeypatch.setattr(exporting, "BATCH", 3)
        monkeypatch.setattr(exporting, "CHUNK", 500)
        made = [answer_of(owner).public_id for _ in range(10)]
        found = files(client.get(exported(client)["archive"]))
        assert json.loads(found["manifest.json"])["answers"] == sorted(made)

    def test_the_same_request_twice_is_one_job(self, client):
        header = {"Idempotency-Key": "e-1"}
        first = client.post("/v1/export", {}, headers=header).json()
        assert client.post("/v1/export", {}, headers=header).json()["id"] == first["id"]

    @pytest.mark.parametrize("body", [{"of": "everyone"}, {"of": 1}, {"format": "pdf"}])
    def test_a_wrong_body_is_refused(self, client, body):
        assert client.post("/v1/export", body).status_code == 400


class TestAccess:
    def test_another_persons_job_is_a_missing_one(self, rest, client, owner):
        answer_of(owner)
        done = exported(client)
        missing = f"job_{uuid.uuid4().hex}"
        for stranger in (factories.colleague(owner.account), factories.firm()):
            other = rest(factories.key_of(stranger)[1])
            for path in (f"/v1/jobs/{done['id']}", done["archive"], f"/v1/jobs/{missing}"):
                assert other.get(path).status_code == 404

    def test_a_credential_revoked_meanwhile_makes_the_job_fail_unread(
        self, rest, client, key, owner
    ):
        answer_of(owner)
        job = client.post("/v1/export", {}).json()
        revoke_key(key=key[0])
        run_jobs()
        again = rest(factories.key_of(owner)[1])
        assert again.get(f"/v1/jobs/{job['id']}").json()["status"] == "failed"
        with tenant_scope(owner.account_id):
            assert not ExportChunk.objects.exists()

    def test_what_may_no_longer_be_read_is_no_longer_fetched(self, rest, owner):
        matter = factories.matter_of(owner)
        member = factories.colleague(owner.account)
        with tenant_scope(owner.account_id):
            grant(matter=matter, user=member.user, level=READ)
        answer_of(member, matter=matter)
        client = rest(factories.key_of(member)[1])
        done = exported(client)
        assert client.get(done["archive"]).status_code == 200
        with tenant_scope(owner.account_id):
            matter.matteruserpermission_set.filter(user=member.user).delete()
        assert client.get(done["archive"]).status_code == 404

    def test_it_ends_after_a_day_and_the_sweep_forgets_it(self, client, owner):
        answer_of(owner)
        done = exported(client)
        with tenant_scope(owner.account_id):
            Export.objects.update(expires_at=timezone.now())
        assert client.get(f"/v1/jobs/{done['id']}").status_code == 404
        assert client.get(done["archive"]).status_code == 404
        tasks.sweep_account(str(owner.account_id))
        with tenant_scope(owner.account_id):
            assert not Export.objects.exists()
            assert not ExportChunk.objects.exists()


class TestWhatGoesEndsTheArchive:
    @pytest.fixture
    def answer(self, owner):
        return answer_of(owner)

    def is_void(self, client, owner, done):
        with tenant_scope(owner.account_id):
            assert not ExportChunk.objects.exists()
        return (
            client.get(f"/v1/jobs/{done['id']}").json()["status"] == "void"
            and client.get(done["archive"]).status_code == 404
        )

    def test_a_delete(self, client, owner, answer):
        done = exported(client)
        client.delete(f"/v1/asks/{answer.public_id}")
        assert self.is_void(client, owner, done)

    def test_a_delete_that_a_hold_refused(self, client, owner, answer):
        done = exported(client)
        hold_on(owner, answer_id=answer.pk)
        client.delete(f"/v1/asks/{answer.public_id}")
        assert self.is_void(client, owner, done)

    def test_the_sweep(self, client, owner, answer):
        done = exported(client)
        with tenant_scope(owner.account_id):
            type(answer).objects.update(expires_at=timezone.now())
        tasks.sweep_account(str(owner.account_id))
        assert self.is_void(client, owner, done)

    def test_a_cascade(self, client, owner):
        matter = factories.matter_of(owner)
        answer_of(owner, matter=matter)
        done = exported(client)
        with tenant_scope(owner.account_id):
            matter.delete()
        assert self.is_void(client, owner, done)

    def test_something_else_does_not(self, client, owner, answer):
        done = exported(client)
        later = answer_of(owner, age=dt.timedelta(0))
        client.delete(f"/v1/asks/{later.public_id}")
        assert client.get(done["archive"]).status_code == 200

    def test_what_goes_while_it_is_made_is_not_in_it(self, client, owner, answer, monkeypatch):
        other = answer_of(owner)
        fill = exporting._fill
        rounds: list[list[uuid.UUID]] = []

        def delete_after(*args):
            ids = fill(*args)
            if not rounds:
                client.delete(f"/v1/asks/{answer.public_id}")
            rounds.append(ids)
            return ids

        monkeypatch.setattr(exporting, "_fill", delete_after)
        done = exported(client)
        assert len(rounds) == 2
        assert json.loads(files(client.get(done["archive"]))["manifest.json"])["answers"] == [
            other.public_id
        ]
