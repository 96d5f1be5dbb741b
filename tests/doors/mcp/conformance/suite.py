"""`make conformance`: the protocol's own suite and the Inspector against a server of ours.

Not part of `make test`: it installs Node programs with npm under `var/` the first time. The name of
this file keeps it out of the normal run.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests import factories
from tests.doors.mcp.conftest import BLOCK
from tests.doors.mcp.server import serving

HERE = Path(__file__).parent
APP = "tests.doors.mcp.conformance.app:application"
REVISIONS = ("2026-07-28", "2025-11-25")
SECONDS = 500

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("notes")]


@pytest.fixture(scope="module")
def node() -> Path:
    """The folder of the installed programs."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed, and the suite comes from npm: install Node.js first")
    home = Path(settings.VAR_DIR) / "conformance"
    home.mkdir(parents=True, exist_ok=True)
    wanted = (HERE / "package.json").read_text(encoding="utf-8")
    stamp = home / "installed.json"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        (home / "package.json").write_text(wanted, encoding="utf-8")
        arguments = ["install", "--no-audit", "--no-fund", "--no-package-lock"]
        subprocess.run([npm, *arguments], cwd=home, check=True, timeout=SECONDS)
        stamp.write_text(wanted, encoding="utf-8")
    return home / "node_modules" / ".bin"


@pytest.fixture
def key() -> str:
    return factories.key_of(factories.firm())[1]


@pytest.fixture
def url(key: str) -> Iterator[str]:
    with serving(APP, CONFORMANCE_KEY=key) as address:
        yield f"{address}/mcp"


def run(node: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        arguments,
        env=os.environ | {"PATH": f"{node}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )


@pytest.mark.parametrize("revision", REVISIONS)
def test_what_is_served_conforms(node, url, revision, tmp_path, capsys):
    not_served = HERE / f"not-served-{revision}.yml"
    done = run(
        node, "conformance", "server", "--url", url, "--requirements", revision,
        "--expected-failures", str(not_served), "--output-dir", str(tmp_path),
    )  # fmt: skip
    summary = done.stdout.partition("=== SUMMARY ===")[2]
    with capsys.disabled():
        print(f"\n{revision}\n{summary}")  # noqa: T201 - the figures are what it is run for
    assert summary
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr


class TestInspector:
    """The Inspector's command line, as somebody tries a server with it."""

    ERAS = pytest.mark.parametrize("era", ["modern", "legacy"])

    def inspect(self, node, url, era, *arguments):
        done = run(
            node, "inspector", "--cli", url, "--transport", "http", "--protocol-era", era,
            *arguments,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done

    @ERAS
    def test_the_schemas_are_portable(self, node, url, era):
        done = self.inspect(node, url, era, "--method", "tools/list", "--strict")
        names = {tool["name"] for tool in json.loads(done.stdout)["tools"]}
        assert {"triage", "consult", "document_review", "get_answer", "list_matters"} <= names

    @ERAS
    def test_the_block_goes_in_and_out(self, node, url, era):
        block = json.dumps({"jurisdiction": "US-TX"})
        done = self.inspect(
            node, url, era, "--method", "tools/call", "--tool-name", "triage",
            "--tool-arg", "question=My landlord keeps my deposit.",
            "--tool-metadata", f"{BLOCK}={block}",
        )  # fmt: skip
        result = json.loads(done.stdout)
        assert result["_meta"][BLOCK]["jurisdiction"] == {"value": "US-TX", "basis": "stated"}
