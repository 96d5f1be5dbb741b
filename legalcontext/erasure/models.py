"""Runs of deletion, the ledger in the database, and exports."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.ids import public_id
from accounts.tenancy.models import TenantForeignKey, TenantModel
from legalcontext.retention.models import AuditEvent


class Deletion(TenantModel):
    """One request to delete many answers. It is kept before the first goes, so that a run that
    dies is taken up again; what it says until then is partial."""

    PREFIX: ClassVar = "del"

    answer_ids = ArrayField(models.UUIDField(), null=True, help_text="only these")
    matter_id = models.UUIDField(null=True, help_text="only those of this matter")
    asker_id = models.UUIDField(null=True, help_text="only this person's")
    service_id = models.UUIDField(null=True, help_text="only this service identity's")

    actor = models.CharField(max_length=10, choices=AuditEvent.Actor)
    actor_id = models.UUIDField(null=True)
    key_id = models.UUIDField(null=True)
    authority = models.CharField(max_length=20)

    asked_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)
    deleted = models.PositiveIntegerField(default=0)
    held = models.PositiveIntegerField(default=0, help_text="kept by a hold, and said so")
    withheld = models.PositiveIntegerField(default=0, help_text="kept by a silent hold")
    not_found = models.PositiveIntegerField(default=0, help_text="asked for by id, and not there")

    class Meta(TenantModel.Meta):
        default_permissions = ("view",)
        indexes = [
            models.Index(
                fields=["account"], condition=Q(finished_at=None), name="deletion_unfinished"
            ),
            models.Index(fields=["id"], name="deletion_operator_by_id"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        return public_id(self.PREFIX, self.pk)


class LedgerEntry(TenantModel):
    """That something went, by the salted digest of its public id."""

    class Operation(models.TextChoices):
        DELETE = "delete"
        ASK = "ask", "asked to be deleted, kept by a hold"
        ERASE = "erase", "a category of an account's or a person's data"
        CERTIFY = "certify", "a certificate was written"

    operation = models.CharField(max_length=10, choices=Operation)
    digest = models.CharField(max_length=32)
    written_at = models.DateTimeField(default=timezone.now)

    class Meta(TenantModel.Meta):
        default_permissions = ()
        verbose_name_plural = "ledger entries"
        indexes = [models.Index(fields=["account", "digest"], name="ledger_by_digest")]

    def __str__(self) -> str:
        return f"{self.operation} {self.digest}"


class Export(TenantModel):
    """A history as one archive, made by a job for whoever asked, for a day.

    It ends sooner when something in it is deleted: an archive must not give back what went.
    """

    class Of(models.TextChoices):
        MINE = "mine"
        ACCOUNT = "account"

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        VOID = "void", "something in it was deleted"
        FAILED = "failed"

    PREFIX: ClassVar = "job"

    of = models.CharField(max_length=10, choices=Of)
    holder = models.UUIDField(help_text="membership or service identity that asked for it")
    key_id = models.UUIDField(help_text="the credential, asked again when the job runs")
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    answer_ids = ArrayField(models.UUIDField(), default=list, help_text="what is in it")
    size = models.PositiveBigIntegerField(default=0, help_text="bytes")
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        default_permissions = ()
        indexes = [models.Index(fields=["account", "expires_at"], name="export_by_expiry")]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        return public_id(self.PREFIX, self.pk)


class ExportChunk(TenantModel):
    """A piece of an archive. In the database, so that it goes in the transaction in which
    something in it goes, stands behind row security, and is there for every web process."""

    export = TenantForeignKey(Export, models.CASCADE, related_name="chunks")
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta(TenantModel.Meta):
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["account", "export", "number"], name="export_chunk_once"
            )
        ]

    def __str__(self) -> str:
        return f"chunk {self.number} of {public_id(Export.PREFIX, self.export_id)}"


# Requests are models of this app.
from .request_models import (  # noqa: E402, F401
    Certificate,
    DeletionRequest,
    Proposal,
    Regime,
    RequestEvent,
    RequestWords,
)
