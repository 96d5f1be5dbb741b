"""Liveness, readiness and the figures: what they say, and what they never say."""

from __future__ import annotations

import datetime as dt
import json
import logging
import sys

import pytest
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import OperationalError
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from accounts.tenancy import tenant_scope
from codossier.health import metrics, readiness
from codossier.settings.environment import ROOT
from codossier.settings.logs import PlainFormatter
from legalcontext.answers.models import Answer
from legalcontext.knowledge import engine
from legalcontext.retention.audit import SWEEP, operator, record
from legalcontext.retention.holds import HoldScope, place_hold
from legalcontext.switches.changing import set_switch
from legalcontext.switches.models import Switch
from tests import factories

TOKEN = "t0ken-of-the-scraper-" * 3


@pytest.fixture(autouse=True)
def fresh_figures():
    metrics.forget()
    yield
    metrics.forget()


def hear_a_worker(seconds_ago: int = 0) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO procrastinate_workers (last_heartbeat)"
            " VALUES (now() - make_interval(secs => %s))",
            [seconds_ago],
        )


class TestLiveness:
    def test_it_says_so_without_any_database(self, monkeypatch):
        """pytest-django refuses every query of a test that did not ask for the database."""
        response = Client().get("/healthz")
        assert (response.status_code, response.json()) == (200, {"status": "alive"})
        assert response["Cache-Control"] == "no-store"

    @pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
    @pytest.mark.parametrize("method", ["post", "put", "delete"])
    def test_watching_changes_nothing(self, path, method):
        assert getattr(Client(), method)(path).status_code == 405


@pytest.mark.django_db(transaction=True, databases=["default", "operator"])
class TestReadiness:
    def test_everything_is_there(self):
        hear_a_worker()
        response = Client().get("/readyz")
        assert response.json() == {
            "status": "ready",
            "checks": dict.fromkeys(readiness.CHECKS, "ok"),
        }
        assert response.status_code == 200

    def failing(self) -> set[str]:
        response = Client().get("/readyz")
        assert response.status_code == 503
        told = response.json()
        assert told["status"] == "not ready"
        return {name for name, state in told["checks"].items() if state == "failing"}

    def test_a_worker_that_was_never_heard_from(self):
        assert self.failing() == {"worker"}

    def test_a_worker_that_fell_silent(self):
        hear_a_worker(seconds_ago=120)
        assert self.failing() == {"worker"}

    def test_a_migration_that_was_not_run(self):
        hear_a_worker()
        wanted = readiness.wanted_migrations() | {("oversight", "9999_later")}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(readiness, "wanted_migrations", lambda: wanted)
            assert self.failing() == {"migrations"}
        assert MigrationRecorder.Migration.objects.filter(app="oversight").exists()

    @pytest.mark.parametrize(
        ("alias", "name"), [("operator", "operator_database"), ("default", "database")]
    )
    def test_a_role_that_is_not_answered(self, alias, name, monkeypatch):
        def refuse(*args, **kwargs):
            raise OperationalError("password authentication failed for user operator")

        hear_a_worker()
        monkeypatch.setattr(connections[alias], "cursor", refuse)
        expected = {name} | ({"migrations", "worker"} if alias == "default" else set())
        assert self.failing() == expected

    def test_a_ledger_that_cannot_be_written(self, settings, tmp_path):
        hear_a_worker()
        (tmp_path / "file").write_text("in the way")
        settings.LEDGER_STORAGE = tmp_path / "file" / "ledger"
        assert self.failing() == {"ledger"}

    def test_a_ledger_that_is_there_is_left_as_it_is(self, settings, tmp_path):
        hear_a_worker()
        settings.LEDGER_STORAGE = tmp_path
        (tmp_path / "deletions.jsonl").write_text("a line\n")
        assert Client().get("/readyz").status_code == 200
        assert [p.name for p in tmp_path.iterdir() if p.is_file()] == ["deletions.jsonl"]
        assert (tmp_path / "deletions.jsonl").read_text() == "a line\n"

    def test_a_search_model_that_cannot_be_loaded(self, settings, tmp_path, monkeypatch):
        hear_a_worker()

        def missing():
            raise RuntimeError("the source is not installed")

        monkeypatch.setattr(readiness, "embedder", missing)
        assert self.failing() == {"search_model"}
        assert engine.embedder is not missing

    def test_it_says_nothing_of_why(self, monkeypatch, caplog):
        def refuse(*args, **kwargs):
            raise OperationalError("password authentication failed for user operator")

        monkeypatch.setattr(connections["operator"], "cursor", refuse)
        text = Client().get("/readyz").content.decode()
        assert "password" not in text
        assert "OperationalError" not in text


@pytest.fixture
def scraped(settings):
    settings.METRICS_TOKEN = TOKEN

    def scrape() -> dict[str, dict[tuple[str, ...], float]]:
        metrics.forget()
        response = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert response.status_code == 200
        families = text_string_to_metric_families(response.content.decode())
        return {
            family.name: {tuple(s.labels.values()): s.value for s in family.samples}
            for family in families
        }

    return scrape


class TestToken:
    def test_without_one_set_there_is_no_such_page(self):
        response = Client().get("/metrics", headers={"Authorization": "Bearer "})
        assert response.status_code == 404
        assert response["Content-Type"] == "application/problem+json"

    @pytest.mark.parametrize(
        "header", ["", "Bearer", "Bearer x", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}x",
                   "Bearer \u00e9"],
    )  # fmt: skip
    def test_whoever_lacks_it_is_refused(self, settings, header):
        settings.METRICS_TOKEN = TOKEN
        response = Client().get("/metrics", headers={"Authorization": header} if header else {})
        assert response.status_code == 401
        assert response["WWW-Authenticate"].startswith("Bearer")
        assert "codossier_" not in response.content.decode()


@pytest.mark.django_db(transaction=True, databases=["default", "operator"])
class TestFigures:
    def answer(self, owner, **fields):
        with tenant_scope(owner.account_id):
            defaults = {
                "asker": owner.user, "door": "rest", "skill": "triage", "basis": "inferred",
                "jurisdiction": "US-CA", "privilege": "none", "legal_context": {},
                "note_codes": ["jurisdiction_inferred"], "question_length": 1,
                "expires_at": timezone.now() + dt.timedelta(days=1),
            }  # fmt: skip
            return Answer.objects.create(**(defaults | fields))

    def test_answers_are_counted_by_skill_door_status_and_basis(self, scraped):
        owner, other = factories.firm(), factories.firm()
        for _ in range(2):
            self.answer(owner)
        self.answer(other, door="mcp", basis="default", note_codes=["jurisdiction_defaulted"])
        self.answer(other, test=True)
        self.answer(other, created_at=timezone.now() - dt.timedelta(days=2))
        found = scraped()
        assert found["codossier_answers_last_day"] == {
            ("inferred", "rest", "triage", "done"): 2,  # by the labels' names, as exposed
            ("default", "mcp", "triage", "done"): 1,
        }
        assert found["codossier_context_notes_last_day"] == {
            ("jurisdiction_inferred",): 2, ("jurisdiction_defaulted",): 1,
        }  # fmt: skip

    def test_jobs_workers_and_the_sweep(self, scraped):
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO procrastinate_jobs (queue_name, task_name, args, status) VALUES"
                " ('default', 'erasure.make_export', '{}', 'todo'),"
                " ('default', 'erasure.make_export', '{}', 'failed'),"
                " ('default', 'erasure.sweep', '{}', 'succeeded')"
            )
            cursor.execute(
                "UPDATE procrastinate_events SET at = now() - interval '90 seconds'"
                " WHERE type = 'deferred'"
            )
            cursor.execute(
                "INSERT INTO procrastinate_events (job_id, type, at)"
                " SELECT id, 'succeeded', now() FROM procrastinate_jobs"
                " WHERE task_name = 'erasure.sweep'"
            )
        hear_a_worker(seconds_ago=5)
        found = scraped()
        assert found["codossier_jobs"] == {
            ("todo", "erasure.make_export"): 1, ("failed", "erasure.make_export"): 1,
        }  # fmt: skip
        now = timezone.now().timestamp()
        assert 80 < found["codossier_jobs_oldest_due_seconds"][()] < 400
        assert 0 < now - found["codossier_worker_heartbeat_timestamp_seconds"][()] < 300
        assert 0 <= now - found["codossier_sweep_success_timestamp_seconds"][()] < 300

    def test_what_never_was_has_no_sample(self, scraped):
        found = scraped()
        assert found["codossier_sweep_success_timestamp_seconds"] == {}
        assert found["codossier_jobs_oldest_due_seconds"] == {(): 0}

    def test_holds_the_sweeps_work_and_switches(self, scraped):
        owner = factories.firm()
        with tenant_scope(owner.account_id):
            place_hold(
                scope=HoldScope(person_id=owner.user_id), reason="suit", by=operator(),
                review_on=timezone.now().date() + dt.timedelta(days=9),
            )  # fmt: skip
            record(SWEEP, "answers.expire", numbers={"deleted": 3})
            record(SWEEP, "answers.expire", numbers={"deleted": 4})
        set_switch(Switch(effect="off", place="US-CA"), by=None, reason="a test")
        found = scraped()
        assert found["codossier_holds"] == {(): 1}
        assert found["codossier_holds_due"] == {(): 0}
        assert found["codossier_swept_last_day"] == {("answers.expire",): 7}
        assert found["codossier_switches"] == {("off",): 1}

    def test_they_name_no_account_and_no_content(self, scraped, settings):
        owner = factories.firm()
        self.answer(owner, jurisdiction="Narnia")
        scraped()
        text = metrics.exposition().decode()
        for word in ("Narnia", str(owner.account_id), owner.account.name, owner.user.email,
                     owner.account.public_id):  # fmt: skip
            assert word not in text

    def test_the_number_of_queries_does_not_grow(self, scraped):
        for _ in range(3):
            owner = factories.firm()
            self.answer(owner)
        with pytest.MonkeyPatch.context() as patch:
            counted: list[str] = []
            for alias in ("default", "operator"):
                patch.setattr(connections[alias], "force_debug_cursor", True)
                connections[alias].queries_log.clear()
            scraped()
            for alias in ("default", "operator"):
                counted += [q["sql"] for q in connections[alias].queries_log]
        assert len(counted) <= 12, "\n".join(counted)

    def test_scrapers_side_by_side_cost_one_computation(self, scraped, django_assert_num_queries):
        scraped()
        with django_assert_num_queries(0):
            metrics.exposition()


class TestRequestLog:
    def lines(self, caplog, path, method="get", **kwargs):
        caplog.set_level(logging.INFO, logger="codossier.requests")
        getattr(Client(), method)(path, **kwargs)
        return [r for r in caplog.records if r.name == "codossier.requests"]

    def test_a_line_says_address_status_and_time_and_nothing_that_was_sent(self, caplog):
        (line,) = self.lines(caplog, "/contracts/a.secret/1?q=secret")
        assert line.getMessage() == "GET contracts/<str:name>/<path:version>"
        assert line.status == 404
        assert isinstance(line.duration_ms, float)
        assert "secret" not in str(line.__dict__)

    def test_an_address_that_is_none_of_ours_is_not_repeated(self, caplog):
        (line,) = self.lines(caplog, "/my/secret/question")
        assert line.getMessage() == "GET (no such address)"

    def test_probes_are_not_logged(self, caplog):
        assert self.lines(caplog, "/healthz") == []


class TestPlainLog:
    def test_it_leaves_an_exceptions_message_out_as_the_json_does(self):
        try:
            raise ValueError("Failing row contains (May I deduct it?)")
        except ValueError:
            record_ = logging.makeLogRecord(
                {"name": "codossier", "levelname": "ERROR", "msg": "failed %s", "args": ("here",),
                 "exc_info": sys.exc_info(), "request_id": "req_1", "status": 500}
            )  # fmt: skip
        record_.exc_text = "what another handler had made of it: deduct"
        text = PlainFormatter().format(record_)
        assert text.startswith("ERROR codossier [req_1] failed here (status=500)\n  ValueError at")
        assert "deduct" not in text


def test_the_page_names_every_figure_and_check():
    page = (ROOT / "docs" / "health.md").read_text(encoding="utf-8")
    source = (ROOT / "codossier" / "health" / "metrics.py").read_text(encoding="utf-8")
    names = {word.strip('",') for word in source.split() if word.startswith('"codossier_')}
    assert names
    assert [name for name in sorted(names | set(readiness.CHECKS)) if f"`{name}`" not in page] == []
    assert json.dumps("not ready") in page
