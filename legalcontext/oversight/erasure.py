"""The category of accesses: their reasons go with what they were about, the record of them stays.

That somebody of the service looked, when and at what, is what an account may ask of us
afterwards. The reason is the operator's words and may quote the account's: it goes in the
transaction in which the answer or matter goes (triggers), and here where that is still there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.db.models import Exists, OuterRef, Q

from accounts.erasure_registry import Category, Count, File, Subject
from legalcontext.answers.insight import timestamp
from legalcontext.answers.models import Answer

from .models import ContentAccess, ContentAccessQuerySet


class Accesses(Category):
    """The reasons of accesses to content."""

    name = "reasons of accesses to content"
    order = 12  # before the answers, while it is known which of them are held

    def count(self, subject: Subject) -> Count:
        rows = self._of(subject)
        return Count(rows.count(), rows.filter(_held()).count())

    def export(self, subject: Subject) -> Iterator[File]:
        rows = [
            {
                "id": access.public_id,
                "of": access.of,
                "operator": access.operator_name,
                "reason": access.reason,
                "granted_at": timestamp(access.granted_at),
                "ends_at": timestamp(access.ended_at or access.ends_at),
                "readings": access.readings,
            }
            for access in self._of(subject).order_by("granted_at", "pk")
        ]
        if rows:
            yield File("accesses.json", json.dumps(rows, ensure_ascii=False, indent=2).encode())

    def erase(self, subject: Subject, limit: int) -> int:
        free = self._of(subject).exclude(_held()).order_by("pk")
        ids = list(free.values_list("pk", flat=True)[:limit])
        erased: int = ContentAccess.objects.filter(pk__in=ids).update(reason="")
        return erased

    def _of(self, subject: Subject) -> ContentAccessQuerySet:
        rows: ContentAccessQuerySet = ContentAccess.objects.filter(
            account_id=subject.account_id
        ).exclude(reason="")
        return rows if subject.is_account else rows.filter(person_id=subject.user_id)


def _held() -> Q:
    """The answer that it is about is kept by a hold, and the reason with it."""
    return Q(Exists(Answer.objects.held().filter(pk=OuterRef("answer_id"))))
