"""`/v1/jobs/{id}`: how far something is that was asked for and takes a while."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from legalcontext.answers.insight import timestamp
from legalcontext.doors.problems import Code
from legalcontext.erasure import exporting
from legalcontext.erasure.models import Export

from .bodies import Moment
from .openapi import documented
from .views import DoorView, reply

WORDS = {
    Export.Status.QUEUED: "It waits for a worker.",
    Export.Status.RUNNING: "It is being made.",
    Export.Status.DONE: "Fetch it from “archive” before it expires.",
    Export.Status.VOID: "Something in it was deleted meanwhile. Ask for a new one.",
    Export.Status.FAILED: "It could not be made: the credential that asked was ended, or the "
    "history changed all the while. Ask again.",
}


class JobShown(serializers.Serializer):
    """answers, size (bytes) and archive are there once it is done."""

    id = serializers.CharField()
    kind = serializers.ChoiceField(["export"])
    of = serializers.ChoiceField(Export.Of.choices)
    status = serializers.ChoiceField(Export.Status.choices)
    detail = serializers.CharField()
    created_at = Moment()
    finished_at = Moment(allow_null=True)
    expires_at = Moment()
    answers = serializers.IntegerField(allow_null=True)
    size = serializers.IntegerField(allow_null=True)
    archive = serializers.CharField(allow_null=True)


class JobDetail(DoorView):
    """The job of whoever asked for it."""

    @documented("Read a job", gives=JobShown, problems=(Code.NOT_FOUND,), tag="export")
    def get(self, request: Request, job_id: str) -> Response:
        """How far it is, and where its result is fetched."""
        return reply(job_json(exporting.read_export(self.principal, job_id)))


def job_json(export: Export) -> dict[str, Any]:
    done = export.status == Export.Status.DONE
    return {
        "id": export.public_id,
        "kind": "export",
        "of": export.of,
        "status": export.status,
        "detail": WORDS[Export.Status(export.status)],
        "created_at": timestamp(export.created_at),
        "finished_at": timestamp(export.finished_at) if export.finished_at else None,
        "expires_at": timestamp(export.expires_at),
        "answers": len(export.answer_ids) if done else None,
        "size": export.size if done else None,
        "archive": reverse("job-archive", args=[export.public_id]) if done else None,
    }
