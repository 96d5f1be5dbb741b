"""What holds for every page: the reader's language, kept nowhere, found by no search engine."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from legalcontext.doors.refusals import is_for_programs


class PagesMiddleware(LocaleMiddleware):
    """English or Spanish by the browser's language or the reader's choice; programs get English.

    A page is stored neither by the browser nor on the way: the computer may be shared.
    """

    def process_request(self, request: HttpRequest) -> None:
        if is_for_programs(request):
            # A thread keeps the language of what it answered before.
            translation.activate(settings.LANGUAGE_CODE)
            return
        super().process_request(request)

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if is_for_programs(request):
            return response
        response = super().process_response(request, response)
        response["Cache-Control"] = "no-store"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response
