"""Jobs as a worker of its own process runs them, woken by nothing but the database."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.db import connection
from django.utils import timezone

from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer
from legalcontext.erasure import exporting, ledger
from legalcontext.retention.audit import operator
from legalcontext.retention.holds import release_hold
from tests import factories
from tests.histories import answer_of, hold_on, kept

pytestmark = pytest.mark.django_db(transaction=True)


def work():
    subprocess.run(
        [sys.executable, "-m", "tests.erasure.work_once"],
        env=os.environ
        | {
            "DJANGO_SETTINGS_MODULE": "codossier.settings.test",
            "DATABASE_OF_THE_TEST": connection.settings_dict["NAME"],
            "LEDGER_STORAGE": str(ledger._path().parent),
        },
        check=True,
        timeout=120,
    )


def test_it_makes_exports_and_deletes_what_waited_for_a_release():
    owner = factories.firm()
    principal = factories.principal_of(owner)
    asked, answer_held = answer_of(owner), answer_of(owner)
    hold = hold_on(owner, answer_id=answer_held.pk)
    with tenant_scope(owner.account_id):
        Answer.objects.filter(pk=answer_held.pk).update(deletion_asked_at=timezone.now())
        release_hold(hold, reason="quashed", by=operator())
    export = exporting.request_export(principal, "mine")
    work()
    done = exporting.read_export(principal, export.public_id)
    assert (done.status, done.answer_ids) == ("done", [asked.pk])
    assert kept(owner.account_id) == (1, 1)
    with connection.cursor() as cursor:
        cursor.execute("SELECT task_name, status::text FROM procrastinate_jobs")
        jobs = dict(cursor.fetchall())
    for task in ("answers.redate", "erasure.make_export", "erasure.sweep_account"):
        assert jobs[task] == "succeeded"
