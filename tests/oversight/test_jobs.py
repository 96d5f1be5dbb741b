"""Jobs in the admin: listed by task and ids, run again or called off, by whoever may."""

from __future__ import annotations

import pytest
from django.db import connection
from django.urls import reverse
from procrastinate.contrib.django.models import ProcrastinateJob

from .conftest import an_operator, browser_of, in_role

pytestmark = pytest.mark.django_db


def a_job(status: str, **fields: str) -> ProcrastinateJob:
    """A job of the sweep of one account, in a status."""
    named = {"queueing_lock": None} | fields
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO procrastinate_jobs (queue_name, task_name, args, status, queueing_lock)"
            " VALUES ('default', 'erasure.sweep_account', '{\"account_id\": \"0195\"}', %s, %s)"
            " RETURNING id",
            [status, named["queueing_lock"]],
        )
        (key,) = cursor.fetchone()
    return ProcrastinateJob.objects.get(pk=key)


@pytest.fixture
def operator():
    return browser_of(in_role("operator"))


def step(job: ProcrastinateJob, name: str) -> str:
    return reverse("admin:procrastinate_procrastinatejob_step", args=[job.pk, name])


def page(job: ProcrastinateJob) -> str:
    return reverse("admin:procrastinate_procrastinatejob_change", args=[job.pk])


def test_the_list_has_task_status_and_ids(operator):
    a_job("failed")
    listed = operator.get(reverse("admin:procrastinate_procrastinatejob_changelist")).text
    for word in ("erasure.sweep_account", "failed", "0195"):
        assert word in listed


@pytest.mark.parametrize(
    ("query", "found"),
    [("state=failed", True), ("state=todo", False), ("state=all", True), ("", True),
     ("task=erasure.sweep_account", True), ("task=erasure.sweep", False)],
)  # fmt: skip
def test_the_list_is_narrowed(operator, query, found):
    a_job("failed")
    address = reverse("admin:procrastinate_procrastinatejob_changelist")
    assert ("0195" in operator.get(f"{address}?{query}").text) is found


@pytest.mark.parametrize(
    ("status", "shown"),
    [("failed", True), ("doing", True), ("todo", True), ("succeeded", False),
     ("cancelled", False)],
)  # fmt: skip
def test_what_ended_well_is_one_filter_away(operator, status, shown):
    a_job(status)
    address = reverse("admin:procrastinate_procrastinatejob_changelist")
    assert ("0195" in operator.get(address).text) is shown
    assert "0195" in operator.get(f"{address}?state={status}").text


def test_a_job_whose_worker_is_gone_is_stuck_and_the_dashboard_says_so(operator):
    """The row of a worker goes when it is found dead; its job then has none."""
    a_job("doing")
    address = reverse("admin:procrastinate_procrastinatejob_changelist")
    assert "0195" in operator.get(f"{address}?state=stuck").text
    sees_jobs = browser_of(an_operator("view_procrastinatejob"))
    assert "stuck: their worker is gone" in sees_jobs.get(reverse("admin:index")).text
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO procrastinate_workers DEFAULT VALUES RETURNING id")
        (worker,) = cursor.fetchone()
        cursor.execute("UPDATE procrastinate_jobs SET worker_id = %s", [worker])
    assert "0195" not in operator.get(f"{address}?state=stuck").text
    with connection.cursor() as cursor:
        cursor.execute("UPDATE procrastinate_workers SET last_heartbeat = '2001-01-01'")
    assert "0195" in operator.get(f"{address}?state=stuck").text


def test_a_failed_job_is_run_again(operator):
    job = a_job("failed")
    assert "Run it again" in operator.get(page(job)).text
    assert operator.post(step(job, "retry")).status_code == 302
    job.refresh_from_db()
    assert (job.status, job.args) == ("todo", {"account_id": "0195"})


def test_one_whose_worker_is_gone_is_run_again(operator):
    job = a_job("doing")
    assert operator.post(step(job, "retry")).status_code == 302
    job.refresh_from_db()
    assert job.status == "todo"


def test_one_whose_work_waits_already_is_not_queued_twice(operator):
    job = a_job("failed", queueing_lock="erasure.sweep")
    a_job("todo", queueing_lock="erasure.sweep")
    response = operator.post(step(job, "retry"))
    assert response.status_code == 200
    assert "waits already" in response.text
    job.refresh_from_db()
    assert job.status == "failed"


def test_a_waiting_job_is_called_off(operator):
    job = a_job("todo")
    assert operator.post(step(job, "call-off")).status_code == 302
    job.refresh_from_db()
    assert job.status == "cancelled"


@pytest.mark.parametrize(
    ("status", "name"),
    [("succeeded", "retry"), ("todo", "retry"), ("failed", "call-off"), ("doing", "call-off"),
     ("doing", "retry")],
)  # fmt: skip
def test_a_step_is_open_in_its_state_alone(operator, status, name):
    job = a_job(status)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO procrastinate_workers DEFAULT VALUES RETURNING id")
        cursor.execute("UPDATE procrastinate_jobs SET worker_id = %s", cursor.fetchone())
    operator.post(step(job, name))
    job.refresh_from_db()
    assert job.status == status


@pytest.mark.parametrize(("role", "sees"), [("support", 200), ("editor", 403)])
def test_others_look_at_most(role, sees):
    job = a_job("failed")
    browser = browser_of(in_role(role))
    assert browser.get(page(job)).status_code == sees
    assert browser.post(step(job, "retry")).status_code in (403, 404)
    job.refresh_from_db()
    assert job.status == "failed"


def test_nobody_edits_or_deletes_one():
    job = a_job("failed")
    browser = browser_of(an_operator(superuser=True))
    assert browser.post(page(job), {"status": "todo"}).status_code == 403
    delete = reverse("admin:procrastinate_procrastinatejob_delete", args=[job.pk])
    assert browser.post(delete, {"post": "yes"}).status_code == 403
