"""A note's file: read without loss, written in one layout, faults told with their place."""

from __future__ import annotations

import pytest

from legalcontext.knowledge.faults import InvalidNote
from legalcontext.knowledge.lint import note_files
from legalcontext.knowledge.notefile import parse_note, render_note

from .conftest import Make, line_of


def test_a_canonical_file_is_written_byte_for_byte(note_text: Make) -> None:
    text = note_text()
    assert render_note(parse_note(text)) == text


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("value: 7.50", "7.50"),
        ("value: '021'", "021"),
        ("value: 1/2", "1/2"),
        ("value: 2026-07-01", "2026-07-01"),
    ],
)
def test_a_value_is_kept_as_it_is_written(note_text: Make, written: str, read: str) -> None:
    document = parse_note(note_text().replace("value: 21", written))
    assert document.figures[0].value == read
    assert parse_note(render_note(document)) == document


def test_words_that_yaml_takes_for_something_else_stay_words(note_text: Make) -> None:
    text = note_text(title="'No'", asked="'yes: is it null'")
    document = parse_note(text)
    assert (document.title, document.asked_as) == ("No", ("yes: is it null",))
    assert parse_note(render_note(document)) == document


def test_layout_is_the_only_thing_that_rendering_changes(note_text: Make) -> None:
    text = note_text().replace("version: 1", "version:   '1'").replace("\n\n##", "\n\n\n##")
    document = parse_note(text)
    assert render_note(document) == note_text()


@pytest.mark.parametrize(
    ("old", "new", "at", "field", "advice"),
    [
        ("version: 1\n", "version: one\n", "version:", "version", "a whole number from 1"),
        ("status: in_review\n", "status: x\n", "status:", "status", "draft, in_review, published"),
        ("licence: CC-BY-4.0\n", "license: CC-BY-4.0\n", "---", "", "add `licence`"),
        ("  unit: days\n", "  unit: 9\n", "unit:", "figures[0].unit", "a plural in lower case"),
        ("url: https://law", "url: http://law", "url:", "authorities[0].url", "the https address"),
        ("due: 2026-12-01", "due: 2026-13-01", "review_due:", "review_due", "as 2026-01-31"),
        ("{kind: step,", "{kind: stride,", "## claim", "passage claim", "one of short_answer"),
        ("## claim {", "# claim {", "# claim", "", "write `## passage-id"),
        (
            "## claim {",
            "## normal-wear {",
            "## normal-wear {kind: step",
            "passage normal-wear",
            "is also on line 42",
        ),
        ("[law]}\n\nA claim", "law}\n\nA claim", "## claim", "passage claim", "in brackets"),
        (
            "cites: [law]}\n\nA claim",
            "to: [law]}\n\nA claim",
            "## claim",
            "passage claim",
            "to is unknown",
        ),
    ],
)
def test_a_fault_says_where_it_is_and_what_to_do(
    note_text: Make, old: str, new: str, at: str, field: str, advice: str
) -> None:
    text = note_text().replace(old, new, 1)
    with pytest.raises(InvalidNote) as refused:
        parse_note(text, file="a.md")
    faults = [f for f in refused.value.faults if f.field == field and advice in f.message]
    assert [(fault.file, fault.line) for fault in faults] == [("a.md", line_of(text, at))]


def test_every_fault_is_told_at_once(note_text: Make) -> None:
    text = (
        note_text().replace("status: in_review", "status: ready").replace("kind: step", "kind: x")
    )
    with pytest.raises(InvalidNote) as refused:
        parse_note(text)
    assert {fault.field for fault in refused.value.faults} == {"status", "passage claim"}


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("no front matter", "start the file with `---`"),
        ("---\nkey: a", "close the front matter"),
        ("---\n- a\n---\n", "write `field: value` lines"),
        ("---\nkey: [a\n---\n", "is no YAML"),
        ("---\nkey: a\nkey: b\n---\n", "stands twice"),
    ],
)
def test_what_is_no_note_is_refused_in_words(text: str, advice: str) -> None:
    with pytest.raises(InvalidNote, match=advice):
        parse_note(text)


def test_the_notes_of_the_repository_are_canonical() -> None:
    files = note_files()
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert render_note(parse_note(text, file=str(file))) == text, file
