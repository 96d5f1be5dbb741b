"""From a request's headers to a principal, the same on every door."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.admission import admit
from accounts.limits import Allowance
from accounts.principal import Principal, Unauthenticated, authenticate

from .failed_requests import note_account


def principal_of_request(request: HttpRequest) -> Principal:
    """The principal of `Authorization: Bearer` or `X-Api-Key`.

    The tenant comes from the credential, never from the request. Unauthenticated: none, or two
    that differ (which one was meant is not ours to guess), or a bad one.
    """
    principal = authenticate(_secret(request))
    note_account(principal.account_id)
    return principal


def admit_request(request: HttpRequest) -> tuple[Principal, Allowance]:
    """As `principal_of_request`, and the call is counted. RateLimited: nothing is left."""
    principal, allowance = admit(_secret(request))
    note_account(principal.account_id)
    return principal, allowance


def _secret(request: HttpRequest) -> str:
    found = {secret for secret in (_bearer(request), request.headers.get("X-Api-Key")) if secret}
    if len(found) != 1:
        raise Unauthenticated
    return found.pop().strip()


def _bearer(request: HttpRequest) -> str | None:
    scheme, _, secret = request.headers.get("Authorization", "").strip().partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None
