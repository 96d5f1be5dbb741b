"""`/healthz`, `/readyz` and `/metrics`: for machines that watch over the service."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from .metrics import exposition
from .readiness import readiness

NO_STORE: Final = {"Cache-Control": "no-store"}


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while the process answers at all; it asks neither a database nor a disk."""
    return JsonResponse({"status": "alive"}, headers=NO_STORE)


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """200 when everything is there, else 503; either way it says of each thing whether it is."""
    checks = readiness()
    ready = all(checks.values())
    return JsonResponse(
        {
            "status": "ready" if ready else "not ready",
            "checks": {name: "ok" if passed else "failing" for name, passed in checks.items()},
        },
        status=HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE,
        headers=NO_STORE,
    )


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures for `Authorization: Bearer <CODOSSIER_METRICS_TOKEN>`; 404 where none is set."""
    token = settings.METRICS_TOKEN
    if not token:
        raise Http404
    scheme, _, given = request.headers.get("Authorization", "").strip().partition(" ")
    if scheme.lower() != "bearer" or not constant_time_compare(given.strip(), token):
        return HttpResponse(
            "Send the token of CODOSSIER_METRICS_TOKEN as “Authorization: Bearer …”.\n",
            status=HTTPStatus.UNAUTHORIZED,
            content_type="text/plain; charset=utf-8",
            headers={**NO_STORE, "WWW-Authenticate": 'Bearer realm="metrics"'},
        )
    return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST, headers=NO_STORE)
