"""The service's addresses, and the bare view that the REST door is measured against."""

from __future__ import annotations

from django.urls import include, path

from . import bare

urlpatterns = [path("bench/ask", bare.ask), path("", include("codossier.urls"))]

handler400 = "legalcontext.doors.refusals.bad_request"
handler403 = "legalcontext.doors.refusals.permission_denied"
handler404 = "legalcontext.doors.refusals.page_not_found"
handler500 = "legalcontext.doors.refusals.server_error"
