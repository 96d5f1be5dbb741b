"""Asking for an export, making it in a job, and fetching it.

A job knows ids only. When it runs it asks again whether the credential is still good and what it
may read; when the archive is fetched, whether all of it may still be read.
"""

from __future__ import annotations

import datetime as dt
import tempfile
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any, Final

from django.db import connection
from django.db.models import F, Func
from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.idempotency import NO_KEY, Attempt
from accounts.ids import parse_public_id
from accounts.models import Scope
from accounts.principal import (
    InsufficientScope,
    Principal,
    Unauthenticated,
    principal_by_credential,
)
from accounts.tenancy import tenant_scope
from legalcontext.answers.erasure import record_of
from legalcontext.answers.errors import NotFound
from legalcontext.answers.insight import timestamp
from legalcontext.answers.models import Answer, AnswerContent, AnswerQuerySet
from legalcontext.answers.recall import CitedNotes
from legalcontext.retention.audit import actor_of, record

from .archive import Archive, chunks
from .models import Export, ExportChunk

KEPT: Final = dt.timedelta(hours=24)
BATCH: Final = 200
"""Answers that one transaction reads."""
CHUNK: Final = 1 << 20
ATTEMPTS: Final = 3
"""How often an archive is made anew because something in it went while it was being made."""

Status = Export.Status

PRESENT = """
SELECT count(*) FROM (
  SELECT FROM answers_answer
  WHERE account_id = %s AND id = ANY (%s) AND deletion_asked_at IS NULL FOR SHARE) there
"""
"""Locks what is in the archive until it is marked as done: who deletes after that voids it."""


@dataclass(frozen=True, slots=True)
class Download:
    """An archive to be sent. size: bytes; pieces: each read in a transaction of its own."""

    export: Export
    pieces: Iterator[bytes]


def request_export(principal: Principal, of: str, *, attempt: Attempt = NO_KEY) -> Export:
    """Queue an export of what the caller asked (`mine`) or may read in the account (`account`).

    NotFound: the account's, and not by an owner.
    """
    principal.require(Scope.HISTORY_READ)
    if of == Export.Of.ACCOUNT and not principal.is_owner:
        raise NotFound
    with tenant_scope(principal.account_id):
        export = Export.objects.create(
            of=of,
            holder=principal.holder_id,
            key_id=principal.credential,
            expires_at=timezone.now() + KEPT,
        )
        record(actor_of(principal), "export.request", on=export.public_id)
        attempt.finish(export.public_id)
        app.configure_task("erasure.make_export").defer(
            account_id=str(principal.account_id), export_id=str(export.pk)
        )
    return export


def read_export(principal: Principal, job_id: str) -> Export:
    """The job as it stands. NotFound: missing, malformed, past its day, or another's."""
    principal.require(Scope.HISTORY_READ)
    with tenant_scope(principal.account_id):
        return _find(principal, job_id)


def list_exports(principal: Principal, *, most: int = 10) -> list[Export]:
    """The newest exports of the caller's own that are within their day."""
    principal.require(Scope.HISTORY_READ)
    with tenant_scope(principal.account_id):
        own = Export.objects.filter(holder=principal.holder_id, expires_at__gt=timezone.now())
        return list(own.order_by("-pk")[:most])


def download(principal: Principal, job_id: str) -> Download:
    """The archive, if it is there and the caller may still read everything in it.

    NotFound: otherwise; and what somebody may no longer read is gone from the archive's shelf too.
    """
    principal.require(Scope.HISTORY_READ)
    with tenant_scope(principal.account_id):
        export = _find(principal, job_id)
        if export.status != Status.DONE or not _all_readable(principal, export):
            raise NotFound
        record(actor_of(principal), "export.download", on=export.public_id)
        numbers = list(export.chunks.order_by("number").values_list("number", flat=True))
    return Download(export, _pieces(export, numbers))


def make_export(account_id: uuid.UUID, export_id: uuid.UUID) -> None:
    """The job. It fails, unread, when the credential that asked is no longer good for it."""
    with tenant_scope(account_id):
        export = Export.objects.filter(
            pk=export_id, status__in=[Status.QUEUED, Status.RUNNING]
        ).first()
        if export is None:
            return
        Export.objects.filter(pk=export.pk).update(status=Status.RUNNING)
    try:
        principal = principal_by_credential(export.key_id)
        principal.require(Scope.HISTORY_READ)
        if export.of == Export.Of.ACCOUNT and not principal.is_owner:
            raise NotFound
    except (Unauthenticated, InsufficientScope, NotFound):
        _fail(export)
        return
    for _ in range(ATTEMPTS):
        # It has no name in any folder, and is gone with the process, however that ends.
        with tempfile.TemporaryFile() as file:
            if _keep(export, _fill(file, principal, export), file):
                return
    _fail(export)


def _fill(file: IO[bytes], principal: Principal, export: Export) -> list[uuid.UUID]:
    """Write the archive; returns the answers in it. Each batch is read in its own transaction."""
    archive, after, notes = Archive(file), None, CitedNotes()
    while True:
        with tenant_scope(principal.account_id):
            answers = _readable(principal, export)
            if after is not None:
                answers = answers.filter(pk__gt=after)
            contents = list(
                AnswerContent.objects.select_related("answer")
                .filter(
                    answer__in=list(answers.order_by("pk").values_list("pk", flat=True)[:BATCH])
                )
                .order_by("answer_id")
            )
            for content in contents:
                archive.add(content.answer, record_of(content, notes))
        if not contents:
            break
        after = contents[-1].answer_id
    with tenant_scope(principal.account_id):
        archive.finish(of=export.of, others=_others(principal, export))
    return archive.answer_ids


def _readable(principal: Principal, export: Export) -> AnswerQuerySet:
    answers: AnswerQuerySet = Answer.objects.readable_by(principal).current()
    return answers if export.of == Export.Of.ACCOUNT else answers.mine(principal)


def _others(principal: Principal, export: Export) -> list[dict[str, Any]]:
    """Of answers that an owner may not read, what owners see of them: when, skill and size."""
    if export.of != Export.Of.ACCOUNT:
        return []
    readable = Answer.objects.readable_by(principal).values("pk")
    others = Answer.objects.current().exclude(pk__in=readable).order_by("created_at", "pk")
    return [
        {
            "id": answer.public_id,
            "skill": answer.skill,
            "created_at": timestamp(answer.created_at),
            "question_length": answer.question_length,
        }
        for answer in others.iterator(chunk_size=BATCH)
    ]


def _keep(export: Export, answer_ids: list[uuid.UUID], file: IO[bytes]) -> bool:
    """Store the archive, if everything in it is still there."""
    with tenant_scope(export.account_id):
        with connection.cursor() as cursor:
            cursor.execute(PRESENT, [export.account_id, answer_ids])
            if cursor.fetchone()[0] != len(answer_ids):
                return False
        ExportChunk.objects.filter(export=export).delete()
        size = 0
        for number, piece in enumerate(chunks(file, CHUNK)):
            ExportChunk.objects.create(export=export, number=number, data=piece)
            size += len(piece)
        now = timezone.now()
        Export.objects.filter(pk=export.pk).update(
            status=Status.DONE,
            answer_ids=answer_ids,
            size=size,
            finished_at=now,
            expires_at=now + KEPT,
        )
    return True


def _fail(export: Export) -> None:
    with tenant_scope(export.account_id):
        Export.objects.filter(pk=export.pk).update(status=Status.FAILED, finished_at=timezone.now())


def _find(principal: Principal, job_id: str) -> Export:
    key = parse_public_id(Export.PREFIX, job_id)
    exports = Export.objects.filter(holder=principal.holder_id, expires_at__gt=timezone.now())
    export = exports.filter(pk=key).first() if key else None
    if export is None:
        raise NotFound
    return export


def _all_readable(principal: Principal, export: Export) -> bool:
    inside = Export.objects.filter(pk=export.pk).values(
        each=Func(F("answer_ids"), function="unnest")
    )
    readable = Answer.objects.readable_by(principal).current().filter(pk__in=inside).count()
    return bool(readable == len(export.answer_ids))


def _pieces(export: Export, numbers: list[int]) -> Iterator[bytes]:
    for number in numbers:
        with tenant_scope(export.account_id):
            data = (
                ExportChunk.objects.filter(export=export, number=number)
                .values_list("data", flat=True)
                .first()
            )
        if data is None:  # voided meanwhile: the download breaks off
            raise NotFound
        yield bytes(data)
