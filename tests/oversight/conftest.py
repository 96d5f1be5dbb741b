from __future__ import annotations

import itertools
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client

from accounts.ids import parse_public_id
from accounts.models import Membership, User
from accounts.tenancy import tenant_scope
from legalcontext.answers import ask as asking
from legalcontext.answers.models import Answer
from legalcontext.contracts import parse_quick_ask
from tests import factories

_numbers = itertools.count(1)

QUESTION = "My landlord in Sacramento kept my emerald deposit. What are the rules?"
REASON = "The asker wrote to support about request req_1."


def an_operator(*codenames: str, name: str = "Robin Support", superuser: bool = False) -> User:
    """Somebody of the service who signs in to the admin, with these permissions."""
    email = f"op{next(_numbers)}@service.example"
    if superuser:
        return User.objects.create_superuser(email, "a long password", name=name)
    user = User.objects.create_user(email, "a long password", name=name, is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return User.objects.get(pk=user.pk)


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return browser


def in_role(name: str) -> User:
    """An operator of one of the roles that come with the migrations."""
    user = an_operator()
    user.groups.add(Group.objects.get(name=name))
    return user


def an_answer(owner: Membership, **members: Any) -> Answer:
    """An answer that this person asked for."""
    ask = parse_quick_ask({"skill": "triage", "question": QUESTION} | members)
    insight = asking.ask(factories.principal_of(owner), ask, door="rest")
    key = parse_public_id("ans", insight["id"])
    assert key is not None
    with tenant_scope(owner.account_id):
        answer: Answer = Answer.objects.get(pk=key)
    return answer


@pytest.fixture
def owner() -> Membership:
    return factories.firm()


@pytest.fixture
def support() -> User:
    return an_operator("open_content")


@pytest.fixture
def answer(owner: Membership, notes: Any) -> Answer:
    return an_answer(owner)
