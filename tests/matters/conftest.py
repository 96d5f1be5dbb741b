from __future__ import annotations

import pytest

from tests import factories


@pytest.fixture
def owner():
    """The owner of a firm's account, a verified professional."""
    return factories.firm()


@pytest.fixture
def lawyer(owner):
    """The principal of the account's owner, who owns the matter too."""
    return factories.principal_of(owner)


@pytest.fixture
def matter(owner):
    return factories.matter_of(owner, "Dunne v. Harbor Lofts")


@pytest.fixture
def colleague(owner):
    """Another member of the account, without any grant."""
    return factories.colleague(owner.account)


@pytest.fixture
def reader(colleague):
    return factories.principal_of(colleague)
