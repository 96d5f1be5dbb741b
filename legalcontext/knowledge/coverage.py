"""What can be answered: topic × place × skill, reviewed or not."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from .models import Figure, Note, Passage

TRIAGE: Final = "triage"
CONSULT: Final = "consult"
DOCUMENT_REVIEW: Final = "document_review"
SKILLS: Final = (TRIAGE, CONSULT, DOCUMENT_REVIEW)

_NEEDS: Final = {
    TRIAGE: ("handler", "gather"),
    CONSULT: ("short_answer",),
}
"""The passages that a skill answers from; document review needs a rule that gives a date."""


@dataclass(frozen=True, slots=True)
class Covered:
    """One topic in one place for one skill: how many notes of each kind stand behind it.

    jurisdiction: whose notes they are; a place without its own falls back on its country's and
    on `general` (`places.chain`).
    """

    topic: str
    jurisdiction: str
    skill: str
    reviewed: int
    unreviewed: int


def coverage(today: dt.date, *, include_unreviewed: bool | None = None) -> list[Covered]:
    """Every topic × place × skill that can be answered on that day, in that order.

    include_unreviewed: None for the setting CODOSSIER_UNREVIEWED_NOTES. One query per skill.
    """
    if include_unreviewed is None:
        include_unreviewed = settings.KNOWLEDGE_UNREVIEWED == "warn"
    notes = usable_notes(today)
    if not include_unreviewed:
        notes = notes.filter(status=Note.Status.PUBLISHED)
    found = (covered for skill in SKILLS for covered in _of_skill(notes, skill))
    return sorted(found, key=lambda c: (c.topic, c.jurisdiction, SKILLS.index(c.skill)))


def usable_notes(today: dt.date) -> QuerySet[Note]:
    """The notes that answers may rest on that day, reviewed or not."""
    return Note.objects.filter(
        Q(effective_from=None) | Q(effective_from__lte=today),
        Q(effective_to=None) | Q(effective_to__gte=today),
        in_use=True,
        expires__gt=today,
    )


def _of_skill(notes: QuerySet[Note], skill: str) -> Iterator[Covered]:
    counted = (
        _answering(notes, skill)
        .order_by()
        .values_list("topic", "jurisdiction")
        .annotate(
            with_review=Count("pk", filter=Q(status=Note.Status.PUBLISHED)),
            without_review=Count("pk", filter=~Q(status=Note.Status.PUBLISHED)),
        )
    )
    for topic, jurisdiction, reviewed, unreviewed in counted:
        yield Covered(topic, jurisdiction, skill, reviewed, unreviewed)


def _answering(notes: QuerySet[Note], skill: str) -> QuerySet[Note]:
    if skill == DOCUMENT_REVIEW:
        return notes.filter(Exists(Figure.objects.filter(note=OuterRef("pk")).exclude(event="")))
    passages = Passage.objects.filter(note=OuterRef("pk"), kind__in=_NEEDS[skill])
    return notes.filter(Exists(passages))
