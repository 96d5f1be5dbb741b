"""The Content-Security-Policy of every response; see `codossier/settings/content_policy.py`."""

from __future__ import annotations

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase


class ContentPolicyMiddleware(CSPMiddleware):
    """The strict policy, but for the addresses of `CONTENT_POLICY_EXCEPTIONS`."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        for beginning, replaced in settings.CONTENT_POLICY_EXCEPTIONS.items():
            if not report_only and request.path_info.startswith(beginning):
                parts.replace = {**replaced, **(parts.replace or {})}
        return parts
