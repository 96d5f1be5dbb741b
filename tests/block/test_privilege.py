"""Rows P2 to P15, cell by cell. P1 is a refusal: no frame is resolved (tests/answers)."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from legalcontext.block import (
    NOTHING_INFERRED,
    MatterFacts,
    PrincipalFacts,
    read_inbound,
    resolve,
)
from legalcontext.block.privilege import TABLE

CASES = Path(__file__).parents[1] / "cases" / "privilege.csv"

MATTERS = {
    "not_named": None,
    "readable": MatterFacts(owned=False),
    "owned": MatterFacts(owned=True),
    "owned_litigation": MatterFacts(owned=True, litigation_anticipated=True),
    "owned_no_litigation": MatterFacts(owned=True, litigation_anticipated=False),
}


def cells() -> Iterator[dict[str, str]]:
    with CASES.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def test_every_cell_of_the_product_is_as_decided() -> None:
    wrong, seen = [], set()
    for cell in cells():
        if cell["row"] == "P1":
            assert cell["matter"] not in MATTERS
            continue
        raw = {field: cell[f"stated_{field}"] for field in ("audience", "privilege", "role")}
        principal = PrincipalFacts(cell["principal"])  # type: ignore[arg-type]
        frame = resolve(read_inbound(raw), NOTHING_INFERRED, principal, MATTERS[cell["matter"]])
        notes = {n.code for n in frame.notes if n.code.startswith("privilege_")}
        given = (frame.row, frame.audience, frame.label, "yes" if frame.notice else "no", notes)
        expected = (
            cell["row"],
            cell["audience"],
            cell["privilege"],
            cell["notice"],
            {cell["note"], cell["also_note"]} - {""},
        )
        seen.add(frame.row)
        if given != expected:
            wrong.append((cell, given))
    assert wrong == []
    assert seen == {f"P{number}" for number in range(2, 16)}
    assert sum(1 for _ in cells()) == 3024


def test_lines_of_the_table_do_not_overlap_and_leave_no_gap() -> None:
    fitting = [
        sum(
            line.fits(principal, audience, stated, matter)
            for line in TABLE
        )
        for principal in ("individual", "professional", "service")
        for audience in ("individual", "professional")
        for stated in (
            "absent", "none", "attorney_client", "work_product", "unknown", "unrecognised",
        )
        for matter in ("none", "not_owned", "unset", "litigation", "no_litigation")
    ]  # fmt: skip
    assert fitting == [1] * len(fitting)


@pytest.mark.parametrize(
    "variant", ["Work_Product", "work product", " work_product", "WORK_PRODUCT"]
)
def test_labels_are_compared_exactly(variant: str) -> None:
    frame = resolve(
        read_inbound({"privilege": variant}),
        NOTHING_INFERRED,
        PrincipalFacts("professional"),
        MATTERS["owned"],
    )
    assert (frame.row, frame.label) == ("P11", "unknown")
    assert "privilege_unrecognized" in [n.code for n in frame.notes]
