"""The tables are whole: both languages, every key that the code asks for, no empty pattern."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import get_args

import pytest
import yaml

from legalcontext.block.constants import (
    AUDIENCES,
    FORUMS,
    HANDLING,
    LABELS,
    NOTICE,
    ROLES,
    SOURCE,
    Basis,
)
from legalcontext.block.notes import NOTE_CODES
from legalcontext.block.outbound import DELETED_ONCE_DELIVERED, HELD
from legalcontext.inference.types import EventKind
from legalcontext.knowledge.schema import EVENTS, SERVICES
from legalcontext.skills.emergencies import KINDS
from legalcontext.skills.framing import PRIVILEGE_NOTES
from legalcontext.skills.phrases import PhraseIndex
from legalcontext.skills.tables import table
from legalcontext.skills.urgency import LEVELS, TRIGGERS

PATTERN_TABLES = ("topic_words", "urgency", "emergencies", "service", "triggers", "context")
PLACEHOLDER = re.compile(r"\{(\w+)\}")


DATA = Path(str(files("legalcontext.skills"))) / "data"


def twice(node: yaml.Node | None) -> list[str]:
    """The keys that a mapping of the document has more than once: the last would win."""
    if isinstance(node, yaml.MappingNode):
        names = Counter(key.value for key, _ in node.value)
        found = [name for name, times in names.items() if times > 1]
        return [*found, *(name for _, value in node.value for name in twice(value))]
    if isinstance(node, yaml.SequenceNode):
        return [name for value in node.value for name in twice(value)]
    return []


@pytest.mark.parametrize("path", sorted(DATA.glob("*.yaml")), ids=lambda path: path.stem)
def test_no_table_says_a_thing_twice(path):
    assert twice(yaml.compose(path.read_text("utf-8"))) == []


def lines(value: object) -> list[str]:
    if isinstance(value, dict):
        return [line for part in value.values() for line in lines(part)]
    if isinstance(value, list):
        return []
    return value.splitlines() if isinstance(value, str) else []


@pytest.mark.parametrize("key", list(table("wording")))
def test_every_sentence_has_both_languages_with_the_same_blanks(key: str) -> None:
    forms = table("wording")[key]
    assert {"en", "es"} <= set(forms) <= {"en", "es", "pro"} or key == "limit_notes_in_english"
    blanks = {name: set(PLACEHOLDER.findall(form)) for name, form in forms.items()}
    allowed = blanks["en"] | blanks["es"]
    assert all(found <= allowed for found in blanks.values())


@pytest.mark.parametrize("name", PATTERN_TABLES)
def test_every_pattern_matches_some_words(name: str) -> None:
    for line in lines(table(name)):
        assert line == line.strip()
        assert line.count("(") == line.count(")"), line
        PhraseIndex([("key", 1.0, line)])


def test_every_emergency_has_its_words() -> None:
    assert set(table("emergencies")) | set(table("emergency_hazards")) == {*KINDS, "families"}
    for kind in KINDS:
        assert f"emergency_{kind}" in table("wording")
        assert f"emergency_{kind}_detail" in table("wording")


def test_every_note_on_the_frame_has_its_words_in_spanish() -> None:
    assert set(table("note_words")) == set(NOTE_CODES)


def test_every_fixed_text_and_code_of_the_block_has_its_words_in_spanish() -> None:
    fixed = {*HANDLING.values(), NOTICE, SOURCE, *FORUMS, *ROLES, *LABELS, *AUDIENCES}
    assert {*fixed, *get_args(Basis), HELD, DELETED_ONCE_DELIVERED} == set(
        table("block_words")["es"]
    )


def test_every_closed_day_has_its_name_in_spanish() -> None:
    kept = {
        name
        for place in table("counting").values()
        if isinstance(place, dict)
        for name in place.get("holidays", ())
    }
    assert kept
    assert kept <= set(table("closed_days"))


def test_every_reason_has_its_words() -> None:
    for level in LEVELS:
        for reason in table("urgency")[level]:
            assert f"reason_{reason}" in table("wording")
    assert set(table("urgency")["presses"]) <= {
        reason for level in LEVELS for reason in table("urgency")[level]
    }


def test_every_event_and_manner_of_service_of_the_notes_has_words() -> None:
    assert set(table("units")["events"]) == set(EVENTS)
    assert set(table("units")["services"]) == set(SERVICES)
    assert set(TRIGGERS) <= set(EVENTS)


def test_every_kind_of_event_has_a_title() -> None:
    for kind in get_args(EventKind):
        assert f"date_{kind}" in table("wording")


def test_every_privilege_note_has_words() -> None:
    assert set(PRIVILEGE_NOTES) == {c for c in NOTE_CODES if c.startswith("privilege_")}
    assert set(PRIVILEGE_NOTES) <= set(table("wording"))


def test_every_topic_has_people_to_ask_and_things_to_gather() -> None:
    helpers = table("helpers")
    for names in table("topic_names").values():
        assert names["who"] in helpers["who"]
        assert set(names["gather"]) <= set(helpers["gather"])


def test_every_kind_of_document_has_a_checklist_and_topics() -> None:
    kinds = table("document_types")
    assert set(kinds) == set(table("checklists")) - {"shared"}
    for kind in kinds.values():
        assert set(kind["topics"]) <= set(table("topic_names"))
        assert {"en", "pro", "es"} == set(kind["name"])
    for checklist in table("checklists").values():
        for clause in checklist.values():
            assert {"en", "pro", "es"} == set(clause["name"])
            assert {"en", "es"} == set(clause["ask"])
            assert all(question.endswith("?") for question in clause["ask"].values())
