"""Every address of the service: the admin and the doors."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("", include("legalcontext.doors.rest.urls")),
]

handler400 = "legalcontext.doors.rest.rendering.bad_request"
handler403 = "legalcontext.doors.rest.rendering.permission_denied"
handler404 = "legalcontext.doors.rest.rendering.page_not_found"
handler500 = "legalcontext.doors.rest.rendering.server_error"
