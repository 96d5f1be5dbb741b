"""Emergencies as findings: what was heard, what matters first, and the lines of the country."""

from __future__ import annotations

from collections.abc import Sequence

from legalcontext.block.types import Frame

from .emergencies import Emergency, Line, lines_for
from .passages import country_of
from .phrases import PhraseIndex, tokenize
from .types import Finding, Source
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
    emergencies: Sequence[Emergency], question: str, frame: Frame, voice: Voice
) -> list[Finding]:
    """One finding per emergency, in their order, each with its lines."""
    return [_finding(emergency, question, frame, voice) for emergency in emergencies]


def _finding(emergency: Emergency, question: str, frame: Frame, voice: Voice) -> Finding:
    sentences = [voice.say(f"emergency_{emergency.kind}_detail")]
    if emergency.kind == "arrest" and _IMMIGRATION.find(question, tokenize(question)):
        sentences.append(voice.say("emergency_arrest_immigration"))
    sentences.append(_lines_words(emergency, question, frame, voice))
    sentences.append(voice.say("emergency_words", words=quoted(emergency.text)))
    return Finding(
        kind="emergency",
        title=voice.say(f"emergency_{emergency.kind}"),
        detail=" ".join(sentence for sentence in sentences if sentence),
        severity="emergency",
        source=Source("question", None, emergency.start, emergency.end, emergency.text),
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
