"""Papers and the product's own notes: which last day follows from a paper, and which does not."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path

import pytest

from legalcontext import knowledge
from legalcontext.knowledge.figures import Ledger
from legalcontext.knowledge.notefile import parse_note
from legalcontext.knowledge.types import Figure, Hit
from legalcontext.knowledge.wording import plain
from legalcontext.skills import document_review, triage
from legalcontext.skills.lint import lint
from legalcontext.skills.types import Ask, Findings, Text

from .conftest import Framing
from .notes import TODAY, Notes, hit

NOTES = Path(knowledge.__file__).parent / "notes"
TOPICS = ("notice-to-quit", "eviction-steps", "time-to-answer")


@pytest.fixture(scope="module")
def on_file() -> Notes:
    """The notes on notices and summonses, from their files: no database is asked."""
    return Notes(
        [
            passage
            for topic in TOPICS
            for file in NOTES.glob(f"*/{topic}.md")
            for passage in passages(file)
        ],
        near=dict.fromkeys(TOPICS, 0.6),
    )


def passages(file: Path) -> list[Hit]:
    note = parse_note(file.read_text("utf-8"))
    ledger = Ledger(note.figures, note.forms, note.names)
    return [
        hit(
            note=f"{note.key}@{note.version}",
            passage=passage.id,
            kind=passage.kind,
            text=ledger.fill(plain(passage.text)),
            title=note.title,
            jurisdiction=note.jurisdiction,
            topic=note.topic,
            figures=tuple(
                Figure(**asdict(figure))
                for figure in note.figures
                if re.search(rf"\{{\{{{re.escape(figure.id)}\b", passage.text)
            ),
        )
        for passage in note.passages
    ]


def days(answer: Findings) -> set[str]:
    return {f.due_on.isoformat() for f in answer.findings if f.kind == "deadline" and f.due_on}


@pytest.mark.parametrize(
    ("paper", "question", "due"),
    [
        (
            "FIVE DAY NOTICE\nTo: Carla Simms, Chicago, Illinois\nPay $2,350 within five days after"
            " service. Served Nov. 25, 2026, by leaving a copy.",
            "What is this?",
            {"2026-11-30"},
        ),
        (
            "NOTICE TO LEAVE THE PREMISES\nTo: Marcus Webb, Columbus, Ohio\n"
            "Leave by December 4. Served December 1 by posting.",
            "What is this?",
            {"2026-12-04"},
        ),
        (
            "60-DAY NOTICE OF TERMINATION OF TENANCY\nTo: P. Nguyen, Oakland, California\n"
            "This notice was mailed on November 25, 2026.",
            "What is this?",
            {"2027-01-25"},
        ),
        (
            "CIVIL COURT OF THE CITY OF NEW YORK\nNOTICE OF PETITION - NON-PAYMENT\n"
            "Fulton Corp., Petitioner, against J. Price, Respondent.\nServed on November 20, 2026.",
            "What is this?",
            {"2026-11-30"},
        ),
        (
            "SUMMONS\nSuperior Court of California, County of Kern\nYOU ARE BEING SUED.\n"
            "Date: November 2, 2026\nNOTICE TO THE PERSON SERVED: as an individual.",
            "I was handed this on November 12.",
            {"2026-12-14"},
        ),
        (
            "JUSTICE COURT, TRAVIS COUNTY, TEXAS\nEVICTION CITATION\nPlaintiff: Oak Bend\n"
            "Defendant: L. Mata\nCitation served 11-29-2026.",
            "What is this?",
            set(),
        ),
    ],
)
def test_the_last_day_that_follows_from_a_paper(
    frame_of: Framing, on_file: Notes, paper: str, question: str, due: set[str]
) -> None:
    text = Text("paper.txt", paper)
    frame = frame_of(question, documents=[paper])
    ask = Ask(question, TODAY)
    answer = document_review(frame, ask, [text], on_file)
    assert days(answer) == due
    assert lint(answer, frame, ask, [text]) == ()
    # Triage reads a paper in the same way: it may not come to its topic, but to no other day.
    assert days(triage(frame, ask, [text], on_file)) <= due


def test_triage_reads_a_paper_as_a_paper(frame_of: Framing, on_file: Notes) -> None:
    paper = (
        "FIVE DAY NOTICE\nTo: Carla Simms, Chicago, Illinois\nDate: November 23, 2026\n"
        "You owe rent. Pay by November 30 or quit. Served November 25 by leaving a copy."
    )
    frame = frame_of("My landlord sent this", documents=[paper])
    answer = triage(frame, Ask("My landlord sent this", TODAY), [Text("n.txt", paper)], on_file)
    assert days(answer) == {"2026-11-30"}
