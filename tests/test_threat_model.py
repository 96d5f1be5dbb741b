"""Every test that the threat model names is there."""

from __future__ import annotations

import ast
import re

import pytest

from codossier.settings.environment import ROOT

ROW = re.compile(r"^\| (T\d+) \|.*\| ([^|]+) \|$", re.MULTILINE)
NAMED = re.compile(r"`([^`]+)`")
TESTS = ROOT / "tests"


def rows() -> dict[str, str]:
    return dict(ROW.findall((ROOT / "THREAT_MODEL.md").read_text(encoding="utf-8")))


def named(cell: str) -> list[str]:
    """The tests of a row; `::name` is another one of the file before."""
    found: list[str] = []
    for name in NAMED.findall(cell):
        found.append(found[-1].partition("::")[0] + name if name.startswith("::") else name)
    return found


def is_there(name: str) -> bool:
    """A folder or a file of tests, or a test or class in a file of that name."""
    path, _, inner = name.partition("::")
    if not inner and (ROOT / path).exists():
        return True
    files = [ROOT / path] if "/" in path else list(TESTS.rglob(path))
    return any(inner in names_in(file.read_text(encoding="utf-8")) for file in files)


def names_in(text: str) -> set[str]:
    found = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {
                f"{node.name}::{inner.name}"
                for inner in node.body
                if isinstance(inner, ast.FunctionDef)
            }
    return found


@pytest.mark.parametrize("threat", rows())
def test_the_tests_beside_a_threat_are_there(threat):
    names = named(rows()[threat])
    assert names
    assert [name for name in names if not is_there(name)] == []


def test_threats_are_numbered_in_order():
    assert list(rows()) == [f"T{number}" for number in range(1, len(rows()) + 1)]
