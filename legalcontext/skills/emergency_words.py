"""Emergencies as findings: what was heard, what matters first, and the lines of the country."""

from __future__ import annotations

from collections.abc import Sequence

from legalcontext.block.types import Frame

from .emergencies import KINDS, Emergency, Line, lines_for, threat_in
from .passages import country_of
from .phrases import PhraseIndex, tokenize
from .review.spans import source
from .types import Finding, Source, Text
from .wording import Voice, quoted

_IMMIGRATION = PhraseIndex(
    ("immigration", 1.0, pattern)
    for pattern in (
        "ice",
        "immigra*",
        "border patrol",
        "cbp",
        "migra",
        "inmigracion",
        "deport*",
        "migracion",
    )
)


def emergency_findings(
    emergencies: Sequence[Emergency],
    question: str,
    frame: Frame,
    voice: Voice,
    texts: Sequence[Text] = (),
) -> list[Finding]:
    """One finding per emergency, in their order, each with its lines.

    texts: papers that came with the question; one that itself threatens whoever reads it tells of
    violence, where the question does not.
    """
    told = [
        (emergency, Source("question", None, emergency.start, emergency.end, emergency.text))
        for emergency in emergencies
    ]
    if all(emergency.kind != "violence" for emergency in emergencies):
        told.extend(_threats(texts))
    told.sort(key=lambda pair: KINDS.index(pair[0].kind))
    return [_finding(emergency, where, question, frame, voice) for emergency, where in told]


def _threats(texts: Sequence[Text]) -> list[tuple[Emergency, Source]]:
    """The first threat that a paper makes, and where."""
    for text in texts:
        threat = threat_in(text.text)
        if threat is not None:
            return [(threat, source(text, threat.start, threat.end))]
    return []


def _finding(
    emergency: Emergency, where: Source, question: str, frame: Frame, voice: Voice
) -> Finding:
    sentences = [voice.say(f"emergency_{emergency.kind}_detail")]
    if emergency.kind == "arrest" and _IMMIGRATION.find(question, tokenize(question)):
        sentences.append(voice.say("emergency_arrest_immigration"))
    sentences.append(_lines_words(emergency, question, frame, voice))
    shown = "emergency_words" if where.document == "question" else "emergency_paper_words"
    sentences.append(voice.say(shown, words=quoted(emergency.text), name=where.document))
    return Finding(
        kind="emergency",
        title=voice.say(f"emergency_{emergency.kind}"),
        detail=" ".join(sentence for sentence in sentences if sentence),
        severity="emergency",
        source=where,
        topics=(emergency.kind,),
    )


def _lines_words(emergency: Emergency, question: str, frame: Frame, voice: Voice) -> str:
    country = known_country(frame)
    lines = lines_for([emergency.kind], country, voice.language, question)
    if lines:
        told = "; ".join(_line(line, voice) for line in lines)
        return voice.say("emergency_lines", lines=told)
    if emergency.kind == "arrest":
        return ""
    if country is None:
        return voice.say("emergency_no_lines")
    return voice.say("emergency_no_lines_here", place=voice.place(country))


def _line(line: Line, voice: Voice) -> str:
    return voice.say("line", name=line.name, number=line.number, says=line.says)


def known_country(frame: Frame) -> str | None:
    """The country of the matter; None when it was only assumed, or is not known (J3, J9)."""
    if frame.basis == "default" or not frame.recognised:
        return None
    return country_of(frame.jurisdiction)
