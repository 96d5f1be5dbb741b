"""docs/block.md says what the code does: its tables, its fixed texts and its examples."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from legalcontext.block import (
    EXTENSION_URI,
    FORUMS,
    HANDLING,
    MCP_META_KEY,
    NOTE_CODES,
    NOTHING_INFERRED,
    NOTICE,
    SOURCE,
    MatterFacts,
    PrincipalFacts,
    context_notes,
    outbound,
    read_inbound,
    resolve,
    retention_sentence,
)
from legalcontext.block.outbound import DELETED_ONCE_DELIVERED, HELD
from legalcontext.block.privilege import NOT_OWNED, OWNED, TABLE

PAGE = (Path(__file__).parents[2] / "docs" / "block.md").read_text("utf-8")

MATTERS = {
    "none, or not owned": NOT_OWNED,
    "owned": OWNED,
    "owned, mark unset": {"unset"},
    "owned, litigation anticipated": {"litigation"},
    "owned, no litigation anticipated": {"no_litigation"},
}


def section(title: str) -> str:
    """The text under a heading, up to the next of the same level."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The cells of a section's table, without its heading."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def privilege_rows() -> Iterator[list[str]]:
    """The privilege table as the page shows it."""
    order = ("absent", "none", "attorney_client", "work_product", "unknown", "unrecognised")
    for line in TABLE:
        stated = [word for word in order if line.stated is not None and word in line.stated]
        matter = next((said for said, states in MATTERS.items() if states == line.matter), "any")
        yield [
            line.row,
            line.principal,
            line.audience or "any",
            ", ".join(stated) or "any",
            matter,
            line.label,
            "yes" if line.notice else "no",
            f"`{line.note}`" if line.note else "",
        ]


def examples() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    blocks = [json.loads(found) for found in re.findall(r"```json\n(.+?)```", PAGE, re.DOTALL)]
    return list(zip(blocks[::2], blocks[1::2], strict=True))


def test_notes_are_those_of_the_code() -> None:
    assert [row[0] for row in rows(section("Notes"))] == [f"`{code}`" for code in NOTE_CODES]


def test_privilege_table_is_the_one_that_decides() -> None:
    assert rows(section("Privilege")) == list(privilege_rows())


def test_jurisdiction_table_has_every_row() -> None:
    expected = ["J1", "J2", "J2b", *(f"J{number}" for number in range(3, 11))]
    assert [row[0] for row in rows(section("Jurisdiction"))] == expected


@pytest.mark.parametrize(
    "text",
    [*HANDLING.values(), NOTICE, SOURCE, HELD, DELETED_ONCE_DELIVERED, EXTENSION_URI, MCP_META_KEY,
     retention_sentence(months=12), *FORUMS],
)  # fmt: skip
def test_fixed_texts_stand_on_the_page(text: str) -> None:
    assert text in PAGE


@pytest.mark.parametrize(("given", "said"), examples())
def test_examples_are_real_output(given: dict[str, Any], said: dict[str, Any]) -> None:
    matter = MatterFacts(**given["matter"]) if given["matter"] else None
    frame = resolve(
        read_inbound(given["context"]), NOTHING_INFERRED, PrincipalFacts(given["principal"]), matter
    )
    block = outbound(frame, retention_sentence(months=12))
    notes = [{"code": note["code"], "message": note["message"]} for note in context_notes(frame)]
    assert json.dumps({"legal_context": block, "context_notes": notes}) == json.dumps(said)
    assert f"{frame.rule}, {frame.row}" == given["rows"]
