"""A test run never touches a real database."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from codossier.settings.environment import ROOT

SAMPLE = Path(__file__).with_name("sample_with_a_database.py")


def run_sample(**variables: str) -> subprocess.CompletedProcess[str]:
    """The sample, with no other setting of the caller's than these variables."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("DATABASE_", "CODOSSIER_"))
    }
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-s", "-p", "no:schemathesis", str(SAMPLE)],
        cwd=ROOT,
        env=kept | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_name_of_a_real_one_ends_the_run_before_it_is_touched() -> None:
    # There is no such server: a connection would fail in other words.
    ended = run_sample(
        CODOSSIER_TEST_DATABASE="test_real",
        DATABASE_URL="postgresql://app@127.0.0.1:1/test_real",
        DATABASE_OWNER_URL="postgresql://owner@127.0.0.1:1/other",
        DATABASE_OPERATOR_URL="postgresql://operator@127.0.0.1:1/other",
    )
    assert ended.returncode == 1
    assert "test_real is a real database" in ended.stdout
    assert "it ran" not in ended.stdout


def test_a_given_server_without_its_owner_is_named() -> None:
    ended = run_sample(DATABASE_URL="postgresql://app@127.0.0.1:1/real")
    assert ended.returncode == 1
    assert "set DATABASE_OWNER_URL" in ended.stdout
