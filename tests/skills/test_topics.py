"""Topics of a story, with the words that show them."""

from __future__ import annotations

import pytest

from legalcontext.knowledge.topics import topics
from legalcontext.skills.phrases import tokenize
from legalcontext.skills.tables import table
from legalcontext.skills.topics import looks_legal, rank_issues


def ranked(text: str, **nearness: float) -> list[str]:
    near = {code.replace("_", "-"): value for code, value in nearness.items()}
    return [issue.topic for issue in rank_issues(text, tokenize(text), nearness=near)]


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("The landlord refuses to return my security deposit", "security-deposit"),
        ("El casero no me devuelve el depósito", "security-deposit"),
        ("My boss never paid my last paycheck after I quit", "final-pay"),
        ("They garnish my wages for an old card", "garnishment"),
        ("I got a speeding ticket in Ohio", "traffic-ticket"),
        ("Me llegó una carta de desempleo que niega mis beneficios", "benefits-denial"),
        ("How do I change my last name after the wedding", "name-change"),
        ("My grandmother died without a will and owned a house", "small-estates-wills"),
        ("The used car I bought broke down the next day", "car-purchase"),
        ("Mi casera no me quiere regresar el deposit", "security-deposit"),
        ("There are no smoke detectors in our rental", "repairs-habitability"),
        ("Mother left the house to my sister alone", "small-estates-wills"),
        ("Can I leave everything to my neighbor", "small-estates-wills"),
    ],
)
def test_words_show_the_topic(text: str, topic: str) -> None:
    assert ranked(text)[0] == topic


def test_two_problems_are_two_issues() -> None:
    told = ranked("My boss owes me overtime, and my landlord kept my security deposit")
    assert {"overtime", "security-deposit"} <= set(told)


def test_who_leaves_a_house_makes_no_will() -> None:
    assert ranked("He would not let us leave the house last night") == []
    assert "small-estates-wills" not in ranked("he left the house and took the kids")


def test_what_is_ruled_out_does_not_count() -> None:
    assert "custody-support" not in ranked("This is not about custody, I want a divorce")


def test_generic_words_alone_make_no_issue() -> None:
    assert ranked("my landlord has a nice dog") == []


def test_a_word_that_only_leans_needs_a_note_that_is_near() -> None:
    text = "my landlord wants me to water the plants"
    assert ranked(text, notice_to_quit=0.45) == []
    assert ranked(text, notice_to_quit=0.55) == ["notice-to-quit"]


def test_papers_that_never_came_are_no_papers_to_answer() -> None:
    assert "time-to-answer" in ranked("they served me with papers")
    assert "time-to-answer" not in ranked("they never served me with papers, wages garnished")
    assert "time-to-answer" not in ranked("nunca me entregaron la demanda y me embargan el sueldo")


def test_identity_theft_is_no_charge_of_theft() -> None:
    told = ranked("identity theft: somebody opened two cards in my name")
    assert told[0] == "debt-collection"
    assert "criminal-charge" not in told
    assert "criminal-charge" in ranked("charged with theft at a store")


def test_nearness_names_what_no_word_shows() -> None:
    text = "She says it was ruined and does not answer me"
    assert ranked(text) == []
    assert ranked(text, security_deposit=0.55) == ["security-deposit"]


def test_a_neighbour_of_the_first_issue_is_no_issue_for_a_word_that_both_share() -> None:
    story = "My landlord has not returned my security deposit"
    assert ranked(story, security_deposit=0.8, notice_to_quit=0.7) == ["security-deposit"]
    assert "lock-out" in ranked(story, security_deposit=0.6, lock_out=0.7)


def test_nearness_of_a_story_without_law_adds_nothing() -> None:
    assert ranked("what shall we name the baby", name_change=0.27) == []


def test_evidence_is_the_asker_s_own_words() -> None:
    text = "He KEPT my Deposit and won’t talk"
    (issue,) = rank_issues(text, tokenize(text))
    assert [text[m.start : m.end] for m in issue.evidence] == [m.text for m in issue.evidence]


def test_a_legal_question_outside_the_topics_is_told_from_small_talk() -> None:
    for text, legal in (("Can the HOA fine me for a red door", True), ("I like cake", False)):
        assert looks_legal(text, tokenize(text)) is legal


def test_the_tables_cover_the_controlled_list_of_topics() -> None:
    assert set(table("topic_words")) == {*topics(), "other"}
    assert set(table("topic_names")) == {*topics(), "other"}
