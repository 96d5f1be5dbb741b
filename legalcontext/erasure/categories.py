"""The categories of this room, and those of the rooms below whose holds only this one can ask.

A category of the directory (keys, invitations, names) is an account's: it ends with the account.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.erasure_registry import Category, Count, File, Subject, about_to_delete
from accounts.models import (
    Account,
    ApiKey,
    IdempotencyRecord,
    Invitation,
    Membership,
    ServiceIdentity,
)
from legalcontext.answers.insight import timestamp
from legalcontext.answers.models import HELD, Answer
from legalcontext.retention.matters import ENTRIES, MATTER
from legalcontext.retention.models import ExpiryNotice, Hold, Policy
from matters.models import Matter, MatterQuerySet

from .models import Export
from .people import People, Requests, scrub_log


class Exports(Category):
    """Archives that are still there to be fetched: copies of what other categories hold."""

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
        # What an owner exported of the whole account holds the person's answers too.
        return exports.filter(Q(holder__in=_holders(subject)) | Q(of=Export.Of.ACCOUNT))


class IdempotencyRecords(Category):
    """What was sent at most once: digests and public ids, for two days."""

    name = "idempotency records"
    order = 15

    def count(self, subject: Subject) -> Count:
        return Count(self._of(subject).count())

    def export(self, subject: Subject) -> Iterator[File]:
        """Nothing: digests say nothing to their subject."""
        return iter(())

    def erase(self, subject: Subject, limit: int) -> int:
        ids = list(self._of(subject).values_list("pk", flat=True)[:limit])
        IdempotencyRecord.objects.filter(pk__in=ids).delete()
        return len(ids)

    def _of(self, subject: Subject) -> QuerySet[Any]:
        records = IdempotencyRecord.objects.filter(account_id=subject.account_id)
        return records if subject.is_account else records.filter(holder__in=_holders(subject))


class Matters(Category):
    """Matters with all that was entered in them, their grants, walls and index.

    A matter goes whole or not at all: one in which anything is held stays.
    """

    name = "matters"
    order = 30

    def count(self, subject: Subject) -> Count:
        matters = self._of(subject)
        return Count(matters.count(), matters.filter(self._held()).count())

    def export(self, subject: Subject) -> Iterator[File]:
        for matter in self._of(subject).order_by("pk").iterator(chunk_size=500):
            yield File(
                f"matters/{matter.public_id}.json",
                json.dumps(_matter(matter), ensure_ascii=False, indent=2).encode(),
            )

    def erase(self, subject: Subject, limit: int) -> int:
        """One matter of `limit` at a time: with what is in it, it is a transaction's worth."""
        free = self._of(subject).exclude(self._held()).order_by("pk")
        matter = free.select_for_update().first()
        if matter is None:
            return 0
        about_to_delete([matter.public_id])
        matter.delete()
        return 1

    def _of(self, subject: Subject) -> MatterQuerySet:
        matters: MatterQuerySet = Matter.objects.filter(account_id=subject.account_id)
        return matters if subject.is_account else matters.filter(owner_id=subject.user_id)

    def _held(self) -> Q:
        """The matter itself, an entry of it, or an answer of it is held."""
        held = MATTER.condition()
        for entries, rule in ENTRIES:
            inside = entries.objects.filter(rule.condition(), matter_id=OuterRef("pk"))
            held |= Q(Exists(inside))
        answers = Answer.objects.filter(HELD.condition(), matter_id=OuterRef("pk"))
        return held | Q(Exists(answers))


class Terms(Category):
    """Policies, wishes to be told, and released holds of the account; active holds stay."""

    name = "policies and holds"
    order = 40

    def count(self, subject: Subject) -> Count:
        wishes = self._wishes(subject).count()
        if not subject.is_account:
            return Count(wishes)
        active = Hold.objects.active().count()
        return Count(wishes + Policy.objects.count() + Hold.objects.count(), active)

    def export(self, subject: Subject) -> Iterator[File]:
        return iter(())

    def erase(self, subject: Subject, limit: int) -> int:
        wishes, _ = self._wishes(subject).delete()
        if not subject.is_account:
            return wishes
        gone, _ = Policy.objects.all().delete()
        released, _ = Hold.objects.filter(released_at__isnull=False).delete()
        return wishes + gone + released

    def _wishes(self, subject: Subject) -> QuerySet[ExpiryNotice]:
        wishes = ExpiryNotice.objects.filter(account_id=subject.account_id)
        return wishes if subject.is_account else wishes.filter(membership__in=_holders(subject))


class Directory(Category):
    """Keys, invitations, and the names of the account and its programs."""

    name = "directory"
    order = 90

    def count(self, subject: Subject) -> Count:
        return Count(sum(rows.count() for rows in self._of(subject)))

    def export(self, subject: Subject) -> Iterator[File]:
        return iter(())

    @transaction.atomic
    def erase(self, subject: Subject, limit: int) -> int:
        erased = self.count(subject).total
        keys, invitations, services, members, accounts = self._of(subject)
        keys.delete()
        invitations.delete()
        for service in services:
            service.name = service.public_id
            service.save(update_fields=["name"])
        members.update(verified_evidence="")
        for account in accounts:
            account.name = account.public_id
            account.save(update_fields=["name"])
            scrub_log(account)
        return erased

    def _of(self, subject: Subject) -> tuple[QuerySet[Any], ...]:
        """What still names somebody; nothing of it for one person."""
        account = subject.account_id
        rows: tuple[QuerySet[Any], ...] = (
            ApiKey.objects.filter(account=account),
            Invitation.objects.filter(account=account),
            ServiceIdentity.objects.filter(account=account).exclude(name__startswith="svc_"),
            Membership.objects.filter(account=account).exclude(verified_evidence=""),
            Account.objects.filter(pk=account).exclude(name__startswith="acc_"),
        )
        return rows if subject.is_account else tuple(each.none() for each in rows)


CATEGORIES = (
    Exports(),
    IdempotencyRecords(),
    Matters(),
    Terms(),
    Directory(),
    People(),
    Requests(),
)


def _holders(subject: Subject) -> list[uuid.UUID]:
    """The memberships of the person in the account, ended ones too."""
    memberships = Membership.objects.filter(account=subject.account_id, user=subject.user_id)
    return list(memberships.values_list("pk", flat=True))


def _matter(matter: Matter) -> dict[str, Any]:
    return {
        "id": matter.public_id,
        "title": matter.title,
        "jurisdiction": matter.jurisdiction,
        "forum": matter.forum,
        "status": matter.status,
        "created_at": timestamp(matter.created_at),
        "parties": list(matter.party_entries.values("name", "role", "side")),
        "key_dates": [
            {"title": entry.title, "date": entry.date.isoformat(), "note": entry.note}
            for entry in matter.keydate_entries.all()
        ],
        "notes": list(matter.note_entries.values_list("text", flat=True)),
    }
