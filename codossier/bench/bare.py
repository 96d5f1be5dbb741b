"""The least a view can do around `ask()`: no framework, no allowance, no problem details."""

from __future__ import annotations

import json
from functools import cache

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt

from accounts.principal import Principal, authenticate
from legalcontext.answers import ask as asking
from legalcontext.contracts import parse_quick_ask


@cache
def _principal(secret: str) -> Principal:
    return authenticate(secret)


@csrf_exempt
def ask(request: HttpRequest) -> HttpResponse:
    """One ask of a caller that was authenticated once."""
    principal = _principal(request.headers["X-Api-Key"])
    quick_ask = parse_quick_ask(json.loads(request.body))
    return JsonResponse(asking.ask(principal, quick_ask, door="rest"))
