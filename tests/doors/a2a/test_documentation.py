"""The walk-through of docs/a2a.md, run as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from codossier.settings import environment
from legalcontext.block.constants import EXTENSION_URI as BLOCK
from tests import factories

from .server import web

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("notes")]

PAGE = (environment.ROOT / "docs" / "a2a.md").read_text(encoding="utf-8")


def block_after(mark):
    """The block of code that follows a mark of the page, and the one after it: what it prints."""
    rest = PAGE.split(f"<!-- {mark} -->", 1)[1]
    code, printed = re.findall(r"```[a-z]*\n(.*?)```", rest, re.DOTALL)[:2]
    return code, printed


@pytest.fixture
def run(tmp_path):
    secret = factories.key_of(factories.individual())[1]

    def run(*command):
        with web(tmp_path / "log") as (address, _):
            environ = os.environ | {"URL": address, "KEY": secret}
            done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60)
            return done.stdout

    return run


def test_the_program_prints_what_the_page_says(run):
    code, printed = block_after("ask with the official client")
    assert run(sys.executable, "-c", code) == printed


def test_curl_gets_what_the_page_says(run):
    code, printed = block_after("ask with curl")
    output = run("sh", "-c", code)
    assert f"a2a-extensions: {BLOCK}" in output.lower()
    members = re.findall(
        r'"(?:audience|role|privilege|handling|retention|notice|state)": "[^"]*"', printed
    )
    assert len(members) == 7
    for member in members:
        assert member in output
