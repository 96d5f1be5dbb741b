"""What an answer quotes in another language than its own, marked so.

Passages of notes are quoted as they stand and are never translated; the notes are in English. A
Spanish answer says at its head that what it quotes is in English and what it is about, shows it
in each title, and gives each such finding its `language`, so that a reader's voice can change.
"""

from __future__ import annotations

from dataclasses import replace
from functools import wraps

from legalcontext.block.types import Frame
from legalcontext.knowledge.types import Hit

from .types import Ask, Finding, Findings, Knowledge, Skill, Text
from .wording import Voice

NOTES_LANGUAGE = "en"
"""The language of the notes (docs/knowledge.md)."""

IN_ENGLISH = "en inglés"
"""How a Spanish summary says so already."""


def marking(skill: Skill) -> Skill:
    """The skill, its answers marked where they quote in another language than their own."""

    @wraps(skill)
    def answered(frame: Frame, ask: Ask, texts: tuple[Text, ...], knowledge: Knowledge) -> Findings:
        return marked(skill(frame, ask, texts, knowledge), Voice.of(frame, ask.language))

    return answered  # type: ignore[return-value]  # wraps keeps the skill's own signature


def marked(findings: Findings, voice: Voice) -> Findings:
    """The findings of a skill, with what they quote in English marked in a Spanish answer."""
    if voice.language == NOTES_LANGUAGE:
        return findings
    quoting = {i for i, f in enumerate(findings.findings) if is_passage(f, findings)}
    if not quoting:
        return findings
    topics = dict.fromkeys(t for i in sorted(quoting) for t in findings.findings[i].topics)
    about = voice.series([voice.topic(topic) for topic in topics])
    said = [findings.summary]
    if IN_ENGLISH not in findings.summary:
        said.append(voice.say("quotes_in_english"))
    if about:
        said.append(voice.say("quotes_about", topics=about))
    return replace(
        findings,
        summary=" ".join(said),
        findings=tuple(
            _marked(finding, voice) if i in quoting else finding
            for i, finding in enumerate(findings.findings)
        ),
    )


def _marked(finding: Finding, voice: Voice) -> Finding:
    title = voice.say("title_quoted", title=finding.title)
    return replace(finding, title=title, language=NOTES_LANGUAGE)


def is_passage(finding: Finding, findings: Findings) -> bool:
    """Whether a finding's words are a passage of a note, word for word."""
    return any(
        citation.quote == finding.detail
        for citation in findings.citations
        if citation.id in finding.citations
    )


def left_out(hit: Hit, voice: Voice) -> str:
    """What a note says that it leaves out, as a limit: in its own words."""
    return voice.say("limit_left_out", text=hit.text)
