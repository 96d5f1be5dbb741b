"""An answer that only says where to turn: the operator's words, and what cannot wait."""

from __future__ import annotations

from collections.abc import Sequence

from legalcontext.block.types import Frame

from . import framing
from .emergencies import find_emergencies
from .emergency_words import emergency_findings
from .types import Ask, Finding, Findings, Text
from .wording import Voice


def referral(frame: Frame, ask: Ask, texts: Sequence[Text], words: str = "") -> Findings:
    """Where to turn, in `words`; emergencies first, as in every answer. No note is used.

    words: the operator's own, told as they are; "" where there are none, and the answer says that
    such questions are not answered.
    """
    voice = Voice.of(frame, ask.language)
    alarms = emergency_findings(
        find_emergencies(ask.question, ask.today), ask.question, frame, voice, texts
    )
    said = [voice.say("triage_emergency_first", title=alarms[0].title)] if alarms else []
    said.append(words or voice.say("switched_off"))
    told = [Finding(kind="referral", title=voice.say("where_title"), detail=words)] if words else []
    return Findings(
        summary=" ".join(said),
        findings=(*alarms, *told, framing.assumed(frame, ask, voice)),
        limits=(
            voice.say("limit_not_answered"),
            *framing.limits(frame, voice, (), texts=texts),
        ),
    )


def has_emergency(ask: Ask) -> bool:
    """Whether the question shows something that cannot wait."""
    return bool(find_emergencies(ask.question, ask.today))
