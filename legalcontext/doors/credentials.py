"""From a request's headers to a principal, the same on every door."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.principal import Principal, Unauthenticated, authenticate

from .failed_requests import note_account


def principal_of_request(request: HttpRequest) -> Principal:
    """The principal of `Authorization: Bearer` or `X-Api-Key`.

    The tenant comes from the credential, never from the request. Unauthenticated: none, or two
    that differ (which one was meant is not ours to guess), or a bad one.
    """
    found = {secret for secret in (_bearer(request), request.headers.get("X-Api-Key")) if secret}
    if len(found) != 1:
        raise Unauthenticated
    principal = authenticate(found.pop().strip())
    note_account(principal.account_id)
    return principal


def _bearer(request: HttpRequest) -> str | None:
    scheme, _, secret = request.headers.get("Authorization", "").strip().partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None
