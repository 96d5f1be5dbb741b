"""What the operator is told before the service goes out: notes that nobody has reviewed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import DatabaseError


@register(Tags.database, deploy=True)
def unreviewed_notes_are_shown(
    *, databases: Sequence[str] | None = None, **kwargs: Any
) -> Iterable[CheckMessage]:
    """Warns when answers may rest on unreviewed notes (`check --deploy --database default`)."""
    from .models import Note

    if settings.KNOWLEDGE_UNREVIEWED != "warn" or not databases:
        return []
    try:
        count = Note.objects.filter(in_use=True, status=Note.Status.IN_REVIEW).count()
    except DatabaseError:  # not migrated yet, which another check says
        return []
    if not count:
        return []
    return [
        Warning(
            f"{count} notes in use have not been reviewed by a practitioner.",
            hint=(
                "Answers that rest on them say so first. Have them reviewed, or set "
                "CODOSSIER_UNREVIEWED_NOTES=hide to answer from reviewed notes only."
            ),
            id="knowledge.W001",
        )
    ]
