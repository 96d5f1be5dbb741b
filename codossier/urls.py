"""Every address of the service: the admin and the doors."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

urlpatterns = [
    path("admin/", admin.site.urls),
    # Two overviews of allauth's that the security page replaces.
    path("accounts/2fa/", RedirectView.as_view(pattern_name="pages:security")),
    path("accounts/sessions/", RedirectView.as_view(pattern_name="pages:sessions")),
    path("accounts/", include("allauth.urls")),
    path("", include("codossier.health.urls")),
    path("", include("legalcontext.doors.rest.urls")),
    path("", include("legalcontext.doors.mcp.urls")),
    path("", include("legalcontext.doors.a2a.urls")),
    path("", include("legalcontext.doors.pages.urls")),
]

handler400 = "legalcontext.doors.refusals.bad_request"
handler403 = "legalcontext.doors.refusals.permission_denied"
handler404 = "legalcontext.doors.refusals.page_not_found"
handler500 = "legalcontext.doors.refusals.server_error"
handler429 = "legalcontext.doors.refusals.too_many"
