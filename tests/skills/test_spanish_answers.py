"""Every Spanish answer of the evaluation sets, on the product's own notes: what the service says
itself is Spanish, what it quotes is marked as English, and nothing is in between."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from legalcontext.answers.insight import body_of
from legalcontext.block.constants import HANDLING, NOTICE, SOURCE
from legalcontext.knowledge.embedding import Embedder, build_files
from legalcontext.knowledge.search import KnowledgeBase
from legalcontext.skills import SKILLS, detect_language
from legalcontext.skills.evaluate import read_stories
from legalcontext.skills.quoting import is_passage
from legalcontext.skills.rendering import to_text
from legalcontext.skills.types import Ask, Finding, Findings, SkillName, Text

from .notes import TODAY

pytestmark = pytest.mark.django_db

CASES = Path(__file__).parent.parent / "cases"
ENGLISH = frozenset(
    "the of and is are was were you your this that these with for from not have has it we our be"
    " by if who what when which can may there their they will would should does did".split()
)
"""Words of English that are none of Spanish: two of them in a sentence make it English."""

SENTENCE = re.compile(r"(?<=[.!?:;])\s+|\n+")
QUOTED = re.compile(r"“[^”]*”|[a-z-]+/[a-z0-9-]+@\d+", re.DOTALL)


def english_in(text: str) -> list[str]:
    """The English sentences of a text, quotations and names of notes aside."""
    found = []
    for sentence in SENTENCE.split(QUOTED.sub("", text)):
        words = re.findall(r"[a-záéíóúñü']+", sentence.lower())
        if sum(word in ENGLISH for word in words) >= 2:
            found.append(sentence)
    return found


def spanish_asks() -> Iterator[tuple[str, str]]:
    """Each Spanish question of the sets, and its paper, "" without one."""
    for name in ("lay_questions", "stories", "dates", "emergencies_heard", "emergencies_hazards"):
        for case in read_stories(CASES / f"{name}.jsonl"):
            asked = str(case.get("text") or case.get("question") or case.get("story"))
            if detect_language(asked) == "es":
                yield asked, ""
    for case in read_stories(CASES / "papers.jsonl"):
        if detect_language(case["text"]) == "es":
            yield "¿Qué es este papel y qué se puede hacer?", case["text"]


ASKS = list(dict.fromkeys(spanish_asks()))


def said(answer: Findings) -> list[str]:
    """All that an answer says itself: no passage, no quotation, no name of a law."""
    told = [answer.summary, *answer.limits]
    for finding in answer.findings:
        told.append(finding.title)
        if finding.kind != "authority" and not is_passage(finding, answer):
            told.append(finding.detail)
    if answer.question_back:
        told.append(answer.question_back.prompt)
        told.extend(option.label for option in answer.question_back.options)
    return told


@pytest.fixture(scope="module")
def model() -> Embedder:
    return Embedder(build_files(settings.KNOWLEDGE_EMBEDDER_DIR))


@pytest.fixture
def answered(notes: None, model: Embedder, frame_of: Any) -> Callable[[str, str], Any]:
    def answer(asked: str, paper: str) -> Iterator[tuple[SkillName, Any, Findings]]:
        texts = [Text("papel.txt", paper)] if paper else []
        frame = frame_of(asked, documents=[text.text for text in texts])
        base = KnowledgeBase(today=TODAY, include_unreviewed=True, embedder=model)
        skills: tuple[SkillName, ...] = tuple(SKILLS) if paper else ("triage", "consult")
        for skill in skills:
            yield skill, frame, SKILLS[skill](frame, Ask(asked, TODAY, "es"), texts, base)

    return answer


def test_there_are_many_spanish_asks() -> None:
    assert len(ASKS) > 70


def test_what_the_service_says_itself_is_spanish(answered: Callable[[str, str], Any]) -> None:
    english = [
        (skill, sentence)
        for asked, paper in ASKS
        for skill, _, answer in answered(asked, paper)
        for text in said(answer)
        for sentence in english_in(text)
    ]
    assert english == []


def test_what_is_quoted_is_marked_as_english(answered: Callable[[str, str], Any]) -> None:
    for asked, paper in ASKS[:30]:
        for _, _, answer in answered(asked, paper):
            quoting = [f for f in answer.findings if is_passage(f, answer)]
            assert all(f.language == "en" for f in quoting)
            assert all(f.title.endswith("(cita en inglés)") for f in quoting)
            others = [f for f in answer.findings if not is_passage(f, answer)]
            assert all(f.language is None for f in others)
            assert not quoting or "en inglés" in answer.summary
            assert not quoting or any("en inglés" in limit for limit in answer.limits)


def test_the_words_of_an_answer_are_spanish_beside_the_block_s_own(
    answered: Callable[[str, str], Any],
) -> None:
    """The plain-text rendering: the block's fixed texts stand byte for byte, with their Spanish."""
    fixed = (HANDLING["none"], NOTICE, SOURCE, RETENTION)
    for asked, paper in ASKS[::9]:
        for skill, frame, answer in answered(asked, paper):
            text = to_text(insight(skill, frame, answer), language="es", width=None)
            for words in fixed:
                assert words in text
            for words in (*fixed, *(c.quote for c in answer.citations)):
                text = text.replace(words, "")
            sources, _, rest = text.partition("\nFuentes\n")
            limits = rest.partition("Lo que esta respuesta no sabe")[2]
            assert english_in("\n".join(_lines(sources, answer)) + limits) == []
            assert "Manejo: " in text
            assert "Sin privilegio." in text
            assert "se conserva 12 meses en la cuenta" in text


RETENTION = "kept 12 months under the account; delete it from the account's history"


def _lines(text: str, answer: Findings) -> list[str]:
    """The lines of a rendering, without those of passages and of names of laws."""
    quoted = {
        " ".join(line.split()).removeprefix("- ")
        for finding in answer.findings
        if finding.language or finding.kind == "authority"
        for line in finding.detail.splitlines()
    }
    return [line for line in text.splitlines() if line.strip().removeprefix("- ") not in quoted]


def insight(skill: str, frame: Any, answer: Findings) -> dict[str, Any]:
    return {
        "skill": skill,
        **body_of(answer),
        "legal_context": {
            "jurisdiction": {"value": frame.jurisdiction, "basis": frame.basis},
            "audience": "individual",
            "role": "party",
            "privilege": "none",
            "handling": HANDLING["none"],
            "retention": RETENTION,
            "source": SOURCE,
            "notice": NOTICE,
        },
    }


def test_an_english_sentence_would_be_found() -> None:
    assert english_in("Hola. This is what the court may do. Adiós.") == [
        "This is what the court may do."
    ]
    assert english_in("Dice: “This is what the court may do.” Y nada más.") == []


def test_a_finding_of_an_english_answer_has_no_language(
    notes: None, model: Embedder, frame_of: Any
) -> None:
    asked = "When does my landlord in Fresno have to return my security deposit"
    base = KnowledgeBase(today=TODAY, include_unreviewed=True, embedder=model)
    answer = SKILLS["consult"](frame_of(asked), Ask(asked, TODAY), (), base)
    findings: tuple[Finding, ...] = answer.findings
    assert all(finding.language is None for finding in findings)
    assert "language" not in body_of(answer)["findings"][0]
