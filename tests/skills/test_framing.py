"""The frame, the label and the limits in words."""

from __future__ import annotations

from typing import Any

import pytest

from legalcontext.block.types import MatterFacts
from legalcontext.skills import consult
from legalcontext.skills.framing import assumed, privilege_words
from legalcontext.skills.types import Ask
from legalcontext.skills.wording import Voice

from .conftest import Framing
from .notes import TODAY, Notes

OWNED = MatterFacts(owned=True, litigation_anticipated=None, jurisdiction="US-NY")


def words(frame_of: Framing, question: str = "", *, language: str = "en", **facts: Any) -> str:
    frame = frame_of(question, **facts)
    return assumed(frame, Ask(question, TODAY, language), Voice.of(frame, language)).detail


@pytest.mark.parametrize(
    ("question", "facts", "said"),
    [
        ("", {"jurisdiction": "US-CA"}, "You named California"),
        ("I rent in Ohio", {}, "We read Ohio from “rent in Ohio”"),
        ("", {"matter": OWNED, "kind": "professional"}, "New York (from the matter's record)"),
        ("", {}, "We assumed the United States"),
        ("", {"jurisdiction": "Narnia"}, "We do not know the place “Narnia”"),
        ("I rent in Ohio", {"jurisdiction": "US-CA"}, "point to another place"),
        ("I rent in Fresno, California", {"jurisdiction": "CA"}, "We went with the country"),
    ],
)
def test_the_place_and_why_in_words(
    frame_of: Framing, question: str, facts: dict[str, Any], said: str
) -> None:
    assert said in words(frame_of, question, **facts)


def test_role_and_date_in_words(frame_of: Framing) -> None:
    assert "November 30, 2026" in words(frame_of)
    assert "a lawyer for one side" in words(frame_of, role="counsel")
    assert "30 de noviembre de 2026" in words(frame_of, language="es")


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        # P4: the matter's own papers keep their status, and how to ask otherwise.
        (
            {"kind": "professional", "audience": "individual", "matter": OWNED},
            "The matter's own papers keep their status.",
        ),
        ({"kind": "individual", "privilege": "work_product"}, "We are not your lawyer"),
        ({"kind": "professional", "matter": OWNED}, "litigation mark is unset"),
        ({"kind": "professional", "privilege": "work_product"}, "without an owned matter"),
        ({"kind": "professional", "privilege": "attorney_client"}, "not determined here"),
        (
            {"kind": "service", "audience": "professional", "privilege": "attorney_client"},
            "unverified",
        ),
    ],
)
def test_the_label_s_notes_in_words(frame_of: Framing, facts: dict[str, Any], said: str) -> None:
    frame = frame_of(**facts)
    assert any(said in sentence for sentence in privilege_words(frame, Voice.of(frame, "en")))


def test_the_notice_is_said_in_words_to_individuals_alone(
    frame_of: Framing, knowledge: Notes
) -> None:
    notice = "Legal information, not legal advice. No lawyer-client relationship is formed."
    for kind, said in (("individual", True), ("professional", False)):
        frame = frame_of(kind=kind, jurisdiction="US-CA")
        answer = consult(frame, Ask("deposit", TODAY), (), knowledge)
        assert (notice in answer.limits) is said
