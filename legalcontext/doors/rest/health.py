"""Whether the service can answer: for load balancers and start-up scripts."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpResponseBase
from rest_framework.request import Request

from legalcontext.doors.problems import UNAVAILABLE, Code

from .openapi import documented
from .rendering import problem_response
from .views import PublicView, reply

OK = {
    "type": "object",
    "required": ["status"],
    "properties": {"status": {"type": "string", "const": "ok"}},
}


class Health(PublicView):
    """200 when the database answers, else 503; says nothing else about the machine."""

    @documented(
        "Check health",
        gives=OK,
        problems=(Code.UNAVAILABLE,),
        public=True,
        tag="the service itself",
    )
    def get(self, request: Request) -> HttpResponseBase:
        """For load balancers and start-up scripts."""
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except DatabaseError:
            return problem_response(UNAVAILABLE)
        return reply({"status": "ok"})
