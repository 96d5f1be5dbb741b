"""The category of exports: copies of what other categories hold."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q, QuerySet

from accounts.erasure_registry import Category, Count, File, Subject
from accounts.models import Membership

from .models import Export


class Exports(Category):
    """Archives that are still there to be fetched."""

    name = "exports"
    order = 10

    def count(self, subject: Subject) -> Count:
        return Count(self._of(subject).count())

    def export(self, subject: Subject) -> Iterator[File]:
        """Nothing: an archive of archives helps nobody."""
        return iter(())

    def erase(self, subject: Subject, limit: int) -> int:
        ids = list(self._of(subject).values_list("pk", flat=True)[:limit])
        Export.objects.filter(pk__in=ids).delete()
        return len(ids)

    def _of(self, subject: Subject) -> QuerySet[Export]:
        exports = Export.objects.filter(account_id=subject.account_id)
        if subject.is_account:
            return exports
        holders = Membership.objects.filter(account=subject.account_id, user=subject.user_id)
        # What an owner exported of the whole account holds the person's answers too.
        return exports.filter(
            Q(holder__in=list(holders.values_list("pk", flat=True))) | Q(of=Export.Of.ACCOUNT)
        )
