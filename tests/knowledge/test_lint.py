"""The lint of notes as a whole, and of the notes in this repository."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from legalcontext.knowledge.checks import read_note
from legalcontext.knowledge.lint import (
    due,
    lint_files,
    lint_together,
    note_files,
    similarity,
    weak_sources,
)
from legalcontext.knowledge.lint.__main__ import main
from legalcontext.knowledge.schema import PASSAGE_KINDS
from legalcontext.knowledge.sources import source_class
from legalcontext.knowledge.topics import topics

from .conftest import Make


def test_the_notes_of_the_repository_pass() -> None:
    documents, faults = lint_files(note_files())
    assert documents
    assert [str(fault) for fault in [*faults, *lint_together(documents)]] == []


def test_notes_that_differ_only_in_place_and_number_count_as_one(note_text: Make) -> None:
    one = read_note(note_text(), file="one")
    other = read_note(
        note_text(jurisdiction="US-OH", title="Deposits in Ohio", value="30"), file="other"
    )
    assert similarity(one, other) == 1.0
    [fault] = lint_together([one, other])
    assert (fault.file, fault.code) == ("us-oh/security-deposit", "near_duplicate")


def test_notes_that_say_different_things_do_not(note_text: Make) -> None:
    other = note_text(jurisdiction="US-OH").replace(
        "Nothing may be kept for normal wear, such as old paint or a worn carpet.",
        "A tenant who gave no new address in writing gets the money, and no more than that.",
    )
    other = other.replace(
        "The landlord has {{period}} after the move to give the deposit back or to say what was "
        "kept.",
        "Once the keys are back, the owner owes the money within {{period}}, less rent and harm.",
    )
    documents = [read_note(note_text(), file="one"), read_note(other, file="other")]
    assert lint_together(documents) == []


def test_a_second_note_of_a_version_and_a_dead_predecessor_are_faults(note_text: Make) -> None:
    note = read_note(note_text(), file="note")
    assert [fault.code for fault in lint_together([note, note])] == ["twice"]
    text = note_text().replace("licence:", "supersedes: us-ca/gone@1\nlicence:")
    assert [f.code for f in lint_together([read_note(text, file="note")])] == ["dead_reference"]


@pytest.mark.parametrize(
    ("today", "codes"),
    [
        (dt.date(2026, 12, 1), []),
        (dt.date(2026, 12, 2), ["due"]),
        (dt.date(2027, 6, 1), ["lapsed"]),
    ],
)
def test_the_calendar_is_told(note_text: Make, today: dt.date, codes: list[str]) -> None:
    assert [f.code for f in due([read_note(note_text(), file="note")], today)] == codes


def test_a_figure_that_was_to_change_is_told(note_text: Make) -> None:
    text = note_text().replace("counting: calendar", "counting: calendar\n  changes_on: 2026-12-15")
    note = read_note(text, file="note")
    assert [f.code for f in due([note], dt.date(2026, 12, 15))] == ["due", "figure_due"]


def test_the_layout_is_a_fault_that_can_be_mended(note_text: Make, tmp_path: Path) -> None:
    file = tmp_path / "us-ca" / "security-deposit.md"
    file.parent.mkdir()
    file.write_text(note_text().replace("version: 1", "version:  1"))
    assert [(f.code, f.line) for f in lint_files([file])[1]] == [("layout", 3)]
    lint_files([file], fix=True)
    assert file.read_text() == note_text()
    assert lint_files([file])[1] == []


def test_a_file_stands_where_its_key_says(note_text: Make, tmp_path: Path) -> None:
    file = tmp_path / "us-ca" / "deposit.md"
    file.parent.mkdir()
    file.write_text(note_text())
    assert [fault.code for fault in lint_files([file])[1]] == ["key"]


def test_the_command_line_fails_on_faults_only(
    note_text: Make, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "us-ca" / "security-deposit.md"
    file.parent.mkdir()
    file.write_text(note_text())
    assert main([str(tmp_path)]) == 0
    file.write_text(note_text().replace("Nothing may", "You must not"))
    assert main([str(tmp_path)]) == 1
    assert "[directive]" in capsys.readouterr().out


def test_topics_are_complete_and_known_by_one_code() -> None:
    for code, topic in topics().items():
        assert topic.code == code
        assert topic.title
        assert topic.description
        assert topic.keywords
    assert {note.topic for note in lint_files(note_files())[0]} <= topics().keys()
    assert len(PASSAGE_KINDS) == len(set(PASSAGE_KINDS))


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://leginfo.legislature.ca.gov/x", "official"),
        ("https://www.legis.state.pa.us/x", "official"),
        ("https://law.justia.com/x", "reproduction"),
        ("https://texas.public.law/x", "reproduction"),
        ("https://landlord-blog.example/x.gov", "commentary"),
        ("https://fchr.myflorida.com/file-a-complaint-page", "official"),
        ("https://bgcourt.org/?p=615", "official"),
        ("https://self-law.org/code/ca/labor-code/510", "reproduction"),
        ("https://self-law.org/about", "commentary"),
        ("https://howtolegalhelp.com/?p=29135", "reproduction"),
        ("https://howtolegalhelp.com/?p=1", "commentary"),
        (
            "https://www.womenslaw.org/laws/tx/statutes/153009-interview-child-chambers",
            "reproduction",
        ),
        ("https://www.womenslaw.org/laws/oh/restraining-orders", "commentary"),
    ],
)
def test_whose_page_a_figure_was_read_from(url: str, kind: str) -> None:
    assert source_class(url) == kind


def test_figures_with_weak_sources_are_listed_and_no_fault(note_text: Make) -> None:
    note = read_note(note_text(), file="note")
    assert [fault.field for fault in weak_sources([note])] == ["figure period"]
    official = note_text().replace("https://law.example", "https://law.ca.gov")
    assert weak_sources([read_note(official, file="note")]) == []
