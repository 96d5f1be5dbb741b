"""Triage, consult and document review: `(frame, ask, texts, knowledge) -> Findings`.

Pure: they store nothing, read no file but their own tables, and know no door.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .consult import consult
from .document_review import document_review
from .language import detect_language
from .quoting import marking
from .triage import triage
from .types import Skill, SkillName

SKILLS: Mapping[SkillName, Skill] = MappingProxyType(
    {
        "triage": marking(triage),
        "consult": marking(consult),
        "document_review": marking(document_review),
    }
)
"""Every skill by its name on every door; what a Spanish answer quotes is marked."""

__all__ = ["SKILLS", "consult", "detect_language", "document_review", "triage"]
