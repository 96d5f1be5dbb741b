"""Asks of other agents that came to no answer: they go as answers do."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from accounts.tenancy import tenant_scope
from legalcontext.answers.errors import NotFound
from legalcontext.answers.models import Answer
from legalcontext.answers.task_models import Task, TaskMessage
from legalcontext.erasure import deletion
from legalcontext.erasure.deletion import Selection, delete_answer, delete_answers, preview
from legalcontext.erasure.sweep import Swept, sweep
from legalcontext.retention.errors import LegalHold
from legalcontext.retention.models import Hold
from tests import factories
from tests.histories import answer_of, hold_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def principal(owner):
    return factories.principal_of(owner)


def task_of(owner, *, state="failed", answer=None, expires_in=dt.timedelta(days=9), **fields):
    with tenant_scope(owner.account_id):
        task = Task.objects.create(
            **({"pk": answer.pk} if answer else {}), answer=answer, asker=owner.user,
            context_id="c", skill="triage", skill_chosen=True, state=state,
            expires_at=timezone.now() + expires_in, **fields,
        )  # fmt: skip
        TaskMessage.objects.create(task=task, number=0, body={"text": "t"})
    return task


def left(owner):
    with tenant_scope(owner.account_id):
        return Task.objects.count(), TaskMessage.objects.count(), Answer.objects.count()


def test_one_is_deleted_by_its_id_and_by_nobody_else(owner, principal):
    task = task_of(owner)
    boss = factories.principal_of(factories.colleague(owner.account, role="owner"))
    with pytest.raises(NotFound):
        delete_answer(boss, task.public_id)
    delete_answer(principal, task.public_id)
    assert left(owner) == (0, 0, 0)


def test_an_answered_one_goes_with_its_answer(owner, principal):
    answer = answer_of(owner)
    task_of(owner, state="completed", answer=answer)
    delete_answer(principal, answer.public_id)
    assert left(owner) == (0, 0, 0)


def test_all_of_mine_takes_them_too(owner, principal):
    answer_of(owner)
    task_of(owner)
    task_of(factories.colleague(owner.account))
    assert preview(principal, Selection()).deleted == 2
    assert delete_answers(principal, Selection()).deleted == 2
    assert left(owner) == (1, 1, 0)


@pytest.mark.parametrize("silent", [False, True])
def test_what_a_hold_keeps_leaves_the_reading_and_goes_later(owner, principal, silent):
    task = task_of(owner)
    hold = hold_on(owner, person_id=owner.user_id, silent=silent)
    if silent:
        delete_answer(principal, task.public_id)
    else:
        with pytest.raises(LegalHold):
            delete_answer(principal, task.public_id)
    with tenant_scope(owner.account_id):
        assert not Task.objects.readable_by(principal).exists()
    assert left(owner) == (1, 1, 0)
    assert sweep() == Swept()
    with tenant_scope(owner.account_id):
        Hold.objects.filter(pk=hold.pk).update(released_at=timezone.now())
    assert sweep() == Swept(expired=1)


def test_the_sweep_leaves_one_that_is_worked_on(owner):
    past = dt.timedelta(seconds=-1)
    task_of(owner, expires_in=past)
    task_of(
        owner, state="working", expires_in=past,
        leased_until=timezone.now() + dt.timedelta(minutes=1),
    )  # fmt: skip
    assert sweep() == Swept(expired=1)
    assert left(owner) == (1, 1, 0)


def test_batches_of_both_kinds_are_counted_together(owner, principal, monkeypatch):
    monkeypatch.setattr(deletion, "BATCH", 2)
    for _ in range(3):
        answer_of(owner)
        task_of(owner)
    assert delete_answers(principal, Selection()).deleted == 6
    assert left(owner) == (0, 0, 0)
