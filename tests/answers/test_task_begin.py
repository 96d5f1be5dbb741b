"""How a task begins: both its rows at once, and on the disk where somebody is told of it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.tenancy import tenant_scope
from legalcontext.answers.task_begin import NewTask, Said, begin_task
from legalcontext.answers.task_models import Task, TaskMessage
from tests import factories

pytestmark = pytest.mark.django_db

NEW = NewTask(context_id="c", skill="triage", skill_chosen=True, terms={"b": 1, "a": [None]})
SAID = Said({"messageId": "m", "parts": []}, "m", "f" * 64, extensions=("https://x.example/1",))


@pytest.fixture
def principal():
    return factories.principal_of(factories.firm())


def test_the_task_and_its_message_are_kept_as_they_came_in_one_statement(principal):
    with CaptureQueriesContext(connection) as captured:
        task = begin_task(principal, NEW, SAID)
    assert sum("INSERT" in q["sql"] for q in captured) == 1
    with tenant_scope(principal.account_id):
        kept, message = Task.objects.get(), TaskMessage.objects.get()
    for field in Task._meta.concrete_fields:
        assert getattr(kept, field.attname) == getattr(task, field.attname), field.name
    assert list(kept.terms) == ["b", "a"]
    assert (message.task_id, message.number, message.body) == (task.pk, 0, SAID.body)
    assert message.extensions == list(SAID.extensions)


@pytest.mark.parametrize(("durable", "waits"), [(True, "on"), (False, "off")])
def test_its_commit_waits_for_the_disk_where_somebody_is_told_of_it(principal, durable, waits):
    seen = []

    def look(task):
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('synchronous_commit')")
            seen.extend(cursor.fetchone())

    with connection.cursor() as cursor:  # the tests' own server writes without waiting
        cursor.execute("SET LOCAL synchronous_commit = on")
    begin_task(principal, NEW, SAID, durable=durable, also=look)
    assert seen == [waits]
