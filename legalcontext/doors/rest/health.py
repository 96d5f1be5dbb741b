"""Whether the service can answer: for load balancers and start-up scripts."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legalcontext.doors.problems import Code, Problem

from .rendering import problem_response


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """200 when the database answers, else 503; says nothing else about the machine."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        unavailable = Problem(
            Code.UNAVAILABLE, "The database does not answer; try again shortly.", retry_after=5
        )
        return problem_response(unavailable)
    return JsonResponse({"status": "ok"})
