"""Every address of the service: the admin and the doors."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
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
