"""`/v1/asks/{id}/calendar`: the dates of an answer as a file for a calendar."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.request import Request

from legalcontext.answers import history
from legalcontext.doors.problems import Code
from legalcontext.skills.calendar import MEDIA_TYPE, to_calendar

from .openapi import documented
from .views import NO_STORE, DoorView


class AskCalendar(DoorView):
    """The dates of an answer, for whoever may read it."""

    @documented(
        "Read an answer's dates",
        gives={"type": "string", "description": "iCalendar (RFC 5545)"},
        media_type=MEDIA_TYPE,
        problems=(Code.NOT_FOUND,),
        tag="asks",
    )
    def get(self, request: Request, answer_id: str) -> HttpResponse:
        """The findings with a `due_on`, each an all-day entry. It says no more than the finding's
        title and the notice. Whatever the client accepts, it gets a calendar; a refusal is JSON."""
        insight = history.read_answer(self.principal, answer_id)
        return HttpResponse(
            to_calendar(insight),
            content_type=f"{MEDIA_TYPE}; charset=utf-8",
            headers={
                **NO_STORE,
                "Content-Disposition": f'attachment; filename="{insight["id"]}.ics"',
            },
        )
