"""One test that needs the database; `test_test_database` runs it under settings of its own."""

from __future__ import annotations

import pytest


@pytest.mark.django_db
def test_something() -> None:
    print("it ran")  # noqa: T201 - the other test looks for these words
