"""What an ask gets under the switches: the skill, triage alone, a referral, or a refusal."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from legalcontext.block.types import Frame
from legalcontext.contracts.quick_ask import SkillName
from legalcontext.skills.referral import has_emergency, referral
from legalcontext.skills.types import Ask, Findings, Knowledge, Skill, Text
from legalcontext.skills.wording import Voice
from legalcontext.switches.deciding import Ruling, ruling
from legalcontext.switches.errors import SwitchedOff
from legalcontext.switches.models import Effect


def ruling_for(skill: SkillName, frame: Frame, ask: Ask) -> Ruling:
    """What the switches say of this ask.

    SwitchedOff: it is refused. Not where the question shows an emergency: what cannot wait is
    told whatever is switched off.
    """
    found = ruling(skill=skill, audience=frame.audience, place=frame.jurisdiction)
    if found.effect is Effect.OFF and not has_emergency(ask):
        raise SwitchedOff(skill=skill, audience=frame.audience, place=frame.jurisdiction)
    return found


def answer(
    found: Ruling,
    skill: SkillName,
    frame: Frame,
    ask: Ask,
    texts: Sequence[Text],
    knowledge: Knowledge,
    *,
    skills: Mapping[SkillName, Skill],
) -> Findings:
    """The findings, as the ruling has them; where they are less than was asked, the first of the
    limits says so."""
    if found.effect in (Effect.REFER, Effect.OFF):
        spanish = ask.language == "es" and found.referral_es
        return referral(frame, ask, texts, found.referral_es if spanish else found.referral)
    if found.effect is Effect.TRIAGE and skill != "triage":
        findings = skills["triage"](frame, ask, texts, knowledge)
        said = Voice.of(frame, ask.language).say("limit_triage_only")
        return dataclasses.replace(findings, limits=(said, *findings.limits))
    return skills[skill](frame, ask, texts, knowledge)
