"""Which archives must end because something in them goes."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from .models import Export, ExportChunk


def void_exports(answer_ids: Sequence[uuid.UUID]) -> None:
    """End every archive that holds one of these answers; the scope is open.

    Deleted rows do this by a trigger; this is for those that only leave the reading.
    """
    touched = Export.objects.filter(status=Export.Status.DONE, answer_ids__overlap=list(answer_ids))
    ids = list(touched.values_list("pk", flat=True))
    ExportChunk.objects.filter(export__in=ids).delete()
    Export.objects.filter(pk__in=ids).update(status=Export.Status.VOID, answer_ids=[], size=0)
