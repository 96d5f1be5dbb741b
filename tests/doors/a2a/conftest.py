from __future__ import annotations

import pytest

from tests import factories

from .client import A2A, BINDINGS


@pytest.fixture(params=BINDINGS)
def binding(request):
    """Each test that takes it runs in both bindings."""
    return request.param


@pytest.fixture
def person():
    return factories.individual()


@pytest.fixture
def secret(person):
    return factories.key_of(person)[1]


@pytest.fixture
def a2a(secret, binding):
    return A2A(secret, binding)


@pytest.fixture
def rpc(secret):
    return A2A(secret)
