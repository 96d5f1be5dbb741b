"""Deletion requests step by step: who may do what, what it writes, and what it tells."""

from __future__ import annotations

import pytest

from accounts.tenancy import tenant_scope
from legalcontext.erasure.request_models import (
    DeletionRequest,
)
from legalcontext.erasure.requests import service, two_people
from tests import factories
from tests.erasure.requests import in_days, new_operator, run_jobs
from tests.histories import answer_of, kept

pytestmark = pytest.mark.django_db

About = DeletionRequest.About


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def member(owner):
    return factories.colleague(owner.account)


@pytest.fixture
def one():
    return new_operator("one")


@pytest.fixture
def other():
    return new_operator("other")


def of_member(member, **fields):
    return service.open_by_holder(factories.principal_of(member), **fields)


def read(request):
    with tenant_scope(request.account_id):
        return DeletionRequest.objects.get(pk=request.pk)


def approve(request, by):
    with tenant_scope(request.account_id):
        (proposal,) = two_people.open_proposals(request.public_id)
    return two_people.decide(proposal, approve=True, by=by)


def test_a_request_of_a_member_goes_all_the_way(member, one, other):
    answer_of(member)
    request = of_member(member)
    assert request.state == "verified"
    request = service.perform(request, "scope", one)
    assert request.state == "scoped"
    assert request.inventory["answers"] == {"total": 1, "held": 0}
    request = service.perform(request, "schedule", one)
    approve(request, other)
    assert kept(member.account_id) == (1, 1)
    with in_days(4):
        service.tend(request)
        run_jobs()
    request = read(request)
    assert request.state == "closed"
    assert kept(member.account_id) == (0, 0)
