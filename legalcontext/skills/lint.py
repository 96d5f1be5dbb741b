"""What every generated answer is checked for: words, notice, quotes, dates.

Used by the tests over many answers, and fit for a deployment that wants to check its own. It
returns faults instead of raising, so that one run shows them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from legalcontext.block.types import Frame
from legalcontext.knowledge.readability import grade
from legalcontext.knowledge.wording import latin

from .quoting import is_passage
from .types import Ask, Findings, Text
from .wording import Voice

GRADE = 8.0
"""Highest school grade (Flesch-Kincaid) of an answer's own words for individuals."""

_DIRECTIVE = re.compile(
    r"\byou (?:should|must|need to|have to|ought to|had better|are advised)\b"
    r"|\b(?:we|i) (?:recommend|advise|suggest|urge)\b|\bour advice\b|\bmy advice\b"
    r"|\busted (?:debe|debería|tiene que)\b|\b(?:le|te) (?:recomendamos|aconsejamos)\b",
    re.IGNORECASE,
)
_PREDICTIVE = re.compile(
    r"\byou (?:will|would|'ll|are likely to|are going to|can expect to) (?:\w+ )?"
    r"(?:win|lose|succeed|prevail|recover|get|receive|owe)\b"
    r"|\b(?:strong|weak|good|winning|losing) (?:case|claim|defen[cs]e)\b"
    r"|\b(?:chances|odds) (?:are|of)\b|\bguarantee[ds]? (?:to|that|you)\b"
    r"|\bthe (?:court|judge|jury) will (?:likely|probably|surely|certainly)\b"
    r"|\busted (?:ganará|perderá)\b",
    re.IGNORECASE,
)
QUOTED_KINDS = frozenset(
    (
        *("short_answer", "condition", "deadline", "amount", "step", "exception", "urgent"),
        *("handler", "gather"),
    )
)
"""Kinds of findings whose words are a passage's own where they cite one."""


def lint(findings: Findings, frame: Frame, ask: Ask, texts: Sequence[Text] = ()) -> tuple[str, ...]:
    """The faults of an answer, in words; empty when there is none."""
    voice = Voice.of(frame, ask.language)
    return (
        *_words(findings, voice),
        *_said(findings, frame, voice),
        *_quotes(findings, ask, texts),
        *_dates(findings),
        *_order(findings),
    )


def own_words(findings: Findings) -> str:
    """What the answer says in its own words: passages, quotes and names of notes left out."""
    passages = [citation.quote for citation in findings.citations]
    parts = [findings.summary]
    parts.extend(f"{f.title}. {f.detail}" for f in findings.findings if not is_passage(f, findings))
    parts.extend(limit for limit in findings.limits if limit not in passages)
    text = "\n".join(parts)
    for passage in passages:
        text = text.replace(passage, "")
    return re.sub(r"“[^”]*”|[a-z-]+/[a-z0-9-]+@\d+", "", text)


def _words(findings: Findings, voice: Voice) -> Iterator[str]:
    text = own_words(findings)
    for name, pattern in (("directive", _DIRECTIVE), ("predictive", _PREDICTIVE)):
        for match in pattern.finditer(text):
            yield f"{name}: {match[0]!r}"
    if not voice.professional:
        for term in latin(text):
            yield f"latin: {term!r}"
        if voice.language == "en" and (measured := grade(text)) > GRADE:
            yield f"grade {measured:.1f} is above {GRADE}"


def _said(findings: Findings, frame: Frame, voice: Voice) -> Iterator[str]:
    """The notice in words, the frame in words, and asking back where it was only assumed."""
    notice = voice.say("notice")
    if frame.notice and notice not in findings.limits:
        yield "the notice is not said in words"
    if not frame.notice and notice in findings.limits:
        yield "a notice is said that does not apply"
    if not any(finding.kind == "frame" for finding in findings.findings):
        yield "what was assumed is not said"
    if (frame.basis == "default" or not frame.recognised) and findings.question_back is None:
        yield "the place was assumed, and nothing is asked back"
    unreviewed = [c.note for c in findings.citations if not c.reviewed]
    if unreviewed and unreviewed[0] not in (findings.limits or ("",))[0]:
        yield "limits do not begin with the unreviewed notes"


def _quotes(findings: Findings, ask: Ask, texts: Sequence[Text]) -> Iterator[str]:
    """Every source quotes its text exactly, every citation is used, every id exists."""
    by_name: Mapping[str, str] = {
        "question": ask.question,
        **{text.name: text.text for text in texts},
    }
    ids = {citation.id for citation in findings.citations}
    used = {id_ for finding in findings.findings for id_ in finding.citations}
    if used != ids:
        yield f"citations {sorted(used ^ ids)} are not both used and listed"
    for finding in findings.findings:
        source = finding.source
        if source is not None:
            text = by_name.get(source.document, ask.question)
            if text[source.start : source.end] != source.quote or not source.quote:
                yield f"{finding.kind}: the quote is not at {source.start}-{source.end}"
        quotes = finding.kind in QUOTED_KINDS and finding.kind != "deadline"
        if finding.citations and quotes and not is_passage(finding, findings):
            yield f"{finding.kind}: its words are not the cited passage's"


def _dates(findings: Findings) -> Iterator[str]:
    for finding in findings.findings:
        if finding.kind == "deadline" and finding.due_on is not None and not finding.citations:
            yield "a computed date cites no note"


def _order(findings: Findings) -> Iterator[str]:
    kinds = [finding.kind for finding in findings.findings]
    if "emergency" in kinds and kinds[0] != "emergency":
        yield "an emergency does not come first"
