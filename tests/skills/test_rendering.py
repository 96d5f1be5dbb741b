"""An insight as plain text and as Markdown."""

from __future__ import annotations

from typing import Any

import pytest
from markdown_it import MarkdownIt

from legalcontext.block.constants import HANDLING, NOTICE, SOURCE
from legalcontext.skills.rendering import to_markdown, to_text


def insight(**changes: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "schema": "codossier.insight/1",
        "id": "ans_1",
        "skill": "triage",
        "created_at": "2026-11-30T10:00:00Z",
        "summary": "This looks like a problem about a rental deposit.",
        "findings": [
            {
                "kind": "emergency",
                "title": "Someone may be in danger",
                "detail": "Safety comes first.",
                "severity": "emergency",
                "citations": [],
                "source": {
                    "document": "question",
                    "start": 3,
                    "end": 12,
                    "quote": "he hit me",
                },
            },
            {
                "kind": "step",
                "title": "Steps",
                "detail": "- A letter asks for the deposit.\n- A claim goes to *the* court.",
                "due_on": "2026-12-07",
                "citations": ["c1"],
            },
        ],
        "citations": [
            {
                "id": "c1",
                "note": "us-ca/security-deposit@1",
                "title": "Deposits",
                "authority": "Cal. Civ. Code § 1950.5",
                "url": "https://law.example/1950.5",
                "jurisdiction": "US-CA",
                "as_of": "2026-11-01",
                "reviewed": False,
                "quote": "…",
            }
        ],
        "limits": ["No lawyer has checked these notes yet."],
        "question_back": {
            "field": "jurisdiction",
            "prompt": "Which state?",
            "options": [{"value": "US-OR", "label": "Oregon"}],
        },
        "legal_context": {
            "jurisdiction": {"value": "US-CA", "basis": "inferred", "forum": "small claims court"},
            "audience": "individual",
            "role": "party",
            "privilege": "none",
            "handling": HANDLING["none"],
            "retention": "kept 12 months under the account; delete it from the account's history",
            "source": SOURCE,
            "notice": NOTICE,
        },
        "context_notes": [],
        "expires_at": "2027-11-30T10:00:00Z",
    }
    return made | changes


RENDERINGS = pytest.mark.parametrize("render", [to_text, to_markdown])


@RENDERINGS
def test_handling_notice_source_and_retention_are_in_it_byte_for_byte(render: Any) -> None:
    text = render(insight())
    for words in (HANDLING["none"], NOTICE, SOURCE, "kept 12 months under the account"):
        assert words in text


@RENDERINGS
def test_a_block_without_a_notice_gets_none(render: Any) -> None:
    block = {k: v for k, v in insight()["legal_context"].items() if k != "notice"}
    assert NOTICE not in render(insight(legal_context=block))


@RENDERINGS
def test_findings_dates_quotes_sources_limits_and_the_question_are_in_it(render: Any) -> None:
    text = render(insight()).replace("\\", "")
    for words in (
        "Someone may be in danger",
        "2026-12-07",
        "he hit me",
        "[c1]",
        "Cal. Civ. Code § 1950.5",
        "https://law.example/1950.5",
        "not reviewed",
        "No lawyer has checked these notes yet.",
        "Which state?",
        "Oregon",
        "California (US-CA), inferred, small claims court",
    ):
        assert words in text


@RENDERINGS
def test_spanish_headings(render: Any) -> None:
    assert "Lo que esta respuesta no sabe" in render(insight(), language="es")


def test_plain_lines_are_short_but_for_the_fixed_texts() -> None:
    long = insight(summary="word " * 100)
    body = to_text(long).split("Frame and handling")[0]
    assert max(len(line) for line in body.splitlines()) <= 88


def test_what_others_wrote_is_no_markup() -> None:
    hostile = insight(summary="<script>alert(1)</script> [x](javascript:1) **b** # h | `c`")
    html = MarkdownIt("commonmark", {"html": True}).render(to_markdown(hostile))
    for forbidden in ("<script", 'href="javascript', "<strong>b", "<code>c"):
        assert forbidden not in html


def test_an_insight_with_nothing_in_it_still_carries_its_block() -> None:
    bare = insight(findings=[], citations=[], limits=[])
    bare.pop("question_back")
    assert to_text(bare).startswith("Triage\n------\n\nThis looks like")
    assert HANDLING["none"] in to_text(bare)
