"""`/v1/export`: a history as one archive, made by a job."""

from __future__ import annotations

from django.http import HttpResponseBase, StreamingHttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from legalcontext.doors.problems import Code
from legalcontext.erasure import exporting
from legalcontext.erasure.models import Export

from .bodies import Body, Choice, read_body
from .jobs import JobShown, job_json
from .openapi import documented
from .views import NO_STORE, DoorView, reply


class ExportBody(Body):
    of = Choice(
        Export.Of.choices,
        default=Export.Of.MINE,
        help_text="account: for owners; what they may not read is listed without its content",
    )


class ExportRequest(DoorView):
    """Ask for an archive; 202 with the job that makes it."""

    @documented(
        "Export a history",
        takes=ExportBody,
        gives=JobShown,
        status=status.HTTP_202_ACCEPTED,
        problems=(Code.NOT_FOUND,),
        tag="export",
    )
    def post(self, request: Request) -> Response:
        """JSON and Markdown with the blocks, as one ZIP file. It is there for a day, or until
        something in it is deleted."""
        with self.idempotent(request) as attempt:
            if attempt.replay_of is not None:
                return accepted(
                    exporting.read_export(self.principal, attempt.replay_of), replayed=True
                )
            said = read_body(request, ExportBody)
            export = exporting.request_export(self.principal, said["of"], attempt=attempt)
        return accepted(export)


class ArchiveDownload(DoorView):
    """The archive, for whoever asked for it and may still read all of it."""

    @documented(
        "Fetch an archive",
        gives=OpenApiTypes.BINARY,
        media_type="application/zip",
        problems=(Code.NOT_FOUND,),
        tag="export",
    )
    def get(self, request: Request, job_id: str) -> HttpResponseBase:
        """A ZIP file."""
        archive = exporting.download(self.principal, job_id)
        return StreamingHttpResponse(
            archive.pieces,
            content_type="application/zip",
            headers={
                **NO_STORE,
                "Content-Length": str(archive.export.size),
                "Content-Disposition": f'attachment; filename="{archive.export.public_id}.zip"',
            },
        )


def accepted(export: Export, *, replayed: bool = False) -> Response:
    response = reply(job_json(export), http_status=status.HTTP_202_ACCEPTED, replayed=replayed)
    response["Location"] = reverse("job", args=[export.public_id])
    return response
