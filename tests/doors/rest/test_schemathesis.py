"""What the document promises holds, for generated requests to every address, good and bad ones.

No answer is a 5xx or has a status, a media type, headers or a body that the document does not
know, and nothing that does not fit the document is accepted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import schemathesis
from django.core import signals
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from legalcontext.doors.rest.documentation import document
from tests.doors.rest.test_openapi import path_of
from tests.doors.rest.test_permissions import TABLE, World, addresses

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

EXAMPLES = 6
"""Requests to each address: about a third fit the document and name what is there, a third fit
it and name anything, a third do not fit it."""

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]

quick = hypothesis_settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@contextmanager
def one_connection() -> Iterator[None]:
    """The end of a request leaves the test's connection open, as with Django's own client."""
    signals.request_started.disconnect(close_old_connections)
    signals.request_finished.disconnect(close_old_connections)
    try:
        yield
    finally:
        signals.request_started.connect(close_old_connections)
        signals.request_finished.connect(close_old_connections)


@pytest.fixture(scope="module")
def api() -> Any:
    config = SchemathesisConfig.from_dict({})
    schema = schemathesis.openapi.from_dict(json.loads(document()), config=config)
    schema.app = get_wsgi_application()
    return schema


GROUPS = sorted({call.split()[1].partition("-")[0] for call in TABLE})


@pytest.mark.parametrize("group", GROUPS)
def test_generated_requests_are_answered_as_the_document_says(rest, settings, api, group):
    settings.RATE_LIMIT_PER_MINUTE = 1_000_000
    world = World(rest)
    for call, address in addresses().items():
        method, route = call.split()
        if route.partition("-")[0] != group:
            continue
        kind = "member" if address.startswith("v1/matters/") else "owner"
        with transaction.atomic():
            named = world.named(route, kind, own=True) if "<" in address else {}
            operation = api[path_of(address)][method]
            good, bad = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
            cases = st.one_of(
                operation.as_strategy(generation_mode=good, path_parameters=named),
                operation.as_strategy(generation_mode=good),
                operation.as_strategy(generation_mode=bad, path_parameters=named),
            )
            send(cases, world.clients[kind].headers)
            transaction.set_rollback(True)
        world.forget()


def send(cases: st.SearchStrategy[Any], headers: dict[str, str]) -> None:
    """Each request meets the same world."""

    @quick
    @given(case=cases)
    def one(case: Any) -> None:
        with transaction.atomic(), one_connection():
            response = case.call(base_url="http://testserver", headers=headers)
            transaction.set_rollback(True)
        case.validate_response(response, checks=CHECKS)

    one()
