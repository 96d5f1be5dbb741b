"""Taking the history along: asking for an archive, waiting, fetching."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import reverse

from accounts.errors import NotFound
from accounts.idempotency import fingerprint, once
from legalcontext.doors.pages.rendering import is_fragment
from legalcontext.erasure import exporting
from legalcontext.erasure.models import Export

from .base import PageView, StepUp, go, turn_of

WORKING = (Export.Status.QUEUED, Export.Status.RUNNING)


class ExportHistory(StepUp, PageView):
    """Ask for an archive: of what one asked, or, for owners, of the account."""

    section = "history"

    def get(self, request: HttpRequest) -> HttpResponse:
        context = {
            "exports": exporting.list_exports(self.principal),
            "may_export_account": self.principal.is_owner,
            "turn": uuid.uuid4(),
        }
        return self.page("pages/export.html", context)

    def post(self, request: HttpRequest) -> HttpResponse:
        of = request.POST.get("of", Export.Of.MINE)
        if of not in Export.Of.values:
            raise NotFound
        asked = fingerprint(b"pages/export", of.encode())
        with once(self.principal, turn_of(request), asked) as attempt:
            export_id = attempt.replay_of
            if export_id is None:
                export_id = exporting.request_export(self.principal, of, attempt=attempt).public_id
        return go(request, reverse("pages:export-job", args=[export_id]))


class ExportJob(PageView):
    """How far it is. The part that changes is asked for again by htmx; without it, by hand."""

    section = "history"

    def get(self, request: HttpRequest, job_id: str) -> HttpResponse:
        export = exporting.read_export(self.principal, job_id)
        template = "parts/export_job.html" if is_fragment(request) else "export_job.html"
        context = {"export": export, "working": export.status in WORKING}
        return self.page(f"pages/{template}", context)


class ExportArchive(StepUp, PageView):
    """The archive, for whoever asked for it."""

    section = "history"

    def get(self, request: HttpRequest, job_id: str) -> StreamingHttpResponse:
        archive = exporting.download(self.principal, job_id)
        return StreamingHttpResponse(
            archive.pieces,
            content_type="application/zip",
            headers={
                "Content-Length": str(archive.export.size),
                "Content-Disposition": 'attachment; filename="history.zip"',
            },
        )
