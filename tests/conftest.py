"""The test database: made and migrated by the role `owner`, used by `app` and `operator`.

Django would empty it as `app`, who may not TRUNCATE, and pytest-django would make it only for the
aliases that tests name; `owner` is none of them, and its mirrors would keep the real database.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connections
from django.test import TransactionTestCase
from django.test.utils import setup_databases, teardown_databases
from hypothesis import settings as hypothesis_settings
from psycopg import sql
from pytest_django import DjangoDbBlocker

from codossier import embedded

# Fixtures of every folder's tests.
from tests.notes_fixtures import (  # noqa: F401
    loaded_rows,
    notes,
    recorded_sql,
    remembering_embedder,
)

hypothesis_settings.register_profile("codossier", deadline=None)
hypothesis_settings.load_profile("codossier")  # no test asserts a time, on whatever machine

FILLED_BY_MIGRATIONS = [
    "django_migrations",
    "django_content_type",
    "auth_permission",
    "auth_group",
    "auth_group_permissions",
    "erasure_regime",
]
"""Tables that no test empties."""

TABLES = """
    SELECT relname FROM pg_class
    WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relname <> ALL(%s)
"""


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_blocker: DjangoDbBlocker,
    django_db_keepdb: bool,
    django_db_createdb: bool,
    django_db_modify_db_settings: None,
) -> Iterator[None]:
    """One database for all aliases, and never the real one."""
    if settings.EMBEDDED_DATABASE:
        embedded.ensure_running()
    if "owner" not in connections:
        pytest.exit("Tests make their database as its owner: set DATABASE_OWNER_URL.", 1)
    test = connections["owner"].settings_dict["TEST"]["NAME"]
    real = {connections[alias].settings_dict["NAME"] for alias in connections}
    if test in real:
        # Making it would begin with removing it.
        pytest.exit(f"{test} is a real database: set CODOSSIER_TEST_DATABASE to another name.", 1)
    with django_db_blocker.unblock():
        made = setup_databases(
            verbosity=0,
            interactive=False,
            aliases={"owner"},  # type: ignore[arg-type]  # any container of names
            serialized_aliases=set(),
            keepdb=django_db_keepdb and not django_db_createdb,
        )
        used = {connections[alias].settings_dict["NAME"] for alias in connections}
        if used != {test}:
            pytest.exit(f"Tests would run on {used} instead of {test} alone.", 1)
    yield
    if not django_db_keepdb:
        with django_db_blocker.unblock():
            for connection in connections.all():
                connection.close()
            teardown_databases(made, verbosity=0)


@pytest.fixture(scope="session", autouse=True)
def flush_as_owner() -> Iterator[None]:
    """Empty the tables after a test that commits.

    Over a connection of psycopg's own: Django blocks the aliases that a test did not name.
    """

    def empty_tables(case: TransactionTestCase) -> None:
        parameters = connections["owner"].get_connection_params()
        with psycopg.connect(**parameters) as connection:
            found = connection.execute(TABLES, [FILLED_BY_MIGRATIONS]).fetchall()
            tables = sql.SQL(", ").join(sql.Identifier(name) for (name,) in found)
            connection.execute(sql.SQL("TRUNCATE {} RESTART IDENTITY").format(tables))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_tables)
        yield


@pytest.fixture(autouse=True)
def switches_of_the_test() -> Iterator[None]:
    """What one test has switched is known to no other, and known by heart for all of its time: on
    a slow machine seconds pass within a test that counts queries."""
    from legalcontext.switches import deciding

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deciding, "KNOWN_SECONDS", 3600.0)
        deciding.forget()
        yield
        deciding.forget()


@pytest.fixture(autouse=True)
def ledger_of_the_test(tmp_path: Path, settings: Any) -> Path:
    """The ledger of deletions, in a folder of the test's own."""
    settings.LEDGER_STORAGE = tmp_path / "ledger"
    return tmp_path / "ledger" / "deletions.jsonl"
