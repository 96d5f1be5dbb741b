from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from django.db import connections


@pytest.fixture
def app_cursor() -> Iterator[psycopg.Cursor]:
    """A plain session as the app role, past Django."""
    parameters = connections["default"].get_connection_params()
    parameters.pop("cursor_factory", None)
    parameters.pop("context", None)
    with psycopg.connect(**parameters) as session, session.cursor() as cursor:
        yield cursor
        session.rollback()
