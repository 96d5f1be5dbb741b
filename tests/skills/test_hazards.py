"""Hazards that nobody means, threats that a paper makes, and who means harm to whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from legalcontext.block.types import Frame
from legalcontext.skills import SKILLS
from legalcontext.skills.emergencies import find_emergencies, lines_for, threat_in
from legalcontext.skills.evaluate import read_stories
from legalcontext.skills.types import Ask, Finding, SkillName, Text

from .notes import TODAY, Notes

CASES = Path(__file__).parent.parent / "cases"
HEARD = read_stories(CASES / "emergencies_heard.jsonl")

THREATS = [
    "Pay by Friday. We know where you live, and you will be hurt.",
    "FINAL NOTICE. If you do not leave we will break your legs.",
    "Drop the claim or your family will be killed",
    "Pague o va a lamentarlo. Sabemos donde vive.",
    "Si habla, vamos a quemar su casa",
]
NO_THREATS = [
    "If you are hurt on the job, report it within 30 days.",
    "Failure to pay may hurt your credit.",
    "Where you die without a will, the state decides.",
    "The plaintiff says that the defendant hit him with a bat.",
    "Le vamos a cortar la luz si no paga.",
    "We know where you applied, and will call your references.",
]


def kinds(text: str) -> list[str]:
    return [emergency.kind for emergency in find_emergencies(text, TODAY)]


def first_kind(case: dict[str, str]) -> str | None:
    told = kinds(case["text"])
    return told[0] if told else None


@pytest.mark.parametrize(
    "case", [c for c in HEARD if c["emergency"]], ids=lambda case: str(case["id"])
)
def test_the_right_emergency_is_told_first(case: dict[str, str]) -> None:
    assert first_kind(case) == case["emergency"]


@pytest.mark.parametrize(
    "story",
    [
        "my husband put a gun to my head",
        "they held a pistol to my temple at work",
        "he put a gun in my mouth and laughed",
        "he said he'd blow my brains out",
        "my ex says he will put a bullet in my head",
        "dijo que va a acabar con mi vida",
        "él me dijo que iba a acabar con mi vida y con la de mis hijos",
        "mi ex me dijo: voy a acabar con tu vida",
        "mi esposo me puso una pistola en la cabeza",
        "quiere acabar con mi vida",
        "my roommate wrote: 'you will not wake up tomorrow'",
    ],
)
def test_what_another_means_to_do_is_violence_alone(story: str) -> None:
    assert kinds(story) == ["violence"]


@pytest.mark.parametrize(
    "story",
    [
        "I want to blow my brains out",
        "he makes me want to blow my brains out",
        "voy a acabar con mi vida",
        "me dijo: voy a acabar con mi vida",
        "ya quiero acabar con mi vida",
        "My husband told me 'I'll kill myself if you leave'",
        "mi novio amenaza con quitarse la vida",
    ],
)
def test_who_speaks_of_themself_is_heard_as_self_harm_alone(story: str) -> None:
    assert kinds(story) == ["self_harm"]


def test_harm_to_oneself_with_a_weapon_comes_before_the_weapon() -> None:
    assert kinds("my wife held a gun to her head last night") == ["self_harm", "violence"]


def test_what_is_swallowed_by_mistake_is_no_wish_to_die() -> None:
    assert kinds("my toddler drank antifreeze from a bottle in the garage") == ["poisoning"]
    assert kinds("grandpa took all his pills by accident, he is confused") == ["poisoning"]
    assert kinds("my daughter swallowed a bottle of pills after he left her")[0] == "self_harm"


def numbers(kind: str, country: str | None) -> list[str]:
    return [line.number for line in lines_for([kind], country, "en", "")]


def test_the_poison_line_is_told_only_where_the_table_has_one() -> None:
    assert numbers("poisoning", "US") == ["911", "1-800-222-1222"]
    assert numbers("poisoning", "GB") == ["999"]
    assert numbers("poisoning", "DE") == ["112"]
    assert numbers("poisoning", None) == []


@pytest.mark.parametrize("kind", ["fire", "medical"])
def test_fire_and_a_body_that_fails_have_the_general_number(kind: str) -> None:
    assert numbers(kind, "US") == ["911"]
    assert numbers(kind, "MX") == ["911"]
    assert numbers(kind, None) == []


@pytest.mark.parametrize(
    "story",
    [
        "there's a gas smell in my flat in London",
        "Our flat in Leeds stinks of gas",
        "strong gas odour by the cooker in our bedsit in Bristol, England",
    ],
)
def test_gas_in_a_flat_is_heard_with_the_lines_of_its_country(
    story: str, frame_of: Callable[..., Frame]
) -> None:
    (finding,) = alarms(story, (), frame_of)
    assert finding.topics == ("gas",)
    assert "0800 111 999" in finding.detail
    assert "911" not in finding.detail


def alarms(
    question: str,
    papers: Sequence[str],
    frame_of: Callable[..., Frame],
    skill: SkillName = "triage",
    language: str = "en",
) -> list[Finding]:
    texts = [Text(f"paper-{i}.txt", paper) for i, paper in enumerate(papers)]
    frame = frame_of(question, documents=papers)
    told = SKILLS[skill](frame, Ask(question, TODAY, language), texts, Notes([]))
    return [finding for finding in told.findings if finding.kind == "emergency"]


@pytest.mark.parametrize("paper", THREATS)
@pytest.mark.parametrize("skill", list(SKILLS))
def test_a_paper_that_threatens_is_told_first(
    skill: SkillName, paper: str, frame_of: Callable[..., Frame]
) -> None:
    (finding,) = alarms("What is this letter?", [paper], frame_of, skill)
    assert finding.topics == ("violence",)
    assert finding.source is not None
    assert finding.source.document == "paper-0.txt"
    assert paper[finding.source.start : finding.source.end] == finding.source.quote
    assert "paper-0.txt says" in finding.detail


@pytest.mark.parametrize("paper", NO_THREATS)
def test_a_paper_that_only_tells_of_harm_is_no_threat(paper: str) -> None:
    assert threat_in(paper) is None


def test_violence_is_told_once_where_the_question_tells_of_it_too(
    frame_of: Callable[..., Frame],
) -> None:
    (finding,) = alarms("he hit me and sent me this", [THREATS[0]], frame_of)
    assert finding.source is not None
    assert finding.source.document == "question"


def test_a_threat_in_a_paper_keeps_its_place_among_the_emergencies(
    frame_of: Callable[..., Frame],
) -> None:
    told = alarms("I'm 15 and I want to die", [THREATS[0]], frame_of)
    assert [finding.topics[0] for finding in told] == ["self_harm", "violence", "minor_alone"]


def test_no_paper_of_the_cases_threatens() -> None:
    papers = read_stories(CASES / "papers.jsonl")
    assert [paper["id"] for paper in papers if threat_in(str(paper["text"]))] == []


def test_a_hazard_is_no_matter_of_law_by_the_words_that_tell_it(
    frame_of: Callable[..., Frame],
) -> None:
    near = Notes([], near={"custody-support": 0.7})

    def topics(question: str) -> list[str]:
        told = SKILLS["triage"](frame_of(question), Ask(question, TODAY), (), near)
        return [topic for f in told.findings if f.kind == "issue" for topic in f.topics]

    assert topics("my baby swallowed bleach") == []
    assert "eviction-steps" in topics("my baby swallowed bleach and we are being evicted tomorrow")


def test_a_number_word_keeps_its_spelling_so_that_long_ago_is_long_ago() -> None:
    assert kinds("Hace diez años mi esposo me pegó") == []
    assert kinds("Hace doce años me golpeó") == []


@pytest.mark.parametrize("paper", THREATS)
def test_a_letter_pasted_into_the_question_is_heard_as_well(paper: str) -> None:
    assert kinds(f"I got this letter. {paper}") == ["violence"]
    assert kinds(f"Me llegó esta carta. {paper}") == ["violence"]


@pytest.mark.parametrize("paper", NO_THREATS)
def test_a_calm_letter_pasted_into_the_question_raises_no_alarm(paper: str) -> None:
    if "hit him with a bat" not in paper:
        assert kinds(f"I got this letter. {paper}") == []
